"""What is asked of rules: which of their instances run."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from archlint.config.settings import Config
from archlint.config.suggest import with_hint
from archlint.errors import ArchlintError
from archlint.registry.instances import RuleInstance
from archlint.rule import Rule

GROUPS = ("default", "all")
"""Words that stand for several rules wherever rules are selected."""


class Selection(NamedTuple):
    """What the command line says about the rules to run; None leaves it to the config.

    `extra` are rules that exist beside those that are built in and plugged in.
    """

    select: tuple[str, ...] | None = None
    disable: tuple[str, ...] = ()
    extra: tuple[type[Rule], ...] = ()


def is_on(instance: RuleInstance, config: Config, selection: Selection) -> bool:
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


def refuse_unknown(selection: Selection, known: Collection[str]) -> None:
    """See that the command line names what there is.

    Raises:
        ArchlintError: it does not.
    """
    for word in (*(selection.select or ()), *selection.disable):
        if word not in known:
            raise ArchlintError(with_hint(f"no rule is called `{word}`", word, known))


def _names(instance: RuleInstance, words: Iterable[str]) -> bool:
    rule = instance.rule
    groups = {"all", *rule.groups} | ({"default"} if rule.default_on else set())
    return any(word in (instance.name, rule.name()) or word in groups for word in words)
