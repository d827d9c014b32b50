"""Reads the configuration that governs a run."""

from __future__ import annotations

import re
from collections.abc import Sequence

from archlint.config.discover import PYPROJECT, Found, discover, unusable
from archlint.config.faults import Faults
from archlint.config.places import Document
from archlint.config.settings import Config
from archlint.config.top_level import read_top_level
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic, Location

_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def load(paths: Sequence[str] = (), config_file: str | None = None) -> Config:
    """The config for the paths (the current directory, where there are none).

    What is malformed in it is left out and stands in `Config.faults`.

    Raises:
        ConfigError: a path does not exist, or the config cannot be read.
    """
    return read_config(discover(paths, config_file))


def read_config(found: Found) -> Config:
    """The config that a file's content describes.

    Raises:
        ConfigError: the content is not UTF-8, or a pyproject has no table for archlint.
    """
    if not found.file:
        return Config(root=found.root)
    text = _decode(found)
    import tomllib

    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        fault = Diagnostic(
            rule=MALFORMED_CONFIG,
            message=f"not TOML: {_reason(error)}",
            location=_place(error, Document(found.file, text)),
            subject=found.file,
        )
        nowhere = Document(found.file, "")
        return Config(root=found.root, file=found.file, faults=(fault,), locate=nowhere.locate)
    prefix = ("tool", "archlint") if found.file == PYPROJECT else ()
    section: object = data
    for step in prefix:
        if not isinstance(section, dict) or step not in section:
            raise unusable(f"`{found.file}` has no table `tool.archlint`", Location(found.file))
        section = section[step]
    faults = Faults(Document(found.file, text, data, prefix))
    return read_top_level(section, found.root, faults)


def _decode(found: Found) -> str:
    try:
        return found.content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        place = Document(found.file, before).span(len(before), len(before))
        raise unusable(f"`{found.file}` is not UTF-8", place) from error


def _reason(error: ValueError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "values are nested too deeply"
    message = _TOML_PLACE.sub("", str(error))
    return message[:1].lower() + message[1:]


def _place(error: ValueError | RecursionError, document: Document) -> Location:
    """Where the error is: `tomllib` says so in its message alone."""
    found = _TOML_PLACE.search(str(error))
    if found is None:
        return Location(document.path)
    if found[1] is None:
        return document.span(len(document.text), len(document.text))
    return Location(document.path, int(found[1]), int(found[2]))
