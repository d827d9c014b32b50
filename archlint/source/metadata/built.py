"""What `pyproject.toml` says that a build puts in place: compiled modules and written files."""

import posixpath
from collections.abc import Iterator

from archlint.source.metadata.statement import table, texts

_Places = tuple[tuple[str, ...], ...]
_KeyedPlaces = tuple[tuple[tuple[str, ...], str], ...]

_LISTS_OF_MODULES: _KeyedPlaces = (
    (("setuptools", "ext-modules"), "name"),
    (("setuptools-rust", "ext-modules"), "target"),
)
"""Below `tool`: where compiled modules are listed, and the key of the dotted name of each."""

_LISTS_OF_FILES: _KeyedPlaces = ((("scikit-build", "generate"), "path"),)
"""Below `tool`: where written files are listed, and the key of the path of each."""

_FILES: _KeyedPlaces = (
    (("versioningit", "write"), "file"),
    (("hatch", "build", "hooks", "version"), "path"),
    (("hatch", "build", "targets", "wheel", "hooks", "version"), "path"),
    (("hatch", "build"), "artifacts"),
    (("hatch", "build", "targets", "wheel"), "artifacts"),
)
"""Below `tool`: the table and the key of the path, or paths, of what is written."""

_INCLUDED: _Places = (
    ("hatch", "build", "force-include"),
    ("hatch", "build", "targets", "wheel", "force-include"),
)
"""Below `tool`: tables of files and folders by the path that they get in what is shipped."""

_WRITTEN: _Places = (("poetry-dynamic-versioning", "files"),)
"""Below `tool`: tables whose keys are the paths of written files."""


def read_built(text: str) -> frozenset[str]:
    """The paths of what is built, without suffix and as the file says them.

    They begin at some root: that of the folder of the file, of what is shipped or of dotted names.
    What lies in no folder is left out, and what is no module by its suffix.
    """
    import tomllib

    try:
        tool = table(tomllib.loads(text), "tool")
    except (tomllib.TOMLDecodeError, RecursionError):
        return frozenset()
    paths = [name.replace(".", "/") for name in _modules(tool)]
    paths += [_stem(path) for path in _files(tool) if _may_be_module(path)]
    return frozenset(path for path in paths if "/" in path)


def _modules(tool: object) -> Iterator[str]:
    yield from texts(table(tool, "maturin").get("module-name"))
    for place, key in _LISTS_OF_MODULES:
        yield from _listed(tool, place, key)


def _files(tool: object) -> Iterator[str]:
    for place, key in _LISTS_OF_FILES:
        yield from _listed(tool, place, key)
    for place, key in _FILES:
        yield from texts(table(tool, *place).get(key))
    for place in _INCLUDED:
        for shipped in table(tool, *place).values():
            yield from texts(shipped)
    for place in _WRITTEN:
        yield from table(tool, *place)


def _listed(tool: object, place: tuple[str, ...], key: str) -> Iterator[str]:
    *above, last = place
    entries = table(tool, *above).get(last)
    for entry in entries if isinstance(entries, list) else ():
        yield from texts(table(entry).get(key))


def _may_be_module(path: str) -> bool:
    """Whether a path is that of a folder, or of a file that Python imports."""
    suffix = posixpath.splitext(path)[1]
    return suffix in ("", ".py", ".pyi", ".pyd", ".so")


def _stem(path: str) -> str:
    """The path of a file or folder as that of a module."""
    path = posixpath.normpath(path.replace("\\", "/")).lstrip("/")
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{name.partition('.')[0]}"
