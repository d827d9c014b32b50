"""What a walk over a syntax tree collects.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from archlint.facts.scopes import Form, Scope


class Door(enum.Enum):
    """How control comes into a block."""

    PLAIN = enum.auto()
    CALL = enum.auto()
    """The body of a function: it runs later, and outside the `try` it was defined in."""
    IF = enum.auto()
    ELSE = enum.auto()
    TRY = enum.auto()
    """The body of a `try`, whose handlers catch what `conditions` say."""
    HANDLER = enum.auto()
    """A handler or the `else` of such a `try`."""
    WITH = enum.auto()


@dataclass(slots=True, eq=False)
class Block:
    """Where a statement stands; chained outwards through `outer`."""

    scope: Scope
    outer: "Block | None" = None
    door: Door = Door.PLAIN
    conditions: Sequence[ast.expr] = ()


Stack = list[Any]
"""Nodes, and None, that are still to be visited in one block, the next one last.

What a node is shows only in its class, so their type says nothing.
"""


@dataclass(slots=True)
class Walk:
    """What one walk has collected.

    Of a `whole` walk this is everything. Else there are no `calls` and no `subscripts`, and no
    scopes of functions but those that imports stand in, or that bind names outside. `read` and
    `annotated` are the names read outside and inside annotations.
    """

    scope: Scope
    whole: bool
    every_string: bool
    has_code: bool = False
    """Whether there is more than a docstring and comments."""
    imports: list[tuple[ast.Import | ast.ImportFrom, Block]] = field(default_factory=list)
    calls: list[tuple[ast.Call, Block]] = field(default_factory=list)
    subscripts: list[tuple[ast.Subscript, Block]] = field(default_factory=list)
    strings: list[ast.Constant] = field(default_factory=list)
    """Those with a dot, or `every_string`; docstrings aside."""
    additions: list[tuple[ast.AugAssign, Block]] = field(default_factory=list)
    tests: list[ast.expr] = field(default_factory=list)
    """The conditions of every `if` at module level."""
    read: set[str] = field(default_factory=set)
    annotated: set[str] = field(default_factory=set)
    classes: list[tuple[ast.ClassDef, Scope, Scope]] = field(default_factory=list)
    """Each class with the scope it stands in and its own, outer classes first."""
    annotations: list[ast.AnnAssign] = field(default_factory=list)
    """Annotated private names with a value at module level."""
    foreign: list[Scope] = field(default_factory=list)
    """Scopes with `global` or `nonlocal` names."""
    inner: dict[ast.AST, Scope] = field(default_factory=dict)
    """The scope of each class, function and comprehension by its node."""
    pending: list[tuple[Block, Stack]] = field(default_factory=list)

    def scope_of(self, node: ast.AST, form: Form, outer: Scope) -> Scope:
        """A new scope, kept as that of its node."""
        scope = self.inner[node] = Scope(form, outer)
        return scope
