"""Which folders are roots: where dotted names start."""

import enum
from collections.abc import Callable, Iterable, Iterator, Set
from typing import NamedTuple

from archlint.source.evidence import Imports, Votes, count_votes
from archlint.source.globs import compile_patterns
from archlint.source.layout import Layout, ancestors, parent, without_packages
from archlint.source.metadata.distributions import Distribution
from archlint.source.names import is_identifier
from archlint.source.said import said_packages

STATED = "source-roots"
"""The evidence of a root that the owner has stated."""


class Reach(enum.Enum):
    """What a root means for the folders without `__init__` below it."""

    ALL = enum.auto()
    """They are namespace packages: the owner has stated the root."""
    MOST = enum.auto()
    """They are namespace packages unless their own files import from them as roots."""
    PACKAGES = enum.auto()
    """Each is looked at for itself."""


class FoundRoot(NamedTuple):
    """A root by its evidence."""

    evidence: str
    reach: Reach


class FoundRoots(NamedTuple):
    """All roots by path; `layout` holds without their `__init__`.

    `known` are the names of packages, tests aside, that lie directly in these roots. `stale` are
    indices of stated roots that no folder matches.
    """

    roots: dict[str, FoundRoot]
    layout: Layout
    known: frozenset[str]
    stale: tuple[int, ...]


def declared_roots(
    layout: Layout,
    stated: Iterable[str],
    distributions: Iterable[Distribution],
    is_test: Callable[[str], bool],
) -> FoundRoots:
    """The roots that the config and packaging metadata give, and the top."""
    roots: dict[str, FoundRoot] = {}
    stale = []
    for index, root in enumerate(stated):
        matching = _matching(layout, root)
        for folder in matching:
            moved = _outside_packages(layout, folder)
            if moved == folder:
                found = FoundRoot(STATED, Reach.ALL)
            else:
                found = FoundRoot(f"holds `{folder}` of source-roots", Reach.PACKAGES)
            roots.setdefault(moved, found)
        if not matching:
            stale.append(index)
    plain = set(layout.plain)
    for distribution in distributions:
        folder = distribution.folder
        settled = any(_is_all(roots, above) for above in _up(folder))
        if folder in plain and not settled and distribution.file:
            for root, evidence in _distribution_roots(layout, distribution):
                inner = root != folder and f"{root}/".startswith(f"{folder}/" if folder else "")
                roots.setdefault(root, FoundRoot(evidence, Reach.MOST if inner else Reach.PACKAGES))
    roots.setdefault("", FoundRoot("top of the tree", Reach.PACKAGES))
    layout = without_packages(layout, roots)
    known = frozenset(
        folder.rpartition("/")[2]
        for folder in layout.regular
        if parent(folder) in roots and not is_test(folder)
    )
    return FoundRoots(roots, layout, known, tuple(stale))


def detect_roots(
    found: FoundRoots,
    distributions: Iterable[Distribution],
    foreign: Set[str],
    imports: Imports,
) -> dict[str, FoundRoot]:
    """All roots: the declared ones, `src`, and those that imports speak for."""
    layout = found.layout
    roots = dict(found.roots)
    packages = said_packages(layout, roots, distributions)
    candidates = [
        folder
        for folder in layout.plain
        if folder not in roots
        and folder not in packages
        and not any(_is_all(roots, above) for above in _up(folder))
    ]
    named = [folder for folder in candidates if is_identifier(folder.rpartition("/")[2])]
    votes = count_votes(layout, set(named), foreign, imports) if named else Votes()
    holders = {parent(folder) for folder in layout.regular}
    for folder in candidates:
        around = next(roots[above] for above in _up(parent(folder)) if above in roots)
        evidence = _evidence(folder, around.reach, votes, folder in holders)
        if evidence:
            is_src = folder.rpartition("/")[2] == "src"
            roots[folder] = FoundRoot(evidence, Reach.MOST if is_src else Reach.PACKAGES)
    return roots


def _evidence(folder: str, reach: Reach, votes: Votes, holds_package: bool) -> str:
    """Why the folder is a root, "" if it is none."""
    name = folder.rpartition("/")[2]
    if not is_identifier(name):
        return f"no import can go through `{name}`"
    for_it = votes.as_root.get(folder, 0)
    against = votes.through.get(folder, 0)
    if name == "src":
        if for_it >= against:
            return "`src` without `__init__.py`"
        return ""
    if reach is Reach.MOST:
        for_it = votes.own.get(folder, 0)
        holds_package = False
    if for_it > against:
        verb = "import resolves" if for_it == 1 else "imports resolve"
        return f"{for_it} {verb} from here, {against} through `{name}.`"
    if for_it == against and holds_package:
        if for_it:
            return f"holds packages; {for_it} imports resolve from here, as many through `{name}.`"
        return "holds packages, and no import says otherwise"
    return ""


def _distribution_roots(layout: Layout, distribution: Distribution) -> Iterator[tuple[str, str]]:
    inner = {parent(package) for package in distribution.stated.packages} & layout.regular
    for root, evidence in distribution.stated.roots:
        if root in layout.folders and root not in inner:
            yield _outside_packages(layout, root), evidence
    base = f"{distribution.folder}/" if distribution.folder else ""
    if f"{base}src" in layout.plain:
        yield f"{base}src", f"`src` beside {distribution.file}"
    yield distribution.folder, f"folder of {distribution.file}"


def _matching(layout: Layout, root: str) -> list[str]:
    """The folders that a stated root means: one, or all that a pattern matches."""
    path = "/".join(part for part in root.split("/") if part not in ("", "."))
    if path in layout.folders:
        return [path] if not root.startswith("/") else []
    patterns = compile_patterns([f"/{path}/"])
    return sorted(
        folder
        for folder in layout.folders
        if folder and patterns.decide(f"{folder}/", f"{folder.rpartition('/')[2]}/")
    )


def _outside_packages(layout: Layout, folder: str) -> str:
    """The folder itself, or the one that holds the outermost package around it."""
    outermost = next((above for above in ancestors(folder) if above in layout.regular), None)
    return folder if outermost is None else parent(outermost)


def _is_all(roots: dict[str, FoundRoot], folder: str) -> bool:
    return folder in roots and roots[folder].reach is Reach.ALL


def _up(folder: str) -> Iterator[str]:
    """The folder and those around it, innermost first."""
    while folder:
        yield folder
        folder = parent(folder)
    yield ""
