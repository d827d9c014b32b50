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

_TOML_PLACE = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"


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
        return _not_toml(found, text, error)
    if found.file == PYPROJECT:
        tool = data.get("tool")
        if not isinstance(tool, dict) or "archlint" not in tool:
            raise unusable(f"`{PYPROJECT}` has no table `tool.archlint`", Location(PYPROJECT))
        document = Document(PYPROJECT, text, data, ("tool", "archlint"))
        return read_top_level(tool["archlint"], found.root, Faults(document, []))
    faults = Faults(Document(found.file, text, data), [])
    if "tool" in data:
        help = f"outside of `{PYPROJECT}` the keys stand at the top, not in `tool.archlint`"
        faults.at_key(("tool",), "unknown key `tool`", help=help)
        del data["tool"]
    return read_top_level(data, found.root, faults)


def _not_toml(found: Found, text: str, error: ValueError | RecursionError) -> Config:
    fault = Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"not TOML: {_reason(error)}",
        location=_place(error, Document(found.file, text)),
        subject=found.file,
    )
    nowhere = Document(found.file, "")
    return Config(root=found.root, file=found.file, faults=(fault,), locate=nowhere.locate)


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
    message = re.sub(_TOML_PLACE, "", str(error))
    return message[:1].lower() + message[1:]


def _place(error: ValueError | RecursionError, document: Document) -> Location:
    """Where the error is: `tomllib` says so in its message alone."""
    found = re.search(_TOML_PLACE, str(error))
    if found is None:
        return Location(document.path)
    if found[1] is None:
        return document.span(len(document.text), len(document.text))
    return Location(document.path, int(found[1]), int(found[2]))
