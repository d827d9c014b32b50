"""Rules with the options that the config gives them."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from archlint import options
from archlint.config.settings import Config, KeyPath, RuleConfig
from archlint.diagnostics import Diagnostic, Severity
from archlint.registry.faults import malformed, refused, taken, unknown
from archlint.registry.known import BUILT_IN
from archlint.rule import Rule


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
        return type(self.rule).__module__.startswith(f"{BUILT_IN}.")


def instance_of(
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
        faults.append(unknown(config, settings.type, names, key, is_named))
        return None
    if is_named and settings.instance in names:
        faults.append(taken(config, settings.instance))
        return None
    values, complaints = options.build(rule, settings.options)
    faults.extend(malformed(config, settings.key, complaint) for complaint in complaints)
    if not options.required(rule) <= values.keys():
        return None
    made = make(rule, values)
    if isinstance(made, str):
        faults.append(refused(config, settings.instance, settings.key, made))
        return None
    return RuleInstance(
        rule=made,
        name=settings.instance,
        severity=settings.severity if isinstance(settings.severity, Severity) else None,
        is_off=settings.severity == "off",
        why=settings.why,
        key=settings.key,
    )


def make(rule: type[Rule], values: Mapping[str, object]) -> Rule | str:
    """The rule with these options, or why it refuses them."""
    try:
        return rule(**values)
    except (Exception, SystemExit) as error:  # of anybody's `__post_init__`
        return str(error) or type(error).__name__
