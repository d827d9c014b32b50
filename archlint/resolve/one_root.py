"""What one root alone has of a dotted name."""

from typing import NamedTuple

from archlint.resolve.edges import NONE
from archlint.source.names import enclosing
from archlint.source.tree import Form, Module, Tree


class Found(NamedTuple):
    """The longest module that a dotted name leads to, and whether it is all of the name."""

    module: int
    exact: bool


NOTHING = Found(NONE, False)
"""No module of the tree: an external name, or a relative one that leads nowhere."""


def longest(tree: Tree, root: int, name: str) -> Found:
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


def held(tree: Tree, root: int, name: str, shared: bool) -> Found:
    """What `root` alone has of `name`; `shared` where a declared dependency has its top too."""
    found = longest(tree, root, name)
    top = name.partition(".")[0]
    if found is NOTHING:
        return found
    module = tree.modules[found.module]
    if has_regular(tree, root, top):
        return NOTHING if shared else found
    if shared and not in_regular_package(tree, root, module.name):
        return NOTHING
    if module.form is Form.NAMESPACE and (module.name == top or not found.exact):
        return NOTHING
    return found


def has_regular(tree: Tree, root: int, top: str) -> bool:
    """Whether `root` has a module or regular package of the name `top`, not a mere folder."""
    index = tree.by_name[root].get(top)
    return index is not None and tree.modules[index].form is not Form.NAMESPACE


def is_shared_namespace(tree: Tree, index: int) -> bool:
    """Whether the module is a folder whose namespace may have portions outside the tree."""
    module = tree.modules[index]
    top = module.name.partition(".")[0]
    return module.form is Form.NAMESPACE and not has_regular(tree, module.root, top)


def in_regular_package(tree: Tree, root: int, name: str) -> bool:
    """Whether `name` or a package around it is a regular package."""
    table = tree.by_name[root]
    modules = (tree.modules[table[part]] for part in (*enclosing(name), name) if part in table)
    return any(_is_regular_package(module) for module in modules)


def absolute_name(package: str, level: int, base: str) -> str:
    """The dotted name of a relative import, or "" where it goes beyond the top."""
    for _ in range(level - 1):
        package = package.rpartition(".")[0]
    return f"{package}.{base}" if package and base else package


def find_by_path(tree: Tree, importer: Module, level: int, name: str) -> int:
    """The module that a relative import has by the places of files alone, NONE if there is none.

    So does a package import that no dotted name of the tree leads to: the folder of a root with an
    `__init__.py`, or one whose name is no identifier. It is loaded by its path, or from outside.
    """
    parts = importer.path.split("/")
    root = tree.roots[importer.root].path
    if level > len(parts) - (root.count("/") + 1 if root else 0):
        return NONE
    package = "/".join(parts[:-level])
    if package not in tree.by_place:
        return NONE
    path = f"{package}/{name.replace('.', '/')}" if name else package
    return tree.by_place.get(path.lstrip("/"), NONE)


def _is_regular_package(module: Module) -> bool:
    return module.is_package and module.form is not Form.NAMESPACE
