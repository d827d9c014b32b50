"""The one door to the disk: whatever a run looks at is remembered, so that it can be compared."""

import os
from collections.abc import Iterable, Mapping

from archlint.source import sight
from archlint.source.git import index_of
from archlint.source.sight import NEVER, Kind, Listing, Look, Sight, Signature


class Disk:
    """The disk as one run sees it, with a memory of all that decides what the run comes to.

    `top` is the absolute path of the root of the run. Paths are relative to it, or absolute.
    """

    def __init__(self, top: str) -> None:
        self.top = top
        self._sights: dict[Look, dict[str, Sight]] = {
            "content": {},
            "listing": {},
            "kind": {},
            "target": {},
            "tracked": {},
        }
        # As one text for each folder: lists of names take five times the memory.
        self._listings: dict[str, tuple[Signature | None, str]] = {}
        self._undigested: list[str] = []
        self._kinds: dict[str, Kind] = {}

    @property
    def sights(self) -> Mapping[Look, Mapping[str, Sight]]:
        """All that was looked at until now, by path."""
        while self._undigested:
            folder = self._undigested.pop()
            signature, text = self._listings[folder]
            self._remember("listing", folder, sight.named(text, signature))
        return self._sights

    def read(self, path: str) -> bytes:
        """The bytes of a file.

        Raises:
            OSError: it cannot be read; the caller reports it.
        """
        try:
            seen, content = sight.read(self._place(path))
        except OSError as error:
            self._remember("content", path, sight.failed(error))
            raise
        self._remember("content", path, seen)
        return content

    def listing(self, folder: str) -> Listing:
        """The names in a folder, which is looked into once in a run.

        Raises:
            OSError: it cannot be listed; the caller reports it.
        """
        known = self._listings.get(folder)
        if known is not None:
            return sight.parted(known[1])
        try:
            signature, listing = sight.scan(self._place(folder))
        except OSError as error:
            self._remember("listing", folder, sight.failed(error))
            raise
        self._listings[folder] = signature, sight.joined(listing)
        self._undigested.append(folder)
        return listing

    def kind(self, path: str) -> Kind:
        """What lies at the path, links followed."""
        known = self._kinds.get(path)
        if known is None:
            known = self._kinds[path] = sight.kind(self._place(path))
            self._remember("kind", path, sight.named(known))
        return known

    def is_file(self, path: str) -> bool:
        """Whether a regular file, or a link to one, lies at the path."""
        return self.kind(path) == "file"

    def is_folder(self, path: str) -> bool:
        """Whether a folder, or a link to one, lies at the path."""
        return self.kind(path) == "folder"

    def target(self, path: str) -> str:
        """The path without links that leads to the same place."""
        found = os.path.realpath(self._place(path))
        self._remember("target", path, sight.named(found))
        return found

    def identity(self, path: str) -> tuple[int, int]:
        """The numbers by which the system knows what lies at the path, links followed.

        They are not remembered: they mean something only beside each other, and `target` tells
        which are the same.

        Raises:
            OSError: it cannot be reached.
        """
        status = os.stat(self._place(path))
        return status.st_dev, status.st_ino

    def tracked(self) -> frozenset[str]:
        """The files below the top that git tracks and that could be modules."""
        seen, files = sight.tracked(self.top)
        index = index_of(self.top)
        self._remember("tracked", index, seen)
        # A repository without one is none to git, whatever its index says.
        self.kind(os.path.join(os.path.dirname(index), "HEAD"))
        return files

    def note(self, look: Look, sights: Iterable[tuple[str, Sight]]) -> None:
        """Remember what others saw: another process, or an earlier run where it is so still.

        An empty digest says that looking failed; then another look tells how.
        """
        known = self._sights[look]
        for path, seen in sights:
            if not seen.digest:
                seen = sight.look_again(self.top, look, path)
            if known.setdefault(path, seen).digest != seen.digest:
                known[path] = NEVER

    def _place(self, path: str) -> str:
        return os.path.join(self.top, path)

    def _remember(self, look: Look, path: str, seen: Sight) -> None:
        """Keep the sight; what was something else a moment ago is never trusted again."""
        known = self._sights[look]
        if known.setdefault(path, seen).digest != seen.digest:
            known[path] = NEVER
