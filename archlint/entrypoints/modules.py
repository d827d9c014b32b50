"""Modules that say themselves that use begins with them: what is run, tests, tools."""

from collections.abc import Iterator

from archlint.entrypoints import EntryPoint, Ground
from archlint.source.tree import Form, Module, Role


def modules_that_run(ground: Ground) -> Iterator[EntryPoint]:
    """One entry point for each such module."""
    imported = {index for index in ground.edges.imported if index >= 0}
    for module in ground.tree.modules:
        if module.files:
            evidence = _evidence(ground, module, module.index in imported)
            if evidence:
                yield EntryPoint(module.index, evidence, ground.place(module), module.role)


def _evidence(ground: Ground, module: Module, is_imported: bool) -> str:
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
    if len(module.segments) == 1 and not module.is_package and not is_imported:
        return "module outside of packages that nothing imports, so it is run by its path"
    return ""
