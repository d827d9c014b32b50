"""Resolved imports as columns: one row for each imported module and site."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from archlint.facts.imports import ImportFact, Kind, Span

NONE = -1
"""What stands in a column that does not apply to a row."""


Row = tuple[int, int, bool, int, int, str, int, bool]
"""One edge of a file: line and column, `at_name`, `fact`, `imported`, the dotted name of an
external module or "", `kinds`, `unresolved`. Rows sort by place; plain tuples, being many."""


@dataclass(frozen=True)
class Edges:
    """Columns of equal length; row `i` of each is one edge.

    `importer` is a module index, `file` the index of the file the statement stands in. Exactly one
    of `imported` (a module index) and `external` (an index into `externals`, dotted names as
    imported, the standard library's included) is not `NONE`. `fact` is the index of the edge's
    first import fact within its file. `at_name` is 1 where the place is the imported name's (a
    submodule), 0 where it is the module's as written. `unresolved` is 1 where only a prefix of what
    was written exists, the name included if the place is the name's; the edge then goes to the
    longest module there is. Rows are ordered by file, then by place; no module has an edge to
    itself. `externals` are in the order of their first rows.

    A statement that takes several symbols from one module is one row; `symbols` gives them. Its
    kinds are those of all of them together, `ANNOTATION_ONLY` only where it is true of each.

    `dangling` are the imports that lead to no module at all, as file index and index of the first
    fact: relative ones beyond the top, and those of which only the importer itself exists.
    """

    importer: "array[int]"
    file: "array[int]"
    imported: "array[int]"
    external: "array[int]"
    kinds: "array[int]"
    fact: "array[int]"
    at_name: "array[int]"
    unresolved: "array[int]"
    externals: tuple[str, ...]
    dangling: tuple[tuple[int, int], ...] = ()

    def __len__(self) -> int:
        return len(self.importer)


def span(edges: Edges, imports: Sequence[ImportFact], row: int) -> Span:
    """Where the edge of a row stands; `imports` are the facts of the row's file."""
    fact = imports[edges.fact[row]]
    return fact.name_place if edges.at_name[row] else fact.place


def symbols(edges: Edges, imports: Sequence[ImportFact], row: int) -> tuple[ImportFact, ...]:
    """The names a row takes out of its module: those of the statement that are no submodules.

    `imports` are the facts of the row's file. A star is such a name. None for `import a.b`, for a
    submodule, and for a parent package.
    """
    if edges.at_name[row] or edges.kinds[row] & Kind.PARENT:
        return ()
    first = imports[edges.fact[row]]
    submodules = set()
    for other in range(row + 1, len(edges)):
        if edges.file[other] != edges.file[row]:
            break
        if imports[edges.fact[other]].statement != first.statement:
            break
        if edges.at_name[other]:
            submodules.add(edges.fact[other])
    taken = []
    for index in range(edges.fact[row], len(imports)):
        fact = imports[index]
        if fact.statement != first.statement:
            break
        if fact.name and fact.base == first.base and index not in submodules:
            taken.append(fact)
    return tuple(taken)
