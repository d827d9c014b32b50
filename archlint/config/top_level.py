"""The keys at the top of a config, and the `Config` they make."""

from __future__ import annotations

from typing import Literal

from archlint.config.architecture import read_architecture
from archlint.config.contract_tables import read_contracts, read_strict
from archlint.config.domain_tables import TREATMENT
from archlint.config.entry_point_tables import read_entry_points
from archlint.config.faults import Faults
from archlint.config.rule_tables import read_overrides, read_rules
from archlint.config.settings import Config
from archlint.config.shapes import (
    FLAG,
    TABLE,
    TABLES,
    Key,
    Shape,
    Table,
    choice,
    open_table,
    string,
)
from archlint.config.versions import satisfies, specifier_fault
from archlint.config.words import FOLDERS, PATTERNS, PLUGIN_NAMES, SOME_TEXTS, TEXTS
from archlint.source.options import SourceOptions

_KIND: Shape[Literal["application", "library"]] = choice("application", "library")

SOURCE_ROOTS = Key("source-roots", FOLDERS)
EXCLUDE = Key("exclude", PATTERNS)
EXTEND_EXCLUDE = Key("extend-exclude", PATTERNS)
TESTS = Key("tests", PATTERNS)
EXTEND_TESTS = Key("extend-tests", PATTERNS)
TOOLS = Key("tools", PATTERNS)
EXTEND_TOOLS = Key("extend-tools", PATTERNS)
PRODUCTION = Key("production", PATTERNS)
SELECT = Key("select", SOME_TEXTS)
EXTEND_SELECT = Key("extend-select", TEXTS)
DISABLE = Key("disable", TEXTS)
TYPING = Key("typing-imports", TREATMENT)
DEFERRED = Key("deferred-imports", TREATMENT)
PARENTS = Key("parent-imports", FLAG)
REQUIRED_VERSION = Key("required-version", string("a version specifier", specifier_fault))
INCLUDE = Key("include", PATTERNS)
PLUGINS = Key("plugins", PLUGIN_NAMES)
ENTRY_POINTS = Key("entry-points", TABLES)
KIND = Key("kind", _KIND)
OVERRIDES = Key("overrides", TABLES)
DOMAINS = Key("domains", TABLE)
FAMILIES = Key("families", TABLE)
LAYERS = Key("layers", TABLES)
RULES = Key("rules", TABLE)
CONTRACTS = Key("import-contracts", TABLE)

KEYS: tuple[Key[object], ...] = (
    SOURCE_ROOTS,
    EXCLUDE,
    EXTEND_EXCLUDE,
    TESTS,
    EXTEND_TESTS,
    TOOLS,
    EXTEND_TOOLS,
    PRODUCTION,
    SELECT,
    EXTEND_SELECT,
    DISABLE,
    TYPING,
    DEFERRED,
    PARENTS,
    REQUIRED_VERSION,
    INCLUDE,
    PLUGINS,
    ENTRY_POINTS,
    KIND,
    OVERRIDES,
    DOMAINS,
    FAMILIES,
    LAYERS,
    RULES,
    CONTRACTS,
)
"""All that a config may say."""


def read_top_level(data: object, root: str, faults: Faults) -> Config:
    """The config that a document describes; what is malformed is reported and left out."""
    table = open_table(data, (), KEYS, faults)
    _ask_for_version(table)
    contracts = table.get(CONTRACTS) or {}
    domains, layers = read_architecture(
        table.get(DOMAINS) or {},
        table.get(FAMILIES) or {},
        table.get(LAYERS) or (),
        table.get(TYPING) or "check",
        table.get(DEFERRED) or "check",
        faults,
    )
    return Config(
        root=root,
        file=faults.document.path,
        source=SourceOptions(
            source_roots=table.get(SOURCE_ROOTS),
            exclude=table.get(EXCLUDE),
            extend_exclude=table.get(EXTEND_EXCLUDE) or (),
            tests=table.get(TESTS),
            extend_tests=table.get(EXTEND_TESTS) or (),
            tools=table.get(TOOLS),
            extend_tools=table.get(EXTEND_TOOLS) or (),
            production=table.get(PRODUCTION) or (),
        ),
        select=table.get(SELECT),
        extend_select=table.get(EXTEND_SELECT) or (),
        disable=table.get(DISABLE) or (),
        parent_imports=table.get(PARENTS) or False,
        plugins=table.get(PLUGINS) or (),
        entry_points=tuple(read_entry_points(table.get(ENTRY_POINTS) or (), faults)),
        kind=table.get(KIND),
        overrides=tuple(read_overrides(table.get(OVERRIDES) or (), faults)),
        domains=domains,
        layers=layers,
        rules=tuple(read_rules(table.get(RULES) or {}, faults)),
        strict_contracts=read_strict(contracts, faults),
        contracts=tuple(read_contracts(contracts, faults)),
        faults=tuple(sorted(faults.found, key=lambda fault: fault.sort_key)),
        locate=faults.document.locate,
    )


def _ask_for_version(table: Table) -> None:
    specifier = table.get(REQUIRED_VERSION)
    if specifier is None:
        return
    from archlint.version import VERSION

    if not satisfies(VERSION, specifier):
        table.faults.at_value(
            (REQUIRED_VERSION.name,),
            f"this is archlint {VERSION}, and the config asks for `{specifier}`",
            word=specifier,
            help="install a version that the config accepts",
        )
