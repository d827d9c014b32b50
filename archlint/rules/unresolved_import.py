"""The rule unresolved-import: an import of the tree's own code leads to a module that exists."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint import (
    Diagnostic,
    Form,
    MissingImport,
    Plant,
    Project,
    Role,
    Rule,
    did_you_mean,
    missing_imports,
)


@dataclass(frozen=True, kw_only=True)
class UnresolvedImport(Rule):
    """Checks for imports of modules of the tree that do not exist.

    Looked at are `import shop.gone`, `from shop.gone import x`, relative imports, and deep forms
    that go through a module which is no package, in production code and tools. Whether a module
    defines the names that are taken from it is not looked at.

    An import that may fail (`except ImportError`) is none of these, nor is one directly below
    a package that changes its `__path__`, fills `sys.modules` or has a module `__getattr__`, or
    that may have portions in other distributions. Neither is one of a module that is excluded,
    ignored by git, generated or compiled: the last is known by a stub or by the name that
    `setup.py`, `meson.build`, `CMakeLists.txt` or `Cargo.toml` give it.

    ## Why is this bad?

    It fails when it is run, which for an import inside a function may be long after it was
    written. No rule about domains sees where it was meant to lead.

    ## Example

    ```python
    # shop/__init__.py
    ```

    ```python
    # shop/prices.py
    TAX = 0.2
    ```

    ```python
    # shop/orders.py
    def total(order):
        from shop.price import TAX

        return order.net * (1 + TAX)
    ```

    Use instead:

    ```python
    # shop/orders.py
    def total(order):
        from shop.prices import TAX

        return order.net * (1 + TAX)
    ```

    ## When not to use

    Where a build makes a module in a way that leaves no trace in the tree, put a stub (`_fast.pyi`)
    in its place, which type checkers ask for as well.
    """

    groups: ClassVar[tuple[str, ...]] = ("imports",)

    def check(self, project: Project) -> Iterator[Diagnostic]:
        for site in missing_imports(project):
            if site.importer.role is not Role.TEST:
                yield self.diagnostic(
                    site.location,
                    f"`{site.importer.name}` imports `{site.name}`, {_reason(site)}",
                    subject=project.tree.identity(site.importer),
                    object=site.name,
                    note=site.note,
                    statement=site.statement,
                    help=_help(site),
                )

    def plant(self, project: Project) -> Iterator[Plant]:
        for module in project.modules:
            if module.role is not Role.PRODUCTION or module.form is not Form.SOURCE:
                continue
            top = project.tree.by_name[module.root][module.name.partition(".")[0]]
            is_regular = project.modules[top].form is Form.SOURCE
            is_open = any(project.facts.is_open[file] for file in module.files)
            if is_regular and not is_open and not project.is_stdlib(module.name):
                line = f"import {module.name}.no_such_module"
                yield Plant.appended(project, module, line, 8)
                return


def _reason(site: MissingImport) -> str:
    if site.known is None:
        return "which leads to no module"
    if not site.known.is_package:
        return f"but `{site.known.name}` is a module and no package"
    return f"but `{site.known.name}` has no module `{site.rest.partition('.')[0]}`"


def _help(site: MissingImport) -> tuple[str, ...]:
    project, known, rest = site.project, site.known, site.rest
    if known is None:
        return ("write the name of a module that exists, or delete the import",)
    if any(rest in project.facts[file].defines for file in known.files):
        return (f"`{rest}` is no module: write `from {known.name} import {rest}`",)
    below = f"{known.name}."
    names = project.tree.by_name[known.root]
    near = did_you_mean(
        rest, [name.removeprefix(below) for name in names if name.startswith(below)]
    )
    return (
        *((near,) if near else ()),
        "write the name of a module that exists, or delete the import",
    )
