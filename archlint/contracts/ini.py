"""INI text as import-linter reads it, with the places that `configparser` does not keep."""

import configparser
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
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


class Flaw(NamedTuple):
    """Something malformed that keeps nothing else from being read."""

    place: Location
    key: KeyPath
    message: str


@dataclass(frozen=True)
class Ini:
    """A file: the values of its sections, and the places of all it holds."""

    path: str
    values: Mapping[str, Mapping[str, str]]
    headers: Mapping[str, Word]
    entries: Mapping[tuple[str, str], Entry]

    def locate(self, key: KeyPath, value: bool = False) -> Location:
        """The place of a section, of an option or its value, or of one line of that value."""
        section, option, *rest = (*map(str, key), "", "")
        entry = self.entries.get((section, option))
        if entry is None:
            header = self.headers.get(section)
            return Location(self.path) if header is None else self.at(header)
        lines = [line for line in entry.lines if line.text]
        named = [line for line in lines if line.text == rest[0]]
        if named:
            return self.at(named[0])
        return self.at(lines[0] if value and lines else entry.key)

    def at(self, word: Word) -> Location:
        """The place of a word of the file."""
        end = word.column + len(word.text)
        return Location(self.path, word.line, word.column, word.line, end)


def read_ini(path: str, text: str, wanted: str) -> tuple[Ini, tuple[Flaw, ...]]:
    """Read the sections whose names begin with `wanted`, and find what is malformed in the file.

    A section that is there twice is left out, save the one of that very name. Of an option that is
    there twice the last value counts; one whose interpolation fails is as written.

    Raises:
        IniError: the text is no INI file at all.
    """
    parser = configparser.ConfigParser(strict=False)
    flaws: list[Flaw] = []
    try:
        parser.read_string(text)
    except configparser.MissingSectionHeaderError as error:
        raise IniError("a line stands before the first section", error.lineno) from error
    except configparser.ParsingError as error:  # raised when all the rest has been read
        message = "a line is neither a section nor an option"
        flaws += (Flaw(Location(path, line), (), message) for line, _ in error.errors)
    headers, entries, repeated = _indexed(text)
    left_out = {key[0] for key, _ in repeated if len(key) == 1} - {wanted}
    sections = [name for name in parser.sections() if name.startswith(wanted)]
    broken = dict(_broken(parser, sections))
    values = {
        name: {
            option: parser.get(name, option, raw=(name, option) in broken)
            for option in parser[name]
        }
        for name in sections
        if name not in left_out
    }
    ini = Ini(path, values, headers, entries)
    for key, word in repeated:
        if len(key) == 1:
            flaws.append(Flaw(ini.at(word), key, f"there is a second section `{key[0]}`"))
        elif key[0] not in left_out:
            message = f"`{key[1]}` is there twice in `{key[0]}`"
            flaws.append(Flaw(ini.at(word), key, message))
    for key, reason in broken.items():
        place = ini.locate(key, True)
        flaws.append(Flaw(place, key, f"`{key[1]}` cannot be read: {reason}"))
    return ini, tuple(flaws)


def _indexed(
    text: str,
) -> tuple[dict[str, Word], dict[tuple[str, str], Entry], list[tuple[tuple[str, ...], Word]]]:
    """The first header of each section, the last entry of each option, and what is repeated."""
    headers: dict[str, Word] = {}
    entries: dict[tuple[str, str], Entry] = {}
    repeated: list[tuple[tuple[str, ...], Word]] = []
    for section, entry in _scan(text):
        if isinstance(entry, Word):
            if section in headers and section != configparser.DEFAULTSECT:
                repeated.append(((section,), entry))
            headers.setdefault(section, entry)
        else:
            key = (section, entry.key.text.lower())
            if key in entries:
                repeated.append((key, entry.key))
            entries[key] = entry
    return headers, entries, repeated


def _broken(
    parser: configparser.ConfigParser, sections: Sequence[str]
) -> Iterator[tuple[tuple[str, str], str]]:
    """The options whose interpolation fails, and why."""
    for section in sections:
        for option in parser[section]:
            try:
                parser.get(section, option)
            except configparser.InterpolationMissingOptionError as error:
                yield (section, option), f"nothing is called `{error.reference}`"
            except configparser.InterpolationError as error:
                reason = str(error).partition("\n")[0]
                yield (section, option), reason[:1].lower() + reason[1:]


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
        indent = column
        header, option = _SECTION.match(body), _OPTION.match(body)
        if header is None and option is None:
            continue
        if key is not None:
            yield section, Entry(key, tuple(lines))
            key = None
        if header is not None:
            section = header[1]
            yield section, Word(header[0], number, column + 1)
        elif option is not None:
            key = Word(option[1].rstrip(), number, column + 1)
            lines = [Word(option[2], number, column + 1 + option.start(2))]
    if key is not None:
        yield section, Entry(key, tuple(lines))
