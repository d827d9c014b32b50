"""What decides a run besides the tree and its config: this program, its libraries, this Python."""

import os
import re
import sys

from archlint.version import VERSION

_LIBRARY = re.compile(r"(?:click|grimp|import_linter|libcst|pathspec)-.+\.(?:dist|egg)-info")


def machinery() -> str:
    """The Python that runs, and which versions of the libraries it finds, in words."""
    found = []
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        found += sorted(name for name in names if _LIBRARY.fullmatch(name))
    encoding = sys.getfilesystemencoding()
    user = ""  # who may not read everything
    if hasattr(os, "geteuid"):
        user = f"{os.geteuid()} {os.getegid()} {sorted(os.getgroups())}"
    digits = str(sys.get_int_max_str_digits())  # a literal of more is a syntax error
    has_git = any(os.path.exists(os.path.join(folder, "git")) for folder in os.get_exec_path())
    git = "git" if has_git else ""  # what it tracked before, nobody could say without it
    facts = (VERSION, sys.version, sys.platform, sys.byteorder, encoding, user, digits, git)
    return "\n".join((*facts, *found))


def code_signs() -> str:
    """When the files of this program were written, and how long they are.

    Where that is the same, so is the program; where it is not, only `code_digest` can tell.
    """
    signs = []
    for path in _code():
        status = os.stat(path)
        signs.append(f"{status.st_mtime_ns} {status.st_size}")
    return " ".join(signs)


def code_digest() -> bytes:
    """What the files of this program say: a version stays the same while somebody works on it."""
    from archlint.source.digest import digest

    top = os.path.dirname(os.path.dirname(__file__))
    parts = []
    for path in _code():
        with open(path, "rb") as file:
            parts.append(digest(file.read()) + os.path.relpath(path, top).encode())
    return digest(b"".join(parts))


def _code() -> list[str]:
    """The program's files, in alphabetical order."""
    found = []
    folders = [os.path.dirname(os.path.dirname(__file__))]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    if entry.is_file():  # editors lock a file by a link that leads nowhere
                        found.append(entry.path)
                elif entry.name != "__pycache__" and entry.is_dir():
                    folders.append(entry.path)
    return sorted(found)
