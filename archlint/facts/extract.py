"""From the bytes of one file to its facts."""

import re
from typing import TYPE_CHECKING

from archlint.facts.decode import decode
from archlint.facts.imports import TOO_DEEP, FileFacts, Problem

if TYPE_CHECKING:
    import ast


def extract(data: bytes, *, is_stub: bool = False) -> FileFacts:
    """Everything that rules may want to know about a file with these bytes.

    Never raises. A file that cannot be read, and one whose syntax is only valid for a Python newer
    than the running one, gives no imports but a problem; as nothing is known of it, it counts as
    having code and as open. `lazy import` is read on any Python.
    """
    import warnings

    text = decode(data)
    if isinstance(text, Problem):
        return _unread(text, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _in_pieces(text, is_stub) or _as_a_whole(text, is_stub)


def _in_pieces(text: str, is_stub: bool) -> FileFacts | None:
    """The facts of a text that is large and can be parsed piece by piece, to the same facts."""
    from archlint.facts.contents import facts_of
    from archlint.facts.pieces import is_large, trees

    if not is_large(text):
        return None
    try:
        return facts_of(trees(text), text, frozenset(), is_stub=is_stub)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # Only the whole can tell whether anything is wrong, and where.
        return None


def _as_a_whole(text: str, is_stub: bool) -> FileFacts:
    tree, lazy = parse(text)
    if isinstance(tree, Problem):
        return _unread(tree, _count_lines(text))
    from archlint.facts.contents import facts_of

    return facts_of((tree,), text, lazy, is_stub=is_stub)


def _unread(problem: Problem, lines: int) -> FileFacts:
    return FileFacts(lines=lines, has_code=True, is_open=True, problem=problem)


def _count_lines(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n") and text != "")


def parse(text: str) -> "tuple[ast.Module | Problem, frozenset[tuple[int, int]]]":
    """The tree and the places of lazy imports, or why there is no tree."""
    lazy: frozenset[tuple[int, int]] = frozenset()
    if "\0" in text:
        place = _place(text, text.index("\0"))
        message = "a null character is not valid in source code"
        return Problem("syntax-error", message, *place), lazy
    try:
        try:
            return _tree(text), lazy
        except SyntaxError:
            from archlint.facts.newer import eager

            text, lazy = eager(text)
            return _tree(text), lazy
    except SyntaxError as error:
        return _syntax_error(text, error), lazy
    except UnicodeEncodeError as error:
        place = _place(text, error.start)
        return Problem("unreadable-file", "a lone surrogate is not text", *place), lazy
    except (RecursionError, MemoryError):
        return Problem("syntax-error", TOO_DEEP, 1, 1), lazy


def _tree(text: str) -> "ast.Module":
    """The tree, if it is no deeper than Python allows where nothing else is on its stack.

    How much is there already differs between runs, of which each must find the same.
    """
    import ast

    try:
        return ast.parse(text)
    except RecursionError:
        import sys

        limit = sys.getrecursionlimit()
        depth, frame = 0, sys._getframe().f_back
        while frame:
            depth, frame = depth + 1, frame.f_back
        sys.setrecursionlimit(limit + depth)
        try:
            return ast.parse(text)
        finally:
            sys.setrecursionlimit(limit)


def _place(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _syntax_error(text: str, error: SyntaxError) -> Problem:
    from archlint.facts.newer import needed_version

    lines = text.split("\n")
    line = min(max(error.lineno or 1, 1), len(lines))
    column = min(max(error.offset or 1, 1), len(lines[line - 1]) + 1)
    newer = needed_version(text)
    if newer:
        version = ".".join(map(str, newer))
        message = f"valid only for Python {version} or later"
        return Problem("syntax-error", message, line, column, newer)
    # What follows the first clause is advice that changes from one Python to the next.
    reason = re.split(r"[.;,:(]? *(?:[Pp]erhaps|[Mm]aybe|[Dd]id you|[Uu]se sys)", error.msg)[0]
    return Problem("syntax-error", reason[:1].lower() + reason[1:], line, column)
