"""Which typing imports import-linter takes for such."""

import ast

from archlint.imports import Import
from archlint.project import Project
from archlint.source.tree import Module

_NAME = "TYPE_CHECKING"
_OTHERWISE = (
    f"{_NAME} as",
    f"not {_NAME}",
    f"not typing.{_NAME}",
    f"{_NAME} and",
    f"and {_NAME}",
    f"and typing.{_NAME}",
)
"""What the text of a file holds that guards imports in another way than import-linter knows."""


class Guards:
    """Asks of a typing import whether import-linter sees that it is one.

    It knows `if TYPE_CHECKING:` and `if anything.TYPE_CHECKING:`, but no alias of the name, no
    further condition, and no `else` of the opposite.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._lines: dict[int, frozenset[int] | None] = {}

    def cover(self, site: Import) -> bool:
        """Whether import-linter would leave the import out."""
        module = site.importer
        if module.index not in self._lines:
            self._lines[module.index] = _guarded_lines(self._project, module)
        lines = self._lines[module.index]
        return lines is None or site.statement.line in lines


def _guarded_lines(project: Project, module: Module) -> frozenset[int] | None:
    """The lines below a guard that import-linter knows; None where the file has no other ones."""
    syntax = project.syntax(module, *_OTHERWISE)
    if syntax is None:
        return None
    return frozenset(
        line
        for node in ast.walk(syntax.tree)
        if isinstance(node, ast.If) and _is_guard(node.test)
        for statement in node.body
        for line in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    )


def _is_guard(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == _NAME) or (
        isinstance(test, ast.Attribute) and test.attr == _NAME
    )
