"""The records of facts that are kept, by what they are of."""

from array import array
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate, pairwise

from archlint.cache.seen import NOTHING, WIDTH, Seen

Key = tuple[bytes, bool]
"""The digest of a file's content, and whether the file is a stub."""


class Known:
    """The records of the sources of a tree, in their order, and of what the tree has no use for.

    Most of them are never asked for, so each is cut out when it is.
    """

    def __init__(self, sources: Seen, unused: bytes, sizes: bytes, records: bytes) -> None:
        """Take the records as they are kept, one after the other; `unused` are keys in a row.

        Raises:
            ValueError: they are not those of these keys.
        """
        lengths = array("I")
        lengths.frombytes(sizes)
        self._ends = [*accumulate(lengths, initial=0)]
        self._sources = sources
        self._unused = unused
        self._records = records
        count = len(sources.paths) + len(unused) / (WIDTH + 1)
        if count != len(lengths) or self._ends[-1] != len(records):
            raise ValueError("there are other records than keys")

    def of(self, row: int) -> bytes | None:
        """The record of a source; None where it could not be read."""
        return None if self._sources.digest(row) == NOTHING else self._at(row)

    def of_sources(self) -> list[bytes]:
        """The records of all sources; those of files that could not be read mean nothing."""
        ends = self._ends[: len(self._sources.paths) + 1]
        return [self._records[start:end] for start, end in pairwise(ends)]

    def get(self, key: Key) -> bytes | None:
        """The record of this content, if there is one."""
        row = self._rows.get(key)
        return None if row is None else self._at(row)

    def items(self) -> Iterator[tuple[Key, bytes]]:
        """All of them, those of the sources first."""
        return ((key, self._at(row)) for key, row in self._rows.items())

    def _at(self, row: int) -> bytes:
        return self._records[self._ends[row] : self._ends[row + 1]]

    @cached_property
    def _rows(self) -> dict[Key, int]:
        unused, width = self._unused, WIDTH + 1
        keys = [*keys_of(self._sources)]
        keys += [
            (unused[start : start + WIDTH], bool(unused[start + WIDTH]))
            for start in range(0, len(unused), width)
        ]
        return {key: row for row, key in enumerate(keys) if key[0] != NOTHING}


def keys_of(sources: Seen) -> Iterator[Key]:
    """The key of each source."""
    for row, path in enumerate(sources.paths):
        yield sources.digest(row), path.endswith(".pyi")
