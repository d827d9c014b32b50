"""The facts of all files of a tree, decoded where they are looked at."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import overload

from archlint.facts import codec
from archlint.facts.codec import decode, decode_imports, encode
from archlint.facts.imports import FileFacts, ImportFact, Problem

_MOST = 500
"""Files of which the facts are remembered: they serve whoever asks about one file repeatedly."""


class Facts(Sequence[FileFacts]):
    """The facts of files, in order.

    Whoever looks at all files should ask for a column, which decodes nothing: a byte (or a number)
    for each file, zero for no. What one index gives is remembered for a while; what iterating gives
    is not, since the facts of a large tree take much room.
    """

    def __init__(self, records: Iterable[bytes]) -> None:
        self.records = tuple(records)
        self._known: dict[int, FileFacts] = {}

    @classmethod
    def of(cls, facts: Iterable[FileFacts]) -> "Facts":
        """Facts that were not records before."""
        return cls(map(encode, facts))

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> FileFacts: ...
    @overload
    def __getitem__(self, index: slice) -> "Facts": ...
    def __getitem__(self, index: int | slice) -> "FileFacts | Facts":
        if isinstance(index, slice):
            return Facts(self.records[index])
        known = self._known.get(index)
        if known is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            known = self._known[index] = decode(self.records[index])
        return known

    def __iter__(self) -> Iterator[FileFacts]:
        return map(decode, self.records)

    def imports(self, index: int) -> tuple[ImportFact, ...]:
        """The imports of one file, which are not remembered."""
        known = self._known.get(index)
        return known.imports if known else decode_imports(self.records[index])

    @cached_property
    def lines(self) -> "array[int]":
        """How many lines each file has."""
        return array("I", map(codec.lines, self.records))

    @cached_property
    def has_code(self) -> bytes:
        """Whether there is more in each file than a docstring and comments."""
        return self._column(codec.HAS_CODE)

    @cached_property
    def is_open(self) -> bytes:
        """Whether each module may have more attributes or submodules than its file shows."""
        return self._column(codec.IS_OPEN)

    @cached_property
    def has_main_guard(self) -> bytes:
        """Whether `if __name__ == "__main__"` stands in each file."""
        return self._column(codec.HAS_MAIN_GUARD)

    @cached_property
    def loads_by_name(self) -> bytes:
        """Whether each file imports something whose name is no constant."""
        return self._column(codec.LOADS_BY_NAME)

    @cached_property
    def has_problem(self) -> bytes:
        """Whether each file could not be read or parsed."""
        return self._column(codec.HAS_PROBLEM)

    @cached_property
    def has_mentions(self) -> bytes:
        """Whether strings of each file may name modules."""
        return self._column(codec.HAS_MENTIONS)

    @cached_property
    def has_claims(self) -> bytes:
        """Whether each file has claims that stand in no bases of a class."""
        return self._column(codec.HAS_CLAIMS)

    def problems(self) -> Iterator[tuple[int, Problem]]:
        """The files that could not be read or parsed, and why."""
        for index, has_problem in enumerate(self.has_problem):
            problem = self[index].problem if has_problem else None
            if problem is not None:
                yield index, problem

    @cached_property
    def _flags(self) -> bytes:
        return bytes(map(codec.flags, self.records))

    def _column(self, flag: int) -> bytes:
        return self._flags.translate(bytes(bool(byte & flag) for byte in range(256)))
