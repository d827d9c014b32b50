"""The shape of a rule: a frozen dataclass whose fields are its options."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from archlint.diagnostics import Diagnostic, Location, Related, Severity
from archlint.imports import Import
from archlint.project import Project
from archlint.source.tree import Module


class Plant(NamedTuple):
    """A breach that shows that a rule can fire.

    `files` are the files of the tree to be changed, by path: the whole content each would have, or
    None for one that would be gone. `location` is where the rule must then report; its end does not
    matter.
    """

    files: Mapping[str, bytes | None]
    location: Location

    @classmethod
    def appended(cls, project: Project, module: Module, line: str, column: int) -> "Plant":
        """A line of ASCII added at the end of a module, to be reported at `column` of it.

        Raises:
            ValueError: the module has no file of its own.
        """
        return cls.inserted(project, module, None, line, column)

    @classmethod
    def inserted(
        cls, project: Project, module: Module, after: int | None, line: str, column: int
    ) -> "Plant":
        """A line of ASCII added after the 1-based line `after` of a module, None being its last.

        Raises:
            ValueError: the module has no file of its own.
        """
        if not module.files:
            raise ValueError(f"{module.name} has no file")
        path = project.tree.files[module.files[0]].path
        lines = project.read(path).splitlines(keepends=True)
        after = len(lines) if after is None else after
        above = b"".join(lines[:after])
        gap = b"" if above.endswith((b"\n", b"\r")) or not above else b"\n"
        content = b"".join((above, gap, line.encode("ascii"), b"\n", *lines[after:]))
        return cls({path: content}, Location(path, after + 1, column))


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

    def plant(self, project: Project) -> Iterator[Plant]:
        """Yield breaches to plant in this tree; none where the tree offers no place for one."""
        return iter(())

    def remarks(self, project: Project) -> Iterator[str]:
        """Yield what a verbose run should say, a line each: what could not be judged, say."""
        return iter(())

    def diagnostic(
        self,
        location: Location,
        message: str,
        *,
        subject: str,
        object: str = "",
        severity: Severity | None = None,
        note: str = "",
        statement: Location | None = None,
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
            statement=statement if statement and statement.line != location.line else None,
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
        tree = site.table.tree
        imported = site.imported
        return self.diagnostic(
            location or site.location,
            message,
            subject=tree.identity(site.importer),
            object=object or (tree.identity(imported) if imported else site.external),
            note=site.note,
            statement=site.statement,
            why=why,
            config=config,
            help=help,
        )
