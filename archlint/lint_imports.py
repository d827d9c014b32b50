"""A type of contract with which `lint-imports` runs a rule of archlint."""

from __future__ import annotations

import os
import tomllib
from typing import TYPE_CHECKING

from importlinter import Contract, ContractCheck, fields, output
from importlinter.domain.contract import InvalidContractOptions

from archlint.config.load import load
from archlint.config.settings import Config, RuleConfig
from archlint.engine import check
from archlint.errors import ArchlintError
from archlint.findings import BREACH
from archlint.registry.load import load_rules
from archlint.registry.selection import Selection
from archlint.report import Report
from archlint.reporters import RenderOptions
from archlint.reporters.concise import render
from archlint.reporters.plain import counted

if TYPE_CHECKING:
    from archlint.graph import ImportGraph


class RuleContract(Contract):
    """A rule of archlint, or an instance of one that archlint's own config declares.

    `rule` is its name. `options` are the options of the rule as TOML; what the config of archlint
    says of the rule stands where there are none.
    """

    type_name = "archlint_rule"

    rule = fields.StringField()
    options = fields.TextField(required=False)
    broken_contract_guidance = fields.TextField(required=False)

    def validate(self) -> None:
        """Refuse what cannot be run, and the rule that would check this very contract."""
        try:
            table = self._table()
        except ValueError as error:
            raise InvalidContractOptions({"options": f"Not TOML: {error}."}) from error
        try:
            chosen, faults = load_rules(self._config(), self._selection())
        except ArchlintError as error:
            raise InvalidContractOptions({"rule": error.message}) from error
        for fault in faults:
            raise InvalidContractOptions({"options" if table else "rule": fault.message})
        if any(instance.rule.name() == BREACH for instance in chosen):
            raise InvalidContractOptions(
                {"rule": f"`{self.rule}` checks the contracts themselves."}
            )

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Run the rule over the tree of the current folder; the graph is not looked at."""
        report = check(self._config(), selection=self._selection())
        faults = (f"{fault.location}: {fault.message}" for fault in report.faults)
        for problem in (*report.failures, *faults):
            raise ArchlintError(problem)
        unread = f"{counted(report.silent, 'file')} could not be checked."
        return ContractCheck(
            kept=report.exit_code() == 0,
            warnings=[unread] if report.silent else [],
            metadata={"report": report},
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print a line for each breach, as text that no markup in it can change."""
        report: Report = check.metadata["report"]
        lines = render(report, RenderOptions(folder=os.getcwd()))
        output.console.print(lines + self._guidance(), markup=False, soft_wrap=True)

    def _config(self) -> Config:
        """The config of the current folder, with the options of this contract in place of its own.

        Raises:
            ArchlintError: it cannot be read.
        """
        config = load([os.curdir])
        name, table = str(self.rule), self._table()
        if not table:
            return config
        others = tuple(settings for settings in config.rules if settings.instance != name)
        own = RuleConfig(instance=name, type=name, options=table, key=("rules", name))
        return config._replace(rules=(*others, own))

    def _selection(self) -> Selection:
        return Selection(select=(str(self.rule),))

    def _table(self) -> dict[str, object]:
        """The options of the rule.

        Raises:
            ValueError: they are not TOML.
        """
        return tomllib.loads(str(vars(self)["options"] or ""))

    def _guidance(self) -> str:
        return str(vars(self)["broken_contract_guidance"] or "")
