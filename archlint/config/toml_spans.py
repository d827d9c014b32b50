"""Where every key and value of a TOML text stands.

The text is one that `tomllib` has accepted: this finds places and judges nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from archlint.config.settings import KeyPath

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\[\s\S]|(?!""")[\s\S])*"{3,5}'
    r"|'''(?:(?!''')[\s\S])*'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
)
_BARE_KEY = re.compile(r"[^\s.=\[\]{},\"'#]+")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_PLAIN = re.compile(r"[^,\]}#\n]*")


class Spans(NamedTuple):
    """Offsets of a key and of its value, ends exclusive.

    An element of an array has no key: both spans are the value's. A table that is written with a
    header has the header as its value; one that only a dotted name mentions has the key.
    """

    key: tuple[int, int]
    value: tuple[int, int]


def scan(text: str) -> dict[KeyPath, Spans]:
    """The spans of every key path of a well-formed document."""
    spans: dict[KeyPath, Spans] = {}
    lengths: dict[KeyPath, int] = {}
    table: KeyPath = ()
    position = _skip(text, 0)
    while position < len(text):
        if text[position] == "[":
            table, position = _header(text, position, spans, lengths)
        else:
            position = _pair(text, position, table, spans)
        position = _skip(text, position)
    return spans


def _header(
    text: str, start: int, spans: dict[KeyPath, Spans], lengths: dict[KeyPath, int]
) -> tuple[KeyPath, int]:
    """Read `[a.b]` or `[[a.b]]`: the key path of the table it opens, and where it ends."""
    brackets = 2 if text.startswith("[[", start) else 1
    parts, position = _keys(text, _skip(text, start + brackets))
    end = _skip(text, position) + brackets
    path: KeyPath = ()
    for name, span in parts[:-1]:
        path = (*path, name)
        spans.setdefault(path, Spans(span, span))
        if path in lengths:
            path = (*path, lengths[path] - 1)
    name, span = parts[-1]
    path = (*path, name)
    here = Spans(span, (start, end))
    if brackets == 1:
        spans[path] = here
        return path, end
    spans.setdefault(path, here)
    index = lengths.get(path, 0)
    lengths[path] = index + 1
    spans[(*path, index)] = here
    return (*path, index), end


def _pair(text: str, start: int, table: KeyPath, spans: dict[KeyPath, Spans]) -> int:
    """Read `a.b = value` and return where it ends."""
    parts, position = _keys(text, start)
    path = table
    for name, span in parts:
        path = (*path, name)
        spans.setdefault(path, Spans(span, span))
    begin = _skip(text, _skip(text, position) + len("="))
    end = _value(text, begin, path, spans)
    spans[path] = Spans(parts[-1][1], (begin, end))
    return end


def _value(text: str, start: int, path: KeyPath, spans: dict[KeyPath, Spans]) -> int:
    """Read the places inside a value and return where it ends."""
    opening = text[start]
    if opening in "\"'":
        return _end(_STRING, text, start)
    if opening not in "[{":
        return start + len(text[start : _end(_PLAIN, text, start)].rstrip())
    position = _skip(text, start + 1)
    index = 0
    while text[position] not in "]}":
        if opening == "{":
            position = _pair(text, position, path, spans)
        else:
            end = _value(text, position, (*path, index), spans)
            spans[(*path, index)] = Spans((position, end), (position, end))
            position, index = end, index + 1
        position = _skip(text, position)
        if text[position] == ",":
            position = _skip(text, position + 1)
    return position + 1


def _keys(text: str, start: int) -> tuple[list[tuple[str, tuple[int, int]]], int]:
    """Read a dotted key: its parts with their spans, and where it ends."""
    parts: list[tuple[str, tuple[int, int]]] = []
    while True:
        end = _end(_STRING if text[start] in "\"'" else _BARE_KEY, text, start)
        parts.append((_name(text[start:end]), (start, end)))
        dot = _DOT.match(text, end)
        if dot is None:
            return parts, end
        start = dot.end()


def _name(written: str) -> str:
    if written[0] not in "\"'":
        return written
    if "\\" not in written:
        return written[1:-1]
    import tomllib

    (name,) = tomllib.loads(f"{written} = 0")
    return name


def _skip(text: str, start: int) -> int:
    return _end(_BLANK, text, start)


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return start if found is None else found.end()
