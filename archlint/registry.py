"""Finds rules, and builds their instances from the config and the command line."""

import importlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from archlint import options
from archlint.config.settings import Config, KeyPath, RuleConfig
from archlint.config.suggest import did_you_mean
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic, Severity
from archlint.errors import ArchlintError
from archlint.rule import Rule

GROUPS = ("default", "all")
"""Words that stand for several rules wherever rules are selected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleInstance:
    """A rule with its options, under the name that the config gives it.

    `severity` is None where the rule's own default stands. `key` is where the config speaks of it,
    () where it does not.
    """

    rule: Rule
    name: str
    severity: Severity | None = None
    why: str = ""
    key: KeyPath = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What the command line says about the rules to run; None leaves it to the config."""

    select: tuple[str, ...] | None = None
    disable: tuple[str, ...] = ()


def builtin_names() -> tuple[str, ...]:
    """The names of the built-in rules, in alphabetical order."""
    folder = os.path.join(os.path.dirname(__file__), "rules")
    files = (entry for entry in os.listdir(folder) if entry.endswith(".py"))
    return tuple(sorted(name[:-3].replace("_", "-") for name in files if name != "__init__.py"))


def builtin_rule(name: str) -> type[Rule]:
    """The class of a built-in rule.

    Raises:
        KeyError: no built-in rule has the name.
    """
    if name not in builtin_names():
        raise KeyError(name)
    module = importlib.import_module(f"archlint.rules.{name.replace('-', '_')}")
    found: type[Rule] = getattr(module, "".join(part.title() for part in name.split("-")))
    return found


def load_rules(
    config: Config, selection: Selection
) -> tuple[tuple[RuleInstance, ...], tuple[Diagnostic, ...]]:
    """The rule instances to run, in order of their names, and the faults found on the way.

    Raises:
        ArchlintError: the command line names a rule that does not exist, or nothing is left to run.
    """
    names = builtin_names()
    faults: list[Diagnostic] = []
    instances = [_instance(config, name, None, faults) for name in names]
    for settings in config.rules:
        if settings.type not in names:
            key = (*settings.key, "type") if settings.type != settings.instance else settings.key
            faults.append(_unknown(config, settings.type, names, key, settings.key != key))
            continue
        built = _instance(config, settings.type, settings, faults)
        instances = [item for item in instances if item.name != settings.instance] + [built]
    known = tuple(item.name for item in instances)
    _refuse_unknown(selection, known)
    faults.extend(_unknown_selections(config, known))
    off = {settings.instance for settings in config.rules if settings.severity == "off"}
    chosen = [item for item in instances if _is_on(item, config, selection, off)]
    if not chosen:
        raise ArchlintError("no rule is selected, so nothing would be checked")
    return tuple(sorted(chosen, key=lambda item: item.name)), tuple(faults)


def _instance(
    config: Config, name: str, settings: RuleConfig | None, faults: list[Diagnostic]
) -> RuleInstance:
    rule = builtin_rule(name)
    if settings is None:
        return RuleInstance(rule=rule(), name=name)
    values, complaints = options.build(rule, settings.options)
    faults.extend(_fault(config, settings.key, complaint) for complaint in complaints)
    return RuleInstance(
        rule=rule(**values),
        name=settings.instance,
        severity=settings.severity if isinstance(settings.severity, Severity) else None,
        why=settings.why,
        key=settings.key,
    )


def _fault(config: Config, table: KeyPath, complaint: options.Complaint) -> Diagnostic:
    key = (*table, *complaint.key)
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=complaint.message,
        location=config.locate(key, complaint.at_value),
        subject=".".join(map(str, key)),
        object=complaint.word,
        help=complaint.help,
    )


def _is_on(
    instance: RuleInstance, config: Config, selection: Selection, off: Iterable[str]
) -> bool:
    """Whether an instance runs: the command line decides before the config does.

    What is named outweighs what is meant by a group, so `disable` never undoes a `--select`.
    """
    if _names(instance, selection.disable):
        return False
    if selection.select is not None:
        return _names(instance, selection.select)
    if instance.name in off or _names(instance, config.disable):
        return False
    if _names(instance, config.extend_select):
        return True
    if config.select is not None:
        return _names(instance, config.select)
    return instance.rule.default_on or bool(instance.key)


def _names(instance: RuleInstance, words: Iterable[str]) -> bool:
    rule = instance.rule
    groups = {"all", *rule.groups} | ({"default"} if rule.default_on else set())
    return any(word in (instance.name, rule.name()) or word in groups for word in words)


def _refuse_unknown(selection: Selection, known: Sequence[str]) -> None:
    for word in (*(selection.select or ()), *selection.disable):
        if word not in known and word not in GROUPS:
            hint = did_you_mean(word, (*known, *GROUPS))
            raise ArchlintError(f"no rule is called `{word}`" + (f": {hint}" if hint else ""))


def _unknown_selections(config: Config, known: Sequence[str]) -> Iterable[Diagnostic]:
    for option, words in (
        ("select", config.select or ()),
        ("extend-select", config.extend_select),
        ("disable", config.disable),
    ):
        for word in words:
            if word not in known and word not in GROUPS:
                yield _unknown(config, word, (*known, *GROUPS), (option, word), True)


def _unknown(
    config: Config, word: str, known: Sequence[str], key: KeyPath, at_value: bool
) -> Diagnostic:
    hint = did_you_mean(word, known)
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"no rule is called `{word}`",
        location=config.locate(key, at_value),
        subject=".".join(map(str, key)),
        object=word,
        help=(hint,) if hint else ("`archlint rules` lists the rules there are",),
    )
