"""One walk over the tree: which files there are, before anything is read or named."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from archlint.diagnostics import Severity
from archlint.errors import SourceError
from archlint.source import gitignore
from archlint.source.disk import Disk
from archlint.source.links import Links
from archlint.source.names import (
    BUILD_FILES,
    KINDS,
    SOURCES,
    is_build_output,
    is_identifier,
    is_metadata,
    is_never_walked,
    is_printable,
)
from archlint.source.options import SourceOptions
from archlint.source.sight import Kind, Listing
from archlint.source.walked import Found, Walk, settle

DEEPEST = 100
"""Folders inside folders that are followed; nobody imports what lies deeper."""

_TELLING = (*KINDS, ".toml", ".cfg", ".txt", ".in", "meson.build")
"""How the names of all files end that may be modules, configure, or tell something of modules."""


class _Folder(NamedTuple):
    """A folder to enter; `rules` are those for what lies in it, once it is entered."""

    path: str
    rules: gitignore.Rules
    is_ignored: bool
    depth: int
    links: int

    @property
    def base(self) -> str:
        return f"{self.path}/" if self.path else ""

    def ignores(self, path: str, name: str) -> bool:
        return self.is_ignored or gitignore.is_ignored(self.rules, path, name)


def walk(options: SourceOptions, disk: Disk) -> Walk:
    """Find every file that is, or may stand for, a module.

    Raises:
        SourceError: the top is no folder.
    """
    if not disk.is_folder(""):
        raise SourceError(f"`{disk.top}` is no folder")
    wanted = _folders_to_roots(options.source_roots or ())
    links = Links(disk)
    found = Found()
    pending = [_Folder("", gitignore.rules_above(disk), False, 0, 0)]
    while pending:
        folder = pending.pop()
        try:
            listing = disk.listing(folder.path)
        except OSError as error:
            reason = error.strerror or "it cannot be opened"
            found.problem(folder.path, f"folder cannot be read: {reason}", Severity.ERROR)
            continue
        reason = "" if folder.path in wanted else _reason_to_skip(folder.path, listing)
        if reason:
            found.folders.append((folder.path, reason))
            continue
        rules = _rules(disk, folder, listing)
        if rules is not folder.rules:
            folder = folder._replace(rules=rules)
        _record(folder, listing.files, found)
        pending += _below(folder, listing.folders, folder.links, wanted, found)
        if listing.links or listing.others:
            linked = _record_odd(disk, folder, listing, found)
            behind = _below(folder, linked, folder.links + 1, wanted, found)
            pending += [one for one in behind if _is_followed(links, one, found)]
    return settle(options, found, lambda: gitignore.tracked(disk))


def _rules(disk: Disk, folder: _Folder, listing: Listing) -> gitignore.Rules:
    """The rules for what lies in the folder."""
    rules = folder.rules
    if folder.path and listing.holds(".git"):
        rules = gitignore.own_rules(disk, folder.path)
    if listing.holds(".gitignore"):
        rules += gitignore.rules_in(disk, folder.path)
    return rules


def _record(folder: _Folder, names: Iterable[str], found: Found) -> None:
    """Note the files of a folder that may be modules or tell something of modules."""
    # What macOS keeps beside a file on other file systems begins so, under the file's name.
    telling = [name for name in names if name.endswith(_TELLING) and not name.startswith("._")]
    modules = [name for name in telling if name.endswith(KINDS)]
    if len(modules) < len(telling) or "setup.py" in modules:
        _record_others(folder, telling, found)
    base = folder.base
    if not (base.isascii() and "".join(modules).isascii()):
        modules = list(_printable(folder, modules, found))
    if folder.is_ignored:
        found.ignored += [base + name for name in modules]
    elif not folder.rules:
        found.files += [base + name for name in modules]
    else:
        for name in modules:
            path = base + name
            (found.ignored if folder.ignores(path, name) else found.files).append(path)


def _record_others(folder: _Folder, names: list[str], found: Found) -> None:
    """Note which of the files tell something of modules."""
    for name in names:
        path = folder.base + name
        if name in BUILD_FILES:
            found.builds.append(path)
        if name == "archlint.toml" and folder.path:
            found.configs.append(path)
        if is_metadata(path) and is_printable(path) and not folder.ignores(path, name):
            found.metadata.append(path)


def _printable(folder: _Folder, names: list[str], found: Found) -> Iterator[str]:
    """The modules whose paths are text; those are at fault that are not."""
    for name in names:
        path = folder.base + name
        if is_printable(path):
            yield name
        elif name.endswith(SOURCES) and not folder.ignores(path, name):
            found.problem(path, "name is no UTF-8 text", Severity.ERROR)


def _record_odd(disk: Disk, folder: _Folder, listing: Listing, found: Found) -> list[str]:
    """Note what links lead to, and what is no file at all; the links that lead to folders."""
    folders = []
    for name in (*listing.links, *listing.others):
        is_link = name in listing.links
        kind = disk.kind(folder.base + name) if is_link else "other"
        if kind == "folder":
            folders.append(name)
        elif kind == "file":
            _record(folder, [name], found)
        else:
            _record_fault(folder, name, is_link, kind, found)
    return folders


def _record_fault(folder: _Folder, name: str, is_link: bool, kind: Kind, found: Found) -> None:
    """Note why something cannot be read that would be asked for, were it a file."""
    path = folder.base + name
    if name in BUILD_FILES:
        found.builds.append(path)
    if name == "archlint.toml" and folder.path:
        found.configs.append(path)
    is_asked = name.endswith(KINDS) or is_metadata(path) or (is_link and is_identifier(name))
    if not is_asked or name.startswith("._") or folder.ignores(path, name):
        return
    if kind == "other":
        found.problem(path, "neither a file nor a folder", Severity.WARNING)
    elif not name.startswith("."):
        found.problem(path, "link that leads nowhere", Severity.WARNING)


def _below(
    folder: _Folder, names: Iterable[str], links: int, wanted: frozenset[str], found: Found
) -> Iterator[_Folder]:
    """The folders of these names, reached through so many links, as far as they are entered."""
    base = folder.base
    for name in names:
        path = base + name
        if name.startswith("._"):
            continue
        if is_never_walked(name) and path not in wanted:
            if name != "__pycache__":
                found.folders.append((path, _named_reason(name)))
        elif folder.depth == DEEPEST:
            found.problem(path, f"more than {DEEPEST} folders deep", Severity.ERROR)
        else:
            is_ignored = folder.ignores(f"{path}/", f"{name}/")
            yield _Folder(path, folder.rules, is_ignored, folder.depth + 1, links)


def _reason_to_skip(path: str, listing: Listing) -> str:
    if not path:
        return ""
    if listing.holds("pyvenv.cfg") or listing.holds("conda-meta"):
        return "virtual environments"
    if is_build_output(path.rpartition("/")[2]) and not listing.holds("__init__.py"):
        return "build output"
    return ""


def _named_reason(name: str) -> str:
    return "hidden folders" if name.startswith(".") else f"`{name}` folders"


def _is_followed(links: Links, folder: _Folder, found: Found) -> bool:
    path = folder.path
    try:
        if links.is_loop(path):
            return False
        if folder.links > 1 and links.is_too_many(path):
            found.problem(path, "link to a folder that many links lead to", Severity.WARNING)
            return False
    except OSError:
        found.problem(path, "link that leads nowhere", Severity.WARNING)
        return False
    if links.is_second_path(path):
        found.second_paths.append(path)
    return True


def _folders_to_roots(source_roots: tuple[str, ...]) -> frozenset[str]:
    """The folders on the way to stated roots: they are entered whatever their names say."""
    found: set[str] = set()
    for root in source_roots:
        parts = [part for part in root.split("/") if part not in ("", ".")]
        found.update("/".join(parts[: index + 1]) for index in range(len(parts)))
    return frozenset(found)
