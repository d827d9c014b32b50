"""The command `explain`."""

import os

import click

from archlint.cli.output import emit
from archlint.config.settings import Config
from archlint.config.suggest import with_hint
from archlint.diagnostics import MALFORMED_CONFIG, Location
from archlint.errors import ArchlintError


@click.command("explain")
@click.argument("name")
@click.option("--config", "config_file", metavar="FILE", help="The config to use.")
def command(name: str, config_file: str | None) -> None:
    """Explain the rule NAME, your own instance of a rule, or the one behind an import contract."""
    from archlint.config.load import load
    from archlint.findings import BREACH
    from archlint.registry.known import known_rules
    from archlint.ruledoc import documentation

    config = load([os.curdir], config_file)
    instances = {settings.instance: settings for settings in config.rules}
    rules, _ = known_rules(config)
    contracts = {} if name in rules or name in instances else _contracts(config)
    wanted = instances[name].type if name in instances else name
    if name in contracts:
        wanted = BREACH
    if name == MALFORMED_CONFIG:
        raise ArchlintError(
            f"`{name}` is no rule that could be switched off: it is what the config says that "
            "archlint does not understand, and each message says what it would"
        )
    if wanted not in rules:
        names = (*rules, *instances, *contracts)
        raise ArchlintError(with_hint(f"no rule is called `{name}`", name, names))
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
    if name in contracts:
        text += f"`{name}` is the import contract at {contracts[name]}.\n"
    emit(text)


def _contracts(config: Config) -> dict[str, Location]:
    """The place of each import contract, by what it is called in findings."""
    from archlint.contracts.files import find_contracts
    from archlint.contracts.options import identity
    from archlint.source.disk import Disk

    file = find_contracts(Disk(config.root).read)
    if file is None:
        return {}
    return {identity(item): file.locate(item.key, False) for item in file.contracts}
