"""Tells why a package is alive, and what would go with a dead one."""

from collections.abc import Iterator
from typing import NamedTuple

from archlint.consumers.search import Found
from archlint.diagnostics import Location
from archlint.entrypoints import Use
from archlint.resolve.edges import NONE
from archlint.source.tree import Module, Role


class Step(NamedTuple):
    """One module on the way from an entry point, and what leads to it."""

    module: Module
    evidence: str
    location: Location


def chain(found: Found, unit: int) -> tuple[Step, ...]:
    """The shortest way from an entry point to a module of the unit; () for a dead one.

    The first step is the entry point, whose evidence is not an import.
    """
    modules = found.ground.tree.modules
    chains = [
        tuple(_steps(found, module))
        for module in found.units.all[unit].members
        if module in found.hops and modules[module].role is not Role.TEST
    ]
    found_chains = (_outside(found, unit, steps) for steps in chains)
    return min(found_chains, key=len, default=())


def freed(found: Found, unit: int) -> tuple[Module, ...]:
    """The other dead packages that only this one, or what goes with it, imports."""
    importers: dict[int, set[int]] = {other: set() for other in found.dead}
    dead = set(found.dead)
    for use in found.every_use():
        for other in dead.intersection(found.units.around[use.module]):
            if found.ground.tree.modules[use.user].role is not Role.TEST:
                importers[other] |= _owner(found, use, dead) - {other}
    gone = {unit}
    while True:
        more = {
            other
            for other, users in importers.items()
            if users and users <= gone and other not in gone
        }
        if not more:
            return tuple(found.units.all[other].home for other in sorted(gone - {unit}))
        gone |= more


def _owner(found: Found, use: Use, dead: set[int]) -> set[int]:
    """The dead unit that a user stands in; `NONE` for a user in none."""
    return dead.intersection(found.units.around[use.user]) or {NONE}


def _steps(found: Found, module: int) -> Iterator[Step]:
    """From the entry point to the module."""
    backwards = []
    while module != NONE:
        hop = found.hops[module]
        backwards.append(Step(found.ground.tree.modules[module], hop.evidence, hop.location))
        module = hop.user
    yield from reversed(backwards)


def _outside(found: Found, unit: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps up to the first module of the unit: how it goes on inside says nothing."""
    for position, step in enumerate(steps):
        if unit in found.units.around[step.module.index] and step.module.role is not Role.TEST:
            return steps[: position + 1]
    return steps
