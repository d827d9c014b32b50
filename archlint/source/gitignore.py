"""What git would leave alone: ignore files and, where git itself is there, tracked files."""

import os
from typing import NamedTuple

from archlint.source.disk import Disk
from archlint.source.globs import PatternSet, compile_patterns


class IgnoreFile(NamedTuple):
    """Ignore rules and where they stand.

    A path, relative to the top, becomes relative to the rules by taking away the first `cut`
    characters and putting `prefix` before it.
    """

    prefix: str
    cut: int
    patterns: PatternSet


Rules = tuple[IgnoreFile, ...]
"""The ignore files that reach a folder, outermost first."""


def is_ignored(rules: Rules, path: str, name: str) -> bool:
    """Whether the path itself is ignored; folders end in a slash, in `path` and in `name`."""
    for ignore in reversed(rules):
        decision = ignore.patterns.decide(ignore.prefix + path[ignore.cut :], name)
        if decision is not None:
            return decision
    return False


def rules_in(disk: Disk, folder: str) -> Rules:
    """The rules in the `.gitignore` of a folder at or below the top."""
    return _read_rules(disk, _inside(folder, ".gitignore"), "", len(folder) + 1 if folder else 0)


def own_rules(disk: Disk, folder: str) -> Rules:
    """The rules that a repository keeps beside its objects, for a folder that is a repository."""
    exclude = os.path.join(_common_folder(disk, folder), "info", "exclude")
    return _read_rules(disk, exclude, "", len(folder) + 1 if folder else 0)


def rules_above(disk: Disk) -> Rules:
    """The rules that reach the top from the repository it lies in.

    None, if they ignore the top itself: whoever asks for an ignored folder wants to see it.
    """
    top = disk.top
    repository = _find_repository(disk)
    if repository is None:
        return ()
    steps = os.path.relpath(top, repository).split(os.sep) if top != repository else []
    prefix = "".join(f"{step}/" for step in steps)
    exclude = os.path.join(_common_folder(disk, repository), "info", "exclude")
    rules = _read_rules(disk, exclude, prefix, 0)
    folder = repository
    for depth, step in enumerate(steps):
        below = "".join(f"{later}/" for later in steps[depth:])
        rules += _read_rules(disk, os.path.join(folder, ".gitignore"), below, 0)
        reached = tuple(
            rule._replace(prefix=rule.prefix[: len(rule.prefix) - len(below) + len(step) + 1])
            for rule in rules
        )
        if is_ignored(reached, "", f"{step}/"):
            return ()
        folder = os.path.join(folder, step)
    return rules


def tracked(disk: Disk) -> frozenset[str]:
    """The tracked files below the top that could be modules; none where git cannot say."""
    return disk.tracked() if _find_repository(disk) is not None else frozenset()


def _find_repository(disk: Disk) -> str | None:
    """The nearest folder at or above the top that holds `.git`."""
    folder = disk.top
    while disk.kind(os.path.join(folder, ".git")) == "absent":
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def _common_folder(disk: Disk, repository: str) -> str:
    """Where a repository keeps what all its work trees share."""
    folder = _inside(repository, ".git")
    pointer = _read_text(disk, folder)
    if pointer.startswith("gitdir:"):
        folder = os.path.join(repository, pointer.removeprefix("gitdir:").strip())
        common = _read_text(disk, os.path.join(folder, "commondir")).strip()
        folder = os.path.join(folder, common) if common else folder
    return folder


def _inside(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _read_rules(disk: Disk, file: str, prefix: str, cut: int) -> Rules:
    patterns = compile_patterns(_read_text(disk, file).split("\n"))
    return (IgnoreFile(prefix, cut, patterns),) if patterns.globs else ()


def _read_text(disk: Disk, file: str) -> str:
    # Opening a pipe would wait for a writer.
    if not disk.is_file(file):
        return ""
    try:
        return disk.read(file).decode("utf-8-sig", "surrogateescape")
    except (OSError, ValueError):
        return ""
