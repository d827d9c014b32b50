"""What would become of a file that is not there."""

from collections.abc import Iterable

from archlint.source import gitignore
from archlint.source.globs import compile_covers


def is_left_out(top: str, exclude: Iterable[str], path: str) -> bool:
    """Whether a file at `path` would be excluded or ignored by git if it existed.

    So are files that a build writes: in a fresh checkout they are missing.
    """
    if compile_covers(exclude).holds(path):
        return True
    rules = gitignore.rules_above(top)
    folder = ""
    *folders, name = path.split("/")
    for part in folders:
        rules += gitignore.rules_in(top, folder)
        folder = f"{folder}/{part}".lstrip("/")
        if gitignore.is_ignored(rules, f"{folder}/", f"{part}/"):
            return True
    rules += gitignore.rules_in(top, folder)
    return gitignore.is_ignored(rules, path, name)
