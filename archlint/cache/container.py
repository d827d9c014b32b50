"""A file of named sections, each with its checksum; nothing in it is ever executed."""

import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple, Self

from archlint.source.sight import opened

_MAGIC = b"archlint cache 1"
_NUMBER = 8
_HEAD = len(_MAGIC) + 3 * _NUMBER
PART = ".part"
"""The end of the name of a file that is being written."""


class Damaged(Exception):
    """The file is no cache, or not the whole of one; whoever asks does without it."""


UNUSABLE = (Damaged, ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What comes of content that archlint never wrote, though its checksum is right."""


class _Place(NamedTuple):
    start: int
    length: int
    checksum: int


class Container:
    """An open cache file, of which each section is read and checked when it is asked for.

    The file stays open until the `with` block ends, so that all sections are of one writing, also
    while another process puts a new file in its place.
    """

    def __init__(self, path: str) -> None:
        """Open the file and read where its sections are.

        Raises:
            OSError: there is no such file, or it cannot be read.
            Damaged: it is no cache file, or it is longer or shorter than it says.
        """
        self._file = opened(path)
        try:
            self._places = self._directory()
        except BaseException:
            self._file.close()
            raise

    def section(self, name: str) -> bytes:
        """The content of a section.

        Raises:
            Damaged: there is none of that name, or it is not what was written.
        """
        place = self._places.get(name)
        if place is None:
            raise Damaged(name)
        return self._read(place)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _directory(self) -> dict[str, _Place]:
        head = self._file.read(_HEAD) or b""
        if len(head) != _HEAD or not head.startswith(_MAGIC):
            raise Damaged("head")
        total, length, checksum = (
            int.from_bytes(head[start : start + _NUMBER], "little")
            for start in range(len(_MAGIC), _HEAD, _NUMBER)
        )
        if total != os.fstat(self._file.fileno()).st_size or length > total:
            raise Damaged("length")
        places = {}
        try:
            for line in self._read(_Place(_HEAD, length, checksum)).decode("ascii").splitlines():
                name, *numbers = line.split()
                start, size, sum_ = map(int, numbers)
                places[name] = _Place(_HEAD + length + start, size, sum_)
        except ValueError as error:
            raise Damaged("directory") from error
        for start, size, _ in places.values():
            if start < _HEAD or not 0 <= size <= total - start:
                raise Damaged("directory")
        return places

    def _read(self, place: _Place) -> bytes:
        try:
            self._file.seek(place.start)
            content = self._file.read(place.length) or b""
        except OSError as error:
            raise Damaged("section") from error
        if len(content) != place.length or zlib.crc32(content) != place.checksum:
            raise Damaged("section")
        return content


def write(path: str, sections: Mapping[str, bytes]) -> None:
    """Put a file of these sections at `path`, in one step: nobody ever sees a part of it.

    Names are words of ASCII letters, digits and hyphens.

    Raises:
        OSError: it cannot be written; what was there before is still there.
    """
    start = 0
    lines = []
    for name, content in sections.items():
        lines.append(f"{name} {start} {len(content)} {zlib.crc32(content)}")
        start += len(content)
    directory = "\n".join(lines).encode("ascii")
    numbers = (_HEAD + len(directory) + start, len(directory), zlib.crc32(directory))
    head = _MAGIC + b"".join(number.to_bytes(_NUMBER, "little") for number in numbers)
    unfinished = f"{path}.{os.getpid()}{PART}"
    with suppress(FileNotFoundError):
        os.unlink(unfinished)
    try:
        # Whatever somebody put there in advance, such as a link to elsewhere, is not written to.
        with open(unfinished, "xb") as file:
            for content in (head, directory, *sections.values()):
                file.write(content)
        os.replace(unfinished, path)
    except BaseException:
        if os.path.exists(unfinished):
            os.unlink(unfinished)
        raise
