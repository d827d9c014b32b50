"""Joins the config of the root with those of folders below that it includes."""

from __future__ import annotations

import os
from collections.abc import Mapping

from archlint.config.discover import unreadable
from archlint.config.faults import Faults
from archlint.config.places import Document
from archlint.config.settings import Config, KeyPath
from archlint.config.shapes import TABLE, TABLES, Table
from archlint.config.toml_file import read_toml
from archlint.config.top_level import DOMAINS, FAMILIES, INCLUDE, LAYERS, read_top_level
from archlint.diagnostics import Diagnostic, Location
from archlint.source.disk import Disk
from archlint.source.matches import matching_files

_NAMED = (DOMAINS.name, FAMILIES.name)
_SAID = (*_NAMED, LAYERS.name)


class Documents(Document):
    """The config of the root and those it includes, under the key paths of their union.

    `homes` has the document of each declaration that an included one makes, by the key path of its
    table in the union, and the key path it has there.
    """

    def __init__(self, main: Document, homes: Mapping[KeyPath, tuple[Document, KeyPath]]) -> None:
        super().__init__(main.path, main.text, main.data, main.prefix)
        self.homes = homes

    def locate(self, key: KeyPath, value: bool = False) -> Location:
        """The place of a key, in whichever file it stands."""
        home = self.homes.get(key[:2])
        return home[0].locate((*home[1], *key[2:]), value) if home else super().locate(key, value)

    def indexed(self, key: KeyPath) -> KeyPath:
        """The key path with indices where it names elements of arrays by their text."""
        home = self.homes.get(key[:2])
        return home[0].indexed((*home[1], *key[2:])) if home else super().indexed(key)

    def folder_of(self, key: KeyPath) -> str:
        """The folder whose modules alone a declaration may speak of; "" where it may of all."""
        home = self.homes.get(key[:2])
        return os.path.dirname(home[0].path) if home else ""


def join(section: Mapping[str, object], disk: Disk, faults: Faults) -> Config:
    """The config of the root together with all that it includes.

    An included config may declare domains, families and layers, and nothing else.

    Raises:
        ConfigError: an included file cannot be read.
    """
    patterns = Table(section, (), faults).get(INCLUDE) or ()
    union: dict[str, object] = dict(section)
    homes: dict[KeyPath, tuple[Document, KeyPath]] = {}
    matching = {pattern: matching_files(disk, pattern) for pattern in patterns}
    files = sorted({path for found in matching.values() for path in found})
    for path in files:
        document = _read(disk, path, faults.found)
        if document is not None:
            _add(document, union, homes, faults.found)
    documents = Documents(faults.document, homes)
    config = read_top_level(union, disk.top, Faults(documents, faults.found))
    return config._replace(
        included_files=tuple(files),
        stale_includes=tuple(pattern for pattern, found in matching.items() if not found),
        domains=tuple(
            domain._replace(folder=documents.folder_of(domain.key)) for domain in config.domains
        ),
    )


def _read(disk: Disk, path: str, found: list[Diagnostic]) -> Document | None:
    try:
        document = read_toml(path, disk.read(path))
    except OSError as error:
        raise unreadable(path, error) from error
    if isinstance(document, Diagnostic):
        found.append(document)
        return None
    return document


def _add(
    document: Document,
    union: dict[str, object],
    homes: dict[KeyPath, tuple[Document, KeyPath]],
    found: list[Diagnostic],
) -> None:
    """Put the declarations of an included document into the union."""
    faults = Faults(document, found)
    data: object = document.data
    for step in document.prefix:
        data = data.get(step, {}) if isinstance(data, dict) else {}
    section = TABLE.read(data, (), faults) or {}
    for name in section:
        if name not in _SAID:
            help = "only the config of the root may say it"
            faults.at_key((name,), f"unknown key `{name}` in an included config", help=help)
    for name in _NAMED:
        known = union.setdefault(name, {})
        if not isinstance(known, dict):
            continue
        joined = union[name] = dict(known)
        for declared, table in (TABLE.read(section.get(name, {}), (name,), faults) or {}).items():
            if declared in joined:
                faults.at_key((name, declared), f"another config declares `{declared}`, too")
                continue
            joined[declared] = table
            homes[name, declared] = document, (name, declared)
    stacks = union.setdefault(LAYERS.name, [])
    if isinstance(stacks, list):
        joined_stacks = union[LAYERS.name] = list(stacks)
        tables = TABLES.read(section.get(LAYERS.name, []), (LAYERS.name,), faults) or ()
        for index, table in tables:
            homes[LAYERS.name, len(joined_stacks)] = document, (LAYERS.name, index)
            joined_stacks.append(table)
