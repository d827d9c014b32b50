"""Checks the import contracts of a project."""

from __future__ import annotations

import contextlib
import os
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from archlint.config.settings import ContractConfig
from archlint.config.suggest import did_you_mean
from archlint.contracts.custom import LoadError, graph_for, importable, judge, load_class
from archlint.contracts.files import ContractFile, Options, find_contracts
from archlint.contracts.ignored import excuses
from archlint.contracts.law import Law, Misuse
from archlint.contracts.laws import built_in_classes
from archlint.contracts.modules import Names, name_modules
from archlint.contracts.options import Contract, identity, read_contract
from archlint.contracts.report import Reporter, unmatched
from archlint.contracts.session import Session, read_session
from archlint.contracts.sight import Views, views
from archlint.contracts.view import Pair, View
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic, Severity
from archlint.facts.imports import Kind
from archlint.findings import ContractFindings
from archlint.graph import GraphError
from archlint.project import Project
from archlint.source.tree import Module

if TYPE_CHECKING:
    from importlinter import Contract as ContractClass

_SEVERITIES = {"warn": Severity.WARNING, "error": Severity.ERROR}


def check_contracts(project: Project) -> ContractFindings:
    """What the contracts of import-linter that the root of the run declares find in the tree."""
    file = find_contracts(project.read)
    found = ContractFindings(diagnostics=tuple(_strangers(project, file)))
    if file is None or not file.readable:
        return found + ContractFindings(diagnostics=file.faults if file else ())
    session, faults = read_session(file)
    found += ContractFindings(diagnostics=(*file.faults, *faults, *_identities(file)))
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
        classes, faults = _classes(file, session)
        found += ContractFindings(diagnostics=faults)
        bench = _Bench(project, file, session, names, classes)
        for options in file.contracts:
            found += bench.check(options)
    return found


