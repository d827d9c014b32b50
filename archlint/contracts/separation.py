"""Packages of which some may not reach others: what layers and independence come down to."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from archlint.contracts.law import Denial, Offence
from archlint.contracts.reach import bits_of, chain_from, exits, nearest_of, reaching, steps_to
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
                nearest = nearest_of(goals, self._homes.get(pair[1], 0))
                if nearest not in steps:
                    steps[nearest] = steps_to(self.view, self._packages[nearest], self._walls)
                chain = chain_from(pair, steps[nearest])
                message = Denial(self.names[index], self.names, nearest, goals, chain)
                yield Offence(message, chain, self.help)

    def imports(self) -> Iterator[Pair]:
        """Every import of a package that it may not reach, by any module of another."""
        for index, package in enumerate(self._packages):
            for goal in bits_of(self.denied[index]):
                for module in sorted(package):
                    yield module, self.names[goal]

    def touched(self, pairs: Set[Pair]) -> set[Pair]:
        """The pairs that lie on a chain from a package to one it may not reach."""
        reaching_it = reaching(self.view.imports, self._packages, self._walls)
        judged: dict[tuple[int, int], bool] = {}
        found = set()
        for pair in pairs:
            ends = reaching_it.get(pair[0], 0), self._reached.get(pair[1], 0)
            if ends not in judged:
                judged[ends] = any(ends[1] & self.denied[index] for index in bits_of(ends[0]))
            if judged[ends]:
                found.add(pair)
        return found

    @cached_property
    def _packages(self) -> Sequence[frozenset[str]]:
        return [self.view.below(name) for name in self.names]

    @cached_property
    def _homes(self) -> Mapping[str, int]:
        """The package of each module in one, as a bit."""
        return {
            module: 1 << index for index, package in enumerate(self._packages) for module in package
        }

    @cached_property
    def _walls(self) -> Set[str]:
        return self._homes.keys()

    @cached_property
    def _reached(self) -> dict[str, int]:
        return reaching(self.view.importers, self._packages, self._walls)
