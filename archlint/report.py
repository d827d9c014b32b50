"""The outcome of a run: what reporters render and the exit code is read from."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic, Related, Severity


class Counts(NamedTuple):
    """How much was looked at.

    `assigned` and `unchecked` count, among the `production` modules that hold code, those that
    belong to a domain and those whose domain is unchecked.
    """

    files: int = 0
    modules: int = 0
    imports: int = 0
    production: int = 0
    assigned: int = 0
    unchecked: int = 0


class Report(NamedTuple):
    """Everything a run found, sorted.

    `excused` are the sites of imports that import contracts ignore. `hidden` counts diagnostics
    outside the paths asked for. `failures` are messages about what could not be run: a rule that
    raised, an argument that cannot be used. `excerpts` has the lines of each file with diagnostics.
    `roles` counts the files of each role. `remarks` are what rules say of their own work.
    `unread_configs` are configs of folders below that are not included. `silent` counts files that
    could not be read or parsed while the rule that says so was not selected, or switched off for
    them. `domains` says whether any domain is declared. `contracts` counts the import contracts
    that were looked at, and `contract_file` is where they are declared. `roots` are the folders
    that dotted names start from, each with its evidence in words.
    """

    diagnostics: tuple[Diagnostic, ...] = ()
    failures: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    excused: tuple[Related, ...] = ()
    hidden: int = 0
    silent: int = 0
    counts: Counts = Counts()
    domains: bool = False
    contracts: int = 0
    contract_file: str = ""
    rules: tuple[str, ...] = ()
    root: str = ""
    config_file: str = ""
    roots: tuple[tuple[str, str], ...] = ()
    unread_configs: tuple[str, ...] = ()
    roles: Mapping[str, int] = MappingProxyType({})
    skipped: Mapping[str, int] = MappingProxyType({})
    excerpts: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    def limited_to(self, paths: Collection[str], files: Collection[str] | None = None) -> "Report":
        """The report of what lies below these paths ("" is everything) or in one of these files.

        The whole one without either. Faults of the config concern every path.
        """
        if "" in paths or not (paths or files is not None):
            return self
        shown = tuple(
            item
            for item in self.diagnostics
            if item.rule == MALFORMED_CONFIG
            or item.location.path in (files or ())
            or any(f"{item.location.path}/".startswith(f"{path}/") for path in paths)
        )
        hidden = self.hidden + len(self.diagnostics) - len(shown)
        return self._replace(diagnostics=shown, hidden=hidden)

    def count(self, severity: Severity) -> int:
        """How many diagnostics have the severity, faults of the configuration aside."""
        return sum(
            diagnostic.severity is severity and diagnostic.rule != MALFORMED_CONFIG
            for diagnostic in self.diagnostics
        )

    @property
    def faults(self) -> tuple[Diagnostic, ...]:
        """The malformed places of the configuration."""
        return tuple(item for item in self.diagnostics if item.rule == MALFORMED_CONFIG)

    def exit_code(self, fail_on: Severity = Severity.ERROR) -> int:
        """0 clean, 1 diagnostics that count, 2 not all that was asked could be run."""
        if self.failures or self.faults:
            return 2
        if self.count(Severity.ERROR):
            return 1
        return int(fail_on is Severity.WARNING and self.count(Severity.WARNING) > 0)