@dataclass(frozen=True)
class _Bench:
    """What the contracts of one file share; `graphs` has those made so far."""

    project: Project
    file: ContractFile
    session: Session
    names: Names
    classes: Mapping[str, type[ContractClass]]
    graphs: dict[Kind, Views] = field(default_factory=dict)

    def check(self, options: Options) -> ContractFindings:
        """What one contract finds; a type that raises is named, and the others go on."""
        kind = str(options.values.get("type"))
        is_custom = kind in self.session.contract_types
        if is_custom and kind not in self.classes:
            return ContractFindings()
        raising = (Exception, SystemExit) if is_custom else (GraphError,)
        try:
            contract, faults = read_contract(self.file, options, self.session, self.classes)
            found = ContractFindings(diagnostics=faults)
            return found if contract is None else found + self._checked(contract)
        except raising:
            failure = f"contract `{identity(options)}` failed\n{traceback.format_exc().rstrip()}"
            return ContractFindings(failures=(failure,))

    def _checked(self, contract: Contract) -> ContractFindings:
        config = _config_of(self.project, contract.id)
        reporter = Reporter(self.project, self.file, contract, self._modules())
        graphs = self._graphs(contract, config)
        complaints = () if contract.law is None else tuple(contract.law.complaints(graphs.narrow))
        misuse = tuple(
            self.file.fault(
                (*contract.key, item.option, item.word), item.message, at_value=True, word=item.word
            )
            for item in complaints
            if isinstance(item, Misuse)
        )
        if misuse:
            return ContractFindings(diagnostics=misuse)
        diagnostics = [
            reporter.unmatched(
                item.option,
                item.word,
                item.message,
                Severity.ERROR if item.is_known else self._beside,
                "correct the name, or delete the entry",
            )
            for item in complaints
            if not isinstance(item, Misuse) and not self._is_absent(item.word)
        ]
        ignoring = excuses(contract.ignored, contract.law, graphs.narrow)
        if contract.law is None:
            diagnostics += self._judged(contract, reporter, graphs.narrow)
        else:
            if contract.alerting in _SEVERITIES:
                severity = _SEVERITIES[contract.alerting]
                for entry in ignoring.stale:
                    diagnostics.append(reporter.ignored(entry, "matches no import", severity))
                for entry in ignoring.idle:
                    diagnostics.append(reporter.ignored(entry, "excuses nothing", self._beside))
            diagnostics += self._breaches(contract, contract.law, reporter, graphs)
        most = None if config is None else config.max_ignored
        if config is not None and most is not None and len(ignoring.removed) > most:
            place = self.project.config.locate((*config.key, "max-ignored"), True)
            diagnostics.append(reporter.too_many(ignoring, most, place, graphs.narrow))
        return ContractFindings(
            diagnostics=tuple(diagnostics),
            excused=reporter.excused(ignoring, graphs.narrow),
            denied=tuple(self._denied(contract, graphs.narrow, ignoring.removed)),
        )

    def _denied(
        self, contract: Contract, view: View, ignored: frozenset[Pair]
    ) -> Iterator[tuple[Module, str]]:
        """An import that would break the contract, if one can be written down."""
        modules = self._modules()
        for importer, imported in contract.law.denied(view) if contract.law else ():
            module = modules.get(importer)
            name = modules[imported].name if imported in modules else imported
            can_be_written = all(part.isidentifier() for part in name.split("."))
            is_new = (importer, imported) not in ignored | view.links.keys()
            if module is not None and module.files and can_be_written and is_new:
                yield module, name
                return

    def _breaches(
        self, contract: Contract, law: Law, reporter: Reporter, graphs: Views
    ) -> Iterator[Diagnostic]:
        """Breaches that import-linter sees, then those that it does not."""
        narrow, wide = (
            view.without(excuses(contract.ignored, None, view).removed) for view in graphs
        )
        seen = set()
        for offence in law.offences(narrow):
            for item in reporter.breaches(offence, narrow, Severity.ERROR):
                seen.add((item.location, item.object))
                yield item
        if wide.links == narrow.links and wide.modules == narrow.modules:
            return
        for offence in law.offences(wide):
            for item in reporter.breaches(offence, wide, self._beside, beyond=narrow):
                if (item.location, item.object) not in seen:
                    yield item

    def _judged(self, contract: Contract, reporter: Reporter, view: View) -> Iterator[Diagnostic]:
        verdict = judge(contract.instance, graph_for(self.project, view), view)
        help = "correct it, or delete the entry"
        if verdict.missing:
            message = f"contract `{contract.name}`: {verdict.missing}"
            yield reporter.unmatched("ignore_imports", "", message, Severity.ERROR, help)
        for warning in verdict.warnings:
            message = f"contract `{contract.name}` warns: {warning.rstrip('.')}"
            yield reporter.unmatched("", warning, message, Severity.WARNING, help)
        if not verdict.kept:
            yield reporter.verdict(verdict, view)

    def _graphs(self, contract: Contract, config: ContractConfig | None) -> Views:
        without = Kind(0)
        if self.session.skip_typing or (config and config.typing_imports == "ignore"):
            without |= Kind.TYPING
        if config and config.deferred_imports == "ignore":
            without |= Kind.DEFERRED
        if contract.law is None or contract.law.is_direct:
            without |= Kind.PARENT
        if without not in self.graphs:
            self.graphs[without] = views(
                self.project,
                self.names,
                self.session.root_names,
                external=self.session.external,
                without=without,
            )
        return self.graphs[without]

    def _modules(self) -> dict[str, Module]:
        named = {**self.names.further, **self.names.listed}
        return {name: self.project.modules[index] for index, name in named.items()}

    def _is_absent(self, word: str) -> bool:
        """Whether a word is below a root package that does not exist, which was said already."""
        return any(f"{word}.".startswith(f"{root}.") for root in self.names.absent)

    @property
    def _beside(self) -> Severity:
        """What it counts as that import-linter does not see or does not mind."""
        strict = self.project.config.strict_contracts
        return Severity.ERROR if strict else Severity.WARNING


def _classes(
    file: ContractFile, session: Session
) -> tuple[Mapping[str, type[ContractClass]], tuple[Diagnostic, ...]]:
    """The types of contract there are; those that cannot be loaded are faults."""
    classes = built_in_classes()
    faults = []
    for name, dotted in session.contract_types.items():
        try:
            classes[name] = load_class(dotted)
        except LoadError as error:
            classes.pop(name, None)
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


def _config_of(project: Project, contract: str) -> ContractConfig | None:
    return next((table for table in project.config.contracts if table.id == contract), None)


def _folders(project: Project) -> tuple[str, ...]:
    """Where import-linter would look for the classes of a project, its source roots besides."""
    top = project.tree.top
    return tuple(
        dict.fromkeys((top, *(os.path.join(top, root.path) for root in project.tree.roots)))
    )
