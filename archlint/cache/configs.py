"""The config of an earlier run, by the bytes of its file: reading it again takes longer."""

import json
from collections.abc import Mapping
from typing import Any

from archlint.cache.container import UNUSABLE
from archlint.cache.memory import Memory
from archlint.config.discover import Found
from archlint.config.expressions import Expression, Selector
from archlint.config.places import Unread
from archlint.config.settings import (
    Config,
    ContractConfig,
    DomainConfig,
    EntryPointConfig,
    FamilyConfig,
    LayersConfig,
    OverrideConfig,
    RuleConfig,
)
from archlint.diagnostics import Severity
from archlint.source.disk import Disk
from archlint.source.options import SourceOptions

_NAME = "config"
_KEPT = frozenset(Config._fields) - {"root", "locate"}
_TABLE, _LIST, _SEVERITY = "table", "list", "severity"
_VALUES = {
    kind.__name__: kind
    for kind in (
        ContractConfig,
        DomainConfig,
        EntryPointConfig,
        Expression,
        FamilyConfig,
        LayersConfig,
        OverrideConfig,
        RuleConfig,
        Selector,
        SourceOptions,
    )
}


def read(found: Found, disk: Disk, memory: Memory | None) -> Config:
    """The config that was found, recalled where its content is that of an earlier run.

    Raises:
        ConfigError: it cannot be read.
    """
    config = recall(memory, found) if memory else None
    if config is None:
        from archlint.config.load import read_config

        config = read_config(found, disk)
        if memory:
            keep(memory, found, config)
    return config


def recall(memory: Memory, found: Found) -> Config | None:
    """The config that an earlier run made of the same content."""
    container = memory.folder.open(_NAME)
    if container is None:
        return None
    with container:
        try:
            if container.section("file") != found.file.encode("utf-8", "surrogatepass"):
                return None
            if container.section("content") != found.content:
                return None
            plain = json.loads(container.section("config"))
            if plain.keys() != _KEPT:
                return None
            return Config(
                root=found.root,
                locate=Unread(found.file, found.content).locate,
                **{name: _value(plain[name]) for name in _KEPT},
            )
        except UNUSABLE:
            return None


def keep(memory: Memory, found: Found, config: Config) -> None:
    """Keep a config, if it is without faults and its own file is all that decides it."""
    if not found.file or config.faults or config.included_files or config.stale_includes:
        return
    try:
        text = json.dumps({name: _plain(getattr(config, name)) for name in _KEPT})
    except (TypeError, ValueError, RecursionError):  # an option may be a time, or anything deep
        return
    sections = {
        "file": found.file.encode("utf-8", "surrogatepass"),
        "content": found.content,
        "config": text.encode("ascii"),
    }
    memory.folder.put(_NAME, sections)


def _plain(value: object) -> object:
    """The value for JSON: lists are tuples, and what else has parts is an object of one key."""
    if isinstance(value, Severity):
        return {_SEVERITY: value.value}
    if isinstance(value, tuple):
        parts = [_plain(part) for part in value]
        name = type(value).__name__
        if name not in _VALUES and type(value) is not tuple:
            raise TypeError(f"nobody could make a `{name}` again")
        return {name: parts} if name in _VALUES else parts
    if isinstance(value, list):
        return {_LIST: [_plain(part) for part in value]}
    if isinstance(value, Mapping):
        return {_TABLE: [[name, _plain(part)] for name, part in value.items()]}
    return value


def _value(plain: object) -> Any:
    """What `_plain` was given."""
    if isinstance(plain, list):
        return tuple(map(_value, plain))
    if not isinstance(plain, dict):
        return plain
    ((name, body),) = plain.items()
    if name == _SEVERITY:
        return Severity(body)
    parts = map(_value, body)
    if name == _LIST:
        return [*parts]
    if name == _TABLE:
        return dict(parts)
    return _VALUES[name]._make(parts)
