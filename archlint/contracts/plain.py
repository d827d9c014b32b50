"""Contracts of import-linter's own types whose options are plainly right.

They are read without import-linter, which is slow to load. Where there is anything to say about
the options, nothing is said here: its own classes know what is wrong.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from archlint.contracts.built_in import law_of
from archlint.contracts.files import Options
from archlint.contracts.law import Law
from archlint.contracts.layers import Layers, Level
from archlint.contracts.options import COMMON, EXPRESSION, Contract, identity, read_ignored
from archlint.contracts.private_modules import PrivateModules, is_inside_private
from archlint.contracts.session import Session

_ADJACENT_WILDCARDS = re.compile(r"\*\.\*\*|\*\*\.\*")
_TAIL = re.compile(r"(\()?(\w+(?:\.\w+)*)(?(1)\))")
_TRUTH = {"true": True, "false": False}
_DEFAULTS = {"as_packages": "True", "depth": "10"}
_EVERYWHERE = (
    *COMMON,
    "ignore_imports",
    "unmatched_ignore_imports_alerting",
    "broken_contract_guidance",
)
_NEEDED = {
    "acyclic_siblings": ("ancestors",),
    "forbidden": ("source_modules", "forbidden_modules"),
    "independence": ("modules",),
    "layers": ("layers",),
    "private_modules": (),
    "protected": ("protected_modules", "allowed_importers"),
}
_FURTHER = {
    "acyclic_siblings": ("depth", "skip_descendants"),
    "forbidden": ("allow_indirect_imports", "as_packages"),
    "layers": ("containers", "exhaustive", "exhaustive_ignores"),
    "private_modules": ("packages_with_private_modules",),
    "protected": ("as_packages",),
}

Value = str | list[str]


class Unclear(Exception):
    """An option is not plainly right."""


def plain_contract(options: Options, session: Session) -> Contract | None:
    """The contract of one table, or None where import-linter's classes have to read it."""
    try:
        return _contract(options, session)
    except Unclear:
        return None


def options_of(kind: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The options that a type needs, and all those that it knows."""
    needed = _NEEDED[kind]
    return needed, (*_EVERYWHERE, *needed, *_FURTHER.get(kind, ()))


def _contract(options: Options, session: Session) -> Contract:
    values = {option: _text(value) for option, value in options.values.items()}
    reading = _Reading(values)
    _, name, kind = map(reading.word, COMMON)
    if kind not in _NEEDED or kind in session.contract_types:
        raise Unclear
    needed, known = options_of(kind)
    if not {"name", *needed} <= values.keys() <= {*known}:
        raise Unclear
    ignored = tuple(read_ignored(values.get("ignore_imports", ())))
    for entry in ignored:
        _checked(entry.importer)
        _checked(entry.imported)
    return Contract(
        id=identity(options),
        name=" ".join(name.split()),
        key=options.key,
        values=values,
        law=_sensible(law_of(kind, reading, session)),
        instance=None,
        ignored=ignored,
        alerting=reading.alerting(),
        guidance=" ".join(" ".join(reading.lines("broken_contract_guidance")).split()),
    )


def _text(value: object) -> Value:
    """A value as import-linter's classes take it: a string, or a list of strings."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int):
        return str(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return [*value]
    raise Unclear


@dataclass(frozen=True)
class _Reading:
    """Options read as import-linter's fields would read them, as long as nothing is odd."""

    values: Mapping[str, Value]

    def word(self, option: str) -> str:
        value = self.values.get(option, _DEFAULTS.get(option, ""))
        if isinstance(value, list):
            raise Unclear
        return value

    def lines(self, option: str) -> Sequence[str]:
        value = self.values.get(option, [])
        return [line for line in ([value] if isinstance(value, str) else value) if line.strip()]

    def expressions(self, option: str) -> tuple[str, ...]:
        return tuple(sorted(set(map(_checked, self.lines(option)))))

    def words(self, option: str) -> frozenset[str]:
        return frozenset(self.lines(option))

    def flag(self, option: str) -> bool:
        if option not in self.values and option not in _DEFAULTS:
            return False
        found = _TRUTH.get(self.word(option).lower())
        if found is None:
            raise Unclear
        return found

    def number(self, option: str) -> int:
        word = self.word(option)
        if not (word.isascii() and word.isdecimal()):
            raise Unclear
        return int(word)

    def alerting(self) -> str:
        word = self.word("unmatched_ignore_imports_alerting").strip() or "error"
        if word not in ("none", "warn", "error"):
            raise Unclear
        return word

    def levels(self, option: str) -> tuple[Level, ...]:
        return tuple(map(_level, self.lines(option)))


def _checked(word: str) -> str:
    if not EXPRESSION.fullmatch(word) or _ADJACENT_WILDCARDS.search(word):
        raise Unclear
    return word


def _level(line: str) -> Level:
    members, optional = [], set()
    for word in line.split(":" if ":" in line else "|"):
        tail = _TAIL.fullmatch(word.strip())
        if tail is None:
            raise Unclear
        members.append(tail[2])
        if tail[1]:
            optional.add(tail[2])
    return Level(tuple(sorted(members)), frozenset(optional), independent=":" not in line)


def _sensible(law: Law) -> Law:
    """The law, if no two of its options contradict each other."""
    match law:
        case Layers(levels, containers, exhaustive):
            members = sorted(f"{member}." for level in levels for member in level.members)
            # What lies inside a module comes right after it.
            doubtful = any(map(str.startswith, members[1:], members))
            doubtful = doubtful or (exhaustive and not containers)
        case PrivateModules(packages):
            doubtful = any(map(is_inside_private, packages))
        case _:
            doubtful = False
    if doubtful:
        raise Unclear
    return law
