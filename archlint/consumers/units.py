"""What may be dead: packages, or single modules."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from archlint.entrypoints import Ground
from archlint.source.tree import Form, Module, Role


class Unit(NamedTuple):
    """A package with all below it, or a module; `members` are module indices."""

    home: Module
    members: tuple[int, ...]


@dataclass(frozen=True)
class Units:
    """The units of a tree.

    `around[i]` has, for the module of index `i`, the indices of the units that it belongs to,
    innermost first.
    """

    all: tuple[Unit, ...]
    around: tuple[tuple[int, ...], ...]

    @cached_property
    def by_home(self) -> dict[int, int]:
        """The unit of each module that is one."""
        return {unit.home.index: index for index, unit in enumerate(self.all)}


def find_units(ground: Ground, kind: Literal["package", "module"]) -> Units:
    """Every package, and with `module` every module."""
    tree = ground.tree
    homes: dict[tuple[int, tuple[str, ...]], int] = {}
    members: list[list[int]] = []
    found: list[Module] = []
    for module in tree.modules:
        if module.is_package:
            homes[module.root, module.segments] = len(found)
            found.append(module)
            members.append([])
    around = []
    for module in tree.modules:
        units = list(_around(module, homes))
        if kind == "module" and not module.is_package:
            units.insert(0, len(found))
            found.append(module)
            members.append([])
        for unit in units:
            members[unit].append(module.index)
        around.append(tuple(units))
    units_found = (Unit(home, tuple(inside)) for home, inside in zip(found, members, strict=True))
    return Units(tuple(units_found), tuple(around))


def _around(module: Module, homes: dict[tuple[int, tuple[str, ...]], int]) -> Iterator[int]:
    for depth in range(len(module.segments), 0, -1):
        unit = homes.get((module.root, module.segments[:depth]))
        if unit is not None:
            yield unit


def is_imported_shell(unit: Unit, ground: Ground, used: Container[int]) -> bool:
    """Whether a package holds nothing at all, no test either, and yet is imported."""
    modules = [ground.tree.modules[index] for index in unit.members]
    return (
        any(module.index in used for module in modules)
        and not any(ground.has_code(module) for module in modules)
        and all(module.role is Role.PRODUCTION and module.form is Form.SOURCE for module in modules)
    )


def production(ground: Ground, unit: Unit) -> list[Module]:
    """The production modules with code in a unit; what is only a link to others is none.

    Stubs alone are no code: they describe what lies elsewhere.
    """
    links = tuple(f"{path}/" for path in ground.tree.second_paths)
    found = [
        module
        for module in (ground.tree.modules[index] for index in unit.members)
        if module.role is Role.PRODUCTION
        and module.form is not Form.GHOST
        and ground.has_code(module)
        and not (links and module.path.startswith(links))
    ]
    return found if any(module.form is not Form.STUB for module in found) else []
