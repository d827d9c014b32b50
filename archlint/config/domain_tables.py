"""What one domain's table says; families share most of its keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from archlint.config.expressions import ExpressionError, Selector, parse_expression
from archlint.config.faults import Faults
from archlint.config.settings import DomainConfig, KeyPath, Kinds
from archlint.config.shapes import FLAG, TABLE, Key, Shape, Table, choice, open_table, wrong_type
from archlint.config.suggest import did_you_mean
from archlint.config.words import IMPORT_NAMES, SELECTOR, TEXT, TEXTS

Treatment = Literal["check", "ignore"]

NAME = r"[\w.-]+"
ANY = ("*",)
_NOTHING = Selector((), ())


class Known(NamedTuple):
    """What a table must know of the rest of the config.

    `names` are all that a list of domains may name, `families` those of them whose members it may
    name, too, and `layered` those that stand in layers. `typing` and `deferred` hold for domains
    that say nothing else.
    """

    names: frozenset[str]
    families: frozenset[str]
    layered: frozenset[str]
    typing: Treatment
    deferred: Treatment


def _kinds(value: object, key: KeyPath, faults: Faults) -> Kinds | None:
    if isinstance(value, list):
        return TEXTS.read(value, key, faults)
    if isinstance(value, str):
        return TREATMENT.read(value, key, faults)
    wrong_type(value, key, _KINDS.expected, faults)
    return None


def _public(value: object, key: KeyPath, faults: Faults) -> Selector | None:
    """No entry says that nothing is public; where none is left of several, nothing is said."""
    if value == []:
        return _NOTHING
    selector = SELECTOR.read(value, key, faults)
    if selector is None or all(entry.negated for entry in selector.entries):
        return None
    return selector


TREATMENT: Shape[Treatment] = choice("check", "ignore")
_TESTS: Shape[Literal["exempt", "check"]] = choice("exempt", "check")
_NAMES: Shape[Literal["any", "exported"]] = choice("any", "exported")
_KINDS: Shape[Kinds] = Shape(
    f"{TREATMENT.expected} or a list of domains",
    _kinds,
    {"anyOf": [TREATMENT.schema, TEXTS.schema]},
)

_PUBLIC_SCHEMA: Mapping[str, object] = {"anyOf": [TEXT.schema, TEXTS.schema]}

MODULES = Key("modules", SELECTOR)
IMPORTS = Key("imports", TEXTS)
EXTERNAL = Key("external", IMPORT_NAMES)
TYPING = Key("typing-imports", _KINDS)
DEFERRED = Key("deferred-imports", _KINDS)
TESTS = Key("tests", _TESTS)
PUBLIC = Key("public", Shape(SELECTOR.expected, _public, _PUBLIC_SCHEMA))
PUBLIC_NAMES = Key("public-names", _NAMES)
UNCHECKED = Key("unchecked", FLAG)
OPTIONAL = Key("optional", FLAG)
OWNER = Key("owner", TEXT)
WHY = Key("why", TEXT)

SHARED_KEYS: tuple[Key[object], ...] = (
    MODULES,
    IMPORTS,
    EXTERNAL,
    TYPING,
    DEFERRED,
    TESTS,
    PUBLIC,
    PUBLIC_NAMES,
    OPTIONAL,
    OWNER,
    WHY,
)
"""What a domain and a family may say."""

DOMAIN_KEYS: tuple[Key[object], ...] = (*SHARED_KEYS, UNCHECKED)
"""All that a domain may say."""

_LAWS = (IMPORTS, EXTERNAL, TYPING, DEFERRED, TESTS)


def read_domain(name: str, data: object, known: Known, faults: Faults) -> DomainConfig:
    """The domain that a table of `domains` declares."""
    key: KeyPath = ("domains", name)
    if TABLE.read(data, key, faults) is None:
        return unreadable(name, key)
    table = open_table(data, key, DOMAIN_KEYS, faults)
    if table.get(UNCHECKED):
        if name in known.layered:
            message = f"domain `{name}` stands in layers, which hold nothing for an unchecked one"
            faults.at_key((*key, UNCHECKED.name), message)
        table = _without_laws(table)
    elif table.data.get(UNCHECKED.name, False) is False:
        ask_for_imports(table, known)
    return declaration(table, table.get(MODULES) or _by_name(table, name), known)


def unreadable(name: str, key: KeyPath) -> DomainConfig:
    """What stands for a declaration that is no table: it has no module and no law."""
    return DomainConfig(name=name, modules=_NOTHING, imports=None, unchecked=True, key=key)


def ask_for_imports(table: Table, known: Known) -> None:
    """Report that a declaration does not say what it may import, unless layers say so."""
    section, name = table.key[0], str(table.key[-1])
    if IMPORTS.name not in table.data and name not in known.layered:
        table.faults.at_value(
            table.key,
            f"{'family' if section == 'families' else 'domain'} `{name}` does not say what it may "
            "import",
            word=IMPORTS.name,
            help="list the domains it may import in `imports`; a leaf has `imports = []`",
        )


def declaration(table: Table, modules: Selector, known: Known) -> DomainConfig:
    """What a table says with the keys that a domain and a family share."""
    name = str(table.key[-1])
    imports = table.get(IMPORTS)
    if imports is not None:
        imports = _others(imports, table, IMPORTS, known)
    elif name in known.layered and not {IMPORTS.name, UNCHECKED.name} & table.data.keys():
        imports = ANY
    return DomainConfig(
        name=name,
        modules=modules,
        imports=imports,
        external=table.get(EXTERNAL),
        typing_imports=_kinds_of(table, TYPING, known, known.typing),
        deferred_imports=_kinds_of(table, DEFERRED, known, known.deferred),
        tests=table.get(TESTS) or "exempt",
        public=table.get(PUBLIC),
        public_names=table.get(PUBLIC_NAMES) or "any",
        unchecked=imports is None,
        optional=table.get(OPTIONAL) or False,
        owner=table.get(OWNER) or "",
        why=table.get(WHY) or "",
        key=table.key,
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
    if MODULES.name in table.data or not re.fullmatch(NAME, name):
        return _NOTHING
    try:
        return Selector((parse_expression(name),), (table.key,))
    except ExpressionError:
        message = f"`{name}` names no module, so the domain needs `modules`"
        table.faults.at_key(table.key, message)
        return _NOTHING


def _kinds_of(table: Table, entry: Key[Kinds], known: Known, default: Treatment) -> Kinds:
    kinds = table.get(entry)
    if kinds is None:
        return default
    return kinds if isinstance(kinds, str) else _others(kinds, table, entry, known)


def _others(
    words: tuple[str, ...], table: Table, entry: Key[object], known: Known
) -> tuple[str, ...]:
    """The words that name other domains; all else is reported.

    What a family says of its own members in `siblings` holds for every kind of import; its own
    name in another list speaks of that kind alone.
    """
    key = (*table.key, entry.name)
    own = str(table.key[-1])
    if entry is IMPORTS and "*" in words:
        if len(words) > 1:
            message = "`*` allows every domain, so no other can stand beside it"
            table.faults.at_value((*key, "*"), message, word="*")
        return ANY
    kept = []
    for word in words:
        name, slash, member = word.partition("/")
        if name == own and own in known.families and entry is IMPORTS:
            message = f"what members of `{own}` may import of each other is not said in `imports`"
            help = "say it with `siblings`, `shared` or `allow`"
            table.faults.at_value((*key, word), message, word=word, help=help)
        elif word == own and own not in known.families:
            message = f"domain `{own}` may always import itself"
            table.faults.at_value((*key, word), message, word=word, help="take the entry out")
        elif slash and name in known.names - known.families:
            message = f"domain `{name}` is no family, so it has no member `{member}`"
            table.faults.at_value((*key, word), message, word=word)
        elif name not in known.names or (slash and not re.fullmatch(NAME, member)):
            message = f"no domain is called `{word}`"
            hint = did_you_mean(word, known.names - {own})
            table.faults.at_value((*key, word), message, word=word, help=hint)
        else:
            kept.append(word)
    return tuple(kept)
