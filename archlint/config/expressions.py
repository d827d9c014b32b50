"""The one expression language: which modules a line of the config means."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re

Specificity = tuple[int, tuple[int, ...]]
"""How exact an expression is; the greater one decides."""

Captures = tuple[tuple[str, str], ...]
"""What each `<name>` of an expression stands for, in the order written."""

_DEEP, _ANY, _LITERAL = range(3)
_INIT = "__init__"


class ExpressionError(ValueError):
    """A text that is no expression; `offset` counts code points from its start."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class Match(NamedTuple):
    """How a selector matches a module; `entry` is the index of the expression that decides."""

    specificity: Specificity
    entry: int
    captures: Captures


class _Written(NamedTuple):
    text: str
    negated: bool
    segments: tuple[str, ...]
    is_path: bool = False
    alone: bool = False


class Expression(_Written):
    """One expression: a dotted pattern, or a path glob where the text has a slash.

    `negated` says that it takes away. `segments` are those of the pattern, without the `__init__`
    that makes it mean the package's own module `alone`.
    """

    @cached_property
    def specificity(self) -> Specificity:
        """More literal segments first; then from the left literal, one segment, many."""
        ranks = tuple(_rank(segment, self.is_path) for segment in self.segments)
        if self.alone:
            ranks += (_LITERAL,)
        return ranks.count(_LITERAL), ranks

    @cached_property
    def literal_prefix(self) -> tuple[str, ...]:
        """The literal segments that every match begins with; () for a path glob."""
        if self.is_path:
            return ()
        wild = (index for index, part in enumerate(self.segments) if _rank(part, False) != _LITERAL)
        return self.segments[: next(wild, len(self.segments))]

    @cached_property
    def form(self) -> tuple[str, ...]:
        """Equal for expressions that mean the same in other words: names of captures left out."""
        if self.is_path:
            return ("/", *self.segments)
        parts = tuple("*" if part.startswith("<") else part for part in self.segments)
        return (*parts, _INIT) if self.alone else parts

    def match(self, segments: tuple[str, ...], path: str, is_package: bool) -> Captures | None:
        """The captures where the pattern covers the module, whether it adds or takes away.

        `path` is the module's file, relative to the root of the run.
        """
        if self.is_path:
            return () if self._covers(path, is_package) else None
        prefix = self.literal_prefix
        if segments[: len(prefix)] != prefix:
            return None
        if self.alone and not is_package:
            return None
        if len(prefix) == len(self.segments):
            return () if not self.alone or len(segments) == len(prefix) else None
        return _captures(self.segments, len(prefix), segments, len(prefix), self.alone, set())

    def _covers(self, path: str, is_package: bool) -> bool:
        if is_package and not os.path.basename(path).startswith(_INIT + "."):
            path += "/"
        return self._glob.search(path) is not None

    @cached_property
    def _glob(self) -> re.Pattern[str]:
        from archlint.config.globs import compile_glob

        return compile_glob("/" + "/".join(self.segments))


class _Entries(NamedTuple):
    entries: tuple[Expression, ...]
    keys: tuple[tuple[str | int, ...], ...]


class Selector(_Entries):
    """Expressions that together mean a set of modules; `keys` are their places in the config.

    The most specific expression that matches a module decides; of equals the one that takes away.
    So the order of the entries means nothing.
    """

    def match(self, segments: tuple[str, ...], path: str, is_package: bool) -> Match | None:
        """The expression that puts the module into the set, or None where none does."""
        for index in self._ranked:
            entry = self.entries[index]
            captures = entry.match(segments, path, is_package)
            if captures is not None:
                return None if entry.negated else Match(entry.specificity, index, captures)
        return None

    @cached_property
    def _ranked(self) -> tuple[int, ...]:
        def rank(index: int) -> tuple[Specificity, bool, str]:
            entry = self.entries[index]
            return entry.specificity, entry.negated, entry.text

        return tuple(sorted(range(len(self.entries)), key=rank, reverse=True))


def parse_expression(text: str) -> Expression:
    """Read one expression.

    Raises:
        ExpressionError: the text is none.
    """
    start = int(text.startswith("!"))
    body = text[start:]
    if not body:
        raise ExpressionError("an expression is empty", start)
    if "/" in body:
        return Expression(text, bool(start), _path_segments(body, start), is_path=True)
    segments = body.split(".")
    for index, segment in enumerate(segments):
        fault = _segment_fault(segment, segments, index)
        if fault:
            raise ExpressionError(fault, start + sum(len(part) + 1 for part in segments[:index]))
    alone = segments[-1] == _INIT
    return Expression(text, bool(start), tuple(segments[: len(segments) - alone]), alone=alone)


def _path_segments(body: str, start: int) -> tuple[str, ...]:
    from archlint.config.globs import glob_fault

    glob = "/" + body.removeprefix("/")
    fault = glob_fault(glob)
    if fault:
        raise ExpressionError(fault, start)
    return tuple(glob[1:].split("/"))


def _segment_fault(segment: str, segments: list[str], index: int) -> str:
    """What is wrong with one segment of a dotted expression, or ""."""
    if not segment:
        return f"`{'.'.join(segments)}` has an empty segment"
    if segment == _INIT and (index == 0 or index + 1 < len(segments)):
        return "`__init__` can only come last, after the package it belongs to"
    if segment.startswith("<") and segment.endswith(">"):
        if not segment[1:-1].isidentifier():
            return f"`{segment}` captures under a name that is no identifier"
        return f"`{segment}` is captured twice" if segment in segments[:index] else ""
    if segment in ("*", "**") or segment.isidentifier():
        return ""
    if "*" in segment:
        return f"`{segment}` mixes a name and a wildcard: `*` stands for a whole segment"
    return f"`{segment}` is no identifier (a path needs a slash)"


def _rank(segment: str, is_path: bool) -> int:
    if segment == "**":
        return _DEEP
    if is_path:
        return _ANY if not segment or any(sign in segment for sign in "*?[") else _LITERAL
    return _ANY if segment == "*" or segment.startswith("<") else _LITERAL


def _captures(
    pattern: tuple[str, ...],
    at: int,
    segments: tuple[str, ...],
    position: int,
    alone: bool,
    failed: set[tuple[int, int]],
) -> Captures | None:
    """Match the pattern from `at` on; a `**` takes as few segments as it can.

    `failed` remembers where a `**` found nothing, so that several of them do not try all ways.
    """
    if at == len(pattern):
        return () if not alone or position == len(segments) else None
    if position == len(segments):
        return None
    part = pattern[at]
    if part == "**":
        if (at, position) in failed:
            return None
        for following in range(position + 1, len(segments) + 1):
            rest = _captures(pattern, at + 1, segments, following, alone, failed)
            if rest is not None:
                return rest
        failed.add((at, position))
        return None
    is_capture = part.startswith("<")
    if not is_capture and part not in ("*", segments[position]):
        return None
    rest = _captures(pattern, at + 1, segments, position + 1, alone, failed)
    if rest is None or not is_capture:
        return rest
    return ((part[1:-1], segments[position]), *rest)
