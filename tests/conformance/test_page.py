"""The page on contract types says what archlint and type checkers do."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from archlint import assess_conformance
from archlint.config.load import load
from archlint.loading import load_project
from archlint.scenarios import read_scenarios
from tests.cli.conftest import Outcome, archlint, write
from tests.documents import ROOT, console

__all__ = ["archlint", "write"]

PAGE = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in PAGE.partition("## Where type checkers disagree")[2].split("\n")
    if re.match(r"\| [a-z]+(?:-[a-z]+)* \| (?:fits|does not fit) ", line)
]
CASES = {
    scenario.title: scenario.files
    for scenario in read_scenarios(PAGE.partition("## The cases of the table")[2])
}
WORDS = {True: "fits", False: "does not fit"}


def files() -> dict[str, str]:
    return {path: text for case in CASES.values() for path, text in case.items()}


def test_the_table_has_a_row_for_each_case() -> None:
    assert [row[0] for row in ROWS] == list(CASES)


@pytest.mark.parametrize(("column", "check_names"), [(3, False), (4, True)])
def test_archlint_says_what_the_table_says(
    column: int, check_names: bool, write: Callable[[Mapping[str, str]], Path]
) -> None:
    folder = write({"archlint.toml": "", **files()})
    project = load_project(load([str(folder)], None))
    said = {
        item.implementer.surface.module.name: item.answer.value
        for item in assess_conformance(project, check_names=check_names).assessments
    }
    words = {"conforming": "fits", "not conforming": "does not fit"}
    assert {row[0]: words[said[row[0].replace("-", "_")]] for row in ROWS} == {
        row[0]: row[column] for row in ROWS
    }


def test_mypy_says_what_the_table_says(write: Callable[[Mapping[str, str]], Path]) -> None:
    folder = write(files())
    command = [sys.executable, "-m", "mypy", "--disable-error-code=empty-body", *files()]
    check(folder, [*command, "--cache-dir", os.devnull], r"^(\w+)\.py:\d+: error", 1)


def test_pyright_says_what_the_table_says(write: Callable[[Mapping[str, str]], Path]) -> None:
    if shutil.which("pyright") is None:
        pytest.skip("pyright is not installed")
    # What a stub of a function returns is of no interest here.
    settings = '{"reportReturnType": false}'
    folder = write({**files(), "pyrightconfig.json": settings})
    check(folder, ["pyright"], r"(\w+)\.py:\d+:\d+ - error", 2)


def check(folder: Path, command: list[str], pattern: str, column: int) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    wrong = set(re.findall(pattern, done.stdout, flags=re.MULTILINE))
    assert {row[0]: WORDS[row[0].replace("-", "_") not in wrong] for row in ROWS} == {
        row[0]: row[column] for row in ROWS
    }, done.stdout


def test_the_matrix_is_printed_as_shown(
    write: Callable[[Mapping[str, str]], Path], archlint: Callable[..., Outcome]
) -> None:
    (example,) = (one for one in read_scenarios(PAGE) if one.title == "Claims")
    write(example.files)
    ((command, output),) = console(PAGE)
    assert archlint(*command.split()[1:]) == (0, output, "")
