"""What one metadata file says, and how values of unknown shape are looked at."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple


class Declared(NamedTuple):
    """An entry point as a metadata file declares it.

    `target` is a dotted name, with an attribute after a colon, or the path of a script.
    """

    group: str
    name: str
    target: str
    path: str


class Search(NamedTuple):
    """A folder in which the build backend looks for packages.

    `root` is relative to the top; a pattern is compared with a package's whole dotted name.
    `namespaces` says that folders without `__init__` are packages, too.
    """

    root: str
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    namespaces: bool

    def is_chosen(self, folder: str) -> bool:
        """Whether somebody said where, or what, to search: all of `folder`, the project's, is what
        nobody chose."""
        return self.root != folder or "*" not in self.include


class Statement(NamedTuple):
    """Statements of one or more metadata files; all paths are relative to the top.

    `name` is the distribution's, "" if none is given. `roots` are folders packages lie in, each
    with its evidence. `packages` are folders said to be packages. `generated` are files that the
    build writes. `dependencies` are names of distributions. `configs` are files that configure
    archlint, too. `searches` are where the build backend finds what nobody names. `names` are
    folders with the dotted names that they get, where those are not their own. Names of
    distributions are normalised.
    """

    name: str = ""
    roots: tuple[tuple[str, str], ...] = ()
    packages: tuple[str, ...] = ()
    generated: tuple[str, ...] = ()
    dependencies: frozenset[str] = frozenset()
    is_distribution: bool = False
    entry_points: tuple[Declared, ...] = ()
    configs: tuple[str, ...] = ()
    searches: tuple[Search, ...] = ()
    names: tuple[tuple[str, str], ...] = ()


def merge(statements: Iterable[Statement]) -> Statement:
    """All statements as one; the first name counts."""
    every = tuple(statements)
    return Statement(
        name=next((one.name for one in every if one.name), ""),
        roots=tuple(root for one in every for root in one.roots),
        packages=tuple(package for one in every for package in one.packages),
        generated=tuple(path for one in every for path in one.generated),
        dependencies=frozenset().union(*(one.dependencies for one in every)),
        is_distribution=any(one.is_distribution for one in every),
        entry_points=tuple(declared for one in every for declared in one.entry_points),
        configs=tuple(path for one in every for path in one.configs),
        searches=tuple(search for one in every for search in one.searches),
        names=tuple(named for one in every for named in one.names),
    )


def table(value: object, *keys: str) -> Mapping[str, object]:
    """The table below `keys`, empty where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def texts(value: object) -> list[str]:
    """The strings of a list, or a single string; nothing for anything else."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list | tuple):
        return [item for item in value if isinstance(item, str)]
    return []


def inside(folder: str, path: str) -> str | None:
    """`path` as seen from the top, None where it leaves the tree."""
    joined = posixpath.normpath(posixpath.join(folder, path.replace("\\", "/")))
    if joined.startswith(("/", "../")) or joined == "..":
        return None
    return "" if joined == "." else joined


def insides(folder: str, paths: Iterable[str]) -> Iterator[str]:
    """Those paths that stay in the tree, as seen from the top."""
    for path in paths:
        found = inside(folder, path)
        if found is not None:
            yield found


def searches(
    folder: str, where: Iterable[str], include: object, exclude: object, *, namespaces: bool
) -> Iterator[Search]:
    """The searches below `where`, for all packages unless `include` says which."""
    included = tuple(texts(include)) or ("*",)
    for root in insides(folder, where):
        yield Search(root, included, tuple(texts(exclude)), namespaces)


def root_of_package(folder: str, name: str, path: str) -> str | None:
    """The root under which the folder at `path` has the dotted `name`; None if none gives it."""
    found = inside(folder, path)
    tail = name.replace(".", "/")
    if found is None or not name or f"/{found}".removesuffix(f"/{tail}") == f"/{found}":
        return None
    return found.removesuffix(tail).rstrip("/")


def placed(names: Iterable[str], places: Mapping[str, object]) -> Iterator[str]:
    """The folders of packages, given those of some; of "" it is the one that all others are in."""
    for name in names:
        parts = name.split(".")
        end = len(parts)
        while end and ".".join(parts[:end]) not in places:
            end -= 1
        base = "".join(texts(places.get(".".join(parts[:end])))[:1])
        yield "/".join((base or ".", *parts[end:]))


def renamed(folder: str, places: Iterable[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    """Of packages by name and place, the folders that are called otherwise, with the names."""
    for name, value in places:
        for place in texts(value):
            found = inside(folder, place)
            if name and found is not None and root_of_package(folder, name, place) is None:
                yield found, name


def normalise(name: str) -> str:
    """The name of a distribution in the one spelling in which names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def required_names(requirements: Iterable[str]) -> frozenset[str]:
    """The distributions named by requirement lines; options, comments and paths name none."""
    found = set()
    for requirement in requirements:
        match = re.match(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*", requirement)
        rest = requirement[match.end() :] if match else ""
        if match and (not rest or rest[0] in "[<>=!~;@(#,"):
            found.add(match[1].lower())
    return frozenset(found)
