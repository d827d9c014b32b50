"""The `rules` section: severities, options and named instances, for the registry to judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Literal

from archlint.config.expressions import Selector
from archlint.config.faults import Faults
from archlint.config.settings import KeyPath, OverrideConfig, RuleConfig
from archlint.config.shapes import TABLE, Key, Shape, Table, choice, open_table, wrong_type
from archlint.config.words import SELECTOR, TEXT, TEXTS
from archlint.diagnostics import Related, Severity

_SEVERITY: Shape[Literal["error", "warning", "off"]] = choice("error", "warning", "off")

SEVERITY = Key("severity", _SEVERITY)
TYPE = Key("type", TEXT)
WHY = Key("why", TEXT)
PREVIOUS = Key("previous", TEXTS)

RULE_KEYS: tuple[Key[object], ...] = (SEVERITY, TYPE, WHY, PREVIOUS)
"""What every rule's table may say; all other keys are options of the rule."""

MODULES = Key("modules", SELECTOR)
RULES = Key("rules", TABLE)

OVERRIDE_KEYS: tuple[Key[object], ...] = (MODULES, RULES)
"""What an override must say."""


_Said = dict[tuple[tuple[str, ...], str], tuple[object, KeyPath]]
"""A severity and its place, by the expression and the rule it is for."""


def read_rules(section: Mapping[str, object], faults: Faults) -> Iterator[RuleConfig]:
    """The rules of the section, in its order."""
    own = {key.name for key in RULE_KEYS}
    for name, data in section.items():
        key: KeyPath = ("rules", name)
        if isinstance(data, str):
            level = _SEVERITY.read(data, key, faults)
            if level is not None:
                yield RuleConfig(instance=name, type=name, severity=_severity(level), key=key)
            continue
        if not isinstance(data, dict):
            wrong_type(data, key, f"{_SEVERITY.expected} or a table", faults)
            continue
        table = Table(data, key, faults)
        rule = table.get(TYPE)
        level = table.get(SEVERITY)
        config = RuleConfig(
            instance=name,
            type=rule or name,
            severity=None if level is None else _severity(level),
            options={option: value for option, value in data.items() if option not in own},
            why=table.get(WHY) or "",
            previous=table.get(PREVIOUS) or (),
            key=key,
        )
        if rule is not None or TYPE.name not in data:
            yield config


def read_overrides(
    tables: Sequence[tuple[int, Mapping[str, object]]], faults: Faults
) -> Iterator[OverrideConfig]:
    """The severities that hold for some modules only."""
    said: _Said = {}
    for index, data in tables:
        key: KeyPath = ("overrides", index)
        table = open_table(data, key, OVERRIDE_KEYS, faults)
        for needed in OVERRIDE_KEYS:
            if needed.name not in data:
                faults.at_key(key, f"an override needs `{needed.name}`")
        modules = table.get(MODULES)
        rules = table.get(RULES) or {}
        levels = {
            name: _SEVERITY.read(level, (*key, RULES.name, name), faults)
            for name, level in rules.items()
        }
        if modules is not None:
            _compare(modules, levels, key, said, faults)
            yield OverrideConfig(
                modules=modules,
                rules=tuple((name, _severity(level)) for name, level in levels.items() if level),
                key=key,
            )


def _compare(
    modules: Selector, levels: Mapping[str, object], key: KeyPath, said: _Said, faults: Faults
) -> None:
    """Report severities that differ from those `said` before: neither is more specific."""
    for entry, (name, level) in product(modules.entries, levels.items()):
        if entry.negated:
            continue
        place = (*key, RULES.name, name)
        first, before = said.setdefault((entry.form, name), (level, place))
        if level != first:
            faults.at_value(
                place,
                f"another override gives `{name}` another severity for `{entry.text}`",
                word=str(level),
                related=(Related(faults.document.locate(before, True), "the other one"),),
            )


def _severity(word: Literal["error", "warning", "off"]) -> Severity | Literal["off"]:
    return "off" if word == "off" else Severity(word)
