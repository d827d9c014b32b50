"""Where chains of imports lead, for many packages at once."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from archlint.contracts.view import Pair, View


class Exit(NamedTuple):
    """An import that leaves a package for good, and the indices of the goals that lie beyond it."""

    pair: Pair
    goals: tuple[int, ...]


def reaching(
    importers: Mapping[str, Sequence[str]],
    goals: Iterable[Collection[str]],
    walls: Collection[str] = frozenset(),
) -> dict[str, int]:
    """For each module, as a set of bits, the goals that chains from it lead to.

    `importers` has the modules that lead straight to a module. A chain may end at a wall and never
    goes on from there.
    """
    found: dict[str, int] = {}
    for index, modules in enumerate(goals):
        for module in modules:
            found[module] = found.get(module, 0) | 1 << index
    queue = deque(found)
    waiting = set(found)
    while queue:
        module = queue.popleft()
        waiting.discard(module)
        bits = found[module]
        for importer in importers.get(module, ()):
            known = found.get(importer, 0)
            if importer in walls or known | bits == known:
                continue
            found[importer] = known | bits
            if importer not in waiting:
                waiting.add(importer)
                queue.append(importer)
    return found


def steps_to(view: View, goal: Collection[str], walls: Collection[str]) -> dict[str, str]:
    """For each module outside of the goal that reaches it, the next one on a shortest chain."""
    steps: dict[str, str] = {}
    level = sorted(goal)
    while level:
        reached = set()
        for module in level:
            for importer in view.importers.get(module, ()):
                if importer not in steps and importer not in goal and importer not in walls:
                    steps[importer] = module
                    reached.add(importer)
        level = sorted(reached)
    return steps


def exits(
    view: View, package: Collection[str], reached: Mapping[str, int], wanted: int = -1
) -> Iterator[Exit]:
    """The imports that lead out of the package to goals among the `wanted` bits, in order."""
    for module in sorted(package):
        for imported in view.imports.get(module, ()):
            bits = reached.get(imported, 0) & wanted
            if bits and imported not in package:
                yield Exit((module, imported), tuple(_indices(bits)))


def chain_from(pair: Pair, steps: Mapping[str, str]) -> tuple[Pair, ...]:
    """The chain that begins with the import and goes on along the steps."""
    chain = [pair]
    while chain[-1][1] in steps:
        chain.append((chain[-1][1], steps[chain[-1][1]]))
    return tuple(chain)


def _indices(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
