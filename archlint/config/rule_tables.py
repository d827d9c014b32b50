"""The `rules` section: severities, options and named instances, for the registry to judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from archlint.config.faults import Faults
from archlint.config.settings import KeyPath, RuleConfig
from archlint.config.shapes import Key, Shape, Table, choice, wrong_type
from archlint.config.words import TEXT, TEXTS
from archlint.diagnostics import Severity

_SEVERITY: Shape[Literal["error", "warning", "off"]] = choice("error", "warning", "off")

SEVERITY = Key("severity", _SEVERITY)
TYPE = Key("type", TEXT)
WHY = Key("why", TEXT)
PREVIOUS = Key("previous", TEXTS)

RULE_KEYS: tuple[Key[object], ...] = (SEVERITY, TYPE, WHY, PREVIOUS)
"""What every rule's table may say; all other keys are options of the rule."""


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


def _severity(word: Literal["error", "warning", "off"]) -> Severity | Literal["off"]:
    return "off" if word == "off" else Severity(word)
