"""The law of this repository is loaded, holds, can fire here, and leans on the public API alone."""

import ast
import subprocess
import sys

import pytest

import archlint
from archlint import Project
from archlint.config.load import load
from archlint.engine import check
from archlint.loading import load_project
from archlint.registry.known import builtin_names, known_rules
from archlint.registry.load import load_rules
from archlint.registry.selection import Selection
from tests.documents import ROOT
from tests.rules.subjects import text_of

CONFIG = load([str(ROOT)], None)
LAW = sorted(known_rules(CONFIG)[0].keys() - set(builtin_names()))


def run(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "archlint", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_rules_are_those_that_have_a_page() -> None:
    pages = {page.stem for page in (ROOT / "docs" / "law").glob("*.md")}
    assert (
        pages
        == set(LAW)
        == {
            "model-speaks-no-telemetry",
            "producer-closes-stream",
            "streaming-contract",
        }
    )


@pytest.fixture(scope="module")
def project() -> Project:
    return load_project(CONFIG)


@pytest.mark.parametrize("name", LAW)
def test_what_a_rule_plants_in_this_repository_it_finds_there_and_nowhere_else(
    name: str, project: Project
) -> None:
    selection = Selection(select=(name,))
    (instance,) = load_rules(CONFIG, selection)[0]
    plants = list(instance.rule.plant(project))
    assert plants, "no place to plant a breach in"
    for plant in plants:
        (path,) = plant.files
        assert path.startswith(("critic/", "model/"))
        found = check(CONFIG, selection=selection, overlay=plant.files).diagnostics
        assert [str(item.location) for item in found] == [str(plant.location)]


@pytest.mark.parametrize("file", sorted(path.name for path in (ROOT / "rules").glob("*.py")))
def test_it_is_written_on_the_public_api(file: str) -> None:
    for node in ast.walk(ast.parse(text_of(f"rules/{file}"))):
        if isinstance(node, ast.Import):
            assert {name.name for name in node.names} <= sys.stdlib_module_names
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = {name.name for name in node.names}
            if node.module == "archlint":
                assert names <= set(archlint.__all__)
            else:
                assert (node.module or "").partition(".")[0] in sys.stdlib_module_names


def test_the_command_line_knows_the_law() -> None:
    listed = [line.split()[0] for line in run("rules").splitlines()]
    assert set(LAW) <= set(listed)
    page = text_of("docs/law/streaming-contract.md").partition("\n## Scenarios\n")[0]
    assert run("explain", "streaming-contract").startswith(page)
