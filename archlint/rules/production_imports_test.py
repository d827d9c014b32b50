"""The rule production-imports-test: production code does not need its tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint import Diagnostic, Form, Import, Module, Plant, Project, Role, Rule


@dataclass(frozen=True, kw_only=True)
class ProductionImportsTest(Rule):
    """Checks for production modules that import test modules.

    Imports inside functions, for typing alone, or that may fail count as well. Where both modules
    belong to domains, the laws about domains decide instead.

    ## Why is this bad?

    Tests are left out of what is shipped, and the import fails there. Where they are shipped,
    production code depends on code that nobody tests, and that changes with every test.

    ## Example

    ```python
    # shop/orders.py
    from tests.fixtures import ORDER


    def demo():
        return ORDER
    ```

    ```python
    # tests/fixtures.py
    ORDER = {"total": 3}
    ```

    Use instead:

    ```python
    # shop/orders.py
    from shop.demo import ORDER


    def demo():
        return ORDER
    ```

    ```python
    # shop/demo.py
    ORDER = {"total": 3}
    ```

    ```python
    # tests/fixtures.py
    from shop.demo import ORDER
    ```

    ## When not to use

    A module whose name alone looks like a test's (`connection_test.py`) is listed in
    `production`, and a module that runs the tests in `extend-tests` or `extend-tools`.
    """

    groups: ClassVar[tuple[str, ...]] = ("imports",)

    def check(self, project: Project) -> Iterator[Diagnostic]:
        for site in project.imports_between(Role.PRODUCTION, Role.TEST):
            importer, imported = site.importer, site.imported
            if imported is None or not _is_breach(project, importer, imported):
                continue
            yield self.import_diagnostic(
                site,
                f"production module `{importer.name}` imports test module `{imported.name}`",
                help=_help(project, site, imported),
            )

    def plant(self, project: Project) -> Iterator[Plant]:
        for test in _one_of_each(project, Role.TEST):
            for module in _one_of_each(project, Role.PRODUCTION):
                if _is_breach(project, module, test) and _can_import(project, module, test):
                    yield Plant.appended(project, module, f"import {test.name}", 8)
                    return


def _one_of_each(project: Project, role: Role) -> list[Module]:
    """A module of the role in each root, of a domain and of none, that can be imported there."""
    found: dict[tuple[int, bool], Module] = {}
    for module in project.modules:
        if module.role is role and module.form is Form.SOURCE:
            top = project.tree.by_name[module.root][module.name.partition(".")[0]]
            is_read = not any(project.facts.has_problem[file] for file in module.files)
            if is_read and project.modules[top].form is not Form.NAMESPACE:
                found.setdefault((module.root, project.domains.of(module) is None), module)
    return list(found.values())


def _can_import(project: Project, importer: Module, test: Module) -> bool:
    """Whether the name of the test leads to it, in the importer's root or one around that."""
    top = test.name.partition(".")[0]
    path = project.tree.roots[test.root].path
    is_around = not path or project.tree.roots[importer.root].path.startswith(f"{path}/")
    is_taken = project.is_stdlib(top) or top in project.tree.declared
    is_only = len(project.tree.roots_of[top]) == 1
    return importer.root == test.root or (is_around and is_only and not is_taken)


def _is_breach(project: Project, importer: Module, imported: Module) -> bool:
    if importer.role is not Role.PRODUCTION or imported.role is not Role.TEST:
        return False
    return project.domains.of(importer) is None or project.domains.of(imported) is None


def _help(project: Project, site: Import, imported: Module) -> tuple[str, ...]:
    move = f"move what `{site.importer.name}` needs from it into a production module"
    if _is_test_by_name(project, imported):
        return f'if it is no test, say so: `production = ["{imported.path}"]`', f"else {move}"
    return (move,)


def _is_test_by_name(project: Project, module: Module) -> bool:
    """Whether the name of the file makes it a test, and not that of a folder around it."""
    folder = module.name.rpartition(".")[0]
    around = project.tree.by_name[module.root].get(folder)
    if module.is_package:
        return False
    if around is None:
        return not project.tree.roots[module.root].test_only
    return project.modules[around].role is not Role.TEST
