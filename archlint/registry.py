"""Finds rules, and builds their instances from the config and the command line."""

import importlib
import os
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from archlint import options
from archlint.config.settings import Config, KeyPath, RuleConfig
from archlint.config.suggest import did_you_mean, with_hint
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic, Severity
from archlint.errors import ArchlintError
from archlint.rule import Rule

_BUILT_IN = "archlint.rules"

GROUPS = ("default", "all")
"""Words that stand for several rules wherever rules are selected."""


class RuleInstance(NamedTuple):
    """A rule with its options, under the name that the config gives it.

    `severity` is None where the rule's own default stands. `is_off` says that the config switches
    it off, which the command line may undo. `key` is where the config speaks of it, () where it
    does not.
    """

    rule: Rule
    name: str
    severity: Severity | None = None
    is_off: bool = False
    why: str = ""
    key: KeyPath = ()

    @property
    def is_built_in(self) -> bool:
        """Whether the rule is archlint's own, and looks at nothing but the project."""
        return type(self.rule).__module__.startswith(f"{_BUILT_IN}.")


class Selection(NamedTuple):
    """What the command line says about the rules to run; None leaves it to the config.

    `extra` are rules that exist beside those that are built in and plugged in.
    """

    select: tuple[str, ...] | None = None
    disable: tuple[str, ...] = ()
    extra: tuple[type[Rule], ...] = ()


def builtin_names() -> tuple[str, ...]:
    """The names of the built-in rules, in alphabetical order."""
    folder = os.path.join(os.path.dirname(__file__), "rules")
    files = (entry for entry in os.listdir(folder) if entry.endswith(".py"))
    return tuple(sorted(name[:-3].replace("_", "-") for name in files if name != "__init__.py"))


def builtin_rule(name: str) -> type[Rule]:
    """The class of a built-in rule, by one of the `builtin_names`."""
    module = importlib.import_module(f"{_BUILT_IN}.{name.replace('-', '_')}")
    found: type[Rule] = getattr(module, "".join(part.title() for part in name.split("-")))
    return found


def known_rules(
    config: Config, builtin: Collection[str] | None = None
) -> tuple[dict[str, type[Rule]], tuple[Diagnostic, ...]]:
    """Every rule there is by name, those of the config's plugins included, and their faults.

    With `builtin`, only these of the built-in rules are loaded.
    """
    names = builtin_names()
    rules = {name: builtin_rule(name) for name in names if builtin is None or name in builtin}
    if not config.plugins:
        return rules, ()
    from archlint.plugins import load_plugins

    plugged, faults = load_plugins(config)
    found = list(faults)
    for rule in plugged:
        name, reason = rule.name(), options.fault(rule)
        if name in rules or name in names:
            found.append(_taken(config, name))
        elif reason:
            found.append(_unusable(config, name, reason))
        else:
            rules[name] = rule
    return rules, tuple(found)


def load_rules(
    config: Config, selection: Selection
) -> tuple[tuple[RuleInstance, ...], tuple[Diagnostic, ...]]:
    """The rule instances to run, in order of their names, and the faults found on the way.

    Raises:
        ArchlintError: the command line names a rule that does not exist, or nothing is left to run.
    """
    tables = {settings.instance: settings for settings in config.rules}
    rules, plugin_faults = known_rules(config, _enough(config, selection))
    rules.update((rule.name(), rule) for rule in selection.extra)
    names = {*builtin_names(), *rules}
    faults = list(plugin_faults)
    instances = []
    for name, rule in rules.items():
        if name not in tables and not options.required(rule):
            made = _made(rule, {})
            if isinstance(made, str):
                faults.append(_refused(config, name, ("plugins",), made))
            else:
                instances.append(RuleInstance(rule=made, name=name))
    for settings in config.rules:
        built = _instance(config, settings, rules, names, faults)
        if built is not None:
            instances.append(built)
    groups = {*GROUPS, *(group for rule in rules.values() for group in rule.groups)}
    named = [name for name, settings in tables.items() if settings.type in names]
    words = (*named, *names, *groups)
    _refuse_unknown(selection, words)
    faults.extend(_unknown_selections(config, words))
    unloaded = names - rules.keys()
    faults.extend(_unknown_overrides(config, {*named, *unloaded, *(one.name for one in instances)}))
    chosen = [item for item in instances if _is_on(item, config, selection)]
    if not chosen:
        raise ArchlintError("no rule is selected, so nothing would be checked")
    return tuple(sorted(chosen, key=lambda item: item.name)), tuple(faults)


