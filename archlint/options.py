"""Builds the typed options of a rule from a table of the config."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Literal, NamedTuple, get_args, get_origin, get_type_hints

from archlint.config.suggest import did_you_mean
from archlint.rule import Rule


class Complaint(NamedTuple):
    """Why an option was dropped; `key` is relative to the rule's table."""

    message: str
    key: tuple[str | int, ...]
    at_value: bool
    word: str
    help: tuple[str, ...] = ()


class _Mismatch(Exception):
    """A value that does not fit its type."""

    def __init__(self, expected: str, key: tuple[str | int, ...], found: object) -> None:
        super().__init__(expected)
        self.expected = expected
        self.key = key
        self.found = found


def required(rule: type[Rule]) -> set[str]:
    """The names of the options without a default."""
    return {
        field.name
        for field in fields(rule)
        if field.default is MISSING and field.default_factory is MISSING
    }


def build(
    rule: type[Rule], table: Mapping[str, object]
) -> tuple[dict[str, object], tuple[Complaint, ...]]:
    """Keyword arguments for the rule's class, and a complaint for each key that was dropped.

    An option `any_word` of the class is the key `any-word` of the table.
    """
    hints = get_type_hints(rule)
    types = {
        field.name.replace("_", "-"): (field.name, hints[field.name]) for field in fields(rule)
    }
    values: dict[str, object] = {}
    complaints: list[Complaint] = []
    for key, value in table.items():
        if key not in types:
            hint = did_you_mean(key, (*types, "severity", "type", "why", "previous"))
            complaints.append(
                Complaint(
                    message=f"`{rule.name()}` has no option `{key}`",
                    key=(key,),
                    at_value=False,
                    word=key,
                    help=(hint,) if hint else (),
                )
            )
            continue
        name, expected = types[key]
        try:
            values[name] = _convert(expected, value, (key,))
        except _Mismatch as mismatch:
            complaints.append(
                Complaint(
                    message=f"{_subject(key, mismatch)} of `{rule.name()}` must be "
                    f"{mismatch.expected}, not {_describe(mismatch.found)}",
                    key=mismatch.key,
                    at_value=True,
                    word=str(mismatch.found),
                    help=_list_help(expected, mismatch.found),
                )
            )
    for name in sorted(required(rule)):
        key = name.replace("_", "-")
        if key not in table:
            message = f"`{rule.name()}` needs the option `{key}`"
            complaints.append(Complaint(message=message, key=(), at_value=False, word=key))
    return values, tuple(complaints)


def _subject(key: str, mismatch: _Mismatch) -> str:
    return f"an item of `{key}`" if len(mismatch.key) > 1 else f"`{key}`"


def _list_help(expected: object, found: object) -> tuple[str, ...]:
    is_lone = isinstance(found, str) and get_args(expected)[:1] == (str,)
    return (f'write `["{found}"]`',) if is_lone else ()


def fault(rule: type[Rule]) -> str:
    """Why no config can hold the options of a rule, or ""."""
    try:
        schema(rule)
    except (TypeError, NameError, AttributeError, SyntaxError) as error:
        return str(error)  # of a type that no option has, or that only type checkers can read
    return ""


def schema(rule: type[Rule]) -> dict[str, object]:
    """What JSON Schema can say of the options of a rule, by key."""
    types = get_type_hints(rule)
    return {field.name.replace("_", "-"): _schema(types[field.name]) for field in fields(rule)}


def _schema(expected: object) -> dict[str, object]:
    if get_origin(expected) is Literal:
        return {"enum": list(get_args(expected))}
    if get_origin(expected) is tuple:
        return {"type": "array", "items": _schema(get_args(expected)[0])}
    for kind, name in ((bool, "boolean"), (int, "integer"), (str, "string")):
        if expected is kind:
            return {"type": name}
    raise _unwritable(expected)


def _unwritable(expected: object) -> TypeError:
    return TypeError(f"options of type {expected!r} cannot be written in a config")


def _convert(expected: object, value: object, key: tuple[str | int, ...]) -> object:
    if get_origin(expected) is Literal:
        words = get_args(expected)
        if value not in words:
            raise _Mismatch(" or ".join(f'"{word}"' for word in words), key, value)
        return value
    if get_origin(expected) is tuple:
        if not isinstance(value, list):
            raise _Mismatch("a list", key, value)
        member = get_args(expected)[0]
        return tuple(_convert(member, item, (*key, at)) for at, item in enumerate(value))
    for kind, noun in ((bool, "true or false"), (int, "a number"), (str, "a string")):
        if expected is kind:
            if type(value) is not kind:
                raise _Mismatch(noun, key, value)
            return value
    raise _unwritable(expected)


def _describe(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    return "a list" if isinstance(value, Sequence) else "a table"
