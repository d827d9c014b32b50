"""What the names of a file stand for, as far as its text alone can tell.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import enum

Value = str | ast.expr | None
"""What a name is bound to: an imported dotted name, an expression, or something unknown."""


class Form(enum.Enum):
    """What kind of block a scope belongs to; a comprehension leaves `:=` to its surroundings."""

    MODULE = enum.auto()
    CLASS = enum.auto()
    FUNCTION = enum.auto()
    COMPREHENSION = enum.auto()


class Scope:
    """The bindings of one block; filled during the walk, read after `settle`."""

    __slots__ = ("bindings", "foreign", "form", "outer")

    def __init__(self, form: Form, outer: "Scope | None" = None) -> None:
        self.form = form
        self.outer = outer
        self.bindings: dict[str, list[Value]] = {}
        self.foreign: dict[str, bool] = {}
        """Names declared `global` (true) or `nonlocal` (false) here."""

    def bind(self, name: str, value: Value = None) -> None:
        """Note one more binding of `name`."""
        self.bindings.setdefault(name, []).append(value)

    def declare(self, name: str) -> None:
        """Note that `name` belongs to this scope, without a value (`x: int`)."""
        self.bindings.setdefault(name, [])

    def find(self, name: str) -> "tuple[Scope, list[Value]] | None":
        """The scope that `name` belongs to when read here, with all its bindings; None: builtin."""
        scope: Scope | None = self
        while scope is not None:
            if scope is self or scope.form is not Form.CLASS:
                if scope.foreign.get(name):
                    scope = scope.module
                if name in scope.bindings:
                    return scope, scope.bindings[name]
            scope = scope.outer
        return None

    @property
    def module(self) -> "Scope":
        """The outermost scope."""
        scope = self
        while scope.outer is not None:
            scope = scope.outer
        return scope

    @property
    def block(self) -> "Scope":
        """The nearest scope that is no comprehension."""
        scope = self
        while scope.form is Form.COMPREHENSION and scope.outer is not None:
            scope = scope.outer
        return scope

    def settle(self) -> None:
        """Move bindings of `global` and `nonlocal` names to the scope they belong to."""
        for name, is_global in self.foreign.items():
            values = self.bindings.pop(name, [])
            found = self.outer.find(name) if self.outer and not is_global else None
            owner = found[0] if found else self.module
            for value in values:
                owner.bind(name, value)


def meanings(expression: ast.expr, scope: Scope) -> tuple[str, ...]:
    """Every dotted name that a name or attribute may stand for, through imports and aliases.

    A name bound nowhere is taken for a builtin. An alias (`im = importlib.import_module`) counts
    when it is the name's only binding.
    """
    suffix = ""
    for _ in range(64):
        while isinstance(expression, ast.Attribute):
            suffix = f".{expression.attr}{suffix}"
            expression = expression.value
        if not isinstance(expression, ast.Name):
            break
        found = scope.find(expression.id)
        if found is None:
            return (f"builtins.{expression.id}{suffix}",)
        scope, values = found
        if len(values) != 1 or not isinstance(values[0], ast.expr):
            return tuple(value + suffix for value in values if isinstance(value, str))
        expression = values[0]
    return ()