def _enough(config: Config, selection: Selection) -> frozenset[str] | None:
    """The built-in rules that can run or that the config speaks of; None where that may be all.

    A word that is the name of nothing known may be a group, and only the rules tell what is in one.
    """
    chosen = config.select if selection.select is None else selection.select
    if chosen is None:
        return None
    words = (*chosen, *config.extend_select, *config.disable, *selection.disable)
    types = {settings.instance: settings.type for settings in config.rules}
    builtin = {*builtin_names()}
    others = {rule.name() for rule in selection.extra}
    meant = {types.get(word, word) for word in (*words, *types)}
    return frozenset(meant & builtin) if meant <= builtin | others else None


def _instance(
    config: Config,
    settings: RuleConfig,
    rules: Mapping[str, type[Rule]],
    names: Collection[str],
    faults: list[Diagnostic],
) -> RuleInstance | None:
    """The instance that a table of the config describes; None where it cannot be built."""
    rule = rules.get(settings.type)
    is_named = settings.type != settings.instance
    if rule is None:
        key = (*settings.key, "type") if is_named else settings.key
        faults.append(_unknown(config, settings.type, names, key, is_named))
        return None
    if is_named and settings.instance in names:
        faults.append(_taken(config, settings.instance))
        return None
    values, complaints = options.build(rule, settings.options)
    faults.extend(_fault(config, settings.key, complaint) for complaint in complaints)
    if not options.required(rule) <= values.keys():
        return None
    made = _made(rule, values)
    if isinstance(made, str):
        faults.append(_refused(config, settings.instance, settings.key, made))
        return None
    return RuleInstance(
        rule=made,
        name=settings.instance,
        severity=settings.severity if isinstance(settings.severity, Severity) else None,
        is_off=settings.severity == "off",
        why=settings.why,
        key=settings.key,
    )


def _made(rule: type[Rule], values: Mapping[str, object]) -> Rule | str:
    """The rule with these options, or why it refuses them."""
    try:
        return rule(**values)
    except Exception as error:  # of anybody's `__post_init__`
        return str(error) or type(error).__name__


def _refused(config: Config, name: str, key: KeyPath, reason: str) -> Diagnostic:
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"`{name}` refuses its options: {reason}",
        location=config.locate(key, False),
        subject=".".join(map(str, key)),
        object=name,
    )


def _taken(config: Config, name: str) -> Diagnostic:
    """The fault of a plugin's rule, or of an instance, that takes the name of another rule."""
    is_table = any(settings.instance == name for settings in config.rules)
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"another rule is called `{name}`",
        location=config.locate(("rules", name) if is_table else ("plugins",), False),
        subject=f"rules.{name}",
        object=name,
    )


def _unusable(config: Config, name: str, reason: str) -> Diagnostic:
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"the rule `{name}` cannot be used: {reason}",
        location=config.locate(("plugins",), False),
        subject="plugins",
        object=name,
        help=("give its fields the types of options: bool, int, str, Literal or a tuple of these",),
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


def _is_on(instance: RuleInstance, config: Config, selection: Selection) -> bool:
    """Whether an instance runs: the command line decides before the config does."""
    if _names(instance, selection.disable):
        return False
    if selection.select is not None:
        return _names(instance, selection.select)
    if instance.is_off or _names(instance, config.disable):
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


def _refuse_unknown(selection: Selection, known: Collection[str]) -> None:
    for word in (*(selection.select or ()), *selection.disable):
        if word not in known:
            raise ArchlintError(with_hint(f"no rule is called `{word}`", word, known))


def _unknown_selections(config: Config, known: Collection[str]) -> Iterable[Diagnostic]:
    for option, words in (
        ("select", config.select or ()),
        ("extend-select", config.extend_select),
        ("disable", config.disable),
    ):
        for word in words:
            if word not in known:
                yield _unknown(config, word, known, (option, word), True)


def _unknown_overrides(config: Config, known: Collection[str]) -> Iterable[Diagnostic]:
    """Names in overrides that are no instance's; a group is none, and would change nothing."""
    for override in config.overrides:
        for word, _ in override.rules:
            if word not in known:
                yield _unknown(config, word, known, (*override.key, "rules", word), False)


def _unknown(
    config: Config, word: str, known: Iterable[str], key: KeyPath, at_value: bool
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
