"""The files that a pattern with the meaning of Python's `glob` matches."""

import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import filter as named_like

from archlint.source.disk import Disk
from archlint.source.links import Links
from archlint.source.sight import Listing


def matching_files(disk: Disk, pattern: str) -> list[str]:
    """The sorted paths of the files that match, relative to the top unless the pattern is absolute.

    `**` stands for any number of folders, and neither it nor another wildcard for hidden ones. It
    goes through no link to a folder around: that would add nothing but other names.
    """
    *folders, last = pattern.split("/")
    places = [""]
    for segment in folders:
        places = [place for folder in places for place in _folders(disk, folder, segment)]
    hits = {hit for folder in places for hit in _entries(disk, folder, last)}
    return sorted(hit for hit in hits if hit and disk.is_file(hit))


def _folders(disk: Disk, folder: str, segment: str) -> Iterator[str]:
    """The folders that one segment of a pattern leads to; each ends in a slash."""
    if segment == "**":
        yield folder
        for path in _visible_folders(disk, folder, "*", but=Links(disk).is_loop):
            yield from _folders(disk, f"{path}/", segment)
    elif _is_wild(segment):
        yield from (f"{path}/" for path in _visible_folders(disk, folder, segment))
    else:
        yield f"{folder}{segment}/"


def _entries(disk: Disk, folder: str, segment: str) -> Iterable[str]:
    """What the last segment of a pattern matches in a folder."""
    if segment == "**":
        return (hit for below in _folders(disk, folder, "**") for hit in _entries(disk, below, "*"))
    if not _is_wild(segment):
        return [folder + segment] if segment else []
    listing = _listing(disk, folder)
    return _visible(folder, (*listing.files, *listing.links), segment)


def _visible_folders(
    disk: Disk, folder: str, segment: str, but: Callable[[str], bool] = lambda link: False
) -> Iterator[str]:
    """The folders of matching names, and the links to folders `but` those left out."""
    listing = _listing(disk, folder)
    yield from _visible(folder, listing.folders, segment)
    for link in _visible(folder, listing.links, segment):
        if disk.is_folder(link) and not but(link):
            yield link


def _visible(folder: str, names: Iterable[str], segment: str) -> Iterator[str]:
    """The paths of the names that match; hidden ones only where the segment begins with a dot."""
    for name in named_like(names, segment):
        if segment.startswith(".") or not name.startswith("."):
            yield folder + name


def _listing(disk: Disk, folder: str) -> Listing:
    try:
        return disk.listing(folder.rstrip("/") or folder)
    except OSError:
        return Listing([], [], [], [])


def _is_wild(segment: str) -> bool:
    return re.search(r"[*?[]", segment) is not None
