"""The hook, run by pre-commit on a repository whose package is not installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
IDENTITY = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *IDENTITY, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def archlint_repository(tmp_path: Path) -> Path:
    """This tree, uncommitted changes included, as a repository that pre-commit can clone."""
    copy = tmp_path / "archlint"
    copy.mkdir()
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("the tests do not run in a git checkout")
    for name in filter(None, listed.stdout.decode().split("\0")):
        source = ROOT / name
        if source.is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes(source.read_bytes())
    git(copy, "init", "-q")
    git(copy, "add", "-A")
    git(copy, "commit", "-qm", "all")
    return copy


def test_the_hook_finds_a_breach_and_passes_when_it_is_mended(
    tmp_path: Path, archlint_repository: Path
) -> None:
    shop = tmp_path / "shop"
    (shop / "src" / "shop").mkdir(parents=True)
    (shop / "pyproject.toml").write_text(
        '[project]\nname = "shop-dist"\nversion = "1"\n'
        '[tool.archlint.domains.store]\nmodules = ["shop.store"]\nimports = []\n'
        '[tool.archlint.domains.web]\nmodules = ["shop.web"]\nimports = ["store"]\n'
    )
    (shop / "src/shop/__init__.py").write_text("")
    (shop / "src/shop/store.py").write_text("from shop import web\n")
    (shop / "src/shop/web.py").write_text("X = 1\n")
    revision = git(archlint_repository, "rev-parse", "HEAD")
    (shop / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {archlint_repository}\n  rev: {revision}\n  hooks:\n  - id: archlint\n"
    )
    git(shop, "init", "-q")
    git(shop, "add", "-A")

    def hook() -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", "--all-files"],
            cwd=shop,
            env={**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout + done.stderr

    code, shown = hook()
    assert code == 1, shown
    assert "src/shop/store.py:1:18: error[forbidden-domain-import]" in shown
    (shop / "src/shop/store.py").write_text("X = 1\n")
    git(shop, "add", "-A")
    code, shown = hook()
    assert code == 0, shown
