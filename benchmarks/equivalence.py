"""Whether the tools mean the same: all pass a tree, and all find the one import that breaks it."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks import law
from benchmarks.errors import BenchmarkError
from benchmarks.law import Law, Plant
from benchmarks.processes import run
from benchmarks.tools import ARCHLINT, CONTRACTS, LINT_IMPORTS, TACH, Breach, Tools, breaches

JUDGES = (ARCHLINT, CONTRACTS, LINT_IMPORTS, TACH)


def confirm(
    tools: Tools, folder: Path, tree_law: Law, output: Path, judges: Sequence[str] = JUDGES
) -> Plant:
    """Run every tool on the tree as it is and with a planted import, without caches.

    Returns:
        The import that all of them found, and found alone.

    Raises:
        BenchmarkError: a tool does not pass the tree, or finds anything but the planted import.
    """
    for label in judges:
        run(tools.check(label, folder, cached=False), output)
    planted = law.plant(folder, tree_law)
    try:
        for label in judges:
            _expect(label, planted, _found(tools, label, folder, output))
    finally:
        law.withdraw(folder, planted)
    return planted


def _found(tools: Tools, label: str, folder: Path, output: Path) -> set[Breach]:
    options = ["--format", "concise"] if label in (ARCHLINT, CONTRACTS) else []
    command = tools.check(label, folder, *options, cached=False, exit_codes=(1,))
    return breaches(label, run(command, output).text)


def _expect(label: str, planted: Plant, found: set[Breach]) -> None:
    """lint-imports says the module, the others its file."""
    place = planted.importer if label == LINT_IMPORTS else planted.path
    if found != {Breach(place, planted.line)}:
        raise BenchmarkError(
            f"{label} does not find the planted import at {place}:{planted.line} alone, "
            f"but {sorted(found)}"
        )
