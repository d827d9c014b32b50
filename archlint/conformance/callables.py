"""Whether a function takes every call that another promises to take.

The rules are those of the typing specification on the assignability of callables.
"""

from collections.abc import Callable, Iterator

from archlint.conformance.annotations import UNKNOWN, Anything, Nothing, Type, union
from archlint.conformance.signatures import Parameter, Signature, Way


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
    if not found.is_none_by_default or isinstance(found.type, Anything):
        return fits(expected.type, found.type) is False
    with_none = fits(expected.type, union((found.type, Nothing())))
    if with_none is True and fits(expected.type, found.type) is False:
        return fits(expected.type, UNKNOWN) is False
    return with_none is False


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
