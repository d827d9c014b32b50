"""What is shipped: the wheel holds archlint alone, the source archive everything."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive, built without network."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    return folder


def test_the_wheel_holds_the_import_package_alone(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"archlint"}
    assert "archlint/rules/forbidden_domain_import.py" in names
    assert "archlint/reporters/report.schema.json" in names
    assert "archlint/py.typed" in names
    assert not [name for name in names if "/tests/" in name or "/test_" in name]


def test_the_wheel_has_the_command_and_the_license(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (scripts,) = [name for name in names if name.endswith("entry_points.txt")]
        assert "archlint = archlint.cli:main" in archive.read(scripts).decode()
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_source_archive_holds_everything(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    for path in (
        "pyproject.toml",
        "README.md",
        "LICENSE",
        ".importlinter",
        "archlint.toml",
        "archlint/__init__.py",
        "model/__init__.py",
        "critic/fake_model_impl_test.py",
        "rules/streaming_contract.py",
        "tests/test_package.py",
        "tests/rules/test_law.py",
        "docs/law/streaming-contract.md",
        "docs/architecture.md",
        "benchmarks/__main__.py",
        "benchmarks/archives.toml",
    ):
        assert path in names, path
    assert not [name for name in names if name.startswith((".venv", ".git/", "dist/"))]
