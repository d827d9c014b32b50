"""Builds the instances of rules that are to run, from the config and the command line."""

from archlint import options
from archlint.config.settings import Config
from archlint.diagnostics import Diagnostic
from archlint.errors import ArchlintError
from archlint.registry.faults import refused, unknown_overrides, unknown_selections
from archlint.registry.instances import RuleInstance, instance_of, make
from archlint.registry.known import builtin_names, known_rules
from archlint.registry.selection import GROUPS, Selection, is_on, refuse_unknown


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
            made = make(rule, {})
            if isinstance(made, str):
                faults.append(refused(config, name, ("plugins",), made))
            else:
                instances.append(RuleInstance(rule=made, name=name))
    for settings in config.rules:
        built = instance_of(config, settings, rules, names, faults)
        if built is not None:
            instances.append(built)
    groups = {*GROUPS, *(group for rule in rules.values() for group in rule.groups)}
    named = [name for name, settings in tables.items() if settings.type in names]
    words = (*named, *names, *groups)
    refuse_unknown(selection, words)
    faults.extend(unknown_selections(config, words))
    unloaded = names - rules.keys()
    faults.extend(unknown_overrides(config, {*named, *unloaded, *(one.name for one in instances)}))
    chosen = [item for item in instances if is_on(item, config, selection)]
    if not chosen:
        raise ArchlintError("no rule is selected, so nothing would be checked", tuple(faults))
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
