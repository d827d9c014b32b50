"""How imports speak for and against folders as roots."""

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field

from archlint.source.layout import Layout, ancestors, parent
from archlint.source.names import is_identifier

Imports = Callable[[frozenset[str]], Iterable[tuple[str, str]]]
"""The imports of a tree: path of the importing file, dotted name.

A name taken from a module is part of the dotted name, so `from a import b` is `a.b`; a relative
one keeps its dots in front. Absolute imports that begin with none of the given names may be left
out.
"""


@dataclass(frozen=True, slots=True)
class Votes:
    """For each folder that may be a root, how many imports resolve with it as one.

    `own` counts only those from files below the folder. `through` counts imports that resolve only
    if the folder is a namespace package of a folder above; relative imports are among them.
    """

    as_root: dict[str, int] = field(default_factory=dict)
    own: dict[str, int] = field(default_factory=dict)
    through: dict[str, int] = field(default_factory=dict)


def count_votes(layout: Layout, candidates: Set[str], foreign: Set[str], imports: Imports) -> Votes:
    """Ask the imports about the candidates.

    Names in `foreign` say nothing: they belong to the standard library, to a dependency, or to a
    package whose root is known.
    """
    votes = Votes()
    beginnings = _beginnings(layout, foreign)
    asked = _concerning(beginnings, candidates)
    if not asked:
        return votes
    known: dict[tuple[str, str], str | None] = {}
    plain = frozenset(layout.plain)
    for path, name in imports(asked):
        if name.startswith("."):
            _count_relative(votes, layout, plain, path, name)
            continue
        head = name.partition(".")[0]
        if head not in asked:
            continue
        around = None
        elsewhere = []
        for folder in beginnings[head]:
            key = (folder, name)
            if key not in known:
                known[key] = _resolve(layout, folder, name)
            if known[key] is None:
                continue
            if not folder or path.startswith(f"{folder}/"):
                around = folder
            else:
                elsewhere.append(folder)
        # A script and its tests find what lies beside them before anything else.
        for folder in elsewhere if around is None else [around]:
            _count(votes, folder, known[folder, name] or "", own=around is not None)
    return votes


def _beginnings(layout: Layout, foreign: Set[str]) -> dict[str, list[str]]:
    """For each name an import may begin with, the plain folders that have it, outermost first."""
    found: dict[str, list[str]] = {}
    plain = set(layout.plain)
    children = {*layout.modules, *(folder for folder in plain if folder)}
    for child in sorted(children):
        folder, _, name = child.rpartition("/")
        if folder in plain and name not in foreign and is_identifier(name):
            found.setdefault(name, []).append(folder)
    for folders in found.values():
        folders.sort()
    return found


def _concerning(beginnings: dict[str, list[str]], candidates: Set[str]) -> frozenset[str]:
    """The names that can speak about a candidate, for it or through it."""
    touching = {*candidates, *(above for folder in candidates for above in ancestors(folder))}
    return frozenset(
        name
        for name, folders in beginnings.items()
        for folder in folders
        if folder in candidates or (f"{folder}/{name}" if folder else name) in touching
    )


def _resolve(layout: Layout, folder: str, name: str) -> str | None:
    """The module that the whole name, or all but its last part, leads to from the folder."""
    path = (f"{folder}/" if folder else "") + name.replace(".", "/")
    if path in layout.modules:
        return path
    shorter = parent(path)
    return shorter if "." in name and shorter in layout.modules else None


def _count(votes: Votes, folder: str, module: str, *, own: bool) -> None:
    votes.as_root[folder] = votes.as_root.get(folder, 0) + 1
    if own:
        votes.own[folder] = votes.own.get(folder, 0) + 1
    for between in ancestors(module):
        if len(between) > len(folder):
            votes.through[between] = votes.through.get(between, 0) + 1


def _count_relative(votes: Votes, layout: Layout, plain: Set[str], path: str, name: str) -> None:
    """A relative import that resolves speaks for a package in each folder that it goes through."""
    dotted = name.lstrip(".")
    folder = parent(path)
    for _ in range(len(name) - len(dotted) - 1):
        folder = parent(folder)
    if not folder or folder not in plain:
        return
    module = _resolve(layout, folder, dotted)
    if module is None:
        return
    for between in {*ancestors(path), *ancestors(module)}:
        if len(between) >= len(folder):
            votes.through[between] = votes.through.get(between, 0) + 1
