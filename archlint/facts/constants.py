"""Text that a file computes from constants alone.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import re

from archlint.facts.scopes import Scope

PACKAGE = "\0"
"""Stands for `__package__` at the start of a folded text: no file's text has it."""

MODULE = "\1"
"""Stands for `__name__`, which is the package's name in an `__init__` alone."""

_DEEP = 64
_LONG = 1000
_PLACEHOLDER = re.compile(r"%[s%]")


def fold(expression: ast.expr, scope: Scope, depth: int = 0) -> str | None:
    """The text an expression gives, where it is made of constants; None where it is not.

    Read are literals, `+`, f-strings, `%` with `%s`, and names assigned once. `__package__` and
    `__name__` give `PACKAGE` and `MODULE`.
    """
    if depth > _DEEP:
        return None
    match expression:
        case ast.Constant(value=str(text)):
            is_plain = PACKAGE not in text and MODULE not in text
            return text if len(text) <= _LONG and is_plain else None
        case ast.Name(id="__package__") if scope.find(expression.id) is None:
            return PACKAGE
        case ast.Name(id="__name__") if scope.find(expression.id) is None:
            return MODULE
        case ast.Name():
            found = scope.find(expression.id)
            if found is None or len(found[1]) != 1:
                return None
            value = found[1][0]
            return fold(value, found[0], depth + 1) if isinstance(value, ast.expr) else None
        case ast.BinOp(op=ast.Add()):
            return _joined([expression.left, expression.right], scope, depth)
        case ast.BinOp(op=ast.Mod()):
            return _formatted(expression, scope, depth)
        case ast.JoinedStr():
            return _joined(expression.values, scope, depth)
        case ast.FormattedValue(format_spec=None, conversion=-1 | 115):
            return fold(expression.value, scope, depth + 1)
        case _:
            return None


def _joined(parts: list[ast.expr], scope: Scope, depth: int) -> str | None:
    result = ""
    for part in parts:
        text = fold(part, scope, depth + 1)
        if text is None or len(result) + len(text) > _LONG:
            return None
        result += text
    return result


def _formatted(expression: ast.BinOp, scope: Scope, depth: int) -> str | None:
    template = fold(expression.left, scope, depth + 1)
    right = expression.right
    if template is None:
        return None
    given = [
        fold(value, scope, depth + 1)
        for value in (right.elts if isinstance(right, ast.Tuple) else [right])
    ]
    pieces = _PLACEHOLDER.split(template)
    marks = _PLACEHOLDER.findall(template)
    if "%" in "".join(pieces) or marks.count("%s") != len(given):
        return None
    texts = iter(given)
    result = pieces[0]
    for mark, piece in zip(marks, pieces[1:], strict=True):
        text = "%" if mark == "%%" else next(texts)
        if text is None or len(result) + len(text) + len(piece) > _LONG:
            return None
        result += text + piece
    return result
