"""Explains what nothing reaches: why it is dead, and what goes with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from archlint.consumers.search import Found
from archlint.consumers.units import Unit, production
from archlint.consumers.unused import Cause, Ignored, Unused
from archlint.diagnostics import Location
from archlint.entrypoints import Use
from archlint.paths.components import cyclic_components
from archlint.source.tree import Module, Role


@dataclass(frozen=True)
class Verdicts:
    """What is dead, by the outcome of a search."""

    found: Found

    @cached_property
    def all(self) -> tuple[Unused, ...]:
        """All that is dead, in the order of the tree."""
        return tuple(self._explain(unit) for unit in self.found.dead)

    def _explain(self, index: int) -> Unused:
        found = self.found
        ground = found.ground
        unit = found.units.all[index]
        modules = production(ground, unit)
        users = self._users[index]
        cause, others = self._cause(index, users)
        parent = unit.home.name.rpartition(".")[0]
        around = ground.tree.by_name[unit.home.root].get(parent)
        location = ground.place(unit.home if unit.home.files else modules[0])
        above = ground.tree.modules[around] if around is not None else unit.home
        return Unused(
            home=unit.home,
            location=location,
            production=tuple(modules),
            lines=sum(ground.facts.lines[file] for one in modules for file in one.files),
            cause=cause,
            others=others,
            ignored=tuple(self._ignored(index, use) for use in users),
            parent=parent,
            parent_location=ground.place(above) if above.files else location,
            siblings=self._siblings(unit),
            total=len(self._packages),
        )

    @cached_property
    def _users(self) -> dict[int, list[Use]]:
        """For each dead unit the uses of it from outside, and those of its own tests."""
        found = self.found
        users: dict[int, dict[tuple[int, Location], Use]] = {unit: {} for unit in found.dead}
        dead = set(found.dead)
        for use in found.every_use():
            for unit in dead.intersection(found.units.around[use.module]):
                inside = unit in found.units.around[use.user]
                is_test = found.ground.tree.modules[use.user].role is Role.TEST
                if not inside or is_test:
                    users[unit].setdefault((use.user, use.location), use)
        return {unit: list(uses.values()) for unit, uses in users.items()}

    def _cause(self, unit: int, users: Sequence[Use]) -> tuple[Cause, tuple[str, ...]]:
        found = self.found
        roles = [found.ground.tree.modules[use.user].role for use in users]
        tests = [use.user for use, role in zip(users, roles, strict=True) if role is Role.TEST]
        dead = [
            self._name_of(use.user)
            for use, role in zip(users, roles, strict=True)
            if role is not Role.TEST and use.user not in found.hops
        ]
        island = self._islands.get(unit, ())
        if len(island) > 1:
            names = (found.units.all[other].home.name for other in island if other != unit)
            return Cause.ISLAND, tuple(names)
        if dead:
            return Cause.DEAD_IMPORTERS, tuple(dict.fromkeys(dead))
        if not tests:
            return Cause.NO_IMPORTER, ()
        own = all(found.is_own(test, unit) for test in tests)
        return Cause.OWN_TESTS if own else Cause.TESTS, ()

    def _ignored(self, unit: int, use: Use) -> Ignored:
        found = self.found
        user = found.ground.tree.modules[use.user]
        if user.role is Role.TEST:
            reason = "its own test" if found.is_own(use.user, unit) else "a test"
        elif use.user in found.hops:
            reason = f"passes `{use.name}` on, and nobody takes it"
        else:
            reason = "dead itself"
        return Ignored(user, use.location, reason)

    def _name_of(self, module: int) -> str:
        """The dead package that a module belongs to, or its own name."""
        found = self.found
        for unit in found.units.around[module]:
            if unit in self._users:
                return found.units.all[unit].home.name
        return found.ground.tree.modules[module].name

    @cached_property
    def _islands(self) -> dict[int, tuple[int, ...]]:
        """The dead units that import each other, by each of them."""
        found = self.found
        dead = list(found.dead)
        number = {unit: index for index, unit in enumerate(dead)}
        arcs = []
        for unit, users in self._users.items():
            for use in users:
                if found.ground.tree.modules[use.user].role is not Role.TEST:
                    arcs += [
                        (number[other], number[unit])
                        for other in found.units.around[use.user]
                        if other in number and other != unit
                    ]
        islands = {}
        for component in cyclic_components(arcs):
            members = tuple(dead[index] for index in component.nodes)
            islands.update(dict.fromkeys(members, members))
        return islands

    @cached_property
    def _packages(self) -> list[Module]:
        """All packages (or modules) with production code."""
        ground = self.found.ground
        return [unit.home for unit in self.found.units.all if production(ground, unit)]

    def _siblings(self, unit: Unit) -> int:
        home = unit.home
        return sum(
            other.root == home.root
            and other.segments[:-1] == home.segments[:-1]
            and other.is_package == home.is_package
            for other in self._packages
        )
