"""What the README and the guide claim is what the program does."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from archlint.config.load import load
from archlint.registry.known import builtin_names, builtin_rule
from archlint.source.options import DEFAULT_TESTS, DEFAULT_TOOLS
from archlint.testing import run_rule
from tests.cli.conftest import Outcome
from tests.documents import ROOT, command_after, console, named_files, sections_with_files

README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = sorted((ROOT / "docs").glob("*.md"))


def run(command: str, folder: Path) -> Outcome:
    assert command.startswith("archlint ")
    done = subprocess.run(
        [sys.executable, "-m", *command.split()],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return done.returncode, done.stdout, done.stderr


def test_the_readme_example_prints_what_it_shows(tmp_path: Path) -> None:
    files = named_files(README)
    assert set(files) == {
        "shop/store/orders.py",
        "shop/web/session.py",
        "shop/web/pages.py",
        "archlint.toml",
    }
    for path, body in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(body, encoding="utf-8")
    shown = list(console(README))
    assert shown
    for command, output in shown:
        assert run(command, tmp_path) == (1, output, "")


def test_the_guide_to_rules_is_a_rule_that_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "writing-rules.md").read_text(encoding="utf-8")
    files = named_files(page)
    tests = {path: files.pop(path) for path in ("test_print_call.py", "test_print_call_page.py")}
    tests["print-call.md"] = page.partition("````markdown\n")[2].partition("````")[0]
    assert len(files) == 5
    for path, body in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(body, encoding="utf-8")
    ((command, output),) = console(page)
    assert run(command, tmp_path) == (1, output, "")
    for path, body in tests.items():
        (tmp_path / path).write_text(body, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


def test_the_page_about_unused_packages_shows_what_is_printed(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "unused-packages.md").read_text(encoding="utf-8")
    files = named_files(page)
    assert len(files) == 9
    for path, body in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(body, encoding="utf-8")
    shown = list(console(page))
    assert len(shown) == 3
    for command, output in shown:
        assert run(command, tmp_path)[1] == output


def test_the_readme_has_the_two_commands() -> None:
    assert command_after(README, "main job").endswith("archlint check")
    assert command_after(README, "tests").endswith("-m pytest")


def test_ci_runs_the_tests_as_the_readme_says() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "<!-- tests -->" in script
    assert 'bash -euo pipefail -c "$tests"' in script


@pytest.mark.parametrize("page", [ROOT / "README.md", *GUIDE], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


CONFIGS = [
    pytest.param(files, id=f"{page.name}: {title}")
    for page in GUIDE
    if page.name != "writing-rules.md"  # a test of its own runs that page as one tree
    for title, files in sections_with_files(page.read_text(encoding="utf-8"))
    if "archlint.toml" in files
]


@pytest.mark.parametrize("files", CONFIGS)
def test_configs_of_the_guide_are_valid_and_match_their_tree(files: dict[str, str]) -> None:
    assert run_rule("all", {**files, "tests/test_everything.py": imports_of(files)}) == ()


def imports_of(files: dict[str, str]) -> str:
    """An import of every module: nothing starts a fragment, which is no reason to call it dead."""
    paths = [path.removesuffix(".py") for path in files if path.endswith(".py")]
    names = {path.removesuffix("/__init__").replace("/", ".") for path in paths}
    return "".join(f"import {name}\n" for name in sorted(names))


def test_the_guide_names_every_key() -> None:
    from archlint.config.settings import (
        Config,
        ContractConfig,
        DomainConfig,
        FamilyConfig,
        LayersConfig,
    )
    from archlint.source.options import SourceOptions

    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    sections = {"domains", "layers", "family", "rules", "contracts", "strict_contracts", "source"}
    found_on_the_way = {"root", "file", "included_files", "stale_includes", "folder", "faults"}
    own = {*found_on_the_way, "locate", "name", "key", "id", *sections}
    for kind in (Config, SourceOptions, DomainConfig, FamilyConfig, LayersConfig, ContractConfig):
        for field in kind.__annotations__:
            if field not in own:
                assert f"`{field.replace('_', '-')}`" in text, field


def test_the_guide_names_every_group() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    (row,) = [line for line in text.splitlines() if line.startswith("| `select`")]
    groups = {group for name in builtin_names() for group in builtin_rule(name).groups}
    assert groups == {"imports", "consumers", "conformance"}
    for group in {"default", "all", *groups}:
        assert f"`{group}`" in row


def test_the_guide_has_the_default_patterns() -> None:
    text = (ROOT / "docs" / "source.md").read_text(encoding="utf-8")
    for pattern in (*DEFAULT_TESTS, *DEFAULT_TOOLS):
        assert f"`{pattern}`" in text, pattern


def test_the_law_of_this_repository_names_no_rule_that_does_not_exist() -> None:
    config = load([str(ROOT)], None)
    assert config.faults == ()
    assert {settings.type for settings in config.rules} <= set(builtin_names())
