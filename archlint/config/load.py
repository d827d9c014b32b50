"""Reads the configuration that governs a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from archlint.config.discover import Found, discover
from archlint.config.settings import Config

if TYPE_CHECKING:
    from archlint.source.disk import Disk


def load(paths: Sequence[str] = (), config_file: str | None = None) -> Config:
    """The config for the paths (the current directory, where there are none).

    What is malformed in it is left out and stands in `Config.faults`.

    Raises:
        ConfigError: a path does not exist, or the config cannot be read.
    """
    return read_config(discover(paths, config_file))


def read_config(found: Found, disk: Disk | None = None) -> Config:
    """The config that a file's content describes, and those of the files that it includes.

    `disk`, whose top is the root, remembers what was looked at in order to find these.

    Raises:
        ConfigError: the content is not UTF-8, or a pyproject has no table for archlint.
    """
    if not found.file:
        return Config(root=found.root)
    # A run without a config need not load what reads one.
    from archlint.config.read import read_document

    return read_document(found, disk)
