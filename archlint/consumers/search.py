"""Looks for the use of everything, strong evidence first, and for what has none."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from archlint.consumers.own_tests import is_own_test, shared_by_tests
from archlint.consumers.reach import Hop, Reach
from archlint.consumers.units import Units, find_units, is_imported_shell, production
from archlint.consumers.uses import Uses, find_uses
from archlint.entrypoints import EntryPoint, Ground, Use
from archlint.entrypoints.conventions import entry_points_by_convention
from archlint.entrypoints.declared import declared_entry_points
from archlint.entrypoints.mentions import loaded_by_name
from archlint.entrypoints.modules import modules_that_run
from archlint.entrypoints.shipped import is_library
from archlint.entrypoints.texts import named_in_texts
from archlint.entrypoints.unread import named_in_unread
from archlint.source.tree import Form, Module, Role

TestConsumers = Literal["count", "ignore"]


@dataclass(frozen=True)
class Found:
    """What is reached in a tree, and from where.

    `alive` are the units with a reached module, `hops` says how each module was reached first.
    `texts` are the entry points found in texts, where some had to be read. `shared` are the modules
    that tests import from each other.
    """

    ground: Ground
    units: Units
    uses: Uses
    hops: dict[int, Hop]
    alive: frozenset[int]
    texts: tuple[EntryPoint, ...]
    test_consumers: TestConsumers
    shared: frozenset[int]

    @cached_property
    def dead(self) -> tuple[int, ...]:
        """The outermost units with production code that nothing reaches."""
        subjects = dead_units(self.ground, self.units, self.alive, self.uses)
        return tuple(
            unit
            for unit in subjects
            if not subjects.intersection(self.units.around[self.units.all[unit].home.index])
            - {unit}
        )

    def every_use(self) -> Iterator[Use]:
        """All uses, those that pass on what nobody takes among them."""
        uses = self.uses
        for plain, passing, weak in zip(uses.plain, uses.passing, uses.weak, strict=True):
            yield from plain
            for handed_on in passing.values():
                yield from handed_on
            yield from weak

    def closed(self) -> Iterator[Module]:
        """The packages alive in which a new package would be dead until something imports it."""
        evidence = {use.evidence for weak in self.uses.weak for use in weak}
        for index in sorted(self.alive):
            home = self.units.all[index].home
            child = (*home.segments, "_")
            named = any(
                declared.modules.match(child, home.path, True)
                for declared in self.ground.config.entry_points
            )
            if home.form is Form.SOURCE and loaded_by_name(home) not in evidence and not named:
                yield home

    def is_own(self, test: int, unit: int) -> bool:
        """Whether a module is one of the unit's own tests."""
        modules = self.ground.tree.modules
        home = self.units.all[unit].home
        return modules[test].role is Role.TEST and is_own_test(modules[test], home, self.shared)


def dead_units(
    ground: Ground, units: Units, alive: frozenset[int] | set[int], uses: Uses
) -> set[int]:
    """The units with production code that are not alive; those imported in vain among them."""
    used = {use.module for plain in uses.plain for use in plain}
    return {
        unit
        for unit, found in enumerate(units.all)
        if unit not in alive
        and (production(ground, found) or is_imported_shell(found, ground, used))
    }


def entry_points(ground: Ground) -> tuple[EntryPoint, ...]:
    """All that can be told without reading texts, in the order of their strength."""
    return (
        *declared_entry_points(ground),
        *modules_that_run(ground),
        *entry_points_by_convention(ground),
    )


def search(
    ground: Ground,
    kind: Literal["package", "module"] = "package",
    test_consumers: TestConsumers = "count",
) -> Found:
    """Reach what can be reached.

    First from production and tools over imports, then over weak evidence, then from tests. Texts
    are read only where something would otherwise be dead.
    """
    units = find_units(ground, kind)
    alive: set[int] = set()
    shared = shared_by_tests(ground)
    reach = Reach(ground, find_uses(ground), _barrier(ground, units, alive, shared))
    entries = entry_points(ground)
    for entry in entries:
        if entry.role is not Role.TEST:
            reach.enter(entry)
    _settle(reach, units, alive, weak=False)
    _settle(reach, units, alive, weak=True)
    if test_consumers == "count":
        for entry in entries:
            if entry.role is Role.TEST:
                reach.enter(entry)
        _settle(reach, units, alive, weak=True)
    named: tuple[EntryPoint, ...] = ()
    dead = dead_units(ground, units, alive, reach.uses)
    if dead:
        wanted = [units.all[unit].home for unit in sorted(dead)]
        directives = any(is_library(ground, one) for one in ground.tree.distributions)
        unread = [
            entry
            for entry in named_in_unread(ground, wanted)
            if entry.role is not Role.TEST or test_consumers == "count"
        ]
        named = (*named_in_texts(ground, wanted, directives=directives), *unread)
        for entry in named:
            reach.enter(entry)
        _settle(reach, units, alive, weak=True)
    return Found(
        ground, units, reach.uses, reach.hops, frozenset(alive), named, test_consumers, shared
    )


def _settle(reach: Reach, units: Units, alive: set[int], *, weak: bool) -> None:
    """Spread until no further unit comes alive: what a test uses may count once one does."""
    reach.again()
    while True:
        reach.spread(weak)
        reached = {unit for module in reach.hops for unit in _units_of(reach, units, module)}
        if reached <= alive:
            return
        alive |= reached
        reach.again()


def _units_of(reach: Reach, units: Units, module: int) -> tuple[int, ...]:
    """The units that are alive because a module is: none for a test."""
    is_test = reach.ground.tree.modules[module].role is Role.TEST
    return () if is_test else units.around[module]


def _barrier(
    ground: Ground, units: Units, alive: set[int], shared: frozenset[int]
) -> Callable[[Use], bool]:
    """Whether a use does not count: by an own test, of the innermost unit or of one that is dead.

    A package is not alive because it is tested, nor is what only its tests reach through it.
    """
    modules = ground.tree.modules
    known: dict[tuple[int, int], bool] = {}

    def is_own(test: int, unit: int) -> bool:
        key = (test, unit)
        if key not in known:
            known[key] = is_own_test(modules[test], units.all[unit].home, shared)
        return known[key]

    def is_barred(use: Use) -> bool:
        if modules[use.user].role is not Role.TEST:
            return False
        return any(
            is_own(use.user, unit)
            for depth, unit in enumerate(units.around[use.module])
            if depth == 0 or unit not in alive
        )

    return is_barred
