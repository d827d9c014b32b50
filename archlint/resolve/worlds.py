"""Which module a dotted name leads to: the importer's own root first, then the rest of the tree."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from archlint.resolve.edges import NONE
from archlint.resolve.stdlib import ALWAYS_FIRST, STDLIB_MODULES
from archlint.source.tree import Form, Module, Role, Tree


class Found(NamedTuple):
    """The longest module that a dotted name leads to, and whether it is all of the name."""

    module: int
    exact: bool


NOTHING = Found(NONE, False)
"""No module of the tree: an external name, or a relative one that leads nowhere."""


@dataclass(frozen=True)
class Worlds:
    """The tree, and the modules that may gain submodules from elsewhere at run time."""

    tree: Tree
    open: frozenset[int]

    @cached_property
    def folders(self) -> dict[str, tuple[int, ...]]:
        """The roots by the dotted names that their folders have from the folders above them."""
        found: dict[str, tuple[int, ...]] = {}
        for index, root in enumerate(self.tree.roots):
            parts = root.path.split("/")
            for start in range(len(parts)):
                name = ".".join(parts[start:])
                found[name] = (*found.get(name, ()), index)
        return found

    def is_split(self, module: int) -> bool:
        """Whether submodules of `module` may lie in another root."""
        return module in self.open or self.tree.modules[module].form is Form.NAMESPACE


def find_absolute(worlds: Worlds, root: int, folder: str, name: str) -> Found:
    """What `import name` leads to from a file of `root`.

    In this order: names that Python always finds first; a regular package or module of the own
    root, unless it is a root of tests; the standard library; the rest of the own root; a file
    beside the importer, where `folder` is what `script_folder` says; the other roots. A declared
    dependency is found before everything after the standard library, save for regular packages
    inside a namespace folder: there the tree and the dependency are portions of one namespace.

    Among other roots one that has the whole name goes before one that has only its beginning, and
    roots of tests come last, with the whole name only. Where several are equally good the nearest
    folder decides, and where that does not the name is external: no edge rather than a wrong one.
    Last, a root's own folder may be what the name begins with: `src.app` where `src` is a root.
    """
    tree = worlds.tree
    top = name.partition(".")[0]
    own = tree.by_name[root]
    if top in ALWAYS_FIRST and "importlib._bootstrap" not in own:
        return NOTHING
    shared = False
    if tree.roots[root].test_only or _is_namespace(tree, root, top):
        if top in STDLIB_MODULES:
            return NOTHING
        shared = top in tree.dependencies
    found = _held(tree, root, name, shared)
    if found.exact or (found is not NOTHING and not worlds.is_split(found.module)):
        return found
    if folder and not shared and found is NOTHING:
        beside = own.get(f"{folder}.{top}")
        if beside is not None and tree.modules[beside].form is not Form.NAMESPACE:
            return _longest(tree, root, f"{folder}.{name}")
    others = [
        other
        for index in tree.roots_of.get(top, ())
        if index != root
        # Stubs for somebody else's package: nothing imports them from another root.
        and tree.modules[tree.by_name[index][top]].form is not Form.STUB
        and (other := _held(tree, index, name, shared)) is not NOTHING
    ]
    production = [other for other in others if not _in_test_root(tree, other)]
    for candidates in (
        [other for other in production if other.exact],
        [] if found is NOTHING else [found],
        production,
        [other for other in others if other.exact],
        [] if shared else _below_folders(worlds, name),
    ):
        if candidates:
            return _nearest(tree, root, candidates)
    return NOTHING


def find_relative(worlds: Worlds, root: int, name: str) -> Found:
    """What a relative import leads to, `name` being what it stands for in `root`."""
    found = _longest(worlds.tree, root, name)
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


def absolute_name(package: str, level: int, base: str) -> str:
    """The dotted name of a relative import, or "" where it goes beyond the top."""
    for _ in range(level - 1):
        package = package.rpartition(".")[0]
    return f"{package}.{base}" if package and base else package


def script_folder(tree: Tree, module: Module) -> str:
    """The folder, as a dotted name, whose files `module` finds by bare name; "" for none.

    Python puts the folder of a script first on its path, and test runners that of a test outside
    packages.
    """
    if module.form is Form.SCRIPT:
        return module.package
    in_package = module.is_package or _in_regular_package(tree, module.root, module.package)
    return "" if module.role is Role.PRODUCTION or in_package else module.package


def is_shared_namespace(tree: Tree, index: int) -> bool:
    """Whether the module is a folder whose namespace may have portions outside the tree."""
    module = tree.modules[index]
    return module.form is Form.NAMESPACE and _is_namespace(
        tree, module.root, module.name.partition(".")[0]
    )


def enclosing(name: str) -> Iterator[str]:
    """The names of the packages around a dotted name, outermost first."""
    position = name.find(".")
    while position >= 0:
        yield name[:position]
        position = name.find(".", position + 1)


def _longest(tree: Tree, root: int, name: str) -> Found:
    """The longest module of `root`; `a.__init__` is another name for the package `a`."""
    table = tree.by_name[root]
    if name.endswith(".__init__"):
        package = table.get(name.removesuffix(".__init__"), NONE)
        if package != NONE and _is_regular_package(tree.modules[package]):
            return Found(package, True)
    prefix = name
    while prefix:
        if prefix in table:
            return Found(table[prefix], prefix == name)
        prefix = prefix.rpartition(".")[0]
    return NOTHING


def _held(tree: Tree, root: int, name: str, shared: bool) -> Found:
    """What `root` alone has of `name`; `shared` where a declared dependency has its top too."""
    found = _longest(tree, root, name)
    top = name.partition(".")[0]
    if found is NOTHING:
        return found
    module = tree.modules[found.module]
    if not _is_namespace(tree, root, top):
        return NOTHING if shared else found
    if shared and not _in_regular_package(tree, root, module.name):
        return NOTHING
    if module.form is Form.NAMESPACE and (module.name == top or not found.exact):
        return NOTHING
    return found


def _portion(tree: Tree, root: int, name: str) -> Found:
    """The module `name` of the one other root that has all of it, tests aside."""
    others = [
        Found(tree.by_name[index][name], True)
        for index in tree.roots_of.get(name, ())
        if index != root and not tree.roots[index].test_only
    ]
    return _nearest(tree, root, others) if others else NOTHING


def _below_folders(worlds: Worlds, name: str) -> list[Found]:
    """The modules that `name` means where it begins with the folder of a root."""
    return [
        Found(worlds.tree.by_name[root][below], True)
        for folder in enclosing(name)
        for root in worlds.folders.get(folder, ())
        if (below := name[len(folder) + 1 :]) in worlds.tree.by_name[root]
    ]


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


def _is_namespace(tree: Tree, root: int, top: str) -> bool:
    """Whether `root` has no regular package or module of the name `top`."""
    index = tree.by_name[root].get(top)
    return index is None or tree.modules[index].form is Form.NAMESPACE


def _in_regular_package(tree: Tree, root: int, name: str) -> bool:
    """Whether `name` or a package around it is a regular package."""
    table = tree.by_name[root]
    modules = (tree.modules[table[part]] for part in (*enclosing(name), name) if part in table)
    return any(_is_regular_package(module) for module in modules)


def _is_regular_package(module: Module) -> bool:
    return module.is_package and module.form is not Form.NAMESPACE


def _in_test_root(tree: Tree, found: Found) -> bool:
    return tree.roots[tree.modules[found.module].root].test_only
