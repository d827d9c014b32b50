"""One folder out of a source archive, written nowhere but where it is asked to be."""

import os
import shutil
import tarfile
from pathlib import Path

from benchmarks.errors import BenchmarkError

MOST_BYTES = 1 << 30
"""More than any archive here holds, and less than what fills a disk."""


def unpack_folder(archive: Path, folder: str, target: Path) -> None:
    """Write the plain files below a folder of the archive to a new folder.

    `folder` is without the archive's own top folder. Links and devices are left out. The target
    appears complete or not at all.

    Raises:
        BenchmarkError: a name leads out of the folder, there is too much of it, or nothing.
    """
    partial = target.with_name(f".{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    written = 0
    with tarfile.open(archive) as source:
        for member in source:
            path = path_below(member.name, folder)
            if path is None or not member.isreg():
                continue
            written += member.size
            if written > MOST_BYTES:
                raise BenchmarkError(f"{archive.name} holds more than {MOST_BYTES} bytes")
            content = source.extractfile(member)
            assert content is not None, "a regular file has content"
            (partial / path).parent.mkdir(parents=True, exist_ok=True)
            with (partial / path).open("wb") as out:
                shutil.copyfileobj(content, out)
    if not written:
        raise BenchmarkError(f"{archive.name} has no folder {folder}")
    os.replace(partial, target)


def path_below(name: str, folder: str) -> str | None:
    """A member's path from the folder on, or None if it lies elsewhere.

    Raises:
        BenchmarkError: the path would leave the folder that it is written to.
    """
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or "\\" in name:
        raise BenchmarkError(f"the archive names a path that leads out of it: {name!r}")
    inside = [part for part in parts if part not in ("", ".")][1:]
    wanted = folder.split("/")
    if inside[: len(wanted)] != wanted or len(inside) == len(wanted):
        return None
    return "/".join(inside[len(wanted) :])
