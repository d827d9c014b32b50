"""Which config file governs a run, and which folder is its root."""

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic, Location
from archlint.errors import ConfigError

OWN_FILE = "archlint.toml"
PYPROJECT = "pyproject.toml"
_VERSION_CONTROL = (".git", ".hg")
_ROOT_MARKS = (PYPROJECT, "setup.cfg", ".importlinter", *_VERSION_CONTROL)


class Found(NamedTuple):
    """The root of the run (absolute), and its config with the content; "" where there is none."""

    root: str
    file: str = ""
    content: bytes = b""


def discover(paths: Sequence[str], config_file: str | None = None) -> Found:
    """Find the config for the paths (the current directory, where there are none).

    Raises:
        ConfigError: a path does not exist, a config cannot be read, or a folder has two.
    """
    for path in paths:
        if not os.path.exists(path):
            raise ConfigError(f"the path `{path}` does not exist")
    if config_file is not None:
        if not os.path.isfile(config_file):
            raise ConfigError(f"the config `{config_file}` is no file")
        root, name = os.path.split(os.path.abspath(config_file))
        return Found(root, name, read_file(root, name))
    start = _common_folder(paths)
    for folder in _upwards(start):
        found = _config_in(folder)
        if found is not None:
            return found
        if _holds(folder, _VERSION_CONTROL):
            break
    marked = (folder for folder in _upwards(start) if _holds(folder, _ROOT_MARKS))
    return Found(next(marked, start))


def _config_in(folder: str) -> Found | None:
    own = (
        Found(folder, OWN_FILE, read_file(folder, OWN_FILE)) if _is_file(folder, OWN_FILE) else None
    )
    if not _is_file(folder, PYPROJECT):
        return own
    content = read_file(folder, PYPROJECT)
    if own is None:
        is_ours = _has_header(content) or _speaks_of_archlint(content) is not False
        return Found(folder, PYPROJECT, content) if is_ours else None
    if _speaks_of_archlint(content):
        message = f"`{OWN_FILE}` and `{PYPROJECT}` both configure archlint in one folder"
        raise unusable(message, Location(OWN_FILE))
    return own


def _has_header(content: bytes) -> bool:
    """Whether a line begins a table of archlint, before anything that could make a string of it.

    Parsing the file takes a fifth of a run that finds nothing changed.
    """
    found = re.search(rb"^[ \t]*\[\[?[ \t]*tool[ \t]*\.[ \t]*archlint[ \t]*[.\]]", content, re.M)
    before = content[: found.start()] if found else b""
    return found is not None and b'"""' not in before and b"'''" not in before


def _speaks_of_archlint(content: bytes) -> bool | None:
    """Whether a pyproject has the table `tool.archlint`; None where nobody can tell."""
    if b"archlint" not in content:
        return False
    import tomllib

    try:
        data = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    tool = data.get("tool")
    return isinstance(tool, dict) and "archlint" in tool


def _common_folder(paths: Sequence[str]) -> str:
    try:
        return os.path.commonpath([_folder(os.path.abspath(path)) for path in paths or ("",)])
    except OSError as error:
        raise ConfigError("the current directory does not exist") from error
    except ValueError as error:
        raise ConfigError("the paths have no folder in common") from error


def _folder(path: str) -> str:
    return path if os.path.isdir(path) else os.path.dirname(path)


def _upwards(folder: str) -> Iterator[str]:
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return
        folder = parent


def _holds(folder: str, names: Sequence[str]) -> bool:
    return any(os.path.exists(os.path.join(folder, name)) for name in names)


def _is_file(folder: str, name: str) -> bool:
    path = os.path.join(folder, name)
    # A dangling link is a config that cannot be read, not the absence of one.
    return os.path.isfile(path) or os.path.islink(path)


def read_file(folder: str, name: str) -> bytes:
    """The content of a config file.

    Raises:
        ConfigError: it cannot be read.
    """
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except OSError as error:
        raise unreadable(name, error) from error


def unreadable(name: str, error: OSError) -> ConfigError:
    """The error of a config file that the system does not let be read."""
    return unusable(f"`{name}` cannot be read: {error.strerror}", Location(name))


def unusable(message: str, place: Location) -> ConfigError:
    """The error of a config that cannot be read, with the place where that shows."""
    fault = Diagnostic(rule=MALFORMED_CONFIG, message=message, location=place, subject=place.path)
    return ConfigError(message, (fault,))
