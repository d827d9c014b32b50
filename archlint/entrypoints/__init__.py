"""Where use begins, each beginning with its evidence.

`declared` reads packaging metadata and the config, `modules` the files themselves, `mentions` names
in Python strings, `conventions` what frameworks load by name, `texts` everything else that names
modules, and `unread` Python files that could not be read.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from archlint.config.settings import Config
from archlint.diagnostics import Location
from archlint.facts.store import Facts
from archlint.resolve.edges import Edges
from archlint.resolve.worlds import Worlds
from archlint.source.disk import Disk
from archlint.source.searches import Searches
from archlint.source.tree import Module, Role, Tree

ALL_PUBLIC = "*"
"""Stands for every name that a module exports."""


class EntryPoint(NamedTuple):
    """A module that is used by something else than an import, and by what.

    `role` is production, or that of the tests or tools which use it. `name` is what is taken of the
    module: one name, `ALL_PUBLIC`, or "" for nothing but that it runs. `is_weak` says that the
    evidence is a text which names the module.
    """

    module: int
    evidence: str
    location: Location
    role: Role = Role.PRODUCTION
    name: str = ""
    is_weak: bool = False


class Use(NamedTuple):
    """One module that uses another, and how.

    `name` is what is taken of it: a name, `ALL_PUBLIC`, or "" for the module itself with all that
    it has.
    """

    user: int
    module: int
    name: str
    evidence: str
    location: Location


@dataclass(frozen=True)
class Ground:
    """What use is judged on; `facts[i]` belongs to `tree.files[i]`."""

    config: Config
    tree: Tree
    facts: Facts
    edges: Edges
    disk: Disk
    read: Callable[[str], bytes]
    searches: Searches

    @cached_property
    def worlds(self) -> Worlds:
        """What names lead to, with the packages that are open."""
        opened = (file.module for file in self.tree.files if self.facts.is_open[file.index])
        return Worlds(self.tree, frozenset(opened))

    @cached_property
    def below(self) -> dict[int, tuple[Module, ...]]:
        """For each package the modules below it and itself, scripts included."""
        homes = {
            (module.root, module.segments): module.index
            for module in self.tree.modules
            if module.is_package
        }
        found: dict[int, list[Module]] = {index: [] for index in homes.values()}
        for module in self.tree.modules:
            for depth in range(1, len(module.segments) + 1):
                package = homes.get((module.root, module.segments[:depth]))
                if package is not None:
                    found[package].append(module)
        return {package: tuple(modules) for package, modules in found.items()}

    def modules_in(self, package: Module) -> list[Module]:
        """The package's own module and those directly in it, packages aside."""
        depth = len(package.segments) + 1
        return [
            module
            for module in self.below[package.index]
            if module is package or (not module.is_package and len(module.segments) == depth)
        ]

    def has_code(self, module: Module) -> bool:
        """Whether more than a docstring and comments was read in the module's files."""
        return any(self.facts.has_code[index] for index in module.files)

    def place(self, module: Module) -> Location:
        """The beginning of the module's first file."""
        return Location(self.tree.files[module.files[0]].path if module.files else module.path)

    def text(self, path: str) -> str:
        """The text of a file, "" where it cannot be read."""
        try:
            return self.read(path).decode("utf-8", "replace")
        except OSError:
            return ""
