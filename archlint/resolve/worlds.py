"""Which module a dotted name leads to: the importer's own root first, then the rest of the tree."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from archlint.resolve.edges import NONE
from archlint.resolve.one_root import (
    NOTHING,
    Found,
    has_regular,
    held,
    in_regular_package,
    longest,
)
from archlint.resolve.stdlib import ALWAYS_FIRST, STDLIB_MODULES
from archlint.source.names import enclosing
from archlint.source.tree import Form, Module, Role, Tree


class Worlds:
    """The tree, and the modules that may gain submodules from elsewhere at run time."""

    def __init__(self, tree: Tree, open: frozenset[int]) -> None:
        self.tree = tree
        self.open = open

    @cached_property
    def root_at(self) -> dict[str, int]:
        """The roots by their paths."""
        return {root.path: index for index, root in enumerate(self.tree.roots)}

    @cached_property
    def folders_of_roots(self) -> frozenset[str]:
        """The names of the folders that are, or hold, a root."""
        return frozenset(name for root in self.tree.roots for name in root.path.split("/"))

    def is_split(self, module: int) -> bool:
        """Whether submodules of `module` may lie in another root."""
        return module in self.open or self.tree.modules[module].form is Form.NAMESPACE


class Standpoint(NamedTuple):
    """What it is about an importer that decides where its absolute imports lead.

    `folder` is that of a script, as a dotted name: its files can be imported by bare name.
    """

    root: int
    folder: str
    role: Role


def standpoint(tree: Tree, module: Module) -> Standpoint:
    """Where a module looks from.

    Python puts the folder of a script first on its path, and test runners that of a test outside
    packages.
    """
    folder = module.package
    if module.form is not Form.SCRIPT and (
        module.role is Role.PRODUCTION or in_regular_package(tree, module.root, folder)
    ):
        folder = ""
    return Standpoint(module.root, folder, module.role)


def find_absolute(worlds: Worlds, here: Standpoint, name: str) -> Found:
    """What `import name` leads to.

    In this order: names that Python always finds first; a regular package or module of the own
    root, unless it is a root of tests; the standard library; the rest of the own root; a file
    beside the importer; the other roots. A declared dependency is found before everything after
    the standard library, save for regular packages inside a namespace folder: there the tree and
    the dependency are portions of one namespace.

    Among other roots one that has the whole name goes before one that has only its beginning, and
    roots of tests come last, with the whole name only; production sees none but those around it.
    Where several are equally good the nearest folder decides, and where that does not the name is
    external: no edge rather than a wrong one. Last, the name may go through the folder of a root,
    as `src.app` does where `src` is one.
    """
    tree = worlds.tree
    root, folder, role = here
    top = name.partition(".")[0]
    if is_foreign(worlds, here, top):
        return NOTHING
    own = tree.by_name[root]
    shared = _gives_way(tree, root, top) and top in tree.dependencies
    found = held(tree, root, name, shared)
    if found.exact or (found is not NOTHING and not worlds.is_split(found.module)):
        return found
    if folder and not shared and found is NOTHING:
        beside = own.get(f"{folder}.{top}")
        if beside is not None and tree.modules[beside].form is not Form.NAMESPACE:
            return longest(tree, root, f"{folder}.{name}")
    others = [
        other
        for index in tree.roots_of.get(top, ())
        if index != root
        # Stubs for somebody else's package: nothing imports them from another root.
        and tree.modules[tree.by_name[index][top]].form is not Form.STUB
        and (other := held(tree, index, name, shared)) is not NOTHING
    ]
    production = [other for other in others if not _in_test_root(tree, other)]
    for candidates in (
        [other for other in production if other.exact],
        [] if found is NOTHING else [found],
        production,
        [
            other
            for other in others
            if other.exact and (role is not Role.PRODUCTION or _is_around(tree, other, root))
        ],
        [] if shared else _through_folder(worlds, root, name),
    ):
        if candidates:
            return _nearest(tree, root, candidates)
    return NOTHING


def is_foreign(worlds: Worlds, here: Standpoint, top: str) -> bool:
    """Whether no name that begins with the segment `top` leads into the tree."""
    tree = worlds.tree
    own = tree.by_name[here.root]
    if top in ALWAYS_FIRST and "importlib._bootstrap" not in own:
        return True
    if top in STDLIB_MODULES and _gives_way(tree, here.root, top):
        return True
    return (
        top not in tree.roots_of
        and top not in worlds.folders_of_roots
        and not (here.folder and f"{here.folder}.{top}" in own)
    )


def _gives_way(tree: Tree, root: int, top: str) -> bool:
    """Whether what `root` has of the name comes after the standard library and dependencies."""
    return tree.roots[root].test_only or not has_regular(tree, root, top)


def find_relative(worlds: Worlds, root: int, name: str) -> Found:
    """What a relative import leads to, `name` being what it stands for in `root`."""
    found = longest(worlds.tree, root, name)
    if not found.exact and found is not NOTHING and worlds.is_split(found.module):
        portion = _portion(worlds.tree, root, name)
        return found if portion is NOTHING else portion
    return found


def find_child(worlds: Worlds, root: int, package: int, name: str) -> int:
    """The module that the dotted `name` is below `package`, or NONE where it is a symbol."""
    child = worlds.tree.by_name[worlds.tree.modules[package].root].get(name, NONE)
    if child == NONE and worlds.is_split(package):
        return _portion(worlds.tree, root, name).module
    return child


def _portion(tree: Tree, root: int, name: str) -> Found:
    """The module `name` of the one other root that has all of it, tests aside."""
    others = [
        found
        for index in tree.roots_of.get(name.partition(".")[0], ())
        if index != root and not tree.roots[index].test_only
        if (found := longest(tree, index, name)).exact
    ]
    return _nearest(tree, root, others) if others else NOTHING


def _through_folder(worlds: Worlds, root: int, name: str) -> list[Found]:
    """The module that `name` means if some of it is the path to a root from a folder around here.

    At most one: the nearest.
    """
    if name.partition(".")[0] not in worlds.folders_of_roots:
        return []
    here = worlds.tree.roots[root].path
    while True:
        for folder in enclosing(name):
            other = worlds.root_at.get(f"{here}/{folder.replace('.', '/')}".lstrip("/"), NONE)
            below = name[len(folder) + 1 :]
            if other != NONE and below in worlds.tree.by_name[other]:
                return [Found(worlds.tree.by_name[other][below], True)]
        if not here:
            return []
        here = here.rpartition("/")[0]


def _nearest(tree: Tree, root: int, candidates: Sequence[Found]) -> Found:
    """The candidate whose root shares most folders with `root`; NOTHING if that is not one.

    Several namespace folders of one name are one namespace, so the first stands for all.
    """
    if len(candidates) == 1:
        return candidates[0]
    here = tree.roots[root].path
    depths = [
        _common_folders(here, tree.roots[tree.modules[found.module].root].path)
        for found in candidates
    ]
    nearest = [
        found for found, depth in zip(candidates, depths, strict=True) if depth == max(depths)
    ]
    merged = all(tree.modules[found.module].form is Form.NAMESPACE for found in nearest)
    return nearest[0] if merged or len(nearest) == 1 else NOTHING


def _common_folders(one: str, other: str) -> int:
    count = 0
    for left, right in zip(one.split("/"), other.split("/"), strict=False):
        if left != right or not left:
            break
        count += 1
    return count


def _is_around(tree: Tree, found: Found, root: int) -> bool:
    """Whether the root of what was found holds the folder of `root`."""
    path = tree.roots[tree.modules[found.module].root].path
    return not path or tree.roots[root].path.startswith(f"{path}/")


def _in_test_root(tree: Tree, found: Found) -> bool:
    return tree.roots[tree.modules[found.module].root].test_only
