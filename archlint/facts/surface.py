"""What a module shows to others: its exports, its main guard, whether it is open.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import re
from typing import NamedTuple

from archlint.facts.classes import claimed, dotted
from archlint.facts.collected import Walk
from archlint.facts.pieces import trees
from archlint.facts.scopes import Form, Scope, meanings

_HARMLESS = ("sort", "index", "count", "copy", "__contains__", "__len__", "__iter__")
_NAMED = (ast.Name, ast.Attribute, ast.Subscript, ast.BinOp)
_DEEP = 64
_GUARDED_CALL = re.compile(r"^__name__ *== *[\"']__main__[\"'] +and\b", re.MULTILINE)


def exports(walk: Walk) -> tuple[str, ...] | None:
    """The names in `__all__` where it is one literal, extended by literals at module level."""
    values = walk.scope.bindings.get("__all__", [])
    if len(values) != 1 or not isinstance(values[0], ast.expr):
        return None
    additions: list[tuple[int, int, ast.expr | None]] = []
    for statement, block in walk.additions:
        value = statement.value if _extends(statement, block.scope) else None
        additions.append((statement.lineno, statement.col_offset, value))
    for call, block in walk.calls:
        method = _method_of(call, "__all__")
        if method and method not in _HARMLESS:
            value = _added(call, method) if block.scope.form is Form.MODULE else None
            additions.append((call.lineno, call.col_offset, value))
    if any(_is_name(node.value, "__all__") and _is_stored(node) for node, _ in walk.subscripts):
        return None
    additions.sort(key=lambda addition: addition[:2])
    names: list[str] = []
    for value in (values[0], *(value for _, _, value in additions)):
        part = _literal(value) if value is not None else None
        if part is None:
            return None
        names += part
    return tuple(dict.fromkeys(names))


def _extends(statement: ast.AugAssign, scope: Scope) -> bool:
    return isinstance(statement.op, ast.Add) and scope.form is Form.MODULE


def _added(call: ast.Call, method: str) -> ast.expr | None:
    """What a method call adds to a list, as a list; None where that cannot be told."""
    if len(call.args) != 1 or call.keywords:
        return None
    if method == "append":
        return ast.List([call.args[0]], ast.Load())
    return call.args[0] if method == "extend" else None


def _literal(value: ast.expr, depth: int = 0) -> list[str] | None:
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and depth < _DEEP:
        left = _literal(value.left, depth + 1)
        right = _literal(value.right, depth + 1)
        return None if left is None or right is None else left + right
    if not isinstance(value, ast.List | ast.Tuple):
        return None
    names = [
        element.value
        for element in value.elts
        if isinstance(element, ast.Constant) and isinstance(element.value, str)
    ]
    return names if len(names) == len(value.elts) else None


class Names(NamedTuple):
    """The names of a module, in alphabetical order.

    `defines` are bound by a definition, an assignment or a declaration, be it in one of several
    branches; `unread` are imported and not read by the module itself; `aliases` are assigned
    another name or a type made of one (`Repo[User]`), which is told with them.
    """

    defines: tuple[str, ...]
    unread: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...]


def names(walk: Walk) -> Names:
    """What the module binds at module level."""
    read, annotated = walk.read, walk.annotated
    defines: list[str] = []
    unread: list[str] = []
    aliases: set[tuple[str, str]] = set()
    for name, values in walk.scope.bindings.items():
        imports = 0
        for value in values:
            if value.__class__ is str:
                imports += 1
            elif isinstance(value, _NAMED):
                aliases.add((name, dotted(claimed(value)[0])))
        if imports and name not in read and name not in annotated:
            unread.append(name)
        if imports < len(values) or not values:
            defines.append(name)
    return Names(
        tuple(sorted(defines)),
        tuple(sorted(unread)),
        tuple(sorted(alias for alias in aliases if alias[1])),
    )


def is_open(walk: Walk) -> bool:
    """Whether attributes or submodules may come into being that the tree does not show."""
    bindings = walk.scope.bindings
    if bindings.get("__path__") or bindings.get("__getattr__"):
        return True
    if any(_opens(call, block.scope) for call, block in walk.calls):
        return True
    return any(
        (_is_name(node.value, "__path__") and _is_stored(node))
        or (
            "sys.modules" in meanings(node.value, block.scope)
            and (_is_stored(node) or _is_name(node.slice, "__name__"))
        )
        for node, block in walk.subscripts
    )


def _opens(call: ast.Call, scope: Scope) -> bool:
    if _method_of(call, "__path__") in ("append", "extend", "insert", "remove", "clear"):
        return True
    function = call.func
    if isinstance(function, ast.Attribute):
        if function.attr == "declare_namespace":
            return True
        if function.attr in ("update", "setdefault", "__setitem__"):
            return "sys.modules" in meanings(function.value, scope)
        return False
    return "pkg_resources.declare_namespace" in meanings(function, scope)


def has_main_guard(walk: Walk, text: str) -> bool:
    """Whether `if __name__ == "__main__"` stands at module level, alone or in an `and` or `or`.

    So may `if __name__ in (...)` with it, and `__name__ == "__main__" and main()`.
    """
    return any(
        isinstance(part, ast.Compare) and (is_main_test(part) or _may_be_main(part))
        for test in walk.tests
        for part in (test.values if isinstance(test, ast.BoolOp) else [test])
    ) or ("__main__" in text and _GUARDED_CALL.search(text) is not None and _calls_guarded(text))


def _calls_guarded(text: str) -> bool:
    """Whether what looks like `__name__ == "__main__" and main()` is one, and no string.

    So few files hold it that these are parsed once more; where that fails, the look decides.
    """
    try:
        return any(
            isinstance(statement, ast.Expr)
            and isinstance(statement.value, ast.BoolOp)
            and isinstance(statement.value.values[0], ast.Compare)
            and is_main_test(statement.value.values[0])
            for tree in trees(text)
            for statement in tree.body
        )
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True


def _may_be_main(test: ast.Compare) -> bool:
    """Whether this is `__name__ in ("__main__", ...)`."""
    group = test.comparators[0]
    return (
        len(test.ops) == 1
        and isinstance(test.ops[0], ast.In)
        and _is_name(test.left, "__name__")
        and isinstance(group, ast.Tuple | ast.List | ast.Set)
        and any(isinstance(one, ast.Constant) and one.value == "__main__" for one in group.elts)
    )


def is_main_test(test: ast.Compare) -> bool:
    """Whether this is `__name__ == "__main__"`."""
    if len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return False
    sides = (test.left, test.comparators[0])
    return any(_is_name(side, "__name__") for side in sides) and any(
        isinstance(side, ast.Constant) and side.value == "__main__" for side in sides
    )


def _method_of(call: ast.Call, owner: str) -> str:
    function = call.func
    if isinstance(function, ast.Attribute) and _is_name(function.value, owner):
        return function.attr
    return ""


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_stored(node: ast.Subscript) -> bool:
    return not isinstance(node.ctx, ast.Load)
