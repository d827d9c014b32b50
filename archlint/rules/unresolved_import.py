"""The rule unresolved-import: an import of the tree's own code leads to a module that exists."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from archlint import (
    Diagnostic,
    Form,
    MissingImport,
    Module,
    Plant,
    Project,
    Role,
    Rule,
    did_you_mean,
    missing_imports,
)

_ADVICE = "write the name of a module that exists, or delete the import"

_MOST_COMPARISONS = 200_000
"""Pairs of names that are compared for hints in one run, about a second's worth."""


@dataclass(frozen=True, kw_only=True)
class UnresolvedImport(Rule):
    """Checks for imports of modules of the tree that do not exist.

    Looked at are `import shop.gone`, `from shop.gone import x`, relative imports, and deep forms
    that go through a module which is no package, in production code and tools. Whether a module
    defines the names that are taken from it is not looked at.

    An import that may fail (`except ImportError`) is none of these, nor is one directly below
    a package that changes its `__path__`, fills `sys.modules` or has a module `__getattr__`, or
    that may have portions in other distributions. Neither is one of a module that is excluded,
    ignored by git, generated or compiled. What is compiled is known by a stub or by the name that
    `setup.py`, `pyproject.toml`, the build script beside it (`build.py`, `hatch_build.py`,
    `pdm_build.py`), `meson.build`, `CMakeLists.txt` or `Cargo.toml` give it. What is generated is
    known by `pyproject.toml`, or by the file beside it that it is made from: `x_pb2` by `x.proto`,
    `ui_x` by `x.ui`, `x_rc` by `x.qrc`, `XParser` by `X.g4`.

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
        hints = _Hints(project)
        for site in missing_imports(project):
            if site.importer.role is not Role.TEST:
                yield self.diagnostic(
                    site.location,
                    f"`{site.importer.name}` imports `{site.name}`, {_reason(site)}",
                    subject=project.tree.identity(site.importer),
                    object=site.name,
                    note=site.note,
                    statement=site.statement,
                    help=_help(site, hints),
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


class _Hints:
    """What may have been meant by names that a package does not have."""

    def __init__(self, project: Project) -> None:
        self._tree = project.tree
        self._given: dict[tuple[int, str], str] = {}
        self._comparisons = 0

    def near(self, package: Module, rest: str) -> str:
        """A hint at the module below the package that was meant, "" where none is likely.

        It is one of the same name, else that directly in the package which comes nearest. Once so
        many names were compared that it would hold up the run, none comes near.
        """
        return self._moved(package, rest) or self._misspelt(package, rest.partition(".")[0])

    def _moved(self, package: Module, rest: str) -> str:
        below = f"{package.name}."
        same = [
            name.removeprefix(below)
            for name in self._ending[package.root].get(rest.rpartition(".")[2], ())
            if name.startswith(below) and name.endswith(f".{rest}")
        ]
        if not same:
            return ""
        return f"did you mean `{min(same, key=lambda name: (name.count('.'), name))}`?"

    def _misspelt(self, package: Module, name: str) -> str:
        given, key = self._given, (package.index, name)
        if key not in given:
            siblings = self._held[package.root].get(package.name, ())
            self._comparisons += len(siblings)
            is_affordable = self._comparisons <= _MOST_COMPARISONS
            given[key] = did_you_mean(name, siblings) if is_affordable else ""
        return given[key]

    @cached_property
    def _held(self) -> Sequence[Mapping[str, Sequence[str]]]:
        """For each root, the last parts of the names that lie directly in each package."""
        held: list[dict[str, list[str]]] = []
        for names in self._tree.by_name:
            held.append({})
            for whole in names:
                package, _, name = whole.rpartition(".")
                held[-1].setdefault(package, []).append(name)
        return held

    @cached_property
    def _ending(self) -> Sequence[Mapping[str, Sequence[str]]]:
        """For each root, the names by their last part."""
        ending: list[dict[str, list[str]]] = []
        for names in self._tree.by_name:
            ending.append({})
            for whole in names:
                ending[-1].setdefault(whole.rpartition(".")[2], []).append(whole)
        return ending


def _reason(site: MissingImport) -> str:
    if site.known is None:
        return "which leads to no module"
    if not site.known.is_package:
        return f"but `{site.known.name}` is a module and no package"
    return f"but `{site.known.name}` has no module `{site.rest.partition('.')[0]}`"


def _help(site: MissingImport, hints: _Hints) -> tuple[str, ...]:
    known, rest = site.known, site.rest
    if known is None:
        return (_ADVICE,)
    if any(rest in site.project.facts[file].defines for file in known.files):
        return (f"`{rest}` is no module: write `from {known.name} import {rest}`",)
    near = hints.near(known, rest)
    return (near, _ADVICE) if near else (_ADVICE,)
