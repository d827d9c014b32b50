"""The command `rules`."""

import click

from archlint.cli.output import emit


@click.command("rules", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """List the rules, each with its severity and what it checks for."""
    from archlint.registry import builtin_names, builtin_rule
    from archlint.ruledoc import summary

    names = builtin_names()
    longest = max(map(len, names))
    lines = []
    for name in names:
        rule = builtin_rule(name)
        severity = rule.default_severity if rule.default_on else "off"
        lines.append(f"{name:<{longest}}  {severity:<7}  {summary(rule)}\n")
    emit("".join(lines))
