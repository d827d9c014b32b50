"""What the value of a key may look like, and how it becomes a checked one.

A section of the config is a tuple of `Key`s; `open_table` refuses all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from archlint.config.faults import Faults
from archlint.config.settings import KeyPath
from archlint.config.suggest import did_you_mean

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
S = TypeVar("S", bound=str)


class Shape(NamedTuple, Generic[T_co]):
    """A kind of value; `expected` names it with its article.

    `read` gives the checked value, or None where it is malformed, which is then reported. `schema`
    is what JSON Schema can say of the kind.
    """

    expected: str
    read: Callable[[object, KeyPath, Faults], T_co | None]
    schema: Mapping[str, object]


class Key(NamedTuple, Generic[T_co]):
    """A key that a section may have."""

    name: str
    shape: Shape[T_co]


class Table(NamedTuple):
    """A section of the file; `key` is its key path."""

    data: Mapping[str, object]
    key: KeyPath
    faults: Faults

    def get(self, key: Key[T]) -> T | None:
        """The checked value of a key; None where it is absent or malformed."""
        if key.name not in self.data:
            return None
        return key.shape.read(self.data[key.name], (*self.key, key.name), self.faults)


def open_table(data: object, key: KeyPath, keys: Sequence[Key[object]], faults: Faults) -> Table:
    """A section with its unknown keys reported; an empty one where the value is no table."""
    table = TABLE.read(data, key, faults) or {}
    names = [known.name for known in keys]
    for name in table:
        if name not in names:
            faults.at_key((*key, name), f"unknown key `{name}`", help=did_you_mean(name, names))
    return Table(table, key, faults)


def string(expected: str, judge: Callable[[str], str] = lambda value: "") -> Shape[str]:
    """A string that is not empty and that `judge` has no complaint about."""

    def read(value: object, key: KeyPath, faults: Faults) -> str | None:
        if not isinstance(value, str):
            wrong_type(value, key, expected, faults)
            return None
        complaint = judge(value) if value.strip() else f"{_name(key)} is empty"
        if complaint:
            faults.at_value(key, complaint, word=value)
            return None
        return value

    return Shape(expected, read, {"type": "string", "minLength": 1})


def choice(*words: S) -> Shape[S]:
    """One of a few words."""
    *most, last = (f'"{word}"' for word in words)
    expected = f"{', '.join(most)} or {last}"

    def read(value: object, key: KeyPath, faults: Faults) -> S | None:
        if not isinstance(value, str):
            wrong_type(value, key, expected, faults)
            return None
        for word in words:
            if word == value:
                return word
        message = f'{_name(key)} is "{value}", expected {expected}'
        faults.at_value(key, message, word=value, help=did_you_mean(value, words))
        return None

    return Shape(expected, read, {"enum": list(words)})


def list_of(item: Shape[T], expected: str, *, filled: bool = False) -> Shape[tuple[T, ...]]:
    """A list; its malformed and repeated items are left out. A `filled` one holds something."""

    def read(value: object, key: KeyPath, faults: Faults) -> tuple[T, ...] | None:
        if not isinstance(value, list):
            help = f'write `["{value}"]`' if isinstance(value, str) else ""
            wrong_type(value, key, expected, faults, help=help)
            return None
        items: dict[T, None] = {}
        for index, element in enumerate(value):
            checked = item.read(element, (*key, index), faults)
            if checked is None:
                continue
            if checked in items:
                word = str(element)
                faults.at_value((*key, index), f"`{word}` is listed twice", word=word)
            items[checked] = None
        if filled and not value:
            faults.at_value(key, f"{_name(key)} is empty")
        return None if filled and not items else tuple(items)

    schema = {"type": "array", "items": item.schema, "uniqueItems": True, "minItems": int(filled)}
    return Shape(expected, read, schema)


def wrong_type(
    value: object, key: KeyPath, expected: str, faults: Faults, *, help: str = ""
) -> None:
    """Report a value of another type than expected."""
    faults.at_value(key, f"{_name(key)} is {_type(value)}, expected {expected}", help=help)


def _name(key: KeyPath) -> str:
    if not key:
        return "`tool.archlint`"
    return f"an item of `{key[-2]}`" if isinstance(key[-1], int) else f"`{key[-1]}`"


def _type(value: object) -> str:
    names = {
        bool: "a boolean",
        int: "an integer",
        float: "a number",
        str: "a string",
        list: "a list",
        dict: "a table",
    }
    return names.get(type(value), "a date or time")


def _flag(value: object, key: KeyPath, faults: Faults) -> bool | None:
    if isinstance(value, bool):
        return value
    wrong_type(value, key, FLAG.expected, faults)
    return None


def _table(value: object, key: KeyPath, faults: Faults) -> Mapping[str, object] | None:
    if isinstance(value, dict):
        return value
    wrong_type(value, key, TABLE.expected, faults)
    return None


def _tables(
    value: object, key: KeyPath, faults: Faults
) -> tuple[tuple[int, Mapping[str, object]], ...] | None:
    if not isinstance(value, list):
        name = ".".join(map(str, (*faults.document.prefix, key[-1])))
        help = f"write `[[{name}]]`" if isinstance(value, dict) else ""
        wrong_type(value, key, TABLES.expected, faults, help=help)
        return None
    read = ((index, TABLE.read(item, (*key, index), faults)) for index, item in enumerate(value))
    return tuple((index, table) for index, table in read if table is not None)


FLAG = Shape("true or false", _flag, {"type": "boolean"})
TABLE = Shape("a table", _table, {"type": "object"})
TABLES = Shape("a list of tables", _tables, {"type": "array", "items": TABLE.schema})
"""Each table with its index in the list."""
