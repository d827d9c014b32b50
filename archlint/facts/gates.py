"""What the blocks around an import make of it: typing, deferred, conditional, guarded.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast

from archlint.facts.collected import Block, Door
from archlint.facts.imports import Kind
from archlint.facts.scopes import Scope, meanings
from archlint.facts.surface import is_main_test

_TYPING_FLAGS = ("TYPE_CHECKING", "MYPY")
_PLATFORM = (
    "sys.version_info",
    "sys.version",
    "sys.hexversion",
    "sys.platform",
    "sys.implementation",
    "os.name",
    "platform",
)
_CATCHES_IMPORT_ERROR = frozenset(
    f"builtins.{name}"
    for name in ("ImportError", "ModuleNotFoundError", "Exception", "BaseException")
)
_DEEP = 64


def kinds(block: Block, known: dict[int, int]) -> int:
    """The kinds that hold for whatever stands directly in `block`.

    `known` remembers what single blocks contribute, by their `id`, for further calls.
    """
    result = 0
    ignored = 0
    place: Block | None = block
    while place is not None:
        if id(place) not in known:
            known[id(place)] = int(_own_kinds(place))
        result |= known[id(place)] & ~ignored
        if place.door is Door.CALL:
            ignored = int(Kind.GUARDED)
        place = place.outer
    return result


def _own_kinds(block: Block) -> int:
    scope = block.scope
    match block.door:
        case Door.PLAIN:
            return 0
        case Door.CALL:
            return Kind.DEFERRED
        case Door.IF | Door.ELSE:
            test = block.conditions[0]
            result = Kind.CONDITIONAL if _asks_platform(test, scope) else 0
            if _truth(test, scope) is (block.door is Door.ELSE):
                result |= Kind.TYPING
            if block.door is Door.IF and _is_for_scripts(test):
                result |= Kind.MAIN
            return result
        case Door.TRY | Door.HANDLER:
            if not any(_catches(condition, scope) for condition in block.conditions):
                return 0
            guarded = Kind.GUARDED if block.door is Door.TRY else 0
            return Kind.CONDITIONAL | guarded
        case Door.WITH:
            suppressed = any(_suppresses(manager, scope) for manager in block.conditions)
            return Kind.CONDITIONAL | Kind.GUARDED if suppressed else 0


def _truth(test: ast.expr, scope: Scope, depth: int = 0) -> bool | None:
    """What `test` is at run time, as far as a typing flag, always false there, decides it."""
    if depth > _DEEP:
        return None
    match test:
        case ast.Name() | ast.Attribute():
            return False if _is_typing_flag(test, scope) else None
        case ast.UnaryOp(op=ast.Not()):
            value = _truth(test.operand, scope, depth + 1)
            return None if value is None else not value
        case ast.BoolOp():
            decisive = isinstance(test.op, ast.Or)
            values = [_truth(value, scope, depth + 1) for value in test.values]
            if decisive in values:
                return decisive
            return None if None in values else not decisive
        case _:
            return None


def _is_for_scripts(test: ast.expr) -> bool:
    """Whether `test` is false whenever the module is imported, because of the main guard."""
    if isinstance(test, ast.BoolOp):
        return isinstance(test.op, ast.And) and any(map(_is_for_scripts, test.values))
    return isinstance(test, ast.Compare) and is_main_test(test)


def _is_typing_flag(test: ast.expr, scope: Scope, depth: int = 0) -> bool:
    """Whether this is `TYPE_CHECKING`, whatever it was imported from, or a stand-in for it.

    `TYPE_CHECKING = False` and `MYPY = False` are stand-ins that type checkers know by their names.
    A name that may be anything else as well is none.
    """
    if isinstance(test, ast.Name):
        found = scope.find(test.id)
        if found is None:
            return test.id in _TYPING_FLAGS
        owner, values = found
        if len(values) == 1 and isinstance(values[0], ast.Name | ast.Attribute):
            return depth < _DEEP and _is_typing_flag(values[0], owner, depth + 1)
        return bool(values) and all(
            _names_flag(value)
            if isinstance(value, str)
            else test.id in _TYPING_FLAGS and _is_false(value)
            for value in values
        )
    named = meanings(test, scope)
    return bool(named) and all(_names_flag(name) for name in named)


def _names_flag(dotted: str) -> bool:
    return dotted.rpartition(".")[2] in _TYPING_FLAGS


def _is_false(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is False


def _asks_platform(test: ast.expr, scope: Scope, depth: int = 0) -> bool:
    """Whether a condition looks at the version or platform, itself or through a name (`PY3`)."""
    for node in ast.walk(test):
        if not isinstance(node, ast.Name | ast.Attribute):
            continue
        if any(
            name == asked or name.startswith(f"{asked}.")
            for name in meanings(node, scope)
            for asked in _PLATFORM
        ):
            return True
        found = scope.find(node.id) if isinstance(node, ast.Name) else None
        if found and len(found[1]) == 1 and not depth:
            value = found[1][0]
            if isinstance(value, ast.expr) and _asks_platform(value, found[0], depth + 1):
                return True
    return False


def _catches(caught: ast.expr, scope: Scope) -> bool:
    types = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(name in _CATCHES_IMPORT_ERROR for kind in types for name in meanings(kind, scope))


def _suppresses(manager: ast.expr, scope: Scope) -> bool:
    return (
        isinstance(manager, ast.Call)
        and "contextlib.suppress" in meanings(manager.func, scope)
        and any(_catches(kind, scope) for kind in manager.args)
    )
