"""Reads test scenarios of a rule from Markdown: files, and the breaches expected in them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from archlint.diagnostics import Diagnostic

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<language>\w*)\s*$")
_HEADING = re.compile(r"^(#{1,6}) +(?P<title>.+?) *$")
_PATH = re.compile(r"^# (?P<path>\S+\.(?:py|pyi|toml|txt|cfg|ini|json))(?:  # .*)?$")
_EXPECTED = re.compile(r"# (?P<severity>error|warning): (?P<column>\d+) \[(?P<rule>[\w./-]+)\]")


@dataclass(frozen=True, slots=True, order=True)
class Expected:
    """A breach that a scenario marks: `# error: COLUMN [rule-name]` at the end of the line."""

    path: str
    line: int
    column: int
    severity: str
    rule: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """The files below one heading, and what is expected of them."""

    title: str
    files: dict[str, str] = field(default_factory=dict)

    @property
    def expected(self) -> tuple[Expected, ...]:
        """All marks, in the order of the output."""
        return tuple(sorted(mark for path in self.files for mark in _marks(path, self.files[path])))


def as_expected(diagnostics: Iterable[Diagnostic]) -> tuple[Expected, ...]:
    """Diagnostics in the form that scenarios mark them in, to be compared with `expected`."""
    return tuple(
        Expected(
            item.location.path,
            item.location.line,
            item.location.column,
            item.severity.value,
            item.instance or item.rule,
        )
        for item in diagnostics
    )


def read_scenarios(markdown: str) -> tuple[Scenario, ...]:
    """The scenarios of a page: one for each heading that has fenced blocks below it.

    A block whose first line is a comment with a path (`# shop/orders.py`) is that file, the comment
    included; a TOML block without one is `archlint.toml`. Other blocks are no files.

    Raises:
        ValueError: one scenario has two blocks of one path.
    """
    scenarios: list[Scenario] = []
    current = Scenario("")
    for title, language, block in _blocks(markdown):
        if title is not None:
            current = Scenario(title)
            scenarios.append(current)
            continue
        path = _path(language, block)
        if path is None:
            continue
        if path in current.files:
            raise ValueError(f"the scenario {current.title!r} has two blocks for {path}")
        current.files[path] = block
    return tuple(scenario for scenario in scenarios if scenario.files)


def _blocks(markdown: str) -> Iterator[tuple[str | None, str, str]]:
    """Headings as (title, "", "") and fenced blocks as (None, language, text)."""
    lines = iter(markdown.split("\n"))
    for line in lines:
        fence = _FENCE.match(line)
        if fence is None:
            heading = _HEADING.match(line)
            if heading is not None:
                yield heading["title"], "", ""
            continue
        body = []
        for inner in lines:
            if inner.rstrip() == fence["fence"]:
                break
            body.append(f"{inner}\n")
        yield None, fence["language"], "".join(body)


def _path(language: str, block: str) -> str | None:
    named = _PATH.match(block.partition("\n")[0])
    if named is not None:
        return named["path"]
    return "archlint.toml" if language == "toml" else None


def _marks(path: str, text: str) -> Iterator[Expected]:
    for number, line in enumerate(text.split("\n"), start=1):
        for mark in _EXPECTED.finditer(line):
            yield Expected(path, number, int(mark["column"]), mark["severity"], mark["rule"])
