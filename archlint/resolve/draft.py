"""Edges while they come about: file by file, anew or from what was known before."""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from itertools import count

from archlint.resolve.edges import NONE, Edges, Row


class Draft:
    """Columns that grow at their ends; `previous` are the edges that rows are copied from."""

    def __init__(self, previous: Edges) -> None:
        self._previous = previous
        self._importer = array("i")
        self._file = array("i")
        self._imported = array("i")
        self._external = array("i")
        self._kinds = array("i")
        self._fact = array("i")
        self._at_name = array("b")
        self._unresolved = array("b")
        # Numbers as they were, and further ones for names that are new.
        self._numbers = defaultdict[str, int](count(len(previous.externals)).__next__)
        self._numbers |= {name: number for number, name in enumerate(previous.externals)}
        self._numbers[""] = NONE
        self._rows: list[Row] = []

    def add(self, file: int, importer: int, rows: Sequence[Row]) -> None:
        """The rows of one file, in their order."""
        self._importer.extend([importer] * len(rows))
        self._file.extend([file] * len(rows))
        self._rows += rows

    def copy(self, start: int, end: int) -> None:
        """Some rows of the previous edges as they are."""
        if start == end:
            return
        self._settle()
        edges = self._previous
        self._importer += edges.importer[start:end]
        self._file += edges.file[start:end]
        self._imported += edges.imported[start:end]
        self._external += edges.external[start:end]
        self._kinds += edges.kinds[start:end]
        self._fact += edges.fact[start:end]
        self._at_name += edges.at_name[start:end]
        self._unresolved += edges.unresolved[start:end]

    def edges(self, dangling: tuple[tuple[int, int], ...]) -> Edges:
        """All of them."""
        self._settle()
        external, externals = self._in_order()
        return Edges(
            importer=self._importer,
            file=self._file,
            imported=self._imported,
            external=external,
            kinds=self._kinds,
            fact=self._fact,
            at_name=self._at_name,
            unresolved=self._unresolved,
            externals=externals,
            dangling=dangling,
        )

    def _in_order(self) -> tuple["array[int]", tuple[str, ...]]:
        """The external modules, numbered in the order of their first rows."""
        order = dict.fromkeys(self._external)
        order.pop(NONE, None)
        names = {number: name for name, number in self._numbers.items()}
        externals = tuple(map(names.__getitem__, order))
        if [*order] == [*range(len(order))]:
            return self._external, externals
        again = {number: index for index, number in enumerate(order)}
        again[NONE] = NONE
        return array("i", map(again.__getitem__, self._external)), externals

    def _settle(self) -> None:
        """Turn rows into columns, as many at once as there are: that is what makes it quick."""
        rows, self._rows = self._rows, []
        self._at_name.extend([row[2] for row in rows])
        self._fact.extend([row[3] for row in rows])
        self._imported.extend([row[4] for row in rows])
        self._external.extend([self._numbers[row[5]] for row in rows])
        self._kinds.extend([row[6] for row in rows])
        self._unresolved.extend([row[7] for row in rows])
