"""The `families` section: one declaration for many domains alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from archlint.config.domain_tables import (
    MODULES,
    NAME,
    SHARED_KEYS,
    Known,
    ask_for_imports,
    declaration,
    unreadable,
)
from archlint.config.expressions import Expression, Selector
from archlint.config.faults import Faults
from archlint.config.settings import DomainConfig, FamilyConfig, KeyPath
from archlint.config.shapes import TABLE, Key, Shape, Table, choice, list_of, open_table, string


def _member_fault(text: str) -> str:
    return "" if re.fullmatch(NAME, text) else f"`{text}` is no name of a member"


def _allow(value: object, key: KeyPath, faults: Faults) -> Mapping[str, tuple[str, ...]] | None:
    table = TABLE.read(value, key, faults)
    if table is None:
        return None
    allowed = {}
    for member, siblings in table.items():
        names = _MEMBERS.read(siblings, (*key, member), faults)
        if member in (names or ()):
            message = f"member `{member}` may always import itself"
            faults.at_value((*key, member, member), message, word=member, help="take the entry out")
        allowed[member] = tuple(name for name in names or () if name != member)
    return allowed


_MEMBERS = list_of(string("the name of a member", _member_fault), "a list of members")
_SIBLINGS: Shape[Literal["forbid", "allow"]] = choice("forbid", "allow")

SIBLINGS = Key("siblings", _SIBLINGS)
SHARED = Key("shared", _MEMBERS)
_ALLOW_SCHEMA: Mapping[str, object] = {"type": "object", "additionalProperties": _MEMBERS.schema}
ALLOW = Key("allow", Shape("a table from members to lists of members", _allow, _ALLOW_SCHEMA))

FAMILY_KEYS: tuple[Key[object], ...] = (*SHARED_KEYS, SIBLINGS, SHARED, ALLOW)
"""All that a family may say."""


def read_family(name: str, data: object, known: Known, faults: Faults) -> DomainConfig:
    """What a table of `families` declares for each of its members."""
    key: KeyPath = ("families", name)
    if TABLE.read(data, key, faults) is None:
        return unreadable(name, key)._replace(family=FamilyConfig())
    table = open_table(data, key, FAMILY_KEYS, faults)
    ask_for_imports(table, known)
    return declaration(table, _members(table), known)._replace(family=_family(table))


def _family(table: Table) -> FamilyConfig:
    siblings = table.get(SIBLINGS) or "forbid"
    family = FamilyConfig(
        siblings=siblings, shared=table.get(SHARED) or (), allow=table.get(ALLOW) or {}
    )
    if siblings == "forbid":
        return family
    for law in (SHARED, ALLOW):
        if law.name in table.data:
            message = f'`{law.name}` says nothing where `siblings` is "allow"'
            table.faults.at_key((*table.key, law.name), message)
    return FamilyConfig(siblings=siblings)


def _members(table: Table) -> Selector:
    """The expressions whose one `<name>` tells the members apart."""
    selector = table.get(MODULES) or Selector((), ())
    if MODULES.name not in table.data:
        name = table.key[-1]
        table.faults.at_value(
            table.key,
            f"family `{name}` does not say which modules its members are",
            word=MODULES.name,
            help='write `modules = "app.features.<name>"`: each match is a member',
        )
    kept: dict[Expression, KeyPath] = {}
    for entry, key in zip(selector.entries, selector.keys, strict=True):
        captures = [segment for segment in entry.segments if segment.startswith("<")]
        if entry.negated or (len(captures) == 1 and not entry.is_path):
            kept[entry] = key
        else:
            message = f"`{entry.text}` does not tell members apart: it needs one `<name>`"
            table.faults.at_value(key, message, word=entry.text)
    return Selector(tuple(kept), tuple(kept.values()))
