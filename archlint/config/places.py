"""Where the keys and values of a config file stand, which `tomllib` does not say."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from archlint.config.settings import KeyPath
from archlint.diagnostics import Location

if TYPE_CHECKING:
    from archlint.config.toml_spans import Spans


class Document:
    """A TOML file: its text, what `tomllib` made of it, and where everything stands.

    `path` is relative to the root of the run. Key paths start at `prefix`.
    """

    def __init__(
        self, path: str, text: str, data: Mapping[str, object] | None = None, prefix: KeyPath = ()
    ) -> None:
        self.path = path
        self.text = text
        self.data = data or {}
        self.prefix = prefix

    def below(self, *prefix: str) -> Document:
        """The same document with its key paths starting there."""
        return Document(self.path, self.text, self.data, prefix)

    def locate(self, key: KeyPath, value: bool = False) -> Location:
        """The place of a key, or of its value; of the nearest one above it where there is none.

        An element of an array of strings may also be named by its text.
        """
        full = (*self.prefix, *self.indexed(key))
        for length in range(len(full), 0, -1):
            spans = self._spans.get(full[:length])
            if spans is not None:
                return self.span(*(spans.value if value else spans.key))
        return Location(self.path)

    def indexed(self, key: KeyPath) -> KeyPath:
        """The key path with indices where it names elements of arrays by their text."""
        here: object = self.data
        for step in self.prefix:
            here = _child(here, step)
        steps: list[str | int] = []
        for step in key:
            if isinstance(step, str) and isinstance(here, list) and step in here:
                steps.append(here.index(step))
            else:
                steps.append(step)
            here = _child(here, steps[-1])
        return tuple(steps)

    def span(self, start: int, end: int) -> Location:
        """The location of a stretch of the text, from its offsets."""
        return Location(self.path, *self._point(start), *self._point(end))

    def _point(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    @cached_property
    def _line_starts(self) -> tuple[int, ...]:
        return (0, *(index + 1 for index, sign in enumerate(self.text) if sign == "\n"))

    @cached_property
    def _spans(self) -> dict[KeyPath, Spans]:
        from archlint.config.toml_spans import scan

        return scan(self.text)


class Unread:
    """A TOML file that is known to be right, and is read if a place in it is asked for."""

    def __init__(self, path: str, content: bytes) -> None:
        self._path = path
        self._content = content

    def locate(self, key: KeyPath, value: bool = False) -> Location:
        """The place of a key, or of its value, as the document has it."""
        return self._document.locate(key, value)

    @cached_property
    def _document(self) -> Document:
        from archlint.config.toml_file import read_toml

        document = read_toml(self._path, self._content)
        return document if isinstance(document, Document) else Document(self._path, "")


def _child(node: object, step: str | int) -> object:
    if isinstance(node, dict):
        return node.get(step)
    if isinstance(node, list) and isinstance(step, int) and step < len(node):
        return node[step]
    return None
