"""Dotted names outside of Python, looked up from the folder that they are written in."""

from archlint.entrypoints import Ground
from archlint.resolve.edges import NONE
from archlint.resolve.one_root import NOTHING, Found, longest
from archlint.source.names import enclosing
from archlint.source.tree import Form, Module


def find(ground: Ground, folder: str, name: str) -> Found:
    """The longest module that a dotted name leads to, in the nearest root that has it.

    Roots around the folder or below it come before others, and those of tests last.
    """
    tree = ground.tree
    best, found = None, NOTHING
    for root in tree.roots_of.get(name.partition(".")[0], ()):
        candidate = longest(tree, root, name)
        path = tree.roots[root].path
        rank = (
            tree.roots[root].test_only,
            not candidate.exact,
            -_common(folder, path),
            tree.modules[candidate.module].form is Form.NAMESPACE,
            path,
        )
        if best is None or rank < best:
            best, found = rank, candidate
    return through_folders(ground, folder, name) if found is NOTHING else found


def through_folders(ground: Ground, folder: str, name: str) -> Found:
    """What a name leads to that begins with the path of a root, from a folder around this one.

    So `apps.shop.Cart` is in `shop` where `apps` is a root.
    """
    if name.partition(".")[0] in ground.worlds.folders_of_roots:
        for package in enclosing(name):
            root = root_at(ground, folder, package)
            if root is not None:
                found = longest(ground.tree, root, name[len(package) + 1 :])
                if found is not NOTHING:
                    return found
    return NOTHING


def root_at(ground: Ground, folder: str, name: str) -> int | None:
    """The root whose path is a dotted name, from the nearest folder around this one."""
    path = name.replace(".", "/")
    while True:
        root = ground.worlds.root_at.get(f"{folder}/{path}".lstrip("/"))
        if root is not None or not folder:
            return root
        folder = folder.rpartition("/")[0]


def attribute_of(ground: Ground, found: Found, name: str) -> str | None:
    """What a dotted name takes of the module it leads to, "" for the module itself.

    None where the module has nothing of that name, so that the text must mean something else.
    """
    if found.module == NONE:
        return None
    module = ground.tree.modules[found.module]
    if found.exact:
        return ""
    rest = f".{name}".partition(f".{module.name}.")[2].partition(".")[0]
    return rest if _may_have(ground, module, rest) else None


def _may_have(ground: Ground, module: Module, name: str) -> bool:
    for index in module.files:
        facts = ground.facts[index]
        if facts.is_open or name in facts.defines:
            return True
        if any(fact.bound == name or fact.name == "*" for fact in facts.imports):
            return True
    return not module.files and module.form is not Form.NAMESPACE


def _common(one: str, other: str) -> int:
    """How many folders two paths share; one that holds the other shares all of its own."""
    count = 0
    for left, right in zip(one.split("/"), other.split("/"), strict=False):
        if left != right or not left:
            break
        count += 1
    return count


def holds(package: Module, module: Module) -> bool:
    """Whether a module is the package's own, or lies in it."""
    depth = len(package.segments)
    return module.root == package.root and module.segments[:depth] == package.segments
