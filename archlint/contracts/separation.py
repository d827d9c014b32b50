"""Packages of which some may not reach others: what layers and independence come down to."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from archlint.contracts.law import Offence, listed
from archlint.contracts.reach import chain_from, exits, reaching, steps_to
from archlint.contracts.view import Pair, View


@dataclass(frozen=True)
class Separation:
    """Packages, none inside another, and for each the ones it may not reach, as bits.

    A chain that meets a third package on its way is judged there, so it does not count.
    """

    view: View
    names: Sequence[str]
    denied: Sequence[int]
    help: str

    def offences(self) -> Iterator[Offence]:
        """Every import that leaves a package towards one it may not reach."""
        steps: dict[int, dict[str, str]] = {}
        for index, package in enumerate(self._packages):
            for pair, goals in exits(self.view, package, self._reached, self.denied[index]):
                nearest = next(
                    (goal for goal in goals if pair[1] in self._packages[goal]), goals[0]
                )
                if nearest not in steps:
                    steps[nearest] = steps_to(self.view, self._packages[nearest], self._walls)
                others = tuple(self.names[goal] for goal in goals if goal != nearest)
                chain = chain_from(pair, steps[nearest])
                message = denial(self.names[index], (self.names[nearest], *others), chain)
                yield Offence(message, chain, self.help)

    def imports(self) -> Iterator[Pair]:
        """Every import of a package that it may not reach, by any module of another."""
        for index, package in enumerate(self._packages):
            for goal, name in enumerate(self.names):
                if self.denied[index] >> goal & 1:
                    for module in sorted(package):
                        yield module, name

    def touched(self, pairs: Set[Pair]) -> set[Pair]:
        """The pairs that lie on a chain from a package to one it may not reach."""
        reaching_it = reaching(self.view.imports, self._packages, self._walls)
        return {
            pair
            for pair in pairs
            if any(
                reaching_it.get(pair[0], 0) >> index & 1
                and self._reached.get(pair[1], 0) & self.denied[index]
                for index in range(len(self.names))
            )
        }

    @cached_property
    def _packages(self) -> Sequence[frozenset[str]]:
        return [self.view.below(name) for name in self.names]

    @cached_property
    def _walls(self) -> frozenset[str]:
        return frozenset().union(*self._packages)

    @cached_property
    def _reached(self) -> dict[str, int]:
        return reaching(self.view.importers, self._packages, self._walls)


def denial(package: str, denied: tuple[str, ...], chain: tuple[Pair, ...]) -> str:
    """What is wrong with a chain from a package to the first of those it may not import."""
    importer, imported = chain[0]
    way = f"`{importer}` imports `{imported}`"
    if len(chain) > 1:
        middle = tuple(module for module, _ in chain[1:])
        way = f"`{importer}` reaches `{chain[-1][1]}` through {listed(middle)}"
    return f"`{package}` may not import {listed(denied)}: {way}"
