"""Imports that are made by a call.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from archlint.facts.collected import Block, Walk
from archlint.facts.constants import MODULE, PACKAGE, fold
from archlint.facts.scopes import Scope, meanings

IMPORTERS = frozenset({"importlib.import_module", "importlib.__import__", "builtins.__import__"})
LOADERS = frozenset(
    {
        "runpy.run_module",
        "runpy.run_path",
        "importlib.util.spec_from_file_location",
        "importlib.machinery.SourceFileLoader",
    }
)
_LOADING = IMPORTERS | LOADERS


class Target(NamedTuple):
    """What a call imports, as an import statement would say it.

    With `of_module` the levels count from the module's own name, not from its package.
    """

    level: int
    base: str
    names: tuple[str, ...]
    argument: ast.expr
    of_module: bool = False


def loading(walk: Walk) -> list[tuple[ast.Call, Block]]:
    """The calls of what may import or run a module, each with its block."""
    return [
        (call, block)
        for call, block in walk.calls
        if not _LOADING.isdisjoint(meanings(call.func, block.scope))
    ]


def dynamic_target(call: ast.Call, scope: Scope) -> Target | None:
    """What `call` imports; None if it is no import, or one whose target cannot be read."""
    for name in meanings(call.func, scope):
        match name:
            case "importlib.import_module":
                return _import_module(call, scope)
            case "importlib.__import__" | "builtins.__import__":
                return _dunder_import(call, scope)
            case "runpy.run_module":
                return _target(argument_of(call, 0, "mod_name"), None, scope)
            case _:
                continue
    return None


def argument_of(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    """What a call gives for a parameter, by position or by keyword."""
    given = call.args[: position + 1]
    if any(isinstance(value, ast.Starred) for value in given):
        return None
    if len(given) > position:
        return given[position]
    return next((word.value for word in call.keywords if word.arg == keyword), None)


def _target(argument: ast.expr | None, package: ast.expr | None, scope: Scope) -> Target | None:
    name = fold(argument, scope) if argument else None
    if argument is None or not name:
        return None
    dots = len(name) - len(name.lstrip("."))
    if dots:
        start = fold(package, scope) if package else None
        if not start:
            return None
        name = _resolved(start, dots, name[dots:])
    level = 0
    of_module = name.startswith(MODULE)
    if of_module:
        name = PACKAGE + name[1:]
    if name.startswith(PACKAGE):
        rest = name.lstrip(PACKAGE)
        level = len(name) - len(rest)
        name = rest.removeprefix(".")
        if rest and rest == name:
            return None
    if not _is_dotted(name) and not (level and not name):
        return None
    return Target(level, name, ("",), argument, of_module)


def _resolved(package: str, dots: int, name: str) -> str:
    """An absolute name from a relative one; each `PACKAGE` in front is one level."""
    for _ in range(dots - 1):
        above, dot, _last = package.rpartition(".")
        if dot:
            package = above
        elif package.startswith((PACKAGE, MODULE)):
            package += PACKAGE
        else:
            return ""
    return f"{package}.{name}" if name else package


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def _import_module(call: ast.Call, scope: Scope) -> Target | None:
    return _target(argument_of(call, 0, "name"), argument_of(call, 1, "package"), scope)


def _dunder_import(call: ast.Call, scope: Scope) -> Target | None:
    argument = argument_of(call, 0, "name")
    level = argument_of(call, 4, "level")
    steps = level.value if isinstance(level, ast.Constant) else None if level else 0
    name = fold(argument, scope) if argument else None
    if argument is None or name is None or not isinstance(steps, int):
        return None
    names = tuple(_from_list(argument_of(call, 3, "fromlist"), scope)) or ("",)
    if steps > 0 and (not name or _is_dotted(name)):
        return Target(int(steps), name, names, argument)
    target = _target(argument, None, scope) if steps == 0 else None
    return target._replace(names=names) if target else None


def _from_list(argument: ast.expr | None, scope: Scope) -> Iterator[str]:
    """The names in a `fromlist`; placeholders such as `[""]` and `["*"]` are none."""
    if isinstance(argument, ast.List | ast.Tuple):
        for element in argument.elts:
            name = fold(element, scope)
            if name and name.isidentifier():
                yield name
