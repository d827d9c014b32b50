"""Packages that the packaging metadata calls otherwise than their folders are called."""

from collections.abc import Iterable, Mapping, Set

from archlint.source.layout import Layout, ancestors
from archlint.source.metadata.distributions import Distribution
from archlint.source.names import is_identifier
from archlint.source.roots import STATED, FoundRoot


def renamed_packages(
    layout: Layout,
    roots: Mapping[str, FoundRoot],
    distributions: Iterable[Distribution],
    paths: Set[str],
) -> dict[str, str]:
    """The dotted names of folders with an `__init__` that metadata gives another name.

    They are names below the root that the folder lies in, or that it is. The owner's word on where
    names begin goes before; so does a package that has the name by its place.
    """
    found: dict[str, str] = {}
    taken: set[tuple[str, str]] = set()
    plain = set(layout.plain)
    for distribution in distributions:
        if distribution.folder not in plain:
            continue
        for folder, name in distribution.stated.names:
            root = next(
                above for above in (folder, *reversed([*ancestors(folder)])) if above in roots
            )
            place = f"{root}/{name.replace('.', '/')}".lstrip("/")
            if (
                f"{folder}/__init__.py".lstrip("/") in paths
                and all(map(is_identifier, name.split(".")))
                and place not in layout.folders
                and place not in layout.modules
                and (root, name) not in taken
                and not (folder == root and roots[root].evidence == STATED)
            ):
                taken.add((root, name))
                found.setdefault(folder, name)
    return found
