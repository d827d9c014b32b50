"""What a distribution brings to those who install it."""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from archlint.entrypoints import Ground
from archlint.source.metadata.distributions import Distribution
from archlint.source.metadata.statement import Search, normalise
from archlint.source.tree import Form, Module, Role

_SCRIPTS = ("console_scripts", "gui_scripts", "scripts")


def is_script(group: str) -> bool:
    """Whether what is declared in a group of entry points is installed as a command."""
    return group in _SCRIPTS


def is_library(ground: Ground, distribution: Distribution) -> bool:
    """Whether its public packages are there for others to import.

    Unless the config says so, a distribution that installs no script and cannot be run as a module
    is a library.
    """
    if ground.config.kind is not None:
        return ground.config.kind == "library"
    if any(is_script(declared.group) for declared in distribution.stated.entry_points):
        return False
    packages = shipped_packages(ground, distribution)
    return bool(packages) and not any(
        f"{package.name}.__main__" in ground.tree.by_name[package.root] for package in packages
    )


def shipped_packages(ground: Ground, distribution: Distribution) -> list[Module]:
    """The outermost packages and modules that the build backend puts into a wheel.

    Those that the metadata names, or that it lets the backend find; else, of the roots that lie in
    the distribution's folder, the one of its name, and all in a root that the metadata or `src`
    makes one; else an only one. Of a namespace they are the packages in it, and the namespace
    itself only where modules lie in it directly: no distribution owns the name alone.
    """
    tree = ground.tree
    stated = distribution.stated
    folders = {one.folder for one in tree.distributions if one.file}
    tops = [
        portion
        for module in tree.modules
        if len(module.segments) == 1
        and _is_code(module)
        and _nearest(tree.roots[module.root].path, folders) == distribution.folder
        for portion in _portions(ground, module)
    ]
    packages = [one for one in tops if one.is_package]
    regular = [one for one in packages if one.form is not Form.NAMESPACE]
    stated_roots = {root for root, _ in stated.roots}
    in_roots = [
        one
        for one in packages
        if (path := tree.roots[one.root].path) in stated_roots or path.rpartition("/")[2] == "src"
    ]
    own = [one for one in tops if _bears(one, stated.name)]
    return (
        _named(tops, stated.packages)
        or [one for one in packages if _is_found(ground, one, stated.searches)]
        or [*own, *(one for one in in_roots if one not in own)]
        or (regular if len(regular) == 1 else [])
        or (packages if ground.config.kind == "library" else [])
    )


def _is_code(module: Module) -> bool:
    return module.role is Role.PRODUCTION and module.form not in (Form.SCRIPT, Form.GHOST)


def _portions(ground: Ground, module: Module) -> Iterator[Module]:
    """The module itself; of a namespace what may belong to different distributions."""
    if module.form is not Form.NAMESPACE:
        yield module
        return
    depth = len(module.segments) + 1
    children = [
        child
        for child in ground.below[module.index]
        if len(child.segments) == depth and _is_code(child)
    ]
    if any(not child.is_package for child in children):
        yield module
    for child in children:
        if child.is_package:
            yield from _portions(ground, child)


def _named(tops: Iterable[Module], paths: Iterable[str]) -> list[Module]:
    """Those that are at one of the paths, around one or, in a namespace, below one."""
    wanted = [f"{path}/" for path in paths]
    return [
        top
        for top in tops
        if (folder := f"{_folder(top)}/") in wanted
        or any(path.startswith(folder) for path in wanted if top.form is not Form.NAMESPACE)
        or any(folder.startswith(path) for path in wanted)
    ]


def _is_found(ground: Ground, package: Module, searches: Iterable[Search]) -> bool:
    in_namespace = package.form is Form.NAMESPACE or len(package.segments) > 1
    return any(
        search.root == ground.tree.roots[package.root].path
        and (search.namespaces or not in_namespace)
        and any(fnmatchcase(package.name, pattern) for pattern in search.include)
        and not any(fnmatchcase(package.name, pattern) for pattern in search.exclude)
        for search in searches
    )


def _bears(module: Module, name: str) -> bool:
    """Whether the module, or a namespace around it, has the name of the distribution."""
    segments = module.segments
    return any(
        normalise(".".join(segments[:depth])) == name for depth in range(1, len(segments) + 1)
    )


def _folder(module: Module) -> str:
    return module.path.removesuffix("/__init__.py").removesuffix(".py")


def _nearest(path: str, folders: set[str]) -> str | None:
    while path not in folders:
        if not path:
            return None
        path = path.rpartition("/")[0]
    return path
