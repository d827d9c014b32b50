"""Which files hold certain words; what is known of unchanged files is not read again."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from archlint.source.disk import Disk
from archlint.source.sight import Sight


class Words(NamedTuple):
    """What makes a file worth a closer look: of each group it holds one of the words at least."""

    groups: tuple[tuple[bytes, ...], ...]

    def are_in(self, content: bytes) -> bool:
        """Whether the content is worth a closer look."""
        return all(any(word in content for word in group) for group in self.groups)


Known = Callable[[Words], Mapping[str, Sight]]
"""The files that an earlier run found to lack the words and that are as they were, by path."""


class Searches:
    """Searches of one run, with a memory of what they came to.

    `lacking` has the files that were found to hold nothing of the kind.
    """

    def __init__(
        self, disk: Disk, read: Callable[[str], bytes], known: Known | None = None
    ) -> None:
        self.lacking: dict[Words, set[str]] = {}
        self._disk = disk
        self._read = read
        self._ask = known
        self._known: dict[Words, Mapping[str, Sight]] = {}

    def lacks(self, path: str, words: Words) -> bool:
        """Whether a file does not hold the words, or cannot be read."""
        if words not in self._known:
            self._known[words] = self._ask(words) if self._ask else {}
            self.lacking[words] = set()
        sight = self._known[words].get(path)
        if sight is not None:
            self._disk.note("content", [(path, sight)])
        elif self._holds(path, words):
            return False
        self.lacking[words].add(path)
        return True

    def _holds(self, path: str, words: Words) -> bool:
        try:
            return words.are_in(self._read(path))
        except OSError:
            return False
