"""The command line of the benchmarks."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import environments, machine, stages, table
from benchmarks.corpora import TREES, Corpora, fetch
from benchmarks.errors import BenchmarkError
from benchmarks.figures import Key, judge
from benchmarks.generate import generate
from benchmarks.processes import Cost
from benchmarks.session import NAMES, SUBJECTS, Session, measure
from benchmarks.targets import targets
from benchmarks.tools import Tools

CHECKOUT = Path(__file__).parent.parent
PAGE = Path(__file__).with_name("README.md")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 if it could be done, whatever the figures are."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.command(options))
    except BenchmarkError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2


def _run(options: argparse.Namespace) -> int:
    session = Session(
        tools=_tools(options),
        corpora=_corpora(options),
        folder=options.work / "trees",
        rounds=options.rounds,
        seconds=options.seconds,
        scenarios=tuple(options.scenarios),
    )
    figures: dict[Key, list[Cost]] = {}
    failures = []
    for subject in options.trees:
        try:
            figures |= measure(session, subject)
        except BenchmarkError as error:
            failures.append(f"{subject}: {error}")
            print(f"benchmarks: {failures[-1]}", file=sys.stderr)
    versions = environments.versions(session.tools)
    tables = table.render(machine.describe(), versions, judge(figures, targets()), figures)
    print(tables)
    if options.write:
        page = table.replace(PAGE.read_text(encoding="utf-8"), tables)
        PAGE.write_text(page, encoding="utf-8")
    for failure in failures:
        print(f"benchmarks: not measured: {failure}", file=sys.stderr)
    return 2 if failures else 0


def _stages(options: argparse.Namespace) -> int:
    stages.show(_tools(options).archlint, options.folder.resolve(), sys.stdout)
    return 0


def _fetch(options: argparse.Namespace) -> int:
    fetch(_corpora(options), TREES)
    return 0


def _generate(options: argparse.Namespace) -> int:
    law = generate(options.folder, options.modules)
    print(f"{', '.join(law.domains)} leave each other alone")
    return 0


def _tools(options: argparse.Namespace) -> Tools:
    if options.archlint_command and options.peers:
        return Tools(options.archlint_command.absolute(), options.peers.absolute())
    installed = environments.install(options.work.resolve() / "tools", options.archlint)
    return Tools(
        (options.archlint_command or installed.archlint).absolute(),
        (options.peers or installed.peers).absolute(),
    )


def _corpora(options: argparse.Namespace) -> Corpora:
    return Corpora((options.corpora or options.work / "corpora").resolve())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="measure, compare with the targets, print tables")
    _add_places(run)
    _add_tools(run)
    run.add_argument("--trees", nargs="+", choices=SUBJECTS, default=SUBJECTS)
    run.add_argument("--scenarios", nargs="+", choices=NAMES, default=NAMES)
    run.add_argument("--rounds", type=int, default=7, help="of each scenario (default: 7)")
    run.add_argument(
        "--seconds",
        type=float,
        default=120,
        help="after which a scenario begins no further round (default: 120)",
    )
    run.add_argument("--write", action="store_true", help="put the tables into README.md")
    run.set_defaults(command=_run)

    profile = commands.add_parser("stages", help="archlint's own stages, cold and warm")
    profile.add_argument("folder", type=Path, help="a tree with a config")
    _add_places(profile)
    _add_tools(profile)
    profile.set_defaults(command=_stages)

    fetching = commands.add_parser("fetch", help="download and unpack the public trees")
    _add_places(fetching)
    fetching.set_defaults(command=_fetch)

    growing = commands.add_parser("generate", help="write a tree of any size")
    growing.add_argument("folder", type=Path)
    growing.add_argument("--modules", type=int, default=10_000)
    growing.set_defaults(command=_generate)
    return parser


def _add_places(parser: argparse.ArgumentParser) -> None:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser.add_argument(
        "--work",
        type=Path,
        default=cache / "archlint-benchmarks",
        help="a folder outside of repositories, where git ignores nothing (default: %(default)s)",
    )
    parser.add_argument("--corpora", type=Path, help="a folder of trees (default: WORK/corpora)")


def _add_tools(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--archlint",
        type=Path,
        default=CHECKOUT,
        help="the checkout or the wheel to install (default: this checkout)",
    )
    parser.add_argument("--archlint-command", type=Path, help="an installed archlint to use")
    parser.add_argument("--peers", type=Path, help="a folder with installed peers to use")


if __name__ == "__main__":
    sys.exit(main())
