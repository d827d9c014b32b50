"""Checks contracts one by one, on the graphs that they share."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from archlint.config.settings import ContractConfig
from archlint.contracts.built_in import built_in_classes
from archlint.contracts.custom import graph_for, judge
from archlint.contracts.files import ContractFile, Options
from archlint.contracts.ignored import Excuses, excuses, left_over
from archlint.contracts.law import Misuse, Stale
from archlint.contracts.modules import Names
from archlint.contracts.options import Contract, identity, read_contract
from archlint.contracts.plain import plain_contract
from archlint.contracts.report import Reporter
from archlint.contracts.session import Session
from archlint.contracts.sight import Views, views
from archlint.contracts.view import Pair, View
from archlint.diagnostics import Diagnostic, Severity
from archlint.facts.imports import Kind
from archlint.findings import ContractFindings
from archlint.graph import GraphError
from archlint.project import Project
from archlint.source.tree import Form, Module

if TYPE_CHECKING:
    from importlinter import Contract as ContractClass

_SEVERITIES = {"warn": Severity.WARNING, "error": Severity.ERROR}


@dataclass(frozen=True)
class Bench:
    """What the contracts of one file share.

    `brought` are the types that the project has of its own, `graphs` the graphs made so far.
    """

    project: Project
    file: ContractFile
    session: Session
    names: Names
    brought: Mapping[str, type[ContractClass]]
    graphs: dict[Kind, Views] = field(default_factory=dict)

    def check(self, options: Options) -> ContractFindings:
        """What one contract finds; a type that raises is named, and the others go on."""
        kind = str(options.values.get("type"))
        is_custom = kind in self.session.contract_types
        if is_custom and kind not in self.brought:
            return ContractFindings()
        raising = BaseException if is_custom else GraphError
        try:
            plain = plain_contract(options, self.session)
            if plain is not None:
                return self._checked(plain)
            contract, faults = read_contract(self.file, options, self.session, self._classes)
            found = ContractFindings(diagnostics=faults)
            return found if contract is None else found + self._checked(contract)
        except KeyboardInterrupt:
            raise
        except raising:
            failure = f"contract `{identity(options)}` failed\n{traceback.format_exc().rstrip()}"
            return ContractFindings(failures=(failure,))

    def _checked(self, contract: Contract) -> ContractFindings:
        graphs = self._graphs(contract)
        complaints = () if contract.law is None else tuple(contract.law.complaints(graphs.narrow))
        misuse = [item for item in complaints if isinstance(item, Misuse)]
        if misuse:
            return ContractFindings(diagnostics=tuple(self._misuse(contract, misuse)))
        stale = [item for item in complaints if isinstance(item, Stale)]
        reporter = Reporter(self.project, self.file, contract, self._modules)
        ignoring = excuses(contract.ignored, contract.law, graphs.narrow)
        return ContractFindings(
            diagnostics=(
                *self._unmatched(stale, reporter),
                *self._ignored(contract, ignoring, reporter, graphs.narrow),
                *self._breaches(contract, reporter, graphs),
            ),
            excused=reporter.excused(ignoring, graphs.narrow),
            denied=tuple(self._denied(contract, graphs.narrow, ignoring.removed)),
        )

    def _misuse(self, contract: Contract, found: Sequence[Misuse]) -> Iterator[Diagnostic]:
        for option, word, message in found:
            key = (*contract.key, option, word)
            yield self.file.fault(key, message, at_value=True, word=word)

    def _unmatched(self, found: Sequence[Stale], reporter: Reporter) -> Iterator[Diagnostic]:
        for option, word, message, is_known in found:
            if not self._is_absent(word):
                severity = Severity.ERROR if is_known else self._beside
                help = "correct the name, or delete the entry"
                yield reporter.unmatched(option, word, message, severity, help)

    def _ignored(
        self, contract: Contract, ignoring: Excuses, reporter: Reporter, view: View
    ) -> Iterator[Diagnostic]:
        """What `ignore_imports` does in vain, or too much."""
        if contract.law is not None and contract.alerting in _SEVERITIES:
            for entry in ignoring.stale:
                is_absent = self._is_absent(entry.importer) or self._is_absent(entry.imported)
                if not is_absent and self._unread.isdisjoint(view.matching(entry.importer)):
                    severity = _SEVERITIES[contract.alerting]
                    yield reporter.ignored(entry, "matches no import", severity)
            for entry in () if self._failing else ignoring.idle:
                yield reporter.ignored(entry, "excuses nothing", self._beside)
        config = self._config(contract)
        most = None if config is None else config.max_ignored
        if config is not None and most is not None and len(ignoring.removed) > most:
            place = self.project.config.locate((*config.key, "max-ignored"), True)
            yield reporter.too_many(ignoring, most, place, view)

    def _denied(
        self, contract: Contract, view: View, ignored: frozenset[Pair]
    ) -> Iterator[tuple[Module, str]]:
        """An import that would break the contract, if one can be written down."""
        modules = self._modules
        for importer, imported in contract.law.denied(view) if contract.law else ():
            module = modules.get(importer)
            name = modules[imported].name if imported in modules else imported
            can_be_written = all(part.isidentifier() for part in name.split("."))
            pair = (importer, imported)
            is_new = pair not in ignored and pair not in view.links
            if module is not None and module.files and can_be_written and is_new:
                yield module, name
                return

    def _breaches(
        self, contract: Contract, reporter: Reporter, graphs: Views
    ) -> Iterator[Diagnostic]:
        """Breaches that import-linter sees, then those that it does not."""
        if contract.instance is not None:
            yield from self._judged(contract, contract.instance, reporter, graphs.narrow)
        if contract.law is None:
            return
        narrow, wide = (left_over(self.project, contract.ignored, view) for view in graphs)
        seen = set()
        for item in reporter.breaches(contract.law.offences(narrow), narrow, Severity.ERROR):
            seen.add((item.location, item.object))
            yield item
        if wide.links == narrow.links and wide.modules == narrow.modules:
            return
        offences = contract.law.offences(wide)
        for item in reporter.breaches(offences, wide, self._beside, beyond=narrow):
            if (item.location, item.object) not in seen:
                yield item

    def _judged(
        self, contract: Contract, instance: ContractClass, reporter: Reporter, view: View
    ) -> Iterator[Diagnostic]:
        verdict = judge(instance, graph_for(self.project, view), view)
        help = "correct it, or delete the entry"
        if verdict.missing:
            message = f"contract `{contract.name}`: {verdict.missing}"
            yield reporter.unmatched("ignore_imports", "", message, Severity.ERROR, help)
        for warning in verdict.warnings:
            message = f"contract `{contract.name}` warns: {warning.rstrip('.')}"
            yield reporter.unmatched("", warning, message, Severity.WARNING, help)
        if not verdict.kept:
            yield reporter.verdict(verdict, view)

    def _graphs(self, contract: Contract) -> Views:
        config = self._config(contract)
        without = Kind(0)
        if config and config.typing_imports == "ignore":
            without |= Kind.TYPING
        if config and config.deferred_imports == "ignore":
            without |= Kind.DEFERRED
        if contract.law is None or contract.law.is_direct:
            without |= Kind.PARENT
        if without not in self.graphs:
            self.graphs[without] = views(self.project, self.names, self.session, without=without)
        return self.graphs[without]

    def _config(self, contract: Contract) -> ContractConfig | None:
        tables = self.project.config.contracts
        return next((table for table in tables if table.id == contract.id), None)

    @cached_property
    def _classes(self) -> Mapping[str, type[ContractClass]]:
        """The types of contract there are."""
        failed = self.session.contract_types.keys() - self.brought.keys()
        classes = {**built_in_classes(), **self.brought}
        return {name: found for name, found in classes.items() if name not in failed}

    @cached_property
    def _modules(self) -> dict[str, Module]:
        named = {**self.names.further, **self.names.listed}
        return {name: self.project.modules[index] for index, name in named.items()}

    @cached_property
    def _failing(self) -> frozenset[str]:
        """The modules whose files could not be read or parsed."""
        has_problem = self.project.facts.has_problem
        return frozenset(
            name
            for name, module in self._modules.items()
            if any(has_problem[file] for file in module.files)
        )

    @cached_property
    def _unread(self) -> frozenset[str]:
        """The modules of which nobody knows what they import."""
        ghosts = (name for name, one in self._modules.items() if one.form is Form.GHOST)
        return self._failing.union(ghosts)

    def _is_absent(self, word: str) -> bool:
        """Whether a word is below a root package that does not exist, which was said already."""
        return any(f"{word}.".startswith(f"{root}.") for root in self.names.absent)

    @property
    def _beside(self) -> Severity:
        """What it counts as that import-linter does not see or does not mind."""
        strict = self.project.config.strict_contracts
        return Severity.ERROR if strict else Severity.WARNING
