"""What checking import contracts comes to."""

from __future__ import annotations

from typing import NamedTuple

from archlint.diagnostics import Diagnostic, Related
from archlint.source.tree import Module

BREACH = "import-contract"
"""The rule that reports the imports that break contracts, and what else breaks one."""

UNMATCHED = "unmatched-expression"
"""The rule that reports words of contracts that name nothing."""


class ContractFindings(NamedTuple):
    """What some contracts found.

    `failures` are messages about custom types that raised. `excused` are the sites of imports that
    `ignore_imports` takes out, and by which entry. `denied` has, for each contract that can be
    broken by a single import, a module and the dotted name that it may not import. `declared`
    counts the contracts of `file`, "" where there are none. `runs_code` says that code of the
    project's own, a type of contract, has its say.
    """

    diagnostics: tuple[Diagnostic, ...] = ()
    failures: tuple[str, ...] = ()
    excused: tuple[Related, ...] = ()
    denied: tuple[tuple[Module, str], ...] = ()
    declared: int = 0
    file: str = ""
    runs_code: bool = False

    def __add__(  # type: ignore[override]  # a tuple's own way to grow, of no use here
        self, other: ContractFindings
    ) -> ContractFindings:
        return ContractFindings(
            self.diagnostics + other.diagnostics,
            self.failures + other.failures,
            self.excused + other.excused,
            self.denied + other.denied,
            self.declared + other.declared,
            self.file or other.file,
            self.runs_code or other.runs_code,
        )
