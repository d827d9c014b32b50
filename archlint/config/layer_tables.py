"""The `layers` section: stacks of domains, and the domains that only their names make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from archlint.config.expressions import ExpressionError, Selector, parse_expression
from archlint.config.faults import Faults
from archlint.config.settings import KeyPath, LayersConfig
from archlint.config.shapes import (
    FLAG,
    Key,
    Shape,
    choice,
    list_of,
    open_table,
    string,
    wrong_type,
)
from archlint.config.suggest import did_you_mean
from archlint.config.words import TEXT, TEXTS


class Written(NamedTuple):
    """A name as a stack has it, and where it stands."""

    text: str
    key: KeyPath


class Names(NamedTuple):
    """The names that stacks may use: those that have tables, and those `made` on the way."""

    declared: frozenset[str]
    made: dict[str, Selector]


def _package_fault(text: str) -> str:
    parts = text.split(".")
    if all(part.isidentifier() and part != "__init__" for part in parts):
        return ""
    return f"`{text}` is no name of a package"


def _level(value: object, key: KeyPath, faults: Faults) -> tuple[Written, ...] | None:
    if isinstance(value, str):
        text = TEXT.read(value, key, faults)
        return None if text is None else (Written(text, key),)
    if not isinstance(value, list):
        wrong_type(value, key, _LEVEL.expected, faults)
        return None
    if not value:
        faults.at_value(key, "a level is empty", help="take it out")
    texts = TEXTS.read(value, key, faults) or ()
    return tuple(Written(text, (*key, value.index(text))) for text in texts) or None


_LEVEL = Shape("a name or a list of names", _level, {"anyOf": [TEXT.schema, TEXTS.schema]})
_MODE: Shape[Literal["open", "closed"]] = choice("open", "closed")

WITHIN = Key("within", string("the name of a package", _package_fault))
ORDER = Key("order", list_of(_LEVEL, "a list of names, high to low", filled=True))
MODE = Key("mode", _MODE)
FACADE = Key("facade", TEXT)
EXHAUSTIVE = Key("exhaustive", FLAG)

LAYER_KEYS: tuple[Key[object], ...] = (WITHIN, ORDER, MODE, FACADE, EXHAUSTIVE)
"""All that a stack may say."""


def read_stack(
    index: int, data: Mapping[str, object], names: Names, faults: Faults
) -> LayersConfig | None:
    """The stack that a table of `layers` describes, or None where its order cannot be told.

    A name that no table declares is a child of `within`, and makes a domain of its own.
    """
    table = open_table(data, ("layers", index), LAYER_KEYS, faults)
    within = table.get(WITHIN)
    levels = table.get(ORDER)
    mode = table.get(MODE) or "open"
    exhaustive = table.get(EXHAUSTIVE) or False
    facade = table.get(FACADE)
    if ORDER.name not in table.data:
        help = "list the layers in `order`, high to low"
        faults.at_value(table.key, "layers have no `order`", word=ORDER.name, help=help)
    if exhaustive and WITHIN.name not in table.data:
        message = "`exhaustive` says nothing without `within`, the package to be exhausted"
        faults.at_key((*table.key, EXHAUSTIVE.name), message)
    top = _facade(Written(facade, (*table.key, FACADE.name)), faults, names) if facade else ""
    if levels is None or (within is None and WITHIN.name in table.data):
        return None
    seen = {top} - {""}
    order = [tuple(_children(level, within, seen, faults, names)) for level in levels]
    return LayersConfig(
        order=tuple(level for level in order if level),
        within=within or "",
        mode=mode,
        facade=top,
        exhaustive=exhaustive and within is not None,
        key=table.key,
    )


def _facade(written: Written, faults: Faults, names: Names) -> str:
    """The domain that a facade stands for, "" where it is none."""
    if written.text in names.declared or _make(written.text, written, faults, names):
        return written.text
    return ""


def _children(
    level: tuple[Written, ...],
    within: str | None,
    seen: set[str],
    faults: Faults,
    names: Names,
) -> Iterator[str]:
    """The domains that a level names, save those `seen` before."""
    for written in level:
        name = _child(written, within, faults, names)
        if name in seen:
            message = f"`{written.text}` stands twice in these layers"
            faults.at_value(written.key, message, word=written.text)
        elif name:
            yield name
            seen.add(name)


def _child(written: Written, within: str | None, faults: Faults, names: Names) -> str:
    """The domain that a name of the order stands for, "" where it is none."""
    if written.text in names.declared:
        return written.text
    if within is None:
        message = f"no domain is called `{written.text}`"
        hint = did_you_mean(written.text, names.declared)
        hint = hint or "say `within` which package it stands, or declare it"
        faults.at_value(written.key, message, word=written.text, help=hint)
        return ""
    name = f"{within}.{written.text}"
    return name if name in names.declared or _make(name, written, faults, names) else ""


def _make(name: str, written: Written, faults: Faults, names: Names) -> bool:
    """Make a domain of one module or package; what cannot be one is reported."""
    try:
        expression = parse_expression(name)
    except ExpressionError as error:
        faults.at_value(written.key, error.message, word=written.text)
        return False
    if expression.negated or expression.is_path or expression.literal_prefix != expression.segments:
        message = f"`{written.text}` is no name of a module or package"
        faults.at_value(written.key, message, word=written.text)
        return False
    names.made.setdefault(name, Selector((expression,), (written.key,)))
    return True
