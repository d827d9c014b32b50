"""What contracts find, as diagnostics at the places of the code and of the config."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from archlint.contracts.custom import Verdict
from archlint.contracts.files import ContractFile
from archlint.contracts.ignored import Excuses
from archlint.contracts.law import Offence
from archlint.contracts.options import Contract, Ignored
from archlint.contracts.view import Pair, View
from archlint.diagnostics import Diagnostic, Location, Related, Severity
from archlint.facts.imports import Kind
from archlint.findings import BREACH, UNMATCHED
from archlint.imports import Import
from archlint.project import Project
from archlint.source.tree import Module

_UNSEEN = "; import-linter does not see it"


class Reporter(NamedTuple):
    """Makes the diagnostics of one contract; `modules` finds one by the name it has there."""

    project: Project
    file: ContractFile
    contract: Contract
    modules: dict[str, Module]

    def breaches(
        self,
        offences: Iterable[Offence],
        view: View,
        severity: Severity,
        *,
        beyond: View | None = None,
    ) -> Iterator[Diagnostic]:
        """A diagnostic for each site of the imports that begin offences.

        Those that show in the view `beyond` as well are left out, and a parent that runs because of
        an import that is told already.
        """
        edges = self.project.edges
        found = tuple(offences)
        told = {
            (edges.file[row], edges.fact[row])
            for offence in found
            for row in (view.links[offence.chain[0]] if offence.chain else ())
            if not edges.kinds[row] & Kind.PARENT
        }
        for offence in found:
            if not offence.chain:
                if beyond is None or offence.subject not in beyond:
                    yield self._unlisted(offence, severity, beyond)
                continue
            first = offence.chain[0]
            shows = beyond is not None and all(hop in beyond.links for hop in offence.chain)
            for row in view.links[first]:
                if edges.kinds[row] & Kind.PARENT and (edges.file[row], edges.fact[row]) in told:
                    continue
                if beyond is None or not shows or row not in beyond.links[first]:
                    yield self._site(offence, row, view, severity, beyond)

    def _unlisted(self, offence: Offence, severity: Severity, beyond: View | None) -> Diagnostic:
        """The diagnostic of a module, at its first file: a folder has none of its own."""
        inside = f"{offence.subject}."
        paths = [
            module.path
            for name, module in self.modules.items()
            if module.files and f"{name}.".startswith(inside)
        ]
        own = self.modules.get(offence.subject)
        path = own.path if own is not None and own.files else min(paths, default="")
        place = Location(path) if path else self.place()
        message = _said(offence, beyond)
        return self._breach(place, message, offence.subject, "", severity, offence.help)

    def _site(
        self, offence: Offence, row: int, view: View, severity: Severity, beyond: View | None
    ) -> Diagnostic:
        site = Import(self.project.table, row)
        pair, *rest = offence.chain
        return self._breach(
            site.location,
            _said(offence, beyond),
            self._identity(pair[0]),
            self._identity(pair[1]),
            severity,
            offence.help,
            note=site.note,
            statement=site.statement if site.statement.line != site.location.line else None,
            related=tuple(self._hop(hop, view) for hop in rest),
        )

    def verdict(self, verdict: Verdict, view: View) -> Diagnostic:
        """The diagnostic of a broken contract of a custom type."""
        first = verdict.lines[0].rstrip(".:") if verdict.lines else "it is not kept"
        related = tuple(
            Related(site.location, f"`{site.importer.name}` imports `{pair[1]}`")
            for pair in verdict.pairs
            for site in [Import(self.project.table, row) for row in view.links[pair]]
        )
        return self._breach(
            self.place(),
            f"contract `{self.contract.name}` is broken: {first}",
            self.contract.id,
            "",
            Severity.ERROR,
            *verdict.lines[1:],
            related=related,
        )

    def too_many(self, found: Excuses, most: int, config: Location, view: View) -> Diagnostic:
        """The diagnostic of a contract that ignores more imports than agreed."""
        number = len(found.removed)
        what = "import" if number == 1 else "imports"
        message = f"contract `{self.contract.name}` ignores {number} {what}, {most} agreed"
        return self._breach(
            self.place("ignore_imports"),
            message,
            self.contract.id,
            "max-ignored",
            Severity.ERROR,
            "name in `ignore_imports` what is meant, and move or invert the other imports",
            config=config,
            related=self.excused(found, view),
        )

    def excused(self, found: Excuses, view: View) -> tuple[Related, ...]:
        """The sites that entries of `ignore_imports` excuse."""
        return tuple(
            Related(
                Import(self.project.table, row).location,
                f"excused from `{self.contract.id}` by `{entry.text.strip()}`",
            )
            for entry, pairs in found.pairs.items()
            for pair in sorted(pairs)
            for row in view.links[pair]
        )

    def ignored(self, entry: Ignored, does: str, severity: Severity) -> Diagnostic:
        """The diagnostic of an entry of `ignore_imports` that does nothing."""
        message = f"`{entry.text.strip()}` of contract `{self.contract.name}` {does}"
        help = "delete the entry, or correct it"
        return self.unmatched("ignore_imports", entry.text, message, severity, help)

    def unmatched(
        self, option: str, word: str, message: str, severity: Severity, help: str
    ) -> Diagnostic:
        """The diagnostic of a word of an option that names nothing."""
        place = self.place(option, word)
        subject = f"{self.contract.id}.{option}"
        found = unmatched(place, subject, word.strip(), message, help)
        return replace(found, severity=severity, config=self.place())

    def place(self, option: str = "", word: str = "") -> Location:
        """The place of the contract, of an option's value, or of the item with a word in it."""
        if not option:
            return self.file.locate(self.contract.key, False)
        key = (*self.contract.key, option)
        value = self.contract.values.get(option, "")
        for item in value if isinstance(value, list) else ():
            if word == item or word in re.split(r"[\s|:()]+", item):
                return self.file.locate((*key, item), True)
        return self.file.locate(key, True)

    def _hop(self, pair: Pair, view: View) -> Related:
        rows = view.links[pair]
        more = f", at {len(rows)} places" if len(rows) > 1 else ""
        place = Import(self.project.table, rows[0]).location
        return Related(place, f"`{pair[0]}` imports `{pair[1]}`{more}")

    def _identity(self, name: str) -> str:
        module = self.modules.get(name)
        return name if module is None else self.project.tree.identity(module)

    def _breach(
        self,
        place: Location,
        message: str,
        subject: str,
        object: str,
        severity: Severity,
        *help: str,
        note: str = "",
        statement: Location | None = None,
        config: Location | None = None,
        related: tuple[Related, ...] = (),
    ) -> Diagnostic:
        return Diagnostic(
            rule=BREACH,
            instance=self.contract.id,
            message=message,
            location=place,
            subject=subject,
            object=object,
            severity=severity,
            note=note,
            statement=statement,
            why=self.contract.guidance or self.contract.name,
            config=config or self.place(),
            help=tuple(help),
            related=related,
        )


def _said(offence: Offence, beyond: View | None) -> str:
    return offence.message if beyond is None else offence.message + _UNSEEN


def unmatched(place: Location, subject: str, word: str, message: str, help: str) -> Diagnostic:
    """The diagnostic of a word of import-linter's configuration that names nothing."""
    return Diagnostic(
        rule=UNMATCHED,
        message=message,
        location=place,
        subject=f"importlinter.{subject}",
        object=word,
        help=(help,),
    )
