"""The source lines of a diagnostic, with the span underlined."""

from collections.abc import Mapping

from archlint.diagnostics import Diagnostic, Location
from archlint.reporters.plain import visible, width

_TAB = "    "
_LONGEST = 160
"""Lines are cut to this many cells around the span: a minified line would fill the screen."""


def frame(item: Diagnostic, excerpts: Mapping[str, tuple[str, ...]], encoding: str) -> list[str]:
    """Numbered source lines and a line of carets; empty where the file has no such line."""
    place = item.location
    lines = excerpts.get(place.path, ())
    if not 1 <= place.line <= len(lines) or not any(lines):
        return []
    numbers = [place.line]
    if item.statement is not None and item.statement.line < place.line:
        numbers.insert(0, item.statement.line)
    gutter = len(str(place.line))
    shown = [
        f"  {number:>{gutter}} | {_shorten(visible(_expand(lines[number - 1]), encoding))}".rstrip()
        for number in numbers[:-1]
    ]
    source, marks = _marked(lines[place.line - 1], place, encoding)
    note = f" {item.note}" if item.note else ""
    shown.append(f"  {place.line:>{gutter}} | {source}".rstrip())
    shown.append(f"  {'':>{gutter}} | {marks}{note}")
    return shown


def _marked(line: str, place: Location, encoding: str) -> tuple[str, str]:
    """A line and the carets under its span, both cut to a readable length."""
    start = min(place.column - 1, len(line))
    if place.end_line == place.line:
        end = max(start, min(place.end_column - 1, len(line)))
    else:
        end = len(line) if place.end_line else start
    before, span, after = (
        visible(_expand(part), encoding) for part in (line[:start], line[start:end], line[end:])
    )
    if width(before) > _LONGEST // 2:
        before = f"...{before[-_LONGEST // 4 :]}"
    span = _shorten(span)
    marks = " " * width(before) + "^" * max(1, width(span))
    return _shorten(before + span + after), marks


def _expand(text: str) -> str:
    return text.replace("\t", _TAB)


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
