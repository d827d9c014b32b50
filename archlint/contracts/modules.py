"""Which modules of the tree import-linter sees, and the names it knows them by."""

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from archlint.source.tree import Form, Module, Tree

_INIT = "__init__.py"


class Names(NamedTuple):
    """Names of modules by their index in the tree.

    `listed` are those that import-linter has in its graph too, `further` those that only Python
    would find: in folders without `__init__.py` inside of packages, compiled, or stubs alone.
    `namespaces` are folders without a module of their own that import-linter lists. `absent` are
    the root packages of which the tree has nothing.
    """

    listed: dict[int, str]
    further: dict[int, str]
    namespaces: frozenset[str]
    absent: tuple[str, ...]


def name_modules(tree: Tree, roots: Sequence[str]) -> Names:
    """The modules of the root packages."""
    packages = {
        module.path.removesuffix(f"/{_INIT}") for module in tree.modules if _is_init(module)
    }
    listed: dict[int, str] = {}
    further: dict[int, str] = {}
    namespaces: set[str] = set()
    absent: list[str] = []
    for root in roots:
        is_there = False
        for home in _homes(tree, root):
            if isinstance(home, Module):
                listed.setdefault(home.index, root)
                is_there = True
                continue
            for module in tree.modules:
                if module.path == home:
                    further.setdefault(module.index, root)
                elif module.path.startswith(f"{home}/"):
                    below = module.path[len(home) + 1 :].split("/")
                    name = _name(root, below, module)
                    if _is_listed(home, below, module, packages):
                        listed.setdefault(module.index, name)
                        is_there = True
                        namespaces.update(_around(root, below[:-1]))
                    elif name and module.form is not Form.SCRIPT:
                        further.setdefault(module.index, name)
        if not is_there:
            absent.append(root)
    folders = frozenset(namespaces.difference(listed.values()))
    listed.update({index: name for index, name in further.items() if name in folders})
    return Names(
        listed,
        {index: name for index, name in further.items() if index not in listed},
        folders,
        tuple(absent),
    )


def _homes(tree: Tree, root: str) -> Sequence[Module | str]:
    """Where a root package lives: a plain module, or folders.

    Where several roots have a package or module of that name, the one nearest to the top counts;
    all folders of a namespace do. Without either it is the folder of that name.
    """
    found = [tree.modules[tree.by_name[index][root]] for index in tree.roots_of.get(root, ())]
    regular = [module for module in found if module.form is not Form.NAMESPACE]
    if regular:
        first = min(
            regular,
            key=lambda module: (
                tree.roots[module.root].test_only,
                module.path.count("/"),
                module.path,
            ),
        )
        return (first.path.rpartition("/")[0],) if first.is_package else (first,)
    if found:
        return tuple(module.path for module in found)
    folder = root.replace(".", "/")
    homes = [f"{base.path}/{folder}" if base.path else folder for base in tree.roots]
    known = [home for home in dict.fromkeys((folder, *homes)) if _is_folder(tree, home)]
    return known[:1]


def _is_folder(tree: Tree, path: str) -> bool:
    return any(module.path.startswith(f"{path}/") for module in tree.modules)


def _is_init(module: Module) -> bool:
    return module.path.endswith(f"/{_INIT}")


def _name(root: str, below: Sequence[str], module: Module) -> str:
    """The dotted name of a module, from its path below the folder of the root package."""
    parts = [root, *below]
    if module.form is not Form.NAMESPACE:
        stem, dot, _ = parts.pop().partition(".")
        if not dot or not stem:
            return ""
        if stem != "__init__":
            parts.append(stem)
    return ".".join(parts)


def _is_listed(home: str, below: Sequence[str], module: Module, packages: Set[str]) -> bool:
    """Whether import-linter would find the file.

    Below the first folder with an `__init__.py`, it enters no folder without one. Names of folders
    are identifiers, and file names have a single dot.
    """
    file = below[-1]
    if module.form in (Form.NAMESPACE, Form.EXTENSION, Form.STUB) or not file.endswith(".py"):
        return False
    if file.startswith(".") or file.count(".") > 1:
        return False
    folder = home
    in_package = folder in packages
    for part in below[:-1]:
        folder = f"{folder}/{part}"
        if not part.isidentifier() or (in_package and folder not in packages):
            return False
        in_package = in_package or folder in packages
    return True


def _around(root: str, folders: Sequence[str]) -> Iterator[str]:
    for length in range(len(folders) + 1):
        yield ".".join((root, *folders[:length]))
