"""Types of contract that a project brings: their classes are imported, and judge by themselves."""

from __future__ import annotations

import contextlib
import importlib
import io
import re
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, NamedTuple

from archlint.contracts.view import Pair, View
from archlint.facts.decode import decode
from archlint.facts.imports import Kind
from archlint.graph import Link, guarded, import_graph
from archlint.imports import Import
from archlint.project import Project

if TYPE_CHECKING:
    from importlinter import Contract

    from archlint.graph import ImportGraph

_STYLE = re.compile(r"^\[(red|green|yellow|bold)\]|\[/(red|green|yellow|bold)\]$")
_IMPORT = re.compile(r"([\w.]+) -> ([\w.]+)")


class Verdict(NamedTuple):
    """What a custom contract says: the lines it prints when broken, and its warnings.

    `pairs` are imports of the graph that the lines speak of. `missing` is what it says of ignored
    imports that do not exist, "" if they do.
    """

    kept: bool
    lines: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    warnings: tuple[str, ...] = ()
    missing: str = ""


class LoadError(Exception):
    """A class cannot be imported, or is no contract."""


@contextlib.contextmanager
def importable(folders: Sequence[str]) -> Iterator[None]:
    """Stand in the first of the folders and import from all, and leave nothing of it behind.

    What is written to standard output meanwhile is swallowed: it belongs to no report.
    """
    path, known, wrote = [*sys.path], {*sys.modules}, sys.dont_write_bytecode
    sys.path[:0] = folders
    sys.dont_write_bytecode = True
    try:
        with contextlib.chdir(folders[0]), contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        sys.path[:], sys.dont_write_bytecode = path, wrote
        for name in [name for name in sys.modules if name not in known]:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if any(file.startswith(folder) for folder in folders) and "site-packages" not in file:
                del sys.modules[name]
        importlib.invalidate_caches()


def load_class(dotted: str) -> type[Contract]:
    """The class of a custom type.

    Raises:
        LoadError: it cannot be had.
    """
    import importlinter.api  # the defaults that its own classes rely on

    module, _, name = dotted.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # it runs anybody's code, which may exit
        reason = " ".join(str(error).split()) or type(error).__name__
        raise LoadError(f"`{dotted}` cannot be imported: {reason}") from error
    if not (isinstance(found, type) and issubclass(found, importlinter.Contract)):
        raise LoadError(f"`{dotted}` is no subclass of `importlinter.Contract`")
    return found


def graph_for(project: Project, view: View) -> ImportGraph:
    """The graph as custom types expect it: with the lines of the code."""
    texts: dict[str, Sequence[str]] = {}

    def link(pair: Pair, row: int) -> Link:
        site = Import(project.table, row)
        path, line = site.file.path, site.statement.line
        if path not in texts:
            text = decode(project.read(path))
            texts[path] = text.split("\n") if isinstance(text, str) else ()
        lines = texts[path]
        source = lines[line - 1].strip() if line <= len(lines) else ""
        return Link(*pair, line, source, Kind.DEFERRED in site.kinds)

    links = [link(pair, row) for pair, rows in view.links.items() for row in rows]
    return import_graph(view.modules, view.external, links)


def judge(contract: Contract, graph: ImportGraph, view: View) -> Verdict:
    """Let a contract judge a copy of the graph.

    What its class raises is passed on.
    """
    from importlinter.domain.helpers import MissingImport

    try:
        with guarded():
            check = contract.check(deepcopy(graph), verbose=False)
    except MissingImport as error:
        return Verdict(kept=True, missing=" ".join(str(error).split()))
    warnings = tuple(str(warning) for warning in check.warnings)
    if check.kept:
        return Verdict(kept=True, warnings=warnings)
    with _printed() as file:
        contract.render_broken_contract(check)
    lines = tuple(
        text
        for line in file.getvalue().split("\n")
        if (text := _STYLE.sub("", line.strip()).strip())
    )
    named = (match.groups() for line in lines for match in _IMPORT.finditer(line))
    pairs = dict.fromkeys((start, end) for start, end in named if (start, end) in view.links)
    return Verdict(kept=False, lines=lines, pairs=tuple(pairs), warnings=warnings)


@contextlib.contextmanager
def _printed() -> Iterator[io.StringIO]:
    """What is printed through import-linter, as plain text: no markup in it counts."""
    from importlinter.application import output

    file = io.StringIO()
    console = output.console
    output.console = type(console)(
        file=file, width=10_000, markup=False, emoji=False, highlight=False, color_system=None
    )
    try:
        yield file
    finally:
        output.console = console
