"""What is wrong with what a config says about rules, as diagnostics at its places."""

from collections.abc import Collection, Iterable

from archlint.config.settings import Config, KeyPath
from archlint.config.suggest import did_you_mean
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic
from archlint.options import Complaint


def refused(config: Config, name: str, key: KeyPath, reason: str) -> Diagnostic:
    """The fault of an instance whose class does not take its options."""
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"`{name}` refuses its options: {reason}",
        location=config.locate(key, False),
        subject=".".join(map(str, key)),
        object=name,
    )


def taken(config: Config, name: str) -> Diagnostic:
    """The fault of a plugin's rule, or of an instance, that takes the name of another rule."""
    is_table = any(settings.instance == name for settings in config.rules)
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"another rule is called `{name}`",
        location=config.locate(("rules", name) if is_table else ("plugins",), False),
        subject=f"rules.{name}",
        object=name,
    )


def unusable(config: Config, name: str, reason: str) -> Diagnostic:
    """The fault of a plugin's rule whose options no config can hold."""
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"the rule `{name}` cannot be used: {reason}",
        location=config.locate(("plugins",), False),
        subject="plugins",
        object=name,
        help=("give its fields the types of options: bool, int, str, Literal or a tuple of these",),
    )


def malformed(config: Config, table: KeyPath, complaint: Complaint) -> Diagnostic:
    """The fault of an option that was dropped; `table` is the key path of its rule."""
    key = (*table, *complaint.key)
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=complaint.message,
        location=config.locate(key, complaint.at_value),
        subject=".".join(map(str, key)),
        object=complaint.word,
        help=complaint.help,
    )


def unknown(
    config: Config, word: str, known: Iterable[str], key: KeyPath, at_value: bool
) -> Diagnostic:
    """The fault of a word that is the name of no rule."""
    hint = did_you_mean(word, known)
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"no rule is called `{word}`",
        location=config.locate(key, at_value),
        subject=".".join(map(str, key)),
        object=word,
        help=(hint,) if hint else ("`archlint rules` lists the rules there are",),
    )


def unknown_selections(config: Config, known: Collection[str]) -> Iterable[Diagnostic]:
    """The faults of words that select or disable nothing."""
    for option, words in (
        ("select", config.select or ()),
        ("extend-select", config.extend_select),
        ("disable", config.disable),
    ):
        for word in words:
            if word not in known:
                yield unknown(config, word, known, (option, word), True)


def unknown_overrides(config: Config, known: Collection[str]) -> Iterable[Diagnostic]:
    """Names in overrides that are no instance's; a group is none, and would change nothing."""
    for override in config.overrides:
        for word, _ in override.rules:
            if word not in known:
                yield unknown(config, word, known, (*override.key, "rules", word), False)
