"""The `domains` section: what each domain says, and whether together they make sense."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from archlint.config.declared_graph import without_cycles
from archlint.config.expressions import Expression, ExpressionError, Selector, parse_expression
from archlint.config.faults import Faults
from archlint.config.settings import DomainConfig, KeyPath, Kinds
from archlint.config.shapes import FLAG, TABLE, Key, Shape, Table, choice, open_table, wrong_type
from archlint.config.suggest import did_you_mean
from archlint.config.words import IMPORT_NAMES, SELECTOR, TEXT, TEXTS
from archlint.diagnostics import Related

Treatment = Literal["check", "ignore"]

_NAME = r"[\w.-]+"
_ANY = ("*",)
_NOTHING = Selector((), ())


def _kinds(value: object, key: KeyPath, faults: Faults) -> Kinds | None:
    if isinstance(value, list):
        return TEXTS.read(value, key, faults)
    if isinstance(value, str):
        return TREATMENT.read(value, key, faults)
    wrong_type(value, key, _KINDS.expected, faults)
    return None


TREATMENT: Shape[Treatment] = choice("check", "ignore")
_TESTS: Shape[Literal["exempt", "check"]] = choice("exempt", "check")
_KINDS: Shape[Kinds] = Shape(f"{TREATMENT.expected} or a list of domains", _kinds)

MODULES = Key("modules", SELECTOR)
IMPORTS = Key("imports", TEXTS)
EXTERNAL = Key("external", IMPORT_NAMES)
TYPING = Key("typing-imports", _KINDS)
DEFERRED = Key("deferred-imports", _KINDS)
TESTS = Key("tests", _TESTS)
UNCHECKED = Key("unchecked", FLAG)
OPTIONAL = Key("optional", FLAG)
OWNER = Key("owner", TEXT)
WHY = Key("why", TEXT)

DOMAIN_KEYS: tuple[Key[object], ...] = (
    MODULES,
    IMPORTS,
    EXTERNAL,
    TYPING,
    DEFERRED,
    TESTS,
    UNCHECKED,
    OPTIONAL,
    OWNER,
    WHY,
)
"""All that a domain may say."""

_LAWS = (IMPORTS, EXTERNAL, TYPING, DEFERRED, TESTS)


def read_domains(
    section: Mapping[str, object], typing: Treatment, deferred: Treatment, faults: Faults
) -> tuple[DomainConfig, ...]:
    """The domains of the section, in its order.

    `typing` and `deferred` hold for domains that say nothing else. Every name that a domain may
    import is one of the domains, and the declared graph has no cycle.
    """
    domains = [
        _domain(name, data, section.keys(), typing, deferred, faults)
        for name, data in section.items()
    ]
    return without_cycles(tuple(_without_rivals(domains, faults)), faults)


def _domain(
    name: str,
    data: object,
    known: Collection[str],
    typing: Treatment,
    deferred: Treatment,
    faults: Faults,
) -> DomainConfig:
    key: KeyPath = ("domains", name)
    if not re.fullmatch(_NAME, name):
        message = f"`{name}` is no name for a domain: letters, digits, `_`, `-` and `.` make one"
        faults.at_key(key, message)
    if TABLE.read(data, key, faults) is None:
        return DomainConfig(name=name, modules=_NOTHING, imports=None, unchecked=True, key=key)
    table = open_table(data, key, DOMAIN_KEYS, faults)
    if table.get(UNCHECKED):
        table = _without_laws(table)
    elif IMPORTS.name not in table.data and table.data.get(UNCHECKED.name, False) is False:
        faults.at_value(
            key,
            f"domain `{name}` does not say what it may import",
            word=IMPORTS.name,
            help="list the domains it may import in `imports`; a leaf has `imports = []`",
        )
    imports = table.get(IMPORTS)
    if imports is not None:
        imports = _others(imports, table, IMPORTS, known)
    return DomainConfig(
        name=name,
        modules=table.get(MODULES) or _by_name(table, name),
        imports=imports,
        external=table.get(EXTERNAL),
        typing_imports=_kinds_of(table, TYPING, known, typing),
        deferred_imports=_kinds_of(table, DEFERRED, known, deferred),
        tests=table.get(TESTS) or "exempt",
        unchecked=imports is None,
        optional=table.get(OPTIONAL) or False,
        owner=table.get(OWNER) or "",
        why=table.get(WHY) or "",
        key=key,
    )


def _without_laws(table: Table) -> Table:
    """The table of an unchecked domain; what it says in vain is reported and left out."""
    laws = [law.name for law in _LAWS if law.name in table.data]
    for law in laws:
        message = f"`{law}` says nothing in an unchecked domain"
        table.faults.at_key((*table.key, law), message)
    return table._replace(data={key: table.data[key] for key in table.data if key not in laws})


def _by_name(table: Table, name: str) -> Selector:
    """The modules of a domain that only its name tells; none where there is another fault."""
    if MODULES.name in table.data or not re.fullmatch(_NAME, name):
        return _NOTHING
    try:
        return Selector((parse_expression(name),), (table.key,))
    except ExpressionError:
        message = f"`{name}` names no module, so the domain needs `modules`"
        table.faults.at_key(table.key, message)
        return _NOTHING


def _kinds_of(table: Table, entry: Key[Kinds], known: Collection[str], default: Treatment) -> Kinds:
    kinds = table.get(entry)
    if kinds is None:
        return default
    return kinds if isinstance(kinds, str) else _others(kinds, table, entry, known)


def _others(
    words: tuple[str, ...], table: Table, entry: Key[object], known: Collection[str]
) -> tuple[str, ...]:
    """The words that are other domains; all else is reported."""
    key = (*table.key, entry.name)
    own = table.key[-1]
    if entry is IMPORTS and "*" in words:
        if len(words) > 1:
            message = "`*` allows every domain, so no other can stand beside it"
            table.faults.at_value((*key, "*"), message, word="*")
        return _ANY
    for word in words:
        if word == own:
            message = f"domain `{own}` may always import itself"
            table.faults.at_value((*key, word), message, word=word, help="take the entry out")
        elif word not in known:
            message = f"no domain is called `{word}`"
            hint = did_you_mean(word, (name for name in known if name != own))
            table.faults.at_value((*key, word), message, word=word, help=hint)
    return tuple(word for word in words if word in known and word != own)


def _without_rivals(domains: Sequence[DomainConfig], faults: Faults) -> Iterator[DomainConfig]:
    """Leave out expressions that an earlier domain has too, since neither is more specific."""
    claims: dict[tuple[str, ...], tuple[str, KeyPath]] = {}
    for domain in domains:
        kept: dict[Expression, KeyPath] = {}
        for entry, key in zip(domain.modules.entries, domain.modules.keys, strict=True):
            claim = (domain.name, key)
            first, place = claim if entry.negated else claims.setdefault(entry.form, claim)
            if first == domain.name:
                kept[entry] = key
                continue
            faults.at_value(
                key,
                f"domains `{first}` and `{domain.name}` both claim `{entry.text}`",
                word=entry.text,
                help="give one of them a more specific expression",
                related=(Related(faults.document.locate(place, True), f"`{first}` claims it"),),
            )
        yield replace(domain, modules=Selector(tuple(kept), tuple(kept.values())))
