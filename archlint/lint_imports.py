"""A type of contract with which `lint-imports` runs a rule of archlint."""

from __future__ import annotations

import os
import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING

from importlinter import Contract, ContractCheck, fields, output
from importlinter.domain.contract import InvalidContractOptions

from archlint.config.load import load
from archlint.config.settings import RuleConfig
from archlint.engine import check
from archlint.errors import ArchlintError
from archlint.registry import Selection
from archlint.report import Report
from archlint.reporters import RenderOptions
from archlint.reporters.concise import render

if TYPE_CHECKING:
    from archlint.graph import ImportGraph

_OWN = "import-contract"


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
        """Refuse options that are not TOML, and the rule that would check this very contract."""
        if str(self.rule) == _OWN:
            raise InvalidContractOptions({"rule": f"`{_OWN}` checks the contracts themselves."})
        try:
            tomllib.loads(self._written())
        except ValueError as error:
            raise InvalidContractOptions({"options": f"Not TOML: {error}."}) from error

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Run the rule over the tree of the current folder; the graph is not looked at."""
        config = load([os.curdir])
        name = str(self.rule)
        table = tomllib.loads(self._written())
        if table:
            others = tuple(settings for settings in config.rules if settings.instance != name)
            own = RuleConfig(instance=name, type=name, options=table, key=("rules", name))
            config = replace(config, rules=(*others, own))
        report = check(config, selection=Selection(select=(name,)))
        for problem in (*report.failures, *(fault.message for fault in report.faults)):
            raise ArchlintError(problem)
        return ContractCheck(kept=report.exit_code() == 0, metadata={"report": report})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print a line for each breach, as text that no markup in it can change."""
        report: Report = check.metadata["report"]
        lines = render(report, RenderOptions(folder=os.getcwd()))
        output.console.print(lines + self._guidance(), markup=False, soft_wrap=True)

    def _written(self) -> str:
        return str(vars(self)["options"] or "")

    def _guidance(self) -> str:
        return str(vars(self)["broken_contract_guidance"] or "")
