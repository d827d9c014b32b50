"""The distributions of a tree, from whatever metadata lies in each folder."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from archlint.source.metadata.statement import Statement, merge
from archlint.source.names import is_requirements


class Distribution(NamedTuple):
    """A folder with metadata; `file` is the one that makes it a distribution, "" if none does."""

    folder: str
    file: str
    stated: Statement


def read_distributions(
    read: Callable[[str], bytes], files: Iterable[str]
) -> tuple[Distribution, ...]:
    """What the metadata files say, by folder; a file that cannot be read says nothing.

    Depends on the content of `files` alone.
    """
    found: dict[str, list[tuple[str, Statement]]] = {}
    for path in files:
        folder, _, name = path.rpartition("/")
        if is_requirements(path) and folder.rpartition("/")[2] == "requirements":
            folder = folder.rpartition("/")[0]
        statement = _read(read, path, folder, name)
        if statement != Statement():
            found.setdefault(folder, []).append((path, statement))
    return tuple(
        Distribution(
            folder,
            next((path for path, stated in found[folder] if stated.is_distribution), ""),
            merge(stated for _, stated in found[folder]),
        )
        for folder in sorted(found)
    )


def _read(read: Callable[[str], bytes], path: str, folder: str, name: str) -> Statement:
    # Who knows the tree of an earlier run reads no metadata.
    from archlint.source.metadata.pyproject import read_hatch, read_pyproject
    from archlint.source.metadata.requirements import read_requirements
    from archlint.source.metadata.setuptools import read_setup_cfg, read_setup_py

    readers: Mapping[str, Callable[[str, str, str], Statement]] = {
        "pyproject.toml": read_pyproject,
        "hatch.toml": read_hatch,
        "setup.cfg": read_setup_cfg,
        "setup.py": read_setup_py,
    }
    try:
        text = read(path).decode("utf-8-sig")
    except (OSError, ValueError):
        return Statement()
    return readers.get(name, read_requirements)(text, folder, path)
