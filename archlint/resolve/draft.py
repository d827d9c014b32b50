"""Edges while they come about: file by file, anew or from what was known before."""

from array import array
from collections.abc import Sequence

from archlint.resolve.edges import NONE, Edges, Row


class Draft:
    """Columns that grow at their ends."""

    def __init__(self) -> None:
        self._importer = array("i")
        self._file = array("i")
        self._imported = array("i")
        self._kinds = array("i")
        self._fact = array("i")
        self._at_name = array("b")
        self._unresolved = array("b")
        self._externals: list[str] = []
        self._rows: list[Row] = []

    def add(self, file: int, importer: int, rows: Sequence[Row]) -> None:
        """The rows of one file, in their order."""
        self._importer.extend([importer] * len(rows))
        self._file.extend([file] * len(rows))
        self._rows += rows

    def copy(self, edges: Edges, start: int, end: int) -> None:
        """Some rows of other edges as they are."""
        if start == end:
            return
        self._settle()
        self._importer += edges.importer[start:end]
        self._file += edges.file[start:end]
        self._imported += edges.imported[start:end]
        self._kinds += edges.kinds[start:end]
        self._fact += edges.fact[start:end]
        self._at_name += edges.at_name[start:end]
        self._unresolved += edges.unresolved[start:end]
        # Its last item is what `NONE` picks.
        names = (*edges.externals, "")
        self._externals += map(names.__getitem__, edges.external[start:end])

    def edges(self, dangling: tuple[tuple[int, int], ...]) -> Edges:
        """All of them."""
        self._settle()
        names = dict.fromkeys(self._externals)
        names.pop("", None)
        number = {name: index for index, name in enumerate(names)}
        number[""] = NONE
        return Edges(
            importer=self._importer,
            file=self._file,
            imported=self._imported,
            external=array("i", map(number.__getitem__, self._externals)),
            kinds=self._kinds,
            fact=self._fact,
            at_name=self._at_name,
            unresolved=self._unresolved,
            externals=tuple(names),
            dangling=dangling,
        )

    def _settle(self) -> None:
        """Turn rows into columns, as many at once as there are: that is what makes it quick."""
        rows, self._rows = self._rows, []
        self._at_name.extend([row[2] for row in rows])
        self._fact.extend([row[3] for row in rows])
        self._imported.extend([row[4] for row in rows])
        self._externals += [row[5] for row in rows]
        self._kinds.extend([row[6] for row in rows])
        self._unresolved.extend([row[7] for row in rows])
