"""What `ignore_imports` of a contract takes out of the graph, and which entries do so in vain."""

from collections.abc import Mapping
from typing import NamedTuple

from archlint.contracts.law import Law
from archlint.contracts.options import Ignored
from archlint.contracts.view import Pair, View
from archlint.facts.imports import Kind
from archlint.project import Project

_PARENT = int(Kind.PARENT)


class Excuses(NamedTuple):
    """The pairs that each entry takes out, and of the entries those that change no verdict."""

    pairs: Mapping[Ignored, frozenset[Pair]]
    idle: tuple[Ignored, ...]

    @property
    def removed(self) -> frozenset[Pair]:
        return frozenset().union(*self.pairs.values())

    @property
    def stale(self) -> tuple[Ignored, ...]:
        """The entries that match no import."""
        return tuple(entry for entry, pairs in self.pairs.items() if not pairs)


def excuses(ignored: tuple[Ignored, ...], law: Law | None, view: View) -> Excuses:
    """What the entries take out of the graph.

    An entry is idle where nothing that it matches has a part in breaking the contract, whatever
    the other entries say. Of a custom type nobody can tell.
    """
    pairs = {entry: view.matching_pairs(entry.importer, entry.imported) for entry in ignored}
    removed = frozenset().union(*pairs.values())
    if law is None or not removed:
        return Excuses(pairs, ())
    touched = law.touched(view, removed)
    idle = tuple(entry for entry, found in pairs.items() if found and found.isdisjoint(touched))
    return Excuses(pairs, idle)


def left_over(project: Project, ignored: tuple[Ignored, ...], view: View) -> View:
    """The graph without what the entries take out, and without the parents that run with that."""
    removed = excuses(ignored, None, view).removed
    if not removed:
        return view
    edges = project.edges
    files, facts, kinds = edges.file, edges.fact, edges.kinds
    gone = {(files[row], facts[row]) for pair in removed for row in view.links[pair]}
    links = {}
    for pair, rows in view.links.items():
        if pair in removed:
            continue
        left = [
            row for row in rows if not kinds[row] & _PARENT or (files[row], facts[row]) not in gone
        ]
        if left:
            links[pair] = left
    return View(view.modules, view.external, links)
