"""The commands by name, each loaded when it is called."""

import importlib

import click

from archlint.version import VERSION

_COMMANDS = {
    "check": "Check a tree against its declared architecture.",
    "conformance": "Show which classes claim which contract types, and whether they satisfy them.",
    "explain": "Explain a rule, and say what your config does with it.",
    "rules": "List the rules.",
    "show": "Show what archlint sees: roots, modules, domains, entry points, the config.",
    "why": "Say what keeps a package alive, or why it is dead.",
}


class _Group(click.Group):
    """Commands by name; each one's module is imported when it is called."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        module = importlib.import_module(f"archlint.cli.{name}")
        found: click.Command = module.command
        return found

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from archlint.config.suggest import with_hint

        name = args[0]
        if name not in _COMMANDS and not name.startswith("-"):
            context.fail(with_hint(f"there is no command `{name}`", name, _COMMANDS))
        return super().resolve_command(context, args)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="archlint")
def cli() -> None:
    """An architecture linter for Python.

    The code under check is never imported or executed. Exit codes: 0 clean, 1 breaches found, 2 the
    run could not be done in full, 3 a bug in archlint.
    """
