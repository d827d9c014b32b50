"""Signatures of functions, read from their definitions."""

import ast
import enum
from collections.abc import Callable
from dataclasses import dataclass

from archlint.conformance.annotations import Anything, Type
from archlint.conformance.members import FunctionNode


class Way(enum.Enum):
    """How an argument may be passed."""

    POSITION = enum.auto()
    EITHER = enum.auto()
    KEYWORD = enum.auto()


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; `is_loose` where a `*` or `**` parameter takes anything.

    `type` is the one that is written; whether it includes `None` where that is the default, too, is
    a setting of type checkers.
    """

    name: str
    way: Way
    type: Type
    is_optional: bool = False
    is_none_by_default: bool = False
    is_loose: bool = False


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a function without the receiver.

    `rest` and `more` are the parameters with one star and with two. `doubt` says why it cannot be
    judged, "" where it can.
    """

    positional: tuple[Parameter, ...]
    rest: Parameter | None
    keywords: tuple[Parameter, ...]
    more: Parameter | None
    doubt: str = ""

    @property
    def takes_anything(self) -> bool:
        """Whether it ends in `*args, **kwargs` of no type, which stand for any parameters."""
        return bool(self.rest and self.more and self.rest.is_loose and self.more.is_loose)

    def keyword(self, name: str) -> Parameter | None:
        """The parameter that can be passed by keyword alone under this name."""
        return next((one for one in self.keywords if one.name == name), None)


def read_signature(
    node: FunctionNode, is_bound: bool, typed: Callable[[ast.expr | None], Type]
) -> Signature:
    """The signature of a function; with `is_bound` its first parameter is the receiver."""
    given = node.args
    first_default = len(given.posonlyargs) + len(given.args) - len(given.defaults)
    positional = []
    only = len(given.posonlyargs)
    # Before there was `/`, two leading underscores said the same.
    leading = only == 0
    for index, argument in enumerate((*given.posonlyargs, *given.args)):
        receives = is_bound and index == 0
        leading = leading and (receives or _is_private(argument.arg))
        way = Way.POSITION if index < only or leading else Way.EITHER
        default = given.defaults[index - first_default] if index >= first_default else None
        positional.append(_parameter(argument, way, default, typed))
    doubt = ""
    if is_bound and positional:
        positional = positional[1:]
    elif is_bound and given.vararg is None:
        doubt = "it takes no receiver"
    keywords = [
        _parameter(argument, Way.KEYWORD, default, typed)
        for argument, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)
    ]
    rest = _starred(given.vararg, typed)
    more = _starred(given.kwarg, typed)
    if any(_is_packed(argument) for argument in (given.vararg, given.kwarg)):
        doubt = "it unpacks a type"
    return Signature(tuple(positional), rest, tuple(keywords), more, doubt)


def _is_private(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def _parameter(
    argument: ast.arg, way: Way, default: ast.expr | None, typed: Callable[[ast.expr | None], Type]
) -> Parameter:
    is_none = isinstance(default, ast.Constant) and default.value is None
    return Parameter(argument.arg, way, typed(argument.annotation), default is not None, is_none)


def _starred(
    argument: ast.arg | None, typed: Callable[[ast.expr | None], Type]
) -> Parameter | None:
    if argument is None:
        return None
    kind = typed(argument.annotation)
    return Parameter(argument.arg, Way.EITHER, kind, True, is_loose=isinstance(kind, Anything))


def _is_packed(argument: ast.arg | None) -> bool:
    match argument.annotation if argument else None:
        case ast.Starred() | ast.Attribute(attr="args" | "kwargs"):
            return True
        case ast.Subscript(value=ast.Name(id="Unpack") | ast.Attribute(attr="Unpack")):
            return True
        case _:
            return False
