"""Resolved imports as columns: one row for each imported module and site."""

from array import array
from dataclasses import dataclass

NONE = -1
"""What stands in a column that does not apply to a row."""


@dataclass(frozen=True)
class Edges:
    """Columns of equal length; row `i` of each is one edge.

    `importer` is a module index, `file` the index of the file the statement stands in. Exactly one
    of `imported` (a module index) and `external` (an index into `externals`, dotted names as
    imported, the standard library's included) is not `NONE`. `fact` is the index of the edge's
    first import fact within its file. `at_name` is 1 where the place is the imported name's (a
    submodule), 0 where it is the module's as written. `unresolved` is 1 where only a prefix of what
    was written exists; the edge then goes to the longest module there is. Rows are ordered by file,
    then by place.

    A statement that takes several symbols from one module is one row; `names(row)` of the project
    gives them.
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

    def __len__(self) -> int:
        return len(self.importer)
