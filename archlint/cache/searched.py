"""What searches of a run came to, beside all that it saw."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from archlint.cache.memory import Memory
from archlint.cache.seen import Seen
from archlint.cache.taking import Taking, number
from archlint.source.searches import Words
from archlint.source.sight import Sight


def dump(lacking: Mapping[Words, Collection[str]], sights: Sequence[Seen]) -> bytes:
    """The bytes of which files lack which words: one of each for each content that was seen."""
    parts: list[bytes] = []
    for words, paths in lacking.items():
        marks = bytes(path in paths for one in _contents(sights) for path in one.paths)
        for part in (_key(words), marks):
            parts += (number(len(part)), part)
    return b"".join(parts)


def load(content: bytes) -> dict[bytes, bytes]:
    """The marks of each search in what `dump` made.

    Raises:
        ValueError: it is something else.
    """
    taking = Taking(content)
    found = {}
    while taking:
        words, marks = (taking.bytes(taking.number()) for _ in range(2))
        found[words] = marks
    return found


class Earlier:
    """What the searches of an earlier run came to, for the files that are as it saw them."""

    def __init__(
        self, memory: Memory, sights: Sequence[Seen], moment: int, marks: Mapping[bytes, bytes]
    ) -> None:
        self._marks = marks
        self._contents = tuple(_contents(sights))
        self._same = b"".join(_sameness(memory, one, moment) for one in self._contents)

    def lacking(self, words: Words) -> dict[str, Sight]:
        """The files that lack the words, each with what was seen of it."""
        marks = self._marks.get(_key(words), b"")
        if len(marks) != len(self._same):
            return {}
        paths = chain.from_iterable(one.paths for one in self._contents)
        sights = chain.from_iterable(one.sights() for one in self._contents)
        return {
            path: sight
            for path, sight, is_lacking, is_same in zip(
                paths, sights, marks, self._same, strict=True
            )
            if is_lacking and is_same
        }


def _sameness(memory: Memory, seen: Seen, moment: int) -> bytes:
    """For each row whether its signature vouches for it."""
    if memory.by_content:
        return bytes(len(seen.paths))
    same = bytearray(b"\1") * len(seen.paths)
    for row in seen.doubtful(memory.root, moment):
        same[row] = 0
    return bytes(same)


def _contents(sights: Sequence[Seen]) -> Iterator[Seen]:
    return (one for one in sights if one.look == "content")


def _key(words: Words) -> bytes:
    return repr(words.groups).encode("ascii")
