"""Calls that import what has no constant name, and what is known of such names.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import re
from collections.abc import Iterator, Sequence

from archlint.facts.collected import Block
from archlint.facts.constants import MODULE, PACKAGE, fold
from archlint.facts.dynamic import IMPORTERS, LOADERS, argument_of, dynamic_target
from archlint.facts.imports import Mention, Naming
from archlint.facts.places import column
from archlint.facts.scopes import Scope, meanings

Calls = Sequence[tuple[ast.Call, Block]]
"""Calls of what may import or run a module, each with its block."""

_HOLE = "\2"
"""Stands for what is no constant in the shape of a text: no name of a module has it."""
_PERCENT = re.compile(r"%(?:\(\w+\))?[sdr]")
_BRACES = re.compile(r"\{[^{}]*\}")
_OWN = re.compile(rf"([{PACKAGE}{MODULE}]*)(\.*)(.*)", re.DOTALL)
_DEEP = 64
_LONG = 1000
"""Characters beyond which no text begins the name of a module."""

_Shapes = dict[int, str]
"""Shapes by the identity of the expression that is the only value of a name."""


def loads_by_name(calls: Calls) -> bool:
    """Whether one of the calls loads a module whose name the file does not know."""
    return any(_loads_unknown(call, block.scope) for call, block in calls)


def templates(calls: Calls, lines: Sequence[str]) -> Iterator[Mention]:
    """The packages whose children a call imports by names that are no constants."""
    for call, block in calls:
        text, naming = _template(call, block.scope)
        if text:
            yield Mention(text, naming, call.lineno, column(lines, call.lineno, call.col_offset))


def _loads_unknown(call: ast.Call, scope: Scope) -> bool:
    called = meanings(call.func, scope)
    if any(name in IMPORTERS for name in called):
        return dynamic_target(call, scope) is None
    return any(name in LOADERS for name in called) and dynamic_target(call, scope) is None


def _template(call: ast.Call, scope: Scope) -> tuple[str, int]:
    """The package that a name which is no constant is relative to, or begins with."""
    given = argument_of(call, 0, "name")
    is_import = any(name in IMPORTERS for name in meanings(call.func, scope))
    if given is None or not is_import or not _loads_unknown(call, scope):
        return "", 0
    known: _Shapes = {}
    shape = _shape(given, scope, known)
    package = argument_of(call, 1, "package")
    start = _shape(package, scope, known) if package else ""
    if _HOLE in start:
        start = ""
    if shape.startswith("."):
        shape = _relative(start, shape)
    elif start and shape.startswith(_HOLE):
        # Only a relative name asks for the package it starts from.
        shape = f"{start}.{shape}"
    beginning, _, rest = shape.partition(_HOLE)
    package_name, dot, prefix = beginning.rpartition(".")
    naming = Naming.NESTED if "." in rest else Naming.SEARCHED
    text = _absolute(package_name + dot) if dot else ""
    if not text or PACKAGE in text + prefix or MODULE in text + prefix:
        return "", 0
    if prefix:
        text += f"{prefix}*" if text.endswith(".") else f".{prefix}*"
    return text, int(naming)


def _relative(package: str, name: str) -> str:
    """A name that begins with dots, from a package on; an own package keeps the dots."""
    rest = name.lstrip(".")
    level = len(name) - len(rest)
    if level == 1 or package.startswith((PACKAGE, MODULE)):
        return package + name
    return ".".join((*package.split(".")[: 1 - level], rest))


def _absolute(beginning: str) -> str:
    """The package that a text with a dot at its end begins with, as an import would say it."""
    found = _OWN.fullmatch(beginning)
    own, dots, name = found.groups() if found else ("", "", beginning)
    if not own:
        return beginning.rstrip(".")
    # In a plain module, `__name__` is one level lower than the package.
    above = len(dots) - 1 - own.endswith(MODULE)
    return "." * (len(own) + max(above, 0)) + name.rstrip(".")


def _shape(expression: ast.expr, scope: Scope, known: _Shapes, depth: int = 0) -> str:
    """The text that a partly constant expression gives, `_HOLE` for what is not."""
    text = fold(expression, scope)
    if text is not None or depth > _DEEP:
        return _HOLE if text is None else text
    match expression:
        case ast.BinOp(op=ast.Add()):
            sides = (expression.left, expression.right)
            return "".join(_shape(side, scope, known, depth + 1) for side in sides)
        case ast.BinOp(op=ast.Mod()):
            return _PERCENT.sub(_HOLE, fold(expression.left, scope) or _HOLE)
        case ast.JoinedStr():
            return "".join(_shape(part, scope, known, depth + 1) for part in expression.values)
        case ast.FormattedValue():
            return _shape(expression.value, scope, known, depth + 1)
        case ast.Call(func=ast.Attribute(value=template, attr="format")):
            return _BRACES.sub(_HOLE, fold(template, scope) or _HOLE)
        case ast.Call(
            func=ast.Attribute(value=ast.Constant(value="."), attr="join"),
            args=[ast.List(elts=parts) | ast.Tuple(elts=parts)],
        ):
            return ".".join(_shape(part, scope, known, depth + 1) for part in parts)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value="."), attr="join")):
            return f"{_HOLE}.{_HOLE}"
        case ast.Attribute(attr="__name__" | "__package__"):
            return _name_of(expression.value, scope)
        case ast.Subscript(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id="__name__"), attr="rsplit" | "rpartition")
            ),
            slice=ast.Constant(value=0),
        ):
            return PACKAGE
        case ast.Name():
            owner, values = scope.find(expression.id) or (scope, [])
            value = values[0] if len(values) == 1 else None
            return _shape_of_value(value, owner, known, depth)
        case _:
            return _HOLE


def _shape_of_value(value: object, scope: Scope, known: _Shapes, depth: int) -> str:
    """The shape of what a name is bound to; what leads back to itself is a hole.

    It is found out once: a name may stand twice in the value of another, and so on.
    """
    if not isinstance(value, ast.expr):
        return _HOLE
    if id(value) not in known:
        known[id(value)] = _HOLE
        shape = _shape(value, scope, known, depth + 1)
        known[id(value)] = shape if len(shape) <= _LONG else _HOLE
    return known[id(value)]


def _name_of(module: ast.expr, scope: Scope) -> str:
    """The name of an imported module; a package's own where the import is relative."""
    named = meanings(module, scope)
    if len(named) != 1 or named[0].startswith("builtins."):
        return _HOLE
    name = named[0].lstrip(".")
    level = len(named[0]) - len(name)
    return f"{PACKAGE * level}.{name}" if level else name
