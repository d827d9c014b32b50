"""Modules that say themselves that use begins with them: what is run, tests, tools."""

from collections.abc import Container, Iterator

from archlint.entrypoints import EntryPoint, Ground
from archlint.entrypoints.shipped import shipped_packages
from archlint.source.metadata.distributions import Distribution
from archlint.source.roots import STATED
from archlint.source.tree import Form, Module, Role

_Folder = tuple[int, str]
"""The root of a folder directly below it, and the folder's name."""


def modules_that_run(ground: Ground) -> Iterator[EntryPoint]:
    """One entry point for each such module."""
    imported = {index for index in ground.edges.imported if index >= 0}
    loose = _loose_folders(ground)
    for module in ground.tree.modules:
        if module.files:
            evidence = _evidence(ground, module, module.index in imported, loose)
            if evidence:
                yield EntryPoint(module.index, evidence, ground.place(module), module.role)


def _evidence(ground: Ground, module: Module, is_imported: bool, loose: Container[_Folder]) -> str:
    if module.role is Role.TEST:
        return "test module"
    if module.role is Role.TOOL:
        return "tool module"
    if module.segments[-1] == "__main__":
        return "`__main__` module"
    if any(ground.facts.has_main_guard[index] for index in module.files):
        return '`if __name__ == "__main__"`'
    if module.form is Form.SCRIPT:
        return "script, which no import can name"
    is_outside = not module.package or (
        _folder_of(module) in loose and not _is_in_package(ground, module)
    )
    if is_outside and not module.is_package and not is_imported:
        return "module outside of packages that nothing imports, so it is run by its path"
    return ""


def _loose_folders(ground: Ground) -> set[_Folder]:
    """The folders without `__init__` that nothing says are packages.

    No module outside imports from them, they have no `__main__`, no distribution ships them, and
    they do not lie where the config, metadata or `src` say that packages lie.
    """
    modules = ground.tree.modules
    declared = {root for one in ground.tree.distributions for root, _ in one.stated.roots}
    loose = {
        _folder_of(module)
        for module in modules
        if module.form is Form.NAMESPACE
        and len(module.segments) == 1
        and (path := ground.tree.roots[module.root].path) not in declared
        and path.rpartition("/")[2] != "src"
        and ground.tree.roots[module.root].evidence != STATED
        and f"{module.name}.__main__" not in ground.tree.by_name[module.root]
    }
    if not loose:
        return loose
    for importer, imported in zip(ground.edges.importer, ground.edges.imported, strict=True):
        folder = _folder_of(modules[imported])
        if imported >= 0 and folder in loose and _folder_of(modules[importer]) != folder:
            loose.discard(folder)
    for distribution in ground.tree.distributions if loose else ():
        if distribution.file:
            chosen = _without_blind_searches(distribution)
            loose.difference_update(map(_folder_of, shipped_packages(ground, chosen)))
    return loose


def _without_blind_searches(distribution: Distribution) -> Distribution:
    """What is left if whatever a search of the whole project finds is not taken for a package."""
    stated = distribution.stated
    chosen = tuple(one for one in stated.searches if one.is_chosen(distribution.folder))
    return distribution._replace(stated=stated._replace(searches=chosen))


def _folder_of(module: Module) -> _Folder:
    return module.root, module.segments[0]


def _is_in_package(ground: Ground, module: Module) -> bool:
    """Whether a folder around the module has an `__init__`."""
    table = ground.tree.by_name[module.root]
    return any(
        ground.tree.modules[table[".".join(module.segments[:depth])]].form is not Form.NAMESPACE
        for depth in range(1, len(module.segments))
    )
