"""What one look at the disk comes to, as values that a later run can compare; nothing is kept."""

import errno
import io
import os
import stat
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from archlint.source.digest import SIZE, digest
from archlint.source.git import index_of, is_surely_asked, tracked_files

Look = Literal["content", "listing", "kind", "target", "tracked"]
"""What is looked at: the bytes of a file, the names in a folder, what lies at a path and where a
link leads to, or (at the path of git's index) the files below the top that git tracks."""

Kind = Literal["absent", "broken", "file", "folder", "other"]
"""What lies at a path, links followed; a broken link leads nowhere."""

UNSEEN = ("__pycache__", ".archlint_cache")
"""Folders that are part of no listing: they come and go, and nothing in them is ever looked at."""


class Signature(NamedTuple):
    """What tells without reading whether something may be different: times in nanoseconds, bytes.

    A change within the grain of the file system's clock leaves it as it was, so that one with a
    time near that of the look proves nothing.
    """

    modified: int
    changed: int
    size: int
    inode: int


class Sight(NamedTuple):
    """What was seen.

    `signature` is None where only another look can tell. `digest` is the same for whatever is the
    same; where looking failed it is the number of the error. It is empty of what was not twice the
    same.
    """

    signature: Signature | None
    digest: bytes


class Listing(NamedTuple):
    """The sorted names in a folder, by what they are themselves; `others` are pipes and the like.

    Without those in `UNSEEN`.
    """

    files: list[str]
    folders: list[str]
    links: list[str]
    others: list[str]

    def holds(self, name: str) -> bool:
        """Whether anything in the folder has the name."""
        files, folders, links, others = self
        return name in files or name in folders or name in links or name in others


_END = 2**63
"""Nanoseconds since the epoch: in 2262."""

_WORD = 8
"""Bytes of a text that may stand for itself: zeros fill it up, and no digest ends in so many."""

NEVER = Sight(None, b"")
"""The sight of what was not twice the same within one run: no look ever confirms it."""


def look_again(top: str, look: Look, path: str) -> Sight:
    """What a look gives now; `path` is absolute, or relative to `top`."""
    return tracked(top)[0] if look == "tracked" else _LOOKS[look](os.path.join(top, path))


def signature(top: str, path: str) -> Signature | None:
    """The signature of what lies at the path, links followed; None where there is none.

    Windows has none: its files do not tell when they were last changed.
    """
    try:
        return signed(os.stat(path if path.startswith("/") else f"{top}/{path}"))
    except (OSError, ValueError):
        return None


def signed(status: os.stat_result) -> Signature | None:
    """The signature in the answer of the file system.

    None where the time is one that no file was changed at: it would not fit into a column.
    """
    if os.name == "nt" or not -_END < status.st_mtime_ns < _END > status.st_ctime_ns > -_END:
        return None
    return Signature(status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


def read(place: str) -> tuple[Sight, bytes]:
    """The bytes of a file, signed before they are read.

    Raises:
        OSError: it cannot be read.
    """
    with opened(place) as file:
        before = signed(os.fstat(file.fileno()))
        found = file.readall()
    return Sight(before, digest(found)), found


def content(place: str) -> bytes:
    """The bytes of a file alone.

    Raises:
        OSError: it cannot be read.
    """
    with opened(place) as file:
        return file.readall()


def opened(place: str) -> io.FileIO:
    """The file at the place, to be read.

    Raises:
        OSError: it cannot be opened, or is something else: a pipe would be waited for, and a device
            need not come to an end.
    """
    file = open(place, "rb", buffering=0, opener=_without_waiting)  # noqa: SIM115 - for the caller
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "Not a regular file", place)
    return file


def _without_waiting(place: str, flags: int) -> int:
    return os.open(place, flags | getattr(os, "O_NONBLOCK", 0))


def scan(place: str) -> tuple[Signature | None, Listing]:
    """The names in a folder, signed before they are listed.

    Raises:
        OSError: it cannot be listed.
    """
    before = signed(os.stat(place))
    files: list[str] = []
    folders: list[str] = []
    links: list[str] = []
    others: list[str] = []
    with os.scandir(place) as entries:
        for entry in entries:
            if entry.is_file(follow_symlinks=False):
                files.append(entry.name)
            elif entry.is_dir(follow_symlinks=False):
                if entry.name not in UNSEEN:
                    folders.append(entry.name)
            elif entry.is_symlink():
                links.append(entry.name)
            else:
                others.append(entry.name)
    files.sort()
    folders.sort()
    links.sort()
    others.sort()
    return before, Listing(files, folders, links, others)


def joined(listing: Listing) -> str:
    """The listing as one text: no name holds a slash, and none a null character."""
    return "/".join(["\0".join(names) for names in listing])


def parted(text: str) -> Listing:
    """The listing that `joined` was given."""
    return Listing(*(part.split("\0") if part else [] for part in text.split("/")))


def kind(place: str) -> Kind:
    """What lies there; nothing, where nobody may look."""
    try:
        mode = os.stat(place).st_mode
    except (OSError, ValueError):
        return "broken" if os.path.lexists(place) else "absent"
    if stat.S_ISREG(mode):
        return "file"
    return "folder" if stat.S_ISDIR(mode) else "other"


def failed(error: OSError) -> Sight:
    """The sight of what cannot be looked at."""
    return Sight(None, (error.errno or 0).to_bytes(SIZE, "big"))


def named(text: str, before: Signature | None = None) -> Sight:
    """The sight of what one text says whole, and of what was signed before."""
    said = text.encode("utf-8", "surrogatepass")
    # A word stands for itself: every run meets some, and loading what computes digests is slow.
    return Sight(before, said.ljust(SIZE, b"\0") if 0 < len(said) <= _WORD else digest(said))


def tracked(top: str) -> tuple[Sight, frozenset[str]]:
    """The files below the top that git tracks and that could be modules; none where it is silent.

    As long as the index has the same signature, git says the same; without git, or where it may be
    another index that git asks, only asking again can tell.
    """
    index = index_of(top)
    before = signature(top, index) if is_surely_asked(index, top) else None
    files = tracked_files(top)
    if files is None:
        return named("git is silent"), frozenset()
    return named("\0".join(sorted(files)), before), files


def _content(place: str) -> Sight:
    try:
        return read(place)[0]
    except OSError as error:
        return failed(error)


def _listing(place: str) -> Sight:
    try:
        before, listing = scan(place)
        return named(joined(listing), before)
    except OSError as error:
        return failed(error)


_LOOKS: Mapping[Look, Callable[[str], Sight]] = {
    "content": _content,
    "listing": _listing,
    "kind": lambda place: named(kind(place)),
    "target": lambda place: named(os.path.realpath(place)),
}
