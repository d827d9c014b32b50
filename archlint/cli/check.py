"""The command `check`."""

import os
import sys
from typing import Literal

import click

from archlint.cli.output import complain, emit, output_encoding, wants_color
from archlint.cli.progress import progress
from archlint.cli.remembering import Remembering, remembers
from archlint.config.discover import discover
from archlint.diagnostics import Severity
from archlint.errors import ArchlintError, ConfigError
from archlint.report import Report
from archlint.reporters import FORMATS, RenderOptions, renderer
from archlint.run import Request, run, unusable
from archlint.timings import Lap, Stopwatch, untimed


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
@remembers
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto")
@click.option("--timings", is_flag=True, help="Say on standard error how long what was done took.")
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
    remembering: Remembering,
    color: Literal["auto", "always", "never"],
    timings: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Check a tree against its declared architecture.

    PATHS and DOMAINS limit what is reported, never what is analysed. The code under check is never
    imported or executed; rules that the config names as plugins are.
    """
    request = Request(_words(select), _words(disable), with_remarks=verbose)
    watch = Stopwatch() if timings else None
    report = _run(targets, config_file, request, remembering, watch.lap if watch else untimed)
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
    if watch:
        watch.lap("output")
        complain(f"timings\n{watch.table().rstrip()}")
    context.exit(report.exit_code(Severity(fail_on)))


def _run(
    targets: tuple[str, ...],
    config_file: str | None,
    request: Request,
    remembering: Remembering,
    lap: Lap,
) -> Report:
    paths = [target for target in targets if os.path.lexists(target)]
    try:
        found = discover(paths, config_file)
    except ConfigError as error:
        return unusable(error)
    try:
        request = request._replace(
            limits=tuple(_below_root(path, found.root) for path in paths),
            words=tuple(target for target in targets if target not in paths),
        )
    except ArchlintError as error:
        return Report(failures=(error.message,), root=found.root, config_file=found.file)
    memory = remembering.memory(found.root)
    lap("finding of the config")
    return run(found, request, memory, progress(sys.stderr), lap)


def _below_root(target: str, root: str) -> str:
    """The path relative to the root of the run.

    Raises:
        ArchlintError: it lies elsewhere, or is a folder without code, which would pass for ever.
    """
    if os.path.isdir(target) and not _has_code(target):
        raise ArchlintError(f"there is no Python file below `{target}`")
    relative = os.path.relpath(os.path.realpath(target), os.path.realpath(root))
    posix = relative.replace(os.sep, "/")
    if posix == ".." or posix.startswith("../"):
        raise ArchlintError(f"`{target}` lies outside the root of the run, `{root}`")
    return "" if posix == "." else posix


def _has_code(folder: str) -> bool:
    files = (name for _, _, names in os.walk(folder) for name in names)
    return any(name.endswith((".py", ".pyi")) for name in files)


def _words(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())
