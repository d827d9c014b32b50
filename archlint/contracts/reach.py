"""Where chains of imports lead, for many packages at once."""

from collections import ChainMap, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from archlint.contracts.view import Pair, View


class Exit(NamedTuple):
    """An import that leaves a package for good, and the goals that lie beyond it, as bits."""

    pair: Pair
    goals: int


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
    _spread(found, importers, walls)
    return found


def reaching_around(
    view: View,
    package: Collection[str],
    reached: dict[str, int],
    goals: Mapping[str, int],
    comes_back: Callable[[str], bool],
) -> Mapping[str, int]:
    """The goals that chains lead to which stay out of a package, for what the package leads to.

    `reached` has what all chains lead to, and `goals` what each module is itself, as bits. Only
    modules that come back into the package can lose something.
    """
    queue = [
        imported
        for module in package
        for imported in view.imports.get(module, ())
        if comes_back(imported)
    ]
    found: dict[str, int] = {}
    while queue:
        module = queue.pop()
        if module in found or module in package:
            continue
        found[module] = goals.get(module, 0)
        for imported in view.imports.get(module, ()):
            if comes_back(imported):
                queue.append(imported)
            else:
                found[module] |= reached.get(imported, 0)
    if not found:
        return reached
    inner = {
        module: [one for one in view.importers.get(module, ()) if one in found] for module in found
    }
    _spread(found, inner, frozenset())
    return ChainMap(found, reached)


def _spread(
    found: dict[str, int], importers: Mapping[str, Sequence[str]], walls: Collection[str]
) -> None:
    """Hand on the bits of each module to those that lead to it, until nothing changes."""
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
                yield Exit((module, imported), bits)


def chain_from(pair: Pair, steps: Mapping[str, str]) -> tuple[Pair, ...]:
    """The chain that begins with the import and goes on along the steps."""
    chain = [pair]
    while chain[-1][1] in steps:
        chain.append((chain[-1][1], steps[chain[-1][1]]))
    return tuple(chain)


def bits_of(bits: int) -> Iterator[int]:
    """The indices of the bits that are set, from the lowest on."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def nearest_of(goals: int, here: int) -> int:
    """The first of the goals that are here or else, where none is, of all; both sets are bits."""
    return next(bits_of(goals & here or goals))
