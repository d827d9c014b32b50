"""The command `check`."""

import os
import sys
from typing import TYPE_CHECKING, Literal

import click

from archlint.cli.output import complain, emit, output_encoding, wants_color
from archlint.cli.progress import progress
from archlint.diagnostics import Severity
from archlint.errors import ArchlintError, ConfigError
from archlint.report import Report
from archlint.reporters import FORMATS, RenderOptions, renderer

if TYPE_CHECKING:
    from archlint.config.settings import Config


@click.command("check")
@click.argument("targets", nargs=-1, metavar="[PATHS | DOMAINS]...")
@click.option("--config", "config_file", metavar="FILE", help="The config to use.")
@click.option(
    "--format", "format_name", type=click.Choice(FORMATS), default="text", show_default=True
)
@click.option("--output", metavar="FILE", help="Write the findings there.")
@click.option("--select", multiple=True, metavar="RULES", help="Run only these (commas allowed).")
@click.option("--disable", multiple=True, metavar="RULES", help="Do not run these.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    default="error",
    show_default=True,
    help="The least severity that makes the exit code 1.",
)
@click.option("--all", "show_all", is_flag=True, help="Show more than 50 findings of one rule.")
@click.option("--statistics", is_flag=True, help="Count the findings of each rule, in text.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto")
@click.option("-q", "--quiet", is_flag=True, help="No summary.")
@click.option("-v", "--verbose", is_flag=True, help="Say which roots and rules were used.")
@click.pass_context
def command(
    context: click.Context,
    targets: tuple[str, ...],
    config_file: str | None,
    format_name: str,
    output: str | None,
    select: tuple[str, ...],
    disable: tuple[str, ...],
    fail_on: Literal["error", "warning"],
    show_all: bool,
    statistics: bool,
    color: Literal["auto", "always", "never"],
    quiet: bool,
    verbose: bool,
) -> None:
    """Check a tree against its declared architecture.

    PATHS and DOMAINS limit what is reported, never what is analysed. The code under check is never
    imported or executed; rules that the config names as plugins are.
    """
    report = _run(targets, config_file, _words(select), _words(disable), verbose)
    options = RenderOptions(
        color=output is None and wants_color(color),
        encoding="utf-8" if output is not None else output_encoding(),
        folder=os.getcwd(),
        limit=None if show_all else 50,
        statistics=statistics,
        quiet=quiet,
        verbose=verbose,
    )
    emit(renderer(format_name)(report, options), output)
    if format_name != "text":
        for failure in report.failures:
            complain(failure)
    context.exit(report.exit_code(Severity(fail_on)))


def _run(
    targets: tuple[str, ...],
    config_file: str | None,
    select: tuple[str, ...],
    disable: tuple[str, ...],
    verbose: bool,
) -> Report:
    """The report; what kept the run from being done is in it, so that every format can say it."""
    from archlint.config.load import load

    paths = [target for target in targets if os.path.lexists(target)]
    try:
        config = load(paths, config_file)
    except ConfigError as error:
        # A fault with a place says all of it; the message would say it again.
        failures = () if error.diagnostics else (error.message,)
        return Report(diagnostics=error.diagnostics, failures=failures)
    try:
        from archlint.engine import check
        from archlint.registry import Selection

        selection = Selection(select=select or None, disable=disable)
        limits, domains = _limits(targets, paths, config)
        return check(
            config,
            selection=selection,
            limits=limits,
            only_domains=domains,
            with_remarks=verbose,
            progress=progress(sys.stderr),
        )
    except ArchlintError as error:
        faults = sorted((*config.faults, *error.diagnostics), key=lambda item: item.sort_key)
        return Report(
            diagnostics=tuple(faults),
            failures=(error.message,),
            root=config.root,
            config_file=config.file,
        )


def _limits(
    targets: tuple[str, ...], paths: list[str], config: "Config"
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The paths, relative to the root, and the domains that the report is limited to.

    Raises:
        ArchlintError: a target is neither a path below the root nor a domain.
    """
    names = tuple(domain.name for domain in config.domains)
    families = {domain.name for domain in config.domains if domain.family}
    limits, domains = [], []
    for target in targets:
        is_domain = target in names or target.partition("/")[0] in families
        if is_domain and target not in paths:
            domains.append(target)
        elif target in paths:
            limits.append(_below_root(target, config))
        else:
            from archlint.config.suggest import with_hint

            raise ArchlintError(
                with_hint(f"`{target}` is neither a path nor a domain", target, names)
            )
    return tuple(limits), tuple(domains)


def _below_root(target: str, config: "Config") -> str:
    relative = os.path.relpath(os.path.realpath(target), os.path.realpath(config.root))
    posix = relative.replace(os.sep, "/")
    if posix == ".." or posix.startswith("../"):
        raise ArchlintError(f"`{target}` lies outside the root of the run, `{config.root}`")
    return "" if posix == "." else posix


def _words(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())
