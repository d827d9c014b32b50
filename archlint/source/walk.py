"""One walk over the tree: which files there are, before anything is read or named."""

import os
from dataclasses import dataclass, field
from typing import NamedTuple

from archlint.diagnostics import Diagnostic, Location, Severity
from archlint.errors import SourceError
from archlint.source import gitignore
from archlint.source.globs import compile_covers
from archlint.source.links import Links
from archlint.source.names import (
    BUILD_FILES,
    EXTENSIONS,
    KINDS,
    SOURCES,
    is_build_output,
    is_identifier,
    is_metadata,
    is_never_walked,
    is_printable,
)
from archlint.source.options import SourceOptions

DEEPEST = 100
"""Folders inside folders that are followed; nobody imports what lies deeper."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What lies below the top: sorted POSIX paths relative to it.

    `sources` are the files to read, with whether each is a `.pyi`. `excluded` and `ignored` (by
    git) are files whose names exist and whose content is not looked at. `metadata` are files that
    may describe distributions, `builds` those that may tell what is compiled. `second_paths` are
    links to folders that lie in the tree as well. `skipped` counts what was left out, by reason,
    and `skipped_folders` says which folders.
    """

    sources: tuple[tuple[str, bool], ...]
    extensions: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    metadata: tuple[str, ...] = ()
    configs: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()
    second_paths: tuple[str, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    skipped: dict[str, int] = field(default_factory=dict)
    skipped_folders: tuple[str, ...] = ()


class _Folder(NamedTuple):
    path: str
    rules: gitignore.Rules
    is_ignored: bool
    depth: int
    links: int


@dataclass(slots=True)
class _Found:
    files: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    metadata: list[str] = field(default_factory=list)
    configs: list[str] = field(default_factory=list)
    builds: list[str] = field(default_factory=list)
    second_paths: list[str] = field(default_factory=list)
    folders: list[tuple[str, str]] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def problem(self, path: str, message: str, severity: Severity) -> None:
        shown = path.encode("utf-8", "backslashreplace").decode()
        place = Location(shown or ".")
        self.problems.append(
            Diagnostic(
                rule="unreadable-file",
                message=message,
                location=place,
                subject=place.path,
                severity=severity,
            )
        )


def walk(options: SourceOptions) -> Walk:
    """Find every file that is, or may stand for, a module.

    Raises:
        SourceError: the top is no folder.
    """
    top = options.top
    if not os.path.isdir(top):
        raise SourceError(f"`{top}` is no folder")
    wanted = _folders_to_roots(options.source_roots or ())
    links = Links(top)
    found = _Found()
    pending = [_Folder("", gitignore.rules_above(top), False, 0, 0)]
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(os.path.join(top, folder.path)) as entries:
                pending += _enter(top, folder, list(entries), wanted, links, found)
        except OSError as error:
            reason = error.strerror or "it cannot be opened"
            found.problem(folder.path, f"folder cannot be read: {reason}", Severity.ERROR)
    return _sort(options, found)


def _enter(
    top: str,
    folder: _Folder,
    entries: list["os.DirEntry[str]"],
    wanted: frozenset[str],
    links: Links,
    found: _Found,
) -> list[_Folder]:
    """Record the files of one folder and return the folders to enter next."""
    names = {entry.name for entry in entries}
    base = f"{folder.path}/" if folder.path else ""
    if folder.path and folder.path not in wanted:
        reason = _reason_to_skip(folder.path, names)
        if reason:
            found.folders.append((folder.path, reason))
            return []
    rules = folder.rules
    if base and ".git" in names:
        rules = gitignore.own_rules(top, folder.path)
    if ".gitignore" in names:
        rules += gitignore.rules_in(top, folder.path)
    below: list[_Folder] = []
    for entry in entries:
        name = entry.name
        if name.startswith("._"):
            continue  # what macOS keeps beside a file on other file systems, under its name
        path = base + name
        try:
            is_folder = entry.is_dir()
            is_link = entry.is_symlink()
        except OSError:
            is_folder, is_link = False, True
        if name in BUILD_FILES:
            found.builds.append(path)
        if is_folder:
            if is_never_walked(name) and path not in wanted:
                if name != "__pycache__":
                    found.folders.append((path, _named_reason(name)))
                continue
            nested = folder.links + is_link
            if folder.depth == DEEPEST:
                found.problem(path, f"more than {DEEPEST} folders deep", Severity.ERROR)
            elif not is_link or _is_followed(links, path, nested, found):
                ignored = folder.is_ignored or gitignore.is_ignored(rules, f"{path}/", f"{name}/")
                below.append(_Folder(path, rules, ignored, folder.depth + 1, nested))
        elif name.endswith(KINDS) or is_metadata(path) or (is_link and is_identifier(name)):
            ignored = folder.is_ignored or gitignore.is_ignored(rules, path, name)
            _record(entry, path, is_link, ignored, found)
        elif name == "archlint.toml" and folder.path:
            found.configs.append(path)
    return below


def _record(
    entry: "os.DirEntry[str]", path: str, is_link: bool, is_ignored: bool, found: _Found
) -> None:
    """Note a file that may be a module or tell something of modules, or what is wrong with it."""
    fault = _fault(entry, path, is_link)
    if fault:
        if fault[0] and not is_ignored:
            found.problem(path, *fault)
        return
    if path.endswith(KINDS):
        (found.ignored if is_ignored else found.files).append(path)
    if is_metadata(path) and not is_ignored:
        found.metadata.append(path)


def _reason_to_skip(path: str, names: set[str]) -> str:
    if "pyvenv.cfg" in names or "conda-meta" in names:
        return "virtual environments"
    if is_build_output(path.rpartition("/")[2]) and "__init__.py" not in names:
        return "build output"
    return ""


def _named_reason(name: str) -> str:
    return "hidden folders" if name.startswith(".") else f"`{name}` folders"


def _is_followed(links: Links, path: str, nested: int, found: _Found) -> bool:
    try:
        if links.is_loop(path):
            return False
        if nested > 1 and links.is_too_many(path):
            found.problem(path, "link to a folder that many links lead to", Severity.WARNING)
            return False
    except OSError:
        found.problem(path, "link that leads nowhere", Severity.WARNING)
        return False
    if links.is_second_path(path):
        found.second_paths.append(path)
    return True


def _fault(entry: "os.DirEntry[str]", path: str, is_link: bool) -> tuple[str, Severity] | None:
    """Why the entry cannot be read or spoken of as a file; no words where that is nothing new."""
    try:
        if entry.is_file():
            if is_printable(path):
                return None
            return "name is no UTF-8 text" if entry.name.endswith(SOURCES) else "", Severity.ERROR
        entry.stat()
    except OSError:
        is_said = is_link and not entry.name.startswith(".")
        return "link that leads nowhere" if is_said else "", Severity.WARNING
    return "neither a file nor a folder", Severity.WARNING


def _folders_to_roots(source_roots: tuple[str, ...]) -> frozenset[str]:
    """The folders on the way to stated roots: they are entered whatever their names say."""
    found: set[str] = set()
    for root in source_roots:
        parts = [part for part in root.split("/") if part not in ("", ".")]
        found.update("/".join(parts[: index + 1]) for index in range(len(parts)))
    return frozenset(found)


def _sort(options: SourceOptions, found: _Found) -> Walk:
    files, ignored = found.files, found.ignored
    if ignored:
        tracked = gitignore.tracked(options.top)
        files += [path for path in ignored if path in tracked]
        ignored = [path for path in ignored if path not in tracked]
    exclude = compile_covers(options.exclude_patterns)
    excluded = [path for path in files if exclude.holds(path)]
    if excluded:
        files = [path for path in files if not exclude.holds(path)]
    skipped = {"excluded files": len(excluded), "git-ignored files": len(ignored)}
    for _, reason in found.folders:
        skipped[reason] = skipped.get(reason, 0) + 1
    sources = sorted(path for path in files if path.endswith(SOURCES))
    return Walk(
        sources=tuple((path, path.endswith(".pyi")) for path in sources),
        extensions=tuple(sorted(path for path in files if path.endswith(EXTENSIONS))),
        excluded=tuple(sorted(excluded)),
        ignored=tuple(sorted(ignored)),
        metadata=tuple(sorted(path for path in found.metadata if not exclude.holds(path))),
        configs=tuple(sorted(path for path in found.configs if not exclude.holds(path))),
        builds=tuple(sorted(found.builds)),
        second_paths=tuple(sorted(found.second_paths)),
        problems=tuple(
            sorted(
                (one for one in found.problems if not exclude.holds(one.location.path)),
                key=lambda problem: problem.sort_key,
            )
        ),
        skipped={reason: count for reason, count in sorted(skipped.items()) if count},
        skipped_folders=tuple(sorted(path for path, _ in found.folders)),
    )
