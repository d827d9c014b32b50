"""The rule import-contract: an import that breaks a contract of import-linter."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint import Diagnostic, Plant, Project, Rule


@dataclass(frozen=True, kw_only=True)
class ImportContract(Rule):
    """Checks for imports that break a contract of import-linter.

    The contracts are those of `setup.cfg`, `.importlinter` or `pyproject.toml` at the root of the
    run, as `lint-imports` reads them there; nothing in these files has to change. Each finding
    stands at the import that begins the offending chain, under the id of its contract.

    ## Why is this bad?

    A contract is a decision about what may know what. An import that goes around it makes the
    decision untrue for everybody who relies on it, most often through a chain that nobody sees in
    the file that is being changed.

    ## Example

    ```toml
    # pyproject.toml
    [tool.importlinter]
    root_package = "shop"

    [[tool.importlinter.contracts]]
    id = "layers"
    name = "the store does not know who shows it"
    type = "layers"
    layers = ["shop.web", "shop.store"]
    ```

    ```python
    # shop/__init__.py
    ```

    ```python
    # shop/web.py
    def show(order):
        return f"order {order}"
    ```

    ```python
    # shop/store.py
    from shop.web import show


    def save(order):
        show(order)
    ```

    Use instead:

    ```python
    # shop/store.py
    from collections.abc import Callable


    def save(order, saved: Callable[[str], object]):
        saved(order)
    ```

    ## When not to use

    Switch the rule off where `lint-imports` runs anyway and one report is enough.
    """

    groups: ClassVar[tuple[str, ...]] = ("imports",)

    def check(self, project: Project) -> Iterator[Diagnostic]:
        return (item for item in project.contracts.diagnostics if item.rule == self.name())

    def plant(self, project: Project) -> Iterator[Plant]:
        for module, name in project.contracts.denied:
            yield Plant.appended(project, module, f"import {name}", 8)
