"""Signatures of functions, and whether one takes every call that another promises to take.

The rules are those of the typing specification on the assignability of callables.
"""

import ast
import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from archlint.conformance.annotations import Anything, Nothing, Type, union
from archlint.conformance.members import FunctionNode


class Way(enum.Enum):
    """How an argument may be passed."""

    POSITION = enum.auto()
    EITHER = enum.auto()
    KEYWORD = enum.auto()


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; `is_loose` where a `*` or `**` parameter takes anything."""

    name: str
    way: Way
    type: Type
    is_optional: bool = False
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
    kind = typed(argument.annotation)
    if isinstance(default, ast.Constant) and default.value is None:
        kind = kind if isinstance(kind, Anything) else union((kind, Nothing()))
    return Parameter(argument.arg, way, kind, default is not None)


def _starred(
    argument: ast.arg | None, typed: Callable[[ast.expr | None], Type]
) -> Parameter | None:
    if argument is None:
        return None
    kind = typed(argument.annotation)
    return Parameter(argument.arg, Way.EITHER, kind, True, isinstance(kind, Anything))


def _is_packed(argument: ast.arg | None) -> bool:
    match argument.annotation if argument else None:
        case ast.Starred() | ast.Attribute(attr="args" | "kwargs"):
            return True
        case ast.Subscript(value=ast.Name(id="Unpack") | ast.Attribute(attr="Unpack")):
            return True
        case _:
            return False


def faults(
    expected: Signature,
    found: Signature,
    check_names: bool,
    fits: Callable[[Type, Type], bool | None],
) -> Iterator[str]:
    """What calls that `expected` allows `found` refuses, each as the end of "it …"."""
    if found.takes_anything and not found.positional and not found.keywords:
        return
    used = set()
    for index, parameter in enumerate(expected.positional):
        if index < len(found.positional):
            other = found.positional[index]
            used.add(other.name)
            yield from _pair(parameter, other, fits)
            if _is_moved(parameter, other, found):
                yield f"takes `{parameter.name}` at another position"
            elif check_names:
                yield from _names(parameter, other)
        elif found.rest is not None:
            used.add(parameter.name)
            yield from _into_rest(parameter, found, check_names, fits)
        else:
            used.add(parameter.name)
            yield _lost(parameter, found)
    extra = found.positional[len(expected.positional) :]
    for parameter in extra:
        wanted = expected.keyword(parameter.name)
        if wanted is not None and parameter.way is Way.EITHER:
            used.add(parameter.name)
            yield from _pair(wanted, parameter, fits)
            if expected.rest is not None and not expected.rest.is_loose:
                yield f"takes `{parameter.name}` by position, where `*{expected.rest.name}` goes"
        elif expected.rest is not None:
            if not parameter.is_optional and not expected.rest.is_loose:
                yield f"requires the parameter `{parameter.name}`"
            elif _refuses(expected.rest, parameter, fits):
                yield f"takes another type for `{parameter.name}` than `*{expected.rest.name}`"
        elif not parameter.is_optional:
            yield f"requires the parameter `{parameter.name}`"
    yield from _keywords(expected, found, fits)
    if not expected.takes_anything:
        yield from _stars(expected, found, fits)
        yield from _unasked(expected, found, used, fits)


def leaves_open(expected: Signature, found: Signature) -> bool:
    """Whether a `*args` of any type may or may not stand for an argument that is required."""
    if expected.rest is None or not expected.rest.is_loose or expected.takes_anything:
        return False
    extra = found.positional[len(expected.positional) :]
    return any(not one.is_optional or expected.keyword(one.name) is not None for one in extra)


def _pair(
    expected: Parameter, found: Parameter, fits: Callable[[Type, Type], bool | None]
) -> Iterator[str]:
    if expected.is_optional and not found.is_optional:
        yield f"requires the parameter `{found.name}`, which has a default there"
    if _refuses(expected, found, fits):
        yield f"takes another type for `{found.name}`"


def _refuses(
    expected: Parameter, found: Parameter, fits: Callable[[Type, Type], bool | None]
) -> bool:
    return fits(expected.type, found.type) is False


def _is_moved(expected: Parameter, found: Parameter, whole: Signature) -> bool:
    """Whether the name belongs to another position, so that a call would mean something else."""
    named = (one for one in whole.positional if one.way is Way.EITHER)
    return (
        expected.way is Way.EITHER
        and found.name != expected.name
        and any(one.name == expected.name for one in named)
    )


def _names(expected: Parameter, found: Parameter) -> Iterator[str]:
    """Faults that a caller meets who passes the argument by keyword."""
    if expected.way is not Way.EITHER:
        return
    if found.way is Way.POSITION:
        yield f"takes `{expected.name}` by position only"
    elif found.name != expected.name:
        yield f"calls the parameter `{expected.name}` `{found.name}`"


def _into_rest(
    parameter: Parameter,
    found: Signature,
    check_names: bool,
    fits: Callable[[Type, Type], bool | None],
) -> Iterator[str]:
    rest, named = found.rest, found.keyword(parameter.name)
    if named is not None and not named.is_optional:
        yield f"takes `{parameter.name}` by keyword only"
    elif rest is not None and _refuses(parameter, rest, fits):
        yield f"takes another type for `*{rest.name}` than `{parameter.name}` has"
    elif parameter.way is Way.EITHER and named is not None and _refuses(parameter, named, fits):
        yield f"takes another type for `{parameter.name}`"
    elif parameter.way is Way.EITHER and found.more and _refuses(parameter, found.more, fits):
        yield f"takes another type for `**{found.more.name}` than `{parameter.name}` has"
    elif check_names and parameter.way is Way.EITHER and named is None and found.more is None:
        yield f"takes `{parameter.name}` by position only"


def _lost(parameter: Parameter, found: Signature) -> str:
    if found.keyword(parameter.name) is not None:
        return f"takes `{parameter.name}` by keyword only"
    if parameter.way is Way.EITHER and found.more is not None:
        return f"takes `{parameter.name}` by keyword only"
    return f"has no parameter `{parameter.name}`"


def _stars(
    expected: Signature, found: Signature, fits: Callable[[Type, Type], bool | None]
) -> Iterator[str]:
    for star, wanted, given in (
        ("*", expected.rest, found.rest),
        ("**", expected.more, found.more),
    ):
        if wanted is None:
            continue
        if given is None:
            yield f"has no parameter `{star}{wanted.name}`"
        elif _refuses(wanted, given, fits):
            yield f"takes another type for `{star}{given.name}`"


def _keywords(
    expected: Signature,
    found: Signature,
    fits: Callable[[Type, Type], bool | None],
) -> Iterator[str]:
    """Faults of the parameters that are passed by keyword alone."""
    positional = {one.name for one in found.positional if one.way is Way.EITHER}
    for parameter in expected.keywords:
        other = found.keyword(parameter.name)
        if other is not None:
            yield from _pair(parameter, other, fits)
        elif parameter.name in positional:
            continue
        elif found.more is None:
            yield f"has no parameter `{parameter.name}`"
        elif _refuses(parameter, found.more, fits):
            yield f"takes another type for `**{found.more.name}` than `{parameter.name}` has"


def _unasked(
    expected: Signature,
    found: Signature,
    used: set[str],
    fits: Callable[[Type, Type], bool | None],
) -> Iterator[str]:
    """Faults of parameters that only the implementation has."""
    for parameter in (*found.positional, *found.keywords):
        known = expected.keyword(parameter.name) is not None or parameter.name in used
        if known or parameter.way is Way.POSITION:
            continue
        if parameter.way is Way.KEYWORD and not parameter.is_optional:
            yield f"requires the parameter `{parameter.name}`"
        elif expected.more is not None and _refuses(expected.more, parameter, fits):
            yield f"takes another type for `{parameter.name}` than `**{expected.more.name}`"
