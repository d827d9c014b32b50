"""Folders without `__init__` that the packaging metadata says are packages."""

from collections.abc import Container, Iterable
from fnmatch import fnmatchcase

from archlint.source.layout import Layout, ancestors, parent
from archlint.source.metadata.distributions import Distribution
from archlint.source.metadata.statement import Search
from archlint.source.names import is_identifier


def said_packages(
    layout: Layout, roots: Container[str], distributions: Iterable[Distribution]
) -> frozenset[str]:
    """Those that are named, around them and in them, and those that a build backend finds.

    `roots` are none, whatever is said of them.
    """
    named: set[str] = set()
    searches: list[Search] = []
    for distribution in distributions:
        named.update(distribution.stated.packages)
        searches += [
            search
            for search in distribution.stated.searches
            if search.namespaces and search.is_chosen(distribution.folder)
        ]
    if not named and not searches:
        return frozenset()
    said = {above for package in named for above in ancestors(package)}
    for folder in layout.plain:
        if folder in roots:
            named.discard(folder)
        elif parent(folder) in named and is_identifier(folder.rpartition("/")[2]):
            named.add(folder)
        elif any(_finds(search, folder) for search in searches):
            said.add(folder)
    return frozenset(said | named)


def _finds(search: Search, folder: str) -> bool:
    base = f"{search.root}/" if search.root else ""
    if not folder.startswith(base):
        return False
    parts = folder[len(base) :].split("/")
    name = ".".join(parts)
    return (
        all(map(is_identifier, parts))
        and any(fnmatchcase(name, pattern) for pattern in search.include)
        and not any(fnmatchcase(name, pattern) for pattern in search.exclude)
    )
