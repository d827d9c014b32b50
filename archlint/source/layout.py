"""How files lie in folders, before any folder is known to be a root."""

from collections.abc import Iterable
from dataclasses import dataclass

from archlint.source.names import is_identifier, stem_of


@dataclass(frozen=True, slots=True)
class Layout:
    """Folders by their paths, the top being "".

    `modules` are paths of module files without suffix, and of regular packages. `regular` are
    folders with an `__init__`. `plain` are, outermost first, folders that lie in no regular
    package: only they can be roots.
    """

    folders: frozenset[str]
    modules: frozenset[str]
    regular: frozenset[str]
    plain: tuple[str, ...]


def lay_out(paths: Iterable[str]) -> Layout:
    """The layout of the files at `paths`, all of them possible modules."""
    folders = {""}
    modules = set()
    regular = set()
    for path in paths:
        folder, _, name = path.rpartition("/")
        if folder not in folders:
            folders.update(ancestors(folder))
            folders.add(folder)
        stem = stem_of(name)
        if stem == "__init__":
            regular.add(folder)
        elif is_identifier(stem):
            modules.add(f"{folder}/{stem}" if folder else stem)
    return _settle(folders, modules, regular - {""})


def without_packages(layout: Layout, roots: Iterable[str]) -> Layout:
    """The layout if the `roots` are no packages in spite of their `__init__`."""
    named = layout.regular.intersection(roots)
    if not named:
        return layout
    return _settle(layout.folders, layout.modules - named, layout.regular - named)


def ancestors(folder: str) -> Iterable[str]:
    """The folders around a folder, the top first; none for the top."""
    if folder:
        yield ""
    position = folder.find("/")
    while position >= 0:
        yield folder[:position]
        position = folder.find("/", position + 1)


def parent(folder: str) -> str:
    """The folder around a folder."""
    return folder.rpartition("/")[0]


def _settle(folders: Iterable[str], modules: Iterable[str], regular: Iterable[str]) -> Layout:
    packages = frozenset(regular)
    plain: dict[str, None] = {}
    for folder in sorted(folders):
        if folder not in packages and (not folder or parent(folder) in plain):
            plain[folder] = None
    return Layout(frozenset(folders), frozenset(modules) | packages, packages, tuple(plain))
