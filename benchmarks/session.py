"""One run of the benchmarks: every tree in turn, each on a copy of its own."""

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks import configs, equivalence, law, scenarios
from benchmarks.corpora import Corpora, fetch, lay_out
from benchmarks.figures import Key
from benchmarks.generate import generate
from benchmarks.law import Law
from benchmarks.processes import Cost
from benchmarks.scenarios import Results, Stage
from benchmarks.targets import COLD_TREES, GROWN, WARM_TREES
from benchmarks.tools import Tools

START_UP = "start-up"
SUBJECTS = (START_UP, *COLD_TREES, *GROWN)

Scenario = Callable[[Stage], Results]

ANYWHERE: Mapping[str, Scenario] = {"cold": scenarios.cold}
WITH_CACHE: Mapping[str, Scenario] = {
    "warm": scenarios.warm,
    "edited": scenarios.edited,
    "fresh": scenarios.fresh,
    "everything": scenarios.everything,
}
SIBLINGS: Mapping[str, Scenario] = {
    "independence": lambda stage: scenarios.siblings(stage, "homeassistant.components")
}
NAMES = (*ANYWHERE, *WITH_CACHE, *SIBLINGS)


class Session(NamedTuple):
    """What to measure, with what, where, and how often.

    A scenario takes `rounds` rounds, but begins none after `seconds`.
    """

    tools: Tools
    corpora: Corpora
    folder: Path
    rounds: int
    seconds: float
    scenarios: tuple[str, ...] = NAMES


def measure(session: Session, subject: str) -> dict[Key, list[Cost]]:
    """All figures of one subject: a tree, a generated tree or the start of the tools.

    Raises:
        BenchmarkError: a tree cannot be had, a tool does not do what it must, or the tools do not
            agree about the tree.
    """
    folder = session.folder / subject.replace(" ", "-")
    shutil.rmtree(folder, ignore_errors=True)
    try:
        return dict(_results(session, subject, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _results(session: Session, subject: str, folder: Path) -> Results:
    if subject == START_UP:
        stage = _stage(session, "none", folder, Law((), ()))
        yield from _narrated("start-up", scenarios.start_up, stage)
    elif subject in GROWN:
        _say(f"{subject}: writing it")
        stage = _stage(session, subject, folder, generate(folder / "tree", GROWN[subject]))
        _prepare(stage)
        yield from _narrated("cold and warm", scenarios.grown, stage)
    else:
        yield from _public(session, subject, folder)


def _public(session: Session, tree: str, folder: Path) -> Results:
    fetch(session.corpora, [tree])
    lay_out(session.corpora, tree, folder / "tree")
    stage = _stage(session, tree, folder, law.derive(folder / "tree"))
    _prepare(stage)
    for name, scenario in plan(tree).items():
        if name in session.scenarios:
            yield from _narrated(name, scenario, stage)


def plan(tree: str) -> dict[str, Scenario]:
    """The scenarios of a tree, by name."""
    chosen = dict(ANYWHERE)
    if tree in WARM_TREES:
        chosen |= WITH_CACHE
    if tree == "homeassistant":
        chosen |= SIBLINGS
    return chosen


def _stage(session: Session, tree: str, folder: Path, tree_law: Law) -> Stage:
    return Stage(
        tools=session.tools,
        tree=tree,
        folder=folder / "tree",
        law=tree_law,
        rounds=session.rounds,
        seconds=session.seconds,
    )


def _prepare(stage: Stage) -> None:
    """Write the configs and see that all tools mean the same by them."""
    configs.write(stage.folder, stage.law)
    _say(f"{stage.tree}: {', '.join(stage.law.domains)} leave each other alone")
    planted = equivalence.confirm(stage.tools, stage.folder, stage.law, stage.output)
    _say(f"{stage.tree}: all find the import planted at {planted.path}:{planted.line}")


def _narrated(name: str, scenario: Scenario, stage: Stage) -> Iterator[tuple[Key, list[Cost]]]:
    _say(f"{stage.tree}: {name}")
    for key, costs in scenario(stage):
        figures = " ".join(f"{cost.cpu:.3f}" for cost in costs)
        _say(f"    {key.label}: CPU s {figures}")
        yield key, costs


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
