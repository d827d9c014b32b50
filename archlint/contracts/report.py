"""What contracts find, as diagnostics at the places of the code and of the config."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

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

_PARENT = int(Kind.PARENT)
_UNSEEN = "; import-linter does not see it"


@dataclass(frozen=True)
class Reporter:
    """Makes the diagnostics of one contract; `modules` finds one by the name it has there."""

    project: Project
    file: ContractFile
    contract: Contract
    modules: Mapping[str, Module]

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
        files, facts, kinds = edges.file, edges.fact, edges.kinds
        found = tuple(offences)
        told = {
            (files[row], facts[row])
            for offence in found
            for row in (view.links[offence.chain[0]] if offence.chain else ())
            if not kinds[row] & _PARENT
        }
        hops: dict[Pair, Related] = {}
        for offence in found:
            if not offence.chain:
                if beyond is None or offence.subject not in beyond:
                    yield self._unlisted(offence, severity, beyond)
                continue
            first, *rest = offence.chain
            rows = [
                row
                for row in view.links[first]
                if not kinds[row] & _PARENT or (files[row], facts[row]) not in told
            ]
            if beyond is not None and all(hop in beyond.links for hop in offence.chain):
                rows = [row for row in rows if row not in beyond.links[first]]
            if not rows:
                continue
            for hop in rest:
                if hop not in hops:
                    hops[hop] = self._hop(hop, view)
            message, related = _said(offence, beyond), tuple(hops[hop] for hop in rest)
            for row in rows:
                yield self._site(row, first, message, severity, offence.help, related)

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
        self,
        row: int,
        pair: Pair,
        message: str,
        severity: Severity,
        help: str,
        related: tuple[Related, ...],
    ) -> Diagnostic:
        site = Import(self.project.table, row)
        place, line = site.location, site.fact.statement_line
        return self._breach(
            place,
            message,
            self._identity(pair[0]),
            self._identity(pair[1]),
            severity,
            help,
            note=site.note,
            statement=Location(place.path, line) if line != place.line else None,
            related=related,
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

    @cached_property
    def _own_place(self) -> Location:
        return self.place()

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
            config=config or self._own_place,
            help=tuple(help),
            related=related,
        )


def _said(offence: Offence, beyond: View | None) -> str:
    return str(offence.message) if beyond is None else f"{offence.message}{_UNSEEN}"


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
