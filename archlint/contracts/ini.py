"""INI text as import-linter reads it, with the places that `configparser` does not keep."""

import configparser
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from archlint.config.settings import KeyPath
from archlint.diagnostics import Location

_OPTION = re.compile(r"(.*?)\s*[=:]\s*(.*)$")
_SECTION = re.compile(r"\[(.+)\]")


class Word(NamedTuple):
    """A stretch of one line: its text, and the 1-based place where it begins."""

    text: str
    line: int
    column: int


class Entry(NamedTuple):
    """An option as written: its key, and its value line by line."""

    key: Word
    lines: tuple[Word, ...]


class IniError(Exception):
    """The text is no INI file; `line` is where that shows."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


@dataclass(frozen=True)
class Ini:
    """A file: the raw values of its sections, and the places of all it holds.

    `broken` are options whose interpolation fails, as key path and reason.
    """

    path: str
    values: Mapping[str, Mapping[str, str]]
    broken: tuple[tuple[KeyPath, str], ...]
    headers: Mapping[str, Word]
    entries: Mapping[tuple[str, str], Entry]

    def locate(self, key: KeyPath, value: bool = False) -> Location:
        """The place of a section, of an option or its value, or of one line of that value."""
        section, option, *rest = (*map(str, key), "", "")
        entry = self.entries.get((section, option))
        if entry is None:
            header = self.headers.get(section)
            return Location(self.path) if header is None else self._at(header)
        lines = [line for line in entry.lines if line.text]
        named = [line for line in lines if line.text == rest[0]]
        if named:
            return self._at(named[0])
        return self._at(lines[0] if value and lines else entry.key)

    def _at(self, word: Word) -> Location:
        end = word.column + len(word.text)
        return Location(self.path, word.line, word.column, word.line, end)


def read_ini(path: str, text: str, wanted: str) -> Ini:
    """Read the sections whose names begin with `wanted`.

    Raises:
        IniError: the text is malformed.
    """
    parser = configparser.ConfigParser()
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise IniError(*_reason(error)) from error
    values: dict[str, dict[str, str]] = {}
    broken: list[tuple[KeyPath, str]] = []
    for section in parser.sections():
        if section.startswith(wanted):
            values[section] = {}
            for option in parser[section]:
                try:
                    values[section][option] = parser[section][option]
                except configparser.InterpolationError as error:
                    broken.append(((section, option), _first_line(error)))
    headers: dict[str, Word] = {}
    entries: dict[tuple[str, str], Entry] = {}
    for section, entry in _scan(text):
        if isinstance(entry, Word):
            headers.setdefault(section, entry)
        else:
            entries[section, entry.key.text.lower()] = entry
    return Ini(path, values, tuple(broken), headers, entries)


def _scan(text: str) -> Iterator[tuple[str, Word | Entry]]:
    """Sections as words and options as entries, line by line as `configparser` takes them."""
    section, indent = "", sys.maxsize
    key: Word | None = None
    lines: list[Word] = []
    for number, line in enumerate(text.split("\n"), start=1):
        body = line.strip()
        if not body or body[0] in "#;":
            continue
        column = len(line) - len(line.lstrip())
        if key is not None and column > indent:
            lines.append(Word(body, number, column + 1))
            continue
        if key is not None:
            yield section, Entry(key, tuple(lines))
            key = None
        indent = column
        header, option = _SECTION.match(body), _OPTION.match(body)
        if header is not None:
            section = header[1]
            yield section, Word(header[0], number, column + 1)
        elif option is not None:
            key = Word(option[1].rstrip(), number, column + 1)
            lines = [Word(option[2], number, column + 1 + option.start(2))]
    if key is not None:
        yield section, Entry(key, tuple(lines))


def _reason(error: configparser.Error) -> tuple[str, int]:
    if isinstance(error, configparser.DuplicateSectionError):
        return f"the section `{error.section}` is there twice", error.lineno or 1
    if isinstance(error, configparser.DuplicateOptionError):
        return f"`{error.option}` is there twice in `{error.section}`", error.lineno or 1
    if isinstance(error, configparser.MissingSectionHeaderError):
        return "a line stands before the first section", error.lineno
    if isinstance(error, configparser.ParsingError) and error.errors:
        return "a line is neither a section nor an option", error.errors[0][0]
    return _first_line(error), 1


def _first_line(error: configparser.Error) -> str:
    first = str(error).partition("\n")[0].rstrip(".: ")
    return first[:1].lower() + first[1:]
