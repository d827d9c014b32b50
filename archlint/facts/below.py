"""What is below the nodes of a syntax tree, for walks that have no time to lose.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any

Below = Callable[[Any], Iterable[ast.AST | None]]
"""Gives the nodes directly below one, in the order of its fields; None where one is left out."""

# For frequent nodes, the fields that hold a node each, or the only one that holds a list of them.
_FIELDS: tuple[tuple[type, tuple[str, ...]], ...] = (
    (ast.Assert, ("test", "msg")),
    (ast.BinOp, ("left", "right")),
    (ast.BoolOp, ("values",)),
    (ast.FormattedValue, ("value", "format_spec")),
    (ast.IfExp, ("test", "body", "orelse")),
    (ast.JoinedStr, ("values",)),
    (ast.List, ("elts",)),
    (ast.Raise, ("exc", "cause")),
    (ast.Set, ("elts",)),
    (ast.Slice, ("lower", "upper", "step")),
    (ast.Subscript, ("value", "slice")),
    (ast.Tuple, ("elts",)),
)
WRAPPERS = frozenset({ast.Await, ast.Return, ast.Starred, ast.Yield, ast.YieldFrom, ast.keyword})
"""The only node below these is their `value`, which may be None."""


@cache
def frequent() -> Mapping[type, Below]:
    """What is below the nodes of each frequent kind; of others `ast.iter_child_nodes` tells it."""
    table: dict[type, Below] = {kind: attrgetter(*fields) for kind, fields in _FIELDS}
    table[ast.Compare] = lambda node: (node.left, *node.comparators)
    table[ast.Dict] = lambda node: (*node.keys, *node.values)
    table[ast.For] = lambda node: (node.target, node.iter, *node.body, *node.orelse)
    table[ast.comprehension] = lambda node: (node.target, node.iter, *node.ifs)
    table[ast.UnaryOp] = lambda node: (node.operand,)
    table[ast.NamedExpr] = lambda node: (node.value,)
    table[ast.DictComp] = lambda node: (node.key, node.value, *node.generators)
    for comprehension in (ast.ListComp, ast.SetComp, ast.GeneratorExp):
        table[comprehension] = lambda node: (node.elt, *node.generators)
    table[ast.While] = lambda node: (node.test, *node.body, *node.orelse)
    table[ast.withitem] = lambda node: (node.context_expr, node.optional_vars)
    table[ast.With] = table[ast.AsyncWith] = lambda node: (*node.items, *node.body)
    table[ast.Try] = table[ast.TryStar] = lambda node: (
        *node.body,
        *node.handlers,
        *node.orelse,
        *node.finalbody,
    )
    table[ast.ExceptHandler] = lambda node: (node.type, *node.body)
    for leaf in (type(None), ast.Pass, ast.Break, ast.Continue):
        table[leaf] = lambda node: ()
    return table
