"""The command `explain`."""

import os

import click

from archlint.cli.output import emit
from archlint.config.suggest import did_you_mean
from archlint.errors import ArchlintError


@click.command("explain", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("name")
@click.option("--config", "config_file", metavar="FILE", help="The config to use.")
def command(name: str, config_file: str | None) -> None:
    """Explain the rule NAME, or your own instance of a rule, and what your config says of it."""
    from archlint.config.load import load
    from archlint.registry import known_rules
    from archlint.ruledoc import documentation

    config = load([os.curdir], config_file)
    instances = {settings.instance: settings for settings in config.rules}
    wanted = instances[name].type if name in instances else name
    rules, _ = known_rules(config)
    if wanted not in rules:
        hint = did_you_mean(name, (*rules, *instances))
        raise ArchlintError(f"no rule is called `{name}`" + (f": {hint}" if hint else ""))
    rule = rules[wanted]
    text = documentation(rule)
    default = rule.default_severity if rule.default_on else "off"
    text += f"\n## In this project\n\nDefault severity: {default}.\n"
    for settings in config.rules:
        if settings.type == wanted and name in (wanted, settings.instance):
            place = config.locate(settings.key, False)
            said = settings.severity or default
            text += f"`{settings.instance}` at {place}: {said}.\n"
            if settings.why:
                text += f"Why: {settings.why}\n"
    emit(text)
