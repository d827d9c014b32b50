"""Checks the import contracts of a project."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from archlint.config.suggest import did_you_mean
from archlint.contracts.bench import Bench
from archlint.contracts.custom import LoadError, importable, load_class
from archlint.contracts.files import ContractFile
from archlint.contracts.modules import name_modules
from archlint.contracts.options import identity
from archlint.contracts.report import unmatched
from archlint.contracts.session import Session, read_session
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic
from archlint.findings import ContractFindings
from archlint.project import Project

if TYPE_CHECKING:
    from importlinter import Contract as ContractClass


def check_file(project: Project, file: ContractFile | None) -> ContractFindings:
    """What the contracts of a file find in the tree; None where no file declares any."""
    found = ContractFindings(
        diagnostics=tuple(_strangers(project, file)),
        declared=len(file.contracts) if file else 0,
        file=file.locate(file.session.key, False).path if file else "",
    )
    if file is None or not file.readable:
        return found + ContractFindings(diagnostics=file.faults if file else ())
    session, faults = read_session(file)
    found += ContractFindings(
        diagnostics=(*file.faults, *faults, *_identities(file)),
        runs_code=bool(session.contract_types),
    )
    names = name_modules(project.tree, session.root_names)
    for root in session.roots:
        if root.name in names.absent:
            message = f"root package `{root.name}` is not in the tree"
            place = file.locate(root.key, True)
            help = "correct the name, or say where it lies with `source-roots`"
            found += ContractFindings(
                diagnostics=(unmatched(place, "root_packages", root.name, message, help),)
            )
    if len(names.absent) == len(session.roots):
        return found
    with contextlib.ExitStack() as stack:
        if session.contract_types:
            stack.enter_context(importable(_folders(project)))
        brought, faults = _brought(file, session)
        found += ContractFindings(diagnostics=faults)
        bench = Bench(project, file, session, names, brought)
        for options in file.contracts:
            found += bench.check(options)
    return found


def _brought(
    file: ContractFile, session: Session
) -> tuple[Mapping[str, type[ContractClass]], tuple[Diagnostic, ...]]:
    """The types of contract that the project brings; those that cannot be loaded are faults."""
    classes = {}
    faults = []
    for name, dotted in session.contract_types.items():
        try:
            classes[name] = load_class(dotted)
        except LoadError as error:
            key = (*file.session.key, "contract_types", f"{name}: {dotted}")
            faults.append(file.fault(key, str(error), at_value=True, word=dotted))
    return classes, tuple(faults)


def _identities(file: ContractFile) -> Iterator[Diagnostic]:
    """Ids that are there twice, or that import-linter refuses."""
    seen = set()
    for options in file.contracts:
        word = options.values.get("id")
        if isinstance(word, str) and (word in seen or ":" in word):
            wrong = "is there twice" if word in seen else "has a colon"
            key = (*options.key, "id")
            yield file.fault(key, f"the contract id `{word}` {wrong}", at_value=True, word=word)
        if isinstance(word, str):
            seen.add(word)


def _strangers(project: Project, file: ContractFile | None) -> Iterator[Diagnostic]:
    """Tables of the config for contracts that do not exist."""
    known = [identity(options) for options in file.contracts] if file else []
    for table in project.config.contracts:
        if table.id not in known:
            hint = did_you_mean(table.id, known)
            yield Diagnostic(
                rule=MALFORMED_CONFIG,
                message=f"no import contract is called `{table.id}`",
                location=project.config.locate(table.key, False),
                subject=f"import-contracts.{table.id}",
                help=(hint,) if hint else (),
            )


def _folders(project: Project) -> tuple[str, ...]:
    """Where import-linter would look for the classes of a project, its source roots besides."""
    top = project.tree.top
    return tuple(
        dict.fromkeys((top, *(os.path.join(top, root.path) for root in project.tree.roots)))
    )
