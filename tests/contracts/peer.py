"""What import-linter itself makes of a tree, and what archlint does."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from archlint.config.load import load
from archlint.contracts.modules import name_modules
from archlint.contracts.session import Root, Session
from archlint.contracts.sight import Views, views
from archlint.diagnostics import Diagnostic, Severity
from archlint.engine import check
from archlint.facts.imports import Kind
from archlint.loading import load_project
from archlint.registry.selection import Selection
from archlint.report import Report

if TYPE_CHECKING:
    from importlinter.application.user_options import UserOptions


def write(top: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        place = top / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def peer_verdicts(top: Path, config: Path) -> Mapping[str, bool | str]:
    """The verdict of import-linter on each contract by name, or what it stops at there."""
    from importlinter import api
    from importlinter.application import use_cases
    from importlinter.application.user_options import UserOptions

    with _importable(top):
        found = api.read_configuration(str(config))
        use_cases._register_built_in_contract_types()
        return {
            contract["name"]: _verdict(UserOptions(found["session_options"], [contract]))
            for contract in found["contracts_options"]
        }


def _verdict(options: UserOptions) -> bool | str:
    from importlinter.application import use_cases

    try:
        report = use_cases.create_report(options, cache_dir=None)
    except Exception as error:  # it stops at what a contract names that is not there
        return f"{type(error).__name__}: {error}"
    if report.could_not_run:
        return "invalid options"
    ((_, check),) = report.get_contracts_and_checks()
    return bool(check.kept)


def peer_edges(
    top: Path, roots: list[str], *, external: bool, skip_typing: bool
) -> set[tuple[str, str]]:
    """The edges of grimp's own graph, but for those of a module to itself."""
    import grimp

    with _importable(top):
        graph = grimp.build_graph(
            *roots,
            include_external_packages=external,
            exclude_type_checking_imports=skip_typing,
            cache_dir=None,
        )
    return {
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
        if imported not in (module, "")
    }


def own_views(top: Path, roots: list[str], *, external: bool, skip_typing: bool) -> Views:
    project = load_project(load([str(top)], None))
    names = name_modules(project.tree, roots)
    named = tuple(Root(root, ()) for root in roots)
    return views(project, names, Session(named, external, skip_typing, {}, {}), without=Kind(0))


def own_report(top: Path, *rules: str) -> Report:
    return check(load([str(top)], None), selection=Selection(select=rules or ("import-contract",)))


def own_verdict(report: Report, contract: str) -> bool | str:
    """The verdict of archlint on the contract of an id, or what is wrong with its options."""
    wrong = [item for item in report.diagnostics if _is_about_options(item, contract)]
    if wrong:
        return wrong[0].message
    return not any(is_breach(item) and item.instance == contract for item in report.diagnostics)


def _is_about_options(item: Diagnostic, contract: str) -> bool:
    marks = (f"importlinter.{contract}.", f"importlinter:contract:{contract}.")
    return item.severity is Severity.ERROR and any(mark in f"{item.subject}." for mark in marks)


def is_breach(item: Diagnostic) -> bool:
    return item.rule == "import-contract" and item.severity is Severity.ERROR


def places(report: Report) -> list[str]:
    return [f"{item.location} {item.rule}" for item in report.diagnostics]


@contextlib.contextmanager
def _importable(top: Path) -> Iterator[None]:
    path, known = [*sys.path], {*sys.modules}
    sys.path.insert(0, str(top))
    importlib.invalidate_caches()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        sys.path[:] = path
        for name in {*sys.modules} - known:
            if str(top) in (getattr(sys.modules[name], "__file__", None) or ""):
                del sys.modules[name]
