"""The shape of a rule: a frozen dataclass whose fields are its options."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint.diagnostics import Diagnostic, Location, Related, Severity
from archlint.project import Import, Project


@dataclass(frozen=True, kw_only=True)
class Rule(ABC):
    """A law that can be checked.

    Subclasses are frozen keyword-only dataclasses: each field is an option, with its type and its
    default. The class docstring is the documentation that `archlint explain` prints.
    `default_severity` is what a diagnostic counts as when the config says nothing, and
    `default_on` says whether the rule runs without being named.
    """

    default_severity: ClassVar[Severity] = Severity.ERROR
    default_on: ClassVar[bool] = True
    groups: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def name(cls) -> str:
        """The rule's name, derived from its class: `BannedApi` is `banned-api`."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()

    @abstractmethod
    def check(self, project: Project) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each breach, in any order."""

    def diagnostic(
        self,
        location: Location,
        message: str,
        *,
        subject: str,
        object: str = "",
        severity: Severity | None = None,
        note: str = "",
        why: str = "",
        config: Location | None = None,
        help: tuple[str, ...] = (),
        related: tuple[Related, ...] = (),
    ) -> Diagnostic:
        """A diagnostic of this rule; `subject` and `object` are what identifies the breach."""
        return Diagnostic(
            rule=self.name(),
            message=message,
            location=location,
            subject=subject,
            object=object,
            severity=severity or self.default_severity,
            note=note,
            why=why,
            config=config,
            help=help,
            related=related,
        )

    def import_diagnostic(
        self,
        site: Import,
        message: str,
        *,
        object: str = "",
        location: Location | None = None,
        why: str = "",
        config: Location | None = None,
        help: tuple[str, ...] = (),
    ) -> Diagnostic:
        """A diagnostic about one import, identified by its importer and what it imports."""
        tree = site.project.tree
        imported = site.imported
        place = location or site.location
        return Diagnostic(
            rule=self.name(),
            message=message,
            location=place,
            subject=tree.identity(site.importer),
            object=object or (tree.identity(imported) if imported else site.external),
            severity=self.default_severity,
            note=site.note,
            statement=site.statement if site.statement.line != place.line else None,
            why=why,
            config=config,
            help=help,
        )
