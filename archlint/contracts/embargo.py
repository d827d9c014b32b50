"""Packages that may not reach some others by any chain: what forbidden comes down to."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from archlint.contracts.law import Denial, Offence
from archlint.contracts.reach import (
    bits_of,
    chain_from,
    exits,
    nearest_of,
    reaching,
    reaching_around,
    steps_to,
)
from archlint.contracts.view import Pair, View

Steps = dict[int, dict[str, str]]
"""For each goal, the next module on a shortest chain to it."""


@dataclass(frozen=True)
class Embargo:
    """Sources, and the targets that none of them may reach; both sorted.

    Where a source and a target overlap, that pair says nothing. A chain that comes back into its
    source is judged where it leaves for good. Sets of sources and of targets are bits.
    """

    view: View
    sources: Sequence[str]
    targets: Sequence[str]
    is_direct: bool
    as_packages: bool
    help: str

    def offences(self) -> Iterator[Offence]:
        """Every import that leaves a source for good towards a target."""
        steps: Steps = {}
        for source, goals in self._broken.items():
            package, reached = self._packages[source], self._reached_around(source)
            own: Steps = {}
            for pair, beyond in exits(self.view, package, reached, goals):
                nearest = nearest_of(beyond, self._goals.get(pair[1], 0))
                chain = self._chain(pair, nearest, steps, frozenset())
                if any(importer in package for importer, _ in chain[1:]):
                    chain = self._chain(pair, nearest, own, package)
                message = Denial(self.sources[source], self.targets, nearest, beyond, chain)
                yield Offence(message, chain, self.help)

    def touched(self, pairs: Set[Pair]) -> Set[Pair]:
        """The pairs that lie on a chain from a source to a target that it may not reach."""
        onwards = {} if self.is_direct else self.view.imports
        leading = reaching(onwards, self._packages)
        around: dict[int, Mapping[str, int]] = {}

        def leads_on(source: int, module: str) -> bool:
            goals = self._broken.get(source, 0)
            if not goals & self._reached.get(module, 0) or module in self._packages[source]:
                return False
            if source not in around:
                around[source] = self._reached_around(source)
            return bool(goals & around[source].get(module, 0))

        return {
            (importer, imported)
            for importer, imported in pairs
            if any(leads_on(source, imported) for source in bits_of(leading.get(importer, 0)))
        }

    @cached_property
    def _packages(self) -> Sequence[frozenset[str]]:
        return [self._package(name) for name in self.sources]

    @cached_property
    def _destinations(self) -> Sequence[frozenset[str]]:
        return [self._package(name) for name in self.targets]

    @cached_property
    def _goals(self) -> dict[str, int]:
        """The targets that each module is part of."""
        return reaching({}, self._destinations)

    @cached_property
    def _reached(self) -> dict[str, int]:
        """The targets that each module reaches."""
        if self.is_direct:
            return self._goals
        return reaching(self.view.importers, self._destinations)

    @cached_property
    def _returning(self) -> Mapping[str, int]:
        """The sources that each module reaches."""
        return reaching(self.view.importers, self._packages)

    @cached_property
    def _broken(self) -> Mapping[int, int]:
        """The sources that reach what they may not, each with these targets."""
        found = {}
        for index, package in enumerate(self._packages):
            goals = 0
            for leaving in exits(self.view, package, self._reached):
                goals |= leaving.goals
            goals &= ~self._overlapping(index)
            if goals:
                found[index] = goals
        return found

    def _reached_around(self, source: int) -> Mapping[str, int]:
        """The targets that each module which the source imports reaches without coming back."""
        if self.is_direct:
            return self._goals
        bit, returning = 1 << source, self._returning
        return reaching_around(
            self.view,
            self._packages[source],
            self._reached,
            self._goals,
            lambda module: bool(returning.get(module, 0) & bit),
        )

    def _chain(self, pair: Pair, goal: int, steps: Steps, walls: Set[str]) -> tuple[Pair, ...]:
        """A shortest chain to a goal; `steps` takes up what is found about goals.

        One that stays out of a source without being told to is a shortest one of those that do,
        and the smallest: fewer modules leave no better choice at any step.
        """
        if pair[1] in self._destinations[goal]:
            return (pair,)
        if goal not in steps:
            steps[goal] = steps_to(self.view, self._destinations[goal], walls)
        return chain_from(pair, steps[goal])

    def _package(self, name: str) -> frozenset[str]:
        return self.view.below(name) if self.as_packages else frozenset((name,))

    def _overlapping(self, source: int) -> int:
        """The targets that a source is part of, or that are part of it."""
        bits = 0
        for module in self._packages[source]:
            bits |= self._goals.get(module, 0)
        return bits
