"""What git would leave alone: ignore files and, where git itself is there, tracked files."""

import os
from typing import NamedTuple

from archlint.source.globs import PatternSet, compile_patterns
from archlint.source.read import read


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


def rules_in(top: str, folder: str) -> Rules:
    """The rules in the `.gitignore` of a folder at or below the top."""
    return _read_rules(
        os.path.join(top, folder, ".gitignore"), "", len(folder) + 1 if folder else 0
    )


def own_rules(top: str, folder: str) -> Rules:
    """The rules that a repository keeps beside its objects, for a folder that is a repository."""
    exclude = os.path.join(_common_folder(os.path.join(top, folder)), "info", "exclude")
    return _read_rules(exclude, "", len(folder) + 1 if folder else 0)


def rules_above(top: str) -> Rules:
    """The rules that reach the top from the repository it lies in.

    None, if they ignore the top itself: whoever asks for an ignored folder wants to see it.
    """
    repository = find_repository(top)
    if repository is None:
        return ()
    steps = os.path.relpath(top, repository).split(os.sep) if top != repository else []
    prefix = "".join(f"{step}/" for step in steps)
    rules = _read_rules(os.path.join(_common_folder(repository), "info", "exclude"), prefix, 0)
    folder = repository
    for depth, step in enumerate(steps):
        below = "".join(f"{later}/" for later in steps[depth:])
        rules += _read_rules(os.path.join(folder, ".gitignore"), below, 0)
        reached = tuple(
            rule._replace(prefix=rule.prefix[: len(rule.prefix) - len(below) + len(step) + 1])
            for rule in rules
        )
        if is_ignored(reached, "", f"{step}/"):
            return ()
        folder = os.path.join(folder, step)
    return rules


def find_repository(top: str) -> str | None:
    """The nearest folder at or above the top that holds `.git`."""
    folder = top
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def tracked(top: str) -> frozenset[str]:
    """The tracked files below the top that could be modules; none where git cannot say."""
    import subprocess

    if find_repository(top) is None:
        return frozenset()
    # A hook that runs inside git sets variables that speak of another folder, and `fsmonitor`
    # would let the analysed repository run a program.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    settings = ("-c", "core.fsmonitor=false", "-c", "safe.directory=*")
    kinds = ("*.py", "*.pyi", "*.so", "*.pyd", "*.pyx")
    try:
        done = subprocess.run(
            ["git", *settings, "ls-files", "-z", "--", *kinds],
            cwd=top,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return frozenset()
    return frozenset(os.fsdecode(path) for path in done.stdout.split(b"\0") if path)


def _common_folder(repository: str) -> str:
    """Where a repository keeps what all its work trees share."""
    folder = os.path.join(repository, ".git")
    pointer = _read_text(folder)
    if pointer.startswith("gitdir:"):
        folder = os.path.join(repository, pointer.removeprefix("gitdir:").strip())
        common = _read_text(os.path.join(folder, "commondir")).strip()
        folder = os.path.join(folder, common) if common else folder
    return folder


def _read_rules(file: str, prefix: str, cut: int) -> Rules:
    patterns = compile_patterns(_read_text(file).split("\n"))
    return (IgnoreFile(prefix, cut, patterns),) if patterns.globs else ()


def _read_text(file: str) -> str:
    # Opening a pipe would wait for a writer.
    if not os.path.isfile(file):
        return ""
    try:
        return read("", file).decode("utf-8-sig", "surrogateescape")
    except (OSError, ValueError):
        return ""
