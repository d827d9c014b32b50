"""Whether a module that the tree does not hold may be there all the same."""

import os
import re
from collections.abc import Iterable

from archlint.source import gitignore
from archlint.source.globs import compile_covers
from archlint.source.names import KINDS
from archlint.source.read import read

_BECOMES_A_MODULE = (*KINDS, ".c", ".cc", ".cpp", ".cxx", ".py.in")
_BUILDS_MODULES = re.compile(rb"[Ee]xtension|ext_modules|cffi_modules")


def is_there_unseen(top: str, folder: str, rest: str) -> bool:
    """Whether the module `rest` of the package in `folder` lies in a place that is not walked.

    A folder without a single module can be imported too.
    """
    for part in rest.split("."):
        try:
            names = os.listdir(os.path.join(top, folder))
        except OSError:
            return False
        folder = f"{folder}/{part}".lstrip("/")
        for name in names:
            stem, dot, suffix = name.partition(".")
            if stem == part and dot and f".{suffix}".endswith(_BECOMES_A_MODULE):
                return True
        if os.path.isfile(os.path.join(top, folder, "__init__.py")):
            return True
    return os.path.isdir(os.path.join(top, folder))


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


def is_built(top: str, builds: Iterable[str], name: str) -> bool:
    """Whether one of the files that say what is compiled speaks of `name`."""
    word = re.compile(rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)")
    for path in builds:
        try:
            text = read(top, path)
        except OSError:  # what cannot be read is no evidence
            continue
        if word.search(text) and (not path.endswith("setup.py") or _BUILDS_MODULES.search(text)):
            return True
    return False
