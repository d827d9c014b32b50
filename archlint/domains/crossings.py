"""Imports by the domains they lead from and to: what laws about domains judge, each case once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cached_property
from typing import NamedTuple

from archlint.config.settings import DomainConfig
from archlint.domains import NO_DOMAIN, Domain, Domains
from archlint.facts.imports import Kind
from archlint.imports import is_at_load_time
from archlint.resolve.edges import NONE, Edges
from archlint.source.tree import Form, Module, Role, Tree

_PARENT = int(Kind.PARENT)
_DECISIVE = int(Kind.TYPING | Kind.DEFERRED | Kind.MAIN | Kind.PARENT)

Case = tuple[int, int, int, int]
"""The side of the importer, that of the imported module, the external name (or `NONE`), kinds."""


class Crossing(NamedTuple):
    """All imports that are alike to laws about domains.

    They lead from one domain to another. `imported` is None for code that no domain owns, and for
    an external module, whose dotted name is `external`, else "". `kinds` are those they have of
    `TYPING`, `DEFERRED`, `MAIN` and `PARENT`.
    """

    importer: Domain
    imported: Domain | None
    external: str
    kinds: Kind
    case: Case

    @property
    def at_load_time(self) -> bool:
        """Whether they run whenever their importer is loaded, a condition aside."""
        return is_at_load_time(int(self.kinds))


class _Side(NamedTuple):
    """What matters of a module at either end of an import."""

    domain: int
    role: Role
    is_ghost: bool


class Crossings:
    """The crossings of a tree, and which imports they are made of."""

    def __init__(
        self, tree: Tree, edges: Edges, domains: Domains, has_code: Callable[[Module], bool]
    ) -> None:
        self.tree = tree
        self.edges = edges
        self.domains = domains
        self.has_code = has_code

    def between_domains(
        self, *, unchecked: bool = False, exempt: bool = False
    ) -> Iterator[Crossing]:
        """Those that lead to modules of the tree."""
        for case in self._cases[0]:
            if self._is_law(case, unchecked=unchecked, exempt=exempt):
                target = self._sides[0][case[1]].domain
                imported = None if target == NO_DOMAIN else self.domains.all[target]
                yield self._crossing(case, imported, "")

    def to_externals(self, *, unchecked: bool = False, exempt: bool = False) -> Iterator[Crossing]:
        """Those that lead out of the tree."""
        for case in self._cases[1]:
            if self._is_law(case, unchecked=unchecked, exempt=exempt):
                yield self._crossing(case, None, self.edges.externals[case[2]])

    def rows(self, cases: Collection[Case]) -> list[int]:
        """The rows of the edges that these cases are made of, in order."""
        if not cases:
            return []
        return [row for row, case in enumerate(self._case_of_each()) if case in cases]

    def rows_between(self, importer: Role, imported: Role) -> list[int]:
        """The rows of imports, parents aside, by modules of one role of those of another."""
        sides = self._sides[0]
        return self.rows(
            {
                (side, target, external, kinds)
                for side, target, external, kinds in self._cases[0]
                if sides[side].role is importer
                and sides[target].role is imported
                and not kinds & _PARENT
            }
        )

    def is_subject(
        self, domain: Domain, role: Role, *, unchecked: bool = False, exempt: bool = False
    ) -> bool:
        """Whether laws look at the imports of the domain's modules of a role."""
        config = domain.config
        if config.unchecked and not unchecked:
            return False
        if exempt or role is Role.PRODUCTION or config.tests == "check":
            return True
        return config.name not in self._with_production

    def _is_law(self, case: Case, *, unchecked: bool, exempt: bool) -> bool:
        side, target, _, kinds = case
        importer = self._sides[0][side]
        if importer.domain == NO_DOMAIN or kinds & self._ignored[importer.domain]:
            return False
        if target != NONE and self._sides[0][target].is_ghost and not exempt:
            return False
        domain = self.domains.all[importer.domain]
        return self.is_subject(domain, importer.role, unchecked=unchecked, exempt=exempt)

    def _crossing(self, case: Case, imported: Domain | None, external: str) -> Crossing:
        importer = self.domains.all[self._sides[0][case[0]].domain]
        return Crossing(importer, imported, external, self._kinds[case[3]], case)

    @cached_property
    def _cases(self) -> tuple[list[Case], list[Case]]:
        """Every case that there is: those of modules, and external ones."""
        cases = dict.fromkeys(self._case_of_each())
        return (
            [case for case in cases if case[1] != NONE],
            [case for case in cases if case[1] == NONE],
        )

    def _case_of_each(self) -> Iterator[Case]:
        """The case of each row, without a step of Python for each."""
        edges, (_, sides) = self.edges, self._sides
        # The last one is what `NONE` picks.
        side = [*sides, NONE].__getitem__
        return zip(
            map(side, edges.importer),
            map(side, edges.imported),
            edges.external,
            map(self._alike.__getitem__, edges.kinds),
            strict=True,
        )

    @cached_property
    def _alike(self) -> dict[int, int]:
        """For all kinds that some import has, those that decide."""
        return {kinds: kinds & _DECISIVE for kinds in set(self.edges.kinds)}

    @cached_property
    def _kinds(self) -> dict[int, Kind]:
        return {kinds: Kind(kinds) for kinds in self._alike.values()}

    @cached_property
    def _sides(self) -> tuple[list[_Side], list[int]]:
        """All sides, and the number of that of each module."""
        numbers: dict[_Side, int] = {}
        sides = [
            numbers.setdefault(_Side(owner, module.role, module.form is Form.GHOST), len(numbers))
            for owner, module in zip(self.domains.owner, self.tree.modules, strict=True)
        ]
        return list(numbers), sides

    @cached_property
    def _ignored(self) -> list[int]:
        """For each domain the kinds of imports that laws do not look at."""
        return [_ignored_kinds(domain.config) for domain in self.domains.all]

    @cached_property
    def _with_production(self) -> frozenset[str]:
        """Domains, and families as a whole, that hold production code, not inert packages alone."""
        modules = self.tree.modules
        return frozenset(
            domain.config.name
            for domain in self.domains.all
            if any(
                modules[index].role is Role.PRODUCTION and self.has_code(modules[index])
                for index in domain.modules
            )
        )


def _ignored_kinds(domain: DomainConfig) -> int:
    ignored = Kind.PARENT
    if domain.typing_imports == "ignore":
        ignored |= Kind.TYPING
    if domain.deferred_imports == "ignore":
        ignored |= Kind.DEFERRED
    return int(ignored)
