"""What is measured on a tree, and in which state the tree and the caches are at that time."""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import configs, equivalence, law
from benchmarks.corpora import copy_anew
from benchmarks.figures import Key
from benchmarks.law import Law
from benchmarks.processes import Command, Cost, in_turn, run
from benchmarks.tools import (
    ARCHLINT,
    CACHES,
    CONTRACTS,
    EVERYTHING,
    LINT_IMPORTS,
    TACH,
    Tools,
)

COLD, WARM, FRESH = "cold", "warm", "fresh checkout, restored cache"
ALL_RULES, SIBLINGS, START_UP = "everything on", "independence", "start-up"
FEW, MANY = 1, 100
EMPTY_CHECK = "archlint check, empty project"

Results = Iterator[tuple[Key, list[Cost]]]


class Stage(NamedTuple):
    """A tree of one's own to change at will, and how to measure on it.

    No round begins after `seconds`.
    """

    tools: Tools
    tree: str
    folder: Path
    law: Law
    rounds: int
    seconds: float

    @property
    def output(self) -> Path:
        """The file that commands print to."""
        return self.folder.with_name(f"{self.folder.name}.out")


def cold(stage: Stage) -> Results:
    """Nothing remembered. flake8 takes minutes where others take seconds: twice, on one package."""
    labels = (ARCHLINT, LINT_IMPORTS, TACH)
    commands = [stage.tools.check(label, stage.folder, cached=False) for label in labels]
    yield from _measure(stage, COLD, [*commands, stage.tools.parse(stage.folder)])
    if len(stage.law.roots) == 1:
        style = stage.tools.style(stage.folder, stage.law.roots)
        yield from _measure(stage._replace(rounds=min(stage.rounds, 2)), COLD, [style])


def warm(stage: Stage) -> Results:
    """Nothing changed since the run before."""
    labels = (ARCHLINT, CONTRACTS, LINT_IMPORTS, TACH)
    commands = [stage.tools.check(label, stage.folder) for label in labels]
    _prime(stage, commands)
    yield from _measure(stage, WARM, commands)


def edited(stage: Stage) -> Results:
    """Some files have changed since the run before, for each tool the same ones."""
    commands = [stage.tools.check(label, stage.folder) for label in (ARCHLINT, LINT_IMPORTS)]
    _prime(stage, commands)
    for count in (FEW, MANY):
        originals = {path: path.read_bytes() for path in spread(stage.folder, stage.law, count)}

        def edit(number: int, originals: dict[Path, bytes] = originals) -> None:
            for path, content in originals.items():
                path.write_bytes(content + f"\nedited = {number}\n".encode())

        yield from _measure(stage, edits(count), commands, before=edit)
        for path, content in originals.items():
            path.write_bytes(content)
        _prime(stage, commands)


def edits(count: int) -> str:
    """The name of the scenario in which so many files have changed."""
    return f"warm, {count} edited"


def spread(folder: Path, tree_law: Law, count: int) -> list[Path]:
    """So many files that say something, from all over the tree."""
    files = [
        path
        for root in tree_law.roots
        for path in sorted((folder / root).rglob("*.py"))
        if path.stat().st_size
    ]
    count = min(count, len(files))
    return [files[(2 * number + 1) * len(files) // (2 * count)] for number in range(count)]


def fresh(stage: Stage) -> Results:
    """Every file written anew, as a CI job does, with the cache that another job left."""
    commands = [
        stage.tools.check(ARCHLINT, stage.folder, "--cache-strategy", "content"),
        stage.tools.check(LINT_IMPORTS, stage.folder),
    ]
    _forget(stage)
    _prime(stage, commands)
    kept = stage.folder.with_name("kept")
    stage.folder.rename(kept)

    def check_out(_: int) -> None:
        shutil.rmtree(stage.folder, ignore_errors=True)
        copy_anew(kept, stage.folder)

    yield from _measure(stage, FRESH, commands, before=check_out)
    shutil.rmtree(kept)


def everything(stage: Stage) -> Results:
    """All rules that exist beside the one of the law, nothing changed; findings are printed."""
    commands = [
        stage.tools.check(ARCHLINT, stage.folder),
        stage.tools.check(EVERYTHING, stage.folder, exit_codes=(0, 1)),
    ]
    _prime(stage, commands)
    yield from _measure(stage, ALL_RULES, commands)


def siblings(stage: Stage, package: str) -> Results:
    """The independence of all children of a package as an import contract, nothing changed."""
    derived = law.derive_siblings(stage.folder, package)
    contract = configs.import_linter_siblings(derived)
    (stage.folder / ".importlinter").write_text(contract, encoding="utf-8")
    judges = (CONTRACTS, LINT_IMPORTS)
    equivalence.confirm(stage.tools, stage.folder, derived.law, stage.output, judges)
    commands = [stage.tools.check(label, stage.folder) for label in judges]
    _prime(stage, commands)
    yield from _measure(stage, SIBLINGS, commands)
    configs.write(stage.folder, stage.law)


def start_up(stage: Stage) -> Results:
    """What a tool costs that has nothing to do."""
    (stage.folder / "pkg").mkdir(parents=True)
    (stage.folder / "pkg" / "__init__.py").touch()
    (stage.folder / configs.DOMAINS).touch()
    check = stage.tools.check(ARCHLINT, stage.folder)._replace(label=EMPTY_CHECK)
    helps = [stage.tools.help(label, stage.folder) for label in (ARCHLINT, LINT_IMPORTS)]
    commands = [check, *helps]
    _prime(stage, commands)
    yield from _measure(stage._replace(rounds=4 * stage.rounds), START_UP, commands)


def grown(stage: Stage) -> Results:
    """Cold and warm on a generated tree, beside what walking it costs."""
    labels = (ARCHLINT, LINT_IMPORTS)
    commands = [stage.tools.check(label, stage.folder, cached=False) for label in labels]
    yield from _measure(stage, COLD, commands)
    commands = [stage.tools.check(label, stage.folder) for label in labels]
    _prime(stage, commands)
    yield from _measure(stage, WARM, [*commands, stage.tools.walk(stage.folder)])


def _measure(
    stage: Stage,
    scenario: str,
    commands: Sequence[Command],
    before: Callable[[int], None] = lambda _: None,
) -> Results:
    costs = in_turn(
        commands,
        rounds=stage.rounds,
        seconds=stage.seconds,
        output=stage.output,
        before=before,
    )
    for command, mine in zip(commands, costs, strict=True):
        yield Key(scenario, stage.tree, command.label), mine


def _prime(stage: Stage, commands: Sequence[Command]) -> None:
    """Run everything twice, after a pause: caches do not trust a file's time if it is too young.

    What one tool leaves in the tree is a new folder to another, but only the first time.
    """
    time.sleep(2.5)
    for command in (*commands, *commands):
        run(command, stage.output)


def _forget(stage: Stage) -> None:
    for cache in CACHES.values():
        shutil.rmtree(stage.folder / cache, ignore_errors=True)
