"""Reads the content of a config, and of those that it includes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archlint.config.discover import PYPROJECT, Found, unusable
from archlint.config.faults import Faults
from archlint.config.places import Document
from archlint.config.settings import Config
from archlint.config.toml_file import read_toml
from archlint.config.top_level import INCLUDE, read_top_level
from archlint.diagnostics import Diagnostic, Location

if TYPE_CHECKING:
    from archlint.source.disk import Disk


def read_document(found: Found, disk: Disk | None = None) -> Config:
    """The config that a file's content describes, with what it includes as `disk` finds it.

    Raises:
        ConfigError: the content is not UTF-8, or a pyproject has no table for archlint.
    """
    document = read_toml(found.file, found.content)
    if isinstance(document, Diagnostic):
        nowhere = Document(found.file, "")
        return Config(root=found.root, file=found.file, faults=(document,), locate=nowhere.locate)
    section, faults = _section(document)
    if not isinstance(section, dict) or INCLUDE.name not in section:
        return read_top_level(section, found.root, faults)
    from archlint.config.include import join
    from archlint.source.disk import Disk

    return join(section, disk or Disk(found.root), faults)


def _section(document: Document) -> tuple[object, Faults]:
    """The part of the document that is archlint's."""
    faults = Faults(document, [])
    if document.prefix:
        tool = document.data.get("tool")
        if not isinstance(tool, dict) or "archlint" not in tool:
            raise unusable(f"`{PYPROJECT}` has no table `tool.archlint`", Location(PYPROJECT))
        return tool["archlint"], faults
    data = dict(document.data)
    if data.pop("tool", None) is not None:
        help = f"outside of `{PYPROJECT}` the keys stand at the top, not in `tool.archlint`"
        faults.at_key(("tool",), "unknown key `tool`", help=help)
    return data, faults
