"""Places in a text: from the byte offsets of `ast` to 1-based columns of code points.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import re
from collections.abc import Sequence

from archlint.facts.imports import Span

Numbers = tuple[int, int, int, int]
"""A span as plain numbers, for where there are many."""

Located = ast.expr | ast.stmt | ast.alias | ast.arg | ast.keyword

_GAP = r"(?:[ \t\f]|\\\n)*"
_NAME = r"[^\s.\\,:;#()\[]+"
_FROM = rf"(?:lazy{_GAP})?from{_GAP}"
_DOTTED = rf"{_NAME}(?:{_GAP}\.{_GAP}{_NAME})*"
_DOTS_ONLY = re.compile(rf"{_FROM}(\.(?:{_GAP}\.)*)")
_WITH_MODULE = re.compile(rf"{_FROM}((?:\.{_GAP})*{_DOTTED})")
_DEFINED = re.compile(rf"(?:class|(?:async{_GAP})?def){_GAP}({_NAME})")
_PLAIN = re.compile(rf"({_DOTTED})")
_FIRST = re.compile(r"(\w+)")
_LAST = re.compile(r"\w+\Z")


def column(lines: Sequence[str], line: int, offset: int) -> int:
    """The column of the byte `offset` in the 1-based `line`."""
    text = lines[line - 1]
    if text.isascii():
        return offset + 1
    return len(text.encode("utf-8")[:offset].decode("utf-8", "replace")) + 1


def span(lines: Sequence[str], node: Located) -> Span:
    """Where a node stands."""
    return Span(*numbers(lines, node))


def numbers(lines: Sequence[str], node: Located) -> Numbers:
    """Where a node stands, as the numbers of its span."""
    line = node.lineno
    end_line = node.end_lineno or line
    end_offset = node.end_col_offset or node.col_offset
    if line == end_line and lines[line - 1].isascii():
        return line, node.col_offset + 1, line, end_offset + 1
    return (
        line,
        column(lines, line, node.col_offset),
        end_line,
        column(lines, end_line, end_offset),
    )


def name_span(lines: Sequence[str], node: Located) -> Span:
    """Where the name stands that a node gives: a definition's, an attribute's, a parameter's."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return Span(*_matched(lines, node, _DEFINED))
    if isinstance(node, ast.Attribute):
        whole = span(lines, node)
        found = _LAST.search(lines[whole.end_line - 1][: whole.end_column - 1])
        start = found.start() + 1 if found else whole.column
        return Span(whole.end_line, start, whole.end_line, whole.end_column)
    return Span(*_matched(lines, node, _FIRST))


def imported_module(lines: Sequence[str], alias: ast.alias) -> Numbers:
    """Where the dotted name of `import a.b as c` stands, without its alias."""
    if alias.asname is None:
        return numbers(lines, alias)
    return _matched(lines, alias, _PLAIN)


def from_module(lines: Sequence[str], node: ast.ImportFrom) -> Numbers:
    """Where the module of a `from` import stands, from its first dot."""
    line, before = node.lineno, node.col_offset
    text = lines[line - 1]
    if not text.isascii():
        before = column(lines, line, before) - 1
    written = "." * node.level + (node.module or "")
    # Nearly all are written like this; the rest is matched with all that the grammar allows.
    if text.startswith(f"from {written} import", before):
        start = before + len("from ") + 1
        return line, start, line, start + len(written)
    return _matched(lines, node, _WITH_MODULE if node.module else _DOTS_ONLY)


def _matched(lines: Sequence[str], node: Located, pattern: "re.Pattern[str]") -> Numbers:
    line = node.lineno
    start = column(lines, line, node.col_offset) - 1
    text = lines[line - 1]
    found = pattern.match(text, start)
    # The name may go on in the next line after a backslash, and then has not ended yet.
    if found is None or "\\" in text:
        text = "\n".join(lines[line - 1 : node.end_lineno])
        found = pattern.match(text, start)
    if found is None:
        return numbers(lines, node)
    return (*_point(text, line, found.start(1)), *_point(text, line, found.end(1)))


def _point(text: str, line: int, index: int) -> tuple[int, int]:
    return line + text.count("\n", 0, index), index - text.rfind("\n", 0, index)
