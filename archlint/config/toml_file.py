"""Reads one TOML file, and says where it is none."""

from __future__ import annotations

import re

from archlint.config.discover import PYPROJECT, unusable
from archlint.config.places import Document
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic, Location

_PLACE = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"


def read_toml(path: str, content: bytes) -> Document | Diagnostic:
    """The document, or the fault that keeps it from being one.

    Keys of a pyproject are those below `tool.archlint`.

    Raises:
        ConfigError: the content is not UTF-8.
    """
    import tomllib

    text = _decode(path, content)
    prefix = ("tool", "archlint") if path.rpartition("/")[2] == PYPROJECT else ()
    try:
        return Document(path, text, tomllib.loads(text), prefix)
    except (ValueError, RecursionError) as error:
        return Diagnostic(
            rule=MALFORMED_CONFIG,
            message=f"not TOML: {_reason(error)}",
            location=_place(error, Document(path, text)),
            subject=path,
        )


def _decode(path: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        place = Document(path, before).span(len(before), len(before))
        raise unusable(f"`{path}` is not UTF-8", place) from error


def _reason(error: ValueError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "values are nested too deeply"
    message = re.sub(_PLACE, "", str(error))
    return message[:1].lower() + message[1:]


def _place(error: ValueError | RecursionError, document: Document) -> Location:
    """Where the error is: `tomllib` says so in its message alone."""
    found = re.search(_PLACE, str(error))
    if found is None:
        return Location(document.path)
    if found[1] is None:
        return document.span(len(document.text), len(document.text))
    return Location(document.path, int(found[1]), int(found[2]))
