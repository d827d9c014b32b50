"""Reads the documentation as trees to build and commands to run."""

import re
from collections.abc import Iterator
from pathlib import Path

from archlint.scenarios import read_scenarios

ROOT = Path(__file__).parent.parent

_NAMED = re.compile(
    r"`(?P<path>[\w./]+\.(?:py|toml))`[^`]*?\n\n```\w+\n(?P<body>.*?)```", re.DOTALL
)
_CONSOLE = re.compile(r"```console\n\$ (?P<command>.*?)\n(?P<output>.*?)```", re.DOTALL)


def named_files(markdown: str) -> dict[str, str]:
    """Fenced blocks that follow a paragraph which names their file."""
    return {found["path"]: found["body"] for found in _NAMED.finditer(markdown)}


def sections_with_files(markdown: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Headings whose fenced blocks are files, with these."""
    for scenario in read_scenarios(markdown):
        yield scenario.title, scenario.files


def console(markdown: str) -> Iterator[tuple[str, str]]:
    """Commands shown with a `$`, each with the output shown below it."""
    for found in _CONSOLE.finditer(markdown):
        yield found["command"], found["output"]


def command_after(markdown: str, marker: str) -> str:
    """The shell command in the block that follows an HTML comment."""
    block = markdown.partition(f"<!-- {marker} -->\n```sh\n")[2]
    return block.partition("\n```")[0]
