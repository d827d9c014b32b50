"""Contracts of type layers: high may import low, never the other way round."""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import NamedTuple

from archlint.contracts.law import Law, Misuse, Offence, Stale, empty, missing
from archlint.contracts.separation import Separation
from archlint.contracts.view import Pair, View


class Level(NamedTuple):
    """One line of `layers`: what stands beside each other, relative to the container.

    Members of an independent level may not reach each other.
    """

    members: tuple[str, ...]
    optional: frozenset[str]
    independent: bool


@dataclass(frozen=True)
class Layers(Law):
    """Levels from high to low, in each of the containers or, without any, by full name."""

    levels: tuple[Level, ...]
    containers: tuple[str, ...]
    exhaustive: bool
    exhaustive_ignores: frozenset[str]
    roots: tuple[str, ...]

    def complaints(self, view: View) -> Iterator[Stale | Misuse]:
        yield from empty("layers", self.levels)
        yield from missing(view, "containers", self.containers, known=False)
        for container in view.matching_all(self.containers):
            if not any(f"{container}.".startswith(f"{root}.") for root in self.roots):
                message = f"the container `{container}` is no part of a root package"
                yield Misuse("containers", container, message)
        for prefix in self._prefixes(view):
            for level in self.levels:
                for member in level.members:
                    if f"{prefix}{member}" not in view and member not in level.optional:
                        message = f"the layer `{prefix}{member}` does not exist"
                        yield Stale("layers", member, message, True)

    def offences(self, view: View) -> Iterator[Offence]:
        for prefix in self._prefixes(view):
            yield from self._separation(view, prefix).offences()
            if self.exhaustive:
                yield from self._undeclared(view, prefix)

    def denied(self, view: View) -> Iterator[Pair]:
        for prefix in self._prefixes(view):
            yield from self._separation(view, prefix).imports()

    def touched(self, view: View, pairs: Set[Pair]) -> Set[Pair]:
        found: set[Pair] = set()
        for prefix in self._prefixes(view):
            found |= self._separation(view, prefix).touched(pairs)
        return found

    def _prefixes(self, view: View) -> Iterator[str]:
        if not self.containers:
            yield ""
        for container in view.matching_all(self.containers):
            yield f"{container}."

    def _separation(self, view: View, prefix: str) -> Separation:
        names: list[str] = []
        denied: list[int] = []
        above = 0
        for level in self.levels:
            members = [name for name in level.members if f"{prefix}{name}" in view]
            start = len(names)
            here = (1 << len(members)) - 1 << start
            for index, name in enumerate(members, start=start):
                names.append(f"{prefix}{name}")
                beside = here & ~(1 << index) if level.independent else 0
                denied.append(above | beside)
            above |= here
        help = "move what both layers need further down, or invert the dependency"
        return Separation(view, names, denied, help)

    def _undeclared(self, view: View, prefix: str) -> Iterator[Offence]:
        declared = {name for level in self.levels for name in level.members}
        for child in view.children(prefix.removesuffix(".")):
            name = child.rpartition(".")[2]
            if name not in declared | self.exhaustive_ignores:
                message = f"`{child}` is in no layer, and the layers are exhaustive"
                help = f"give `{name}` a line in `layers`, or move it into a layer"
                yield Offence(message, (), help, child)
