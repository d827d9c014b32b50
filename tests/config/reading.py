"""Reads a config from its text."""

from textwrap import dedent

from archlint.config.discover import Found
from archlint.config.load import read_config
from archlint.config.settings import Config, nowhere


def read(text: str, file: str = "archlint.toml") -> Config:
    """The config that the text describes, as a file of that name."""
    return read_config(Found("/root", file, dedent(text).encode()))


def faults(text: str, file: str = "archlint.toml") -> list[str]:
    """The malformed places as `line:column-end message (help)`; the end column is of one line."""
    return [
        f"{fault.location.line}:{fault.location.column}-{fault.location.end_column} "
        + " | ".join((fault.message, *fault.help))
        for fault in read(text, file).faults
    ]


def without_places(config: Config) -> Config:
    """The config as one that no file says, so that what it says can be compared."""
    return config._replace(locate=nowhere)
