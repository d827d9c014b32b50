"""Views of the import columns: one import of one module at one site, for rules to read."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import NamedTuple

from archlint.diagnostics import Location
from archlint.facts.imports import ImportFact, Kind, Span
from archlint.facts.store import Facts
from archlint.resolve.edges import NONE, Edges, span, symbols
from archlint.source.tree import Module, SourceFile, Tree

_NOT_AT_LOAD_TIME = int(Kind.TYPING | Kind.DEFERRED | Kind.MAIN)

Arc = tuple[int, int]
"""From a node to a node."""


class ImportTable(NamedTuple):
    """The import columns and what their numbers stand for; `facts[i]` belongs to file `i`."""

    tree: Tree
    facts: Facts
    edges: Edges

    def inner_arcs(self, nodes: Sequence[int]) -> list[Arc]:
        """The pairs of different nodes of which one imports the other when it is loaded.

        `nodes[i]` is the node of the module `i`, -1 for one that is none. Pairs with a node that
        imports nothing, or that nothing imports, are left out: they lie on no cycle.
        """
        # The last one is what `NONE` picks.
        node = [*nodes, NONE].__getitem__
        inner = set(map(node, set(self.edges.importer))) & set(map(node, set(self.edges.imported)))
        kept = [one if one in inner else NONE for one in nodes]
        arcs = set(compress(self._arc_of_each(kept), self._runs_when_loaded()))
        return [(start, end) for start, end in arcs if start != end and NONE not in (start, end)]

    def along(self, nodes: Sequence[int], arcs: Iterable[Arc]) -> dict[Arc, list["Import"]]:
        """The imports that make these arcs, ordered by file and place."""
        found: dict[Arc, list[Import]] = {arc: [] for arc in arcs}
        rows = enumerate(self._arc_of_each(nodes)) if found else ()
        for row, arc in [item for item in rows if item[1] in found]:
            if is_at_load_time(self.edges.kinds[row]):
                found[arc].append(Import(self, row))
        return found

    def _arc_of_each(self, nodes: Sequence[int]) -> Iterator[Arc]:
        """The arc of each row, to -1 for an external one, without a step of Python for each."""
        # The last one is what `NONE` picks.
        node = [*nodes, NONE].__getitem__
        return zip(map(node, self.edges.importer), map(node, self.edges.imported), strict=True)

    def _runs_when_loaded(self) -> Iterator[bool]:
        kinds = self.edges.kinds
        runs = {one: is_at_load_time(one) for one in set(kinds)}
        return map(runs.__getitem__, kinds)


class Import(NamedTuple):
    """A view of one row of the import columns: one imported module at one site."""

    table: ImportTable
    row: int

    @property
    def importer(self) -> Module:
        return self.table.tree.modules[self.table.edges.importer[self.row]]

    @property
    def imported(self) -> Module | None:
        """The imported module of the tree, or None for an external one."""
        index = self.table.edges.imported[self.row]
        return None if index == NONE else self.table.tree.modules[index]

    @property
    def external(self) -> str:
        """The dotted name of an external import as written, or "" for one of the tree."""
        index = self.table.edges.external[self.row]
        return "" if index == NONE else self.table.edges.externals[index]

    @property
    def kinds(self) -> Kind:
        return Kind(self.table.edges.kinds[self.row])

    @property
    def at_load_time(self) -> bool:
        """Whether the import runs whenever its importer is loaded, a condition aside."""
        return is_at_load_time(self.table.edges.kinds[self.row])

    @property
    def file(self) -> SourceFile:
        return self.table.tree.files[self.table.edges.file[self.row]]

    @property
    def fact(self) -> ImportFact:
        """The import as written: the first name of the statement that leads to this module."""
        return self.table.facts[self.file.index].imports[self.table.edges.fact[self.row]]

    @property
    def location(self) -> Location:
        """The module's own name for a submodule, the module as written for its symbols."""
        imports = self.table.facts[self.file.index].imports
        return self.at(span(self.table.edges, imports, self.row))

    def at(self, span: Span) -> Location:
        """The location of a span of the importing file."""
        return Location(self.file.path, *span)

    @property
    def statement(self) -> Location:
        """Where the statement begins."""
        return Location(self.file.path, self.fact.statement_line)

    @property
    def symbols(self) -> tuple[ImportFact, ...]:
        """The names this statement takes from the module: none for `import a.b` and submodules."""
        imports = self.table.facts[self.file.index].imports
        return symbols(self.table.edges, imports, self.row)

    @property
    def note(self) -> str:
        """What kind of import this is, in a few words; "" for a plain one."""
        return note(self.kinds)


def is_at_load_time(kinds: int) -> bool:
    """Whether an import of these kinds runs whenever its importer is loaded, a condition aside."""
    return not kinds & _NOT_AT_LOAD_TIME


def note(kinds: Kind) -> str:
    """What kind of import this is, in a few words; "" for a plain one."""
    words = [
        word
        for kind, word in (
            (Kind.TYPING, "typing"),
            (Kind.DEFERRED, "deferred"),
            (Kind.MAIN, "main-guard"),
            (Kind.DYNAMIC, "dynamic"),
            (Kind.STAR, "star"),
            (Kind.PARENT, "parent"),
        )
        if kind in kinds
    ]
    return f"{', '.join(words)} import" if words else ""
