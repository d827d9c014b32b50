"""The folder of the cache: its files, and what makes other programs leave it alone."""

import os
import re
import sys
import time
from collections.abc import Mapping
from contextlib import suppress

from archlint.cache.container import PART, Container, Damaged, write
from archlint.cache.environment import code_digest, code_signs, machinery

NAME = ".archlint_cache"
"""The folder's name in the root of a run, unless the command line says otherwise."""

ANSWER = "answer"
"""What the names of files begin with of which only the newest are kept."""

# The end of the names keeps a cache in the tree from being read as a script without a suffix.
_END = f"-{sys.implementation.cache_tag}.cache"
# Nothing else is removed: a folder that the user names may hold other things.
_ANSWERS = re.compile(rf"{ANSWER}-[0-9a-f]{{8}}{re.escape(_END)}")
_PARTS = re.compile(rf"[a-z]+(?:-[0-9a-f]{{8}})?{re.escape(_END)}\.[0-9]+{re.escape(PART)}")
_MOST_ANSWERS = 8
_ABANDONED = 3600
"""Seconds after which nobody is writing a file any more."""
_MARKS = {
    ".gitignore": "*\n",
    "CACHEDIR.TAG": """\
Signature: 8a477f597d28d172789f06886806bc55
# This folder holds what archlint remembers from one run to the next. It can be deleted any time.
""",
}


class Folder:
    """Where a run finds what earlier ones left.

    A file that is damaged or foreign, or was written by another version of archlint, for another
    Python or beside other libraries, is as good as none.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        # What is loaded is what was there when the run began, also if somebody is at work on it.
        self._signs = code_signs().encode()
        self._machinery = machinery().encode()
        self._known_code: bytes | None = None

    def open(self, name: str) -> Container | None:
        """The file of that name, for a `with` block; None where there is none to be trusted."""
        try:
            container = Container(self._place(name))
        except (OSError, Damaged):
            return None
        if self._is_ours(container):
            return container
        with container:
            return None

    def put(self, name: str, sections: Mapping[str, bytes]) -> None:
        """Write a file; where that cannot be done there is just none."""
        about = {"machinery": self._machinery, "code-signs": self._signs, "code": self._code()}
        if code_signs().encode() != self._signs:
            return
        with suppress(OSError):
            self._make()
            write(self._place(name), {**about, **sections})
            self._tidy()

    def _place(self, name: str) -> str:
        return os.path.join(self.path, f"{name}{_END}")

    def _is_ours(self, container: Container) -> bool:
        try:
            if container.section("machinery") != self._machinery:
                return False
            if container.section("code-signs") == self._signs:
                self._known_code = container.section("code")
            return container.section("code") == self._code()
        except Damaged:
            return False

    def _code(self) -> bytes:
        if self._known_code is None:
            self._known_code = code_digest()
        return self._known_code

    def _make(self) -> None:
        """Make the folder, marked as a cache; another that was there before is not ours to mark."""
        is_ours = os.path.basename(self.path) == NAME
        try:
            os.makedirs(self.path)
        except FileExistsError:
            if not is_ours:
                return
        for name, content in _MARKS.items():
            with (
                suppress(FileExistsError),
                open(os.path.join(self.path, name), "x", encoding="ascii") as file,
            ):
                file.write(content)

    def _tidy(self) -> None:
        """Remove what interrupted runs left, and the answers that nobody asked for lately."""
        answers = sorted(self._files(_ANSWERS))
        limit = time.time() - _ABANDONED
        parts = [(at, path) for at, path in self._files(_PARTS) if at < limit]
        for _, path in answers[:-_MOST_ANSWERS] + parts:
            os.unlink(path)

    def _files(self, names: re.Pattern[str]) -> list[tuple[float, str]]:
        """When the files of such names were written, and where they lie."""
        with os.scandir(self.path) as entries:
            return [
                (entry.stat(follow_symlinks=False).st_mtime, entry.path)
                for entry in entries
                if names.fullmatch(entry.name) and not entry.is_dir(follow_symlinks=False)
            ]
