"""The command `rules`."""

import os

import click

from archlint.cli.output import complain, emit


@click.command("rules")
@click.option("--config", "config_file", metavar="FILE", help="The config to use.")
def command(config_file: str | None) -> None:
    """List the rules, those of the config's plugins too, and what each checks for."""
    from archlint.config.load import load
    from archlint.registry.known import known_rules
    from archlint.ruledoc import summary

    rules, faults = known_rules(load([os.curdir], config_file))
    for fault in faults:
        complain(f"{fault.location}: {fault.message}")
    longest = max(map(len, rules))
    lines = []
    for name, rule in sorted(rules.items()):
        severity = rule.default_severity if rule.default_on else "off"
        lines.append(f"{name:<{longest}}  {severity:<7}  {summary(rule)}\n")
    emit("".join(lines))
