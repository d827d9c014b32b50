"""What a run saw on disk, as columns, and whether all of it is as it was."""

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, get_args

from archlint.cache.taking import Taking, number
from archlint.source.sight import Look, Sight, Signature

GRAIN = 2_000_000_000
"""Nanoseconds: the coarsest clock of a file system in use (FAT's). A change within one tick leaves
the times as they are, so times this near to the look are no proof that nothing changed."""

_LOOKS: tuple[Look, ...] = get_args(Look)
_NO_SIGNATURE = Signature(-1, -1, -1, 0)
WIDTH = 16
"""Bytes of a digest in its column."""
NOTHING = bytes(WIDTH)
"""What stands there for no digest at all."""


class Seen(NamedTuple):
    """The sights of one kind of look; row `i` of each column is the sight of `paths[i]`.

    Paths are relative to the root of the run, or absolute. The columns of numbers are those of a
    signature; a row without one has an inode of 0. `digests` has 16 bytes a row: shorter ones are
    filled up with zeros, and one that nothing may confirm is all zeros.
    """

    look: Look
    paths: list[str]
    modified: "array[int]"
    changed: "array[int]"
    size: "array[int]"
    inode: "array[int]"
    digests: bytes

    def digest(self, row: int) -> bytes:
        """The digest of a row, filled up."""
        return self.digests[row * WIDTH : (row + 1) * WIDTH]

    def sights(self) -> list[Sight]:
        """The sights of all rows."""
        rows = zip(self.modified, self.changed, self.size, self.inode, strict=True)
        starts = range(0, len(self.digests), WIDTH)
        digests = [self.digests[start : start + WIDTH] for start in starts]
        return [
            Sight(signature if signature.inode else None, b"" if digest == NOTHING else digest)
            for signature, digest in zip(map(Signature._make, rows), digests, strict=True)
        ]

    def is_same(self, row: int, sight: Sight) -> bool:
        """Whether a later sight is that of a row, whatever its signature."""
        digest = filled(sight.digest)
        return digest != NOTHING and digest == self.digest(row)

    def is_longer_or_shorter(self, row: int, now: Signature | None) -> bool:
        """Whether a file has another size than it had in this row, so that it must be different."""
        return bool(self.inode[row]) and now is not None and now.size != self.size[row]

    def renewed(self, signatures: Mapping[int, Signature]) -> "Seen":
        """The same sights, with other signatures in some rows."""
        again = self._replace(
            modified=self.modified[:],
            changed=self.changed[:],
            size=self.size[:],
            inode=self.inode[:],
        )
        for row, signature in signatures.items():
            again.modified[row] = signature.modified
            again.changed[row] = signature.changed
            again.size[row] = signature.size
            again.inode[row] = signature.inode
        return again

    def doubtful(self, top: str, moment: int) -> Iterator[int]:
        """The rows that no signature vouches for: it is another, or was too young at `moment`.

        `moment` is when the run that saw all this began, in nanoseconds since the epoch.
        """
        try:
            folder = os.open(top, os.O_RDONLY)
        except OSError:
            yield from range(len(self.paths))
            return
        try:
            yield from self._doubtful(folder, moment - GRAIN)
        finally:
            os.close(folder)

    def _doubtful(self, folder: int, latest: int) -> Iterator[int]:
        """Those of an open folder, where no time later than `latest` is believed.

        From an open folder the system has a shorter way to what is in it.
        """
        stat = os.stat
        for row, (path, modified, changed, size, inode) in enumerate(
            zip(self.paths, self.modified, self.changed, self.size, self.inode, strict=True)
        ):
            if inode and modified < latest and changed < latest:
                try:
                    status = stat(path or ".", dir_fd=folder)
                except (OSError, ValueError):
                    yield row
                    continue
                if (
                    status.st_mtime_ns == modified
                    and status.st_ctime_ns == changed
                    and status.st_size == size
                    and status.st_ino == inode
                ):
                    continue
            yield row


def is_settled(signature: Signature, moment: int) -> bool:
    """Whether the signature, taken after `moment`, would be another after any change since."""
    return max(signature.modified, signature.changed) < moment - GRAIN


def in_columns(sights: Mapping[Look, Mapping[str, Sight]], root: str) -> tuple[Seen, ...]:
    """The columns of all sights, for each kind of look by path.

    A path below `root` becomes relative to it: it means the same where the tree is elsewhere.
    """
    below = f"{root.rstrip('/')}/"
    return tuple(
        columns(look, [(path.removeprefix(below), sight) for path, sight in sights[look].items()])
        for look in _LOOKS
        if sights.get(look)
    )


def columns(look: Look, sights: Iterable[tuple[str, Sight]]) -> Seen:
    """The columns of the sights of one kind of look, each with its path."""
    rows = [*sights]
    signatures = [sight.signature or _NO_SIGNATURE for _, sight in rows]
    modified, changed, size, inode = zip(*signatures, strict=True) if rows else ((),) * 4
    return Seen(
        look,
        [path for path, _ in rows],
        array("q", modified),
        array("q", changed),
        array("q", size),
        array("Q", inode),
        b"".join([filled(sight.digest) for _, sight in rows]),
    )


def dump(seen: Sequence[Seen]) -> bytes:
    """The bytes of all columns."""
    parts: list[bytes] = []
    for one in seen:
        paths = "\0".join(one.paths).encode("utf-8", "surrogatepass")
        parts += map(number, (_LOOKS.index(one.look), len(one.paths), len(paths)))
        parts += [column.tobytes() for column in one[2:6]]
        parts += [one.digests, paths]
    return b"".join(parts)


def load(content: bytes) -> tuple[Seen, ...]:
    """The columns of what `dump` made.

    Raises:
        ValueError, IndexError: it is something else.
    """
    found = []
    taking = Taking(content)
    while taking:
        look, rows, size = (taking.number() for _ in range(3))
        modified, changed, sizes, inodes = (taking.column(code, rows) for code in "qqqQ")
        digests = taking.bytes(rows * WIDTH)
        paths = taking.bytes(size).decode("utf-8", "surrogatepass").split("\0")
        if rows != len(paths):
            raise ValueError("the columns are not equally long")
        found.append(Seen(_LOOKS[look], paths, modified, changed, sizes, inodes, digests))
    return tuple(found)


def filled(digest: bytes) -> bytes:
    """The digest as it stands in a column."""
    return digest.ljust(WIDTH, b"\0")
