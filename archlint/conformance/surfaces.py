"""Parsed modules, of which a few are kept: trees take forty times the memory of their source."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from archlint.conformance.bindings import (
    Binding,
    External,
    Imports,
    InModule,
    bound,
    classes_in,
    typing_only,
)
from archlint.facts.classes import statements
from archlint.facts.syntax import Syntax
from archlint.project import Project
from archlint.source.tree import Module

ROOM = 1_000_000
"""Characters of source whose trees are kept: enough for what many classes derive from."""


@dataclass(frozen=True)
class Surface:
    """One parsed module: what its names are bound to, and where its classes are.

    `stars` are the modules it takes everything from, one outside the tree by its name, None where
    that cannot be told. `unreal` are the names of classes that exist for type checkers alone.
    """

    module: Module
    syntax: Syntax
    bindings: dict[str, list[Binding]]
    classes: dict[str, list[ast.ClassDef]]
    stars: tuple[int | str | None, ...]
    unreal: frozenset[str]


class Surfaces:
    """Parses modules where they are asked for; `rows` are those of each file among the imports."""

    def __init__(self, project: Project, rows: Mapping[int, Sequence[int]]) -> None:
        self._project = project
        self._rows = rows
        # What was asked for last comes last.
        self._kept: dict[int, Surface | None] = {}
        self._size = 0

    def __contains__(self, module: int) -> bool:
        return module in self._kept

    def get(self, module: int) -> Surface | None:
        """A module, parsed; None where it cannot be."""
        if module in self._kept:
            found = self._kept.pop(module)
        else:
            found = self._parse(module)
            self._size += _size(found)
        self._kept[module] = found
        return found

    def make_room(self, room: int) -> bool:
        """Drop the modules asked for longest ago, so that no more characters than that are kept.

        Not while a name is looked up: what it may stand for is told apart by nodes. Whether any was
        dropped.
        """
        dropped = []
        for module, surface in self._kept.items() if self._size > room else ():
            if self._size <= room:
                break
            dropped.append(module)
            self._size -= _size(surface)
        for module in dropped:
            del self._kept[module]
        return bool(dropped)

    def _parse(self, module: int) -> Surface | None:
        found = self._project.modules[module]
        syntax = self._project.syntax(found)
        if syntax is None:
            return None
        imports = Imports(self._project, self._rows.get(found.files[0], []))
        bindings: dict[str, list[Binding]] = {}
        classes: dict[str, list[ast.ClassDef]] = {}
        stars: list[int | str | None] = []
        for statement in statements(syntax.tree.body):
            for name, binding in bound(module, statement, imports):
                if name == "*":
                    stars.append(_star(binding))
                else:
                    bindings.setdefault(name, []).append(binding)
        for name, node in classes_in(syntax.tree.body, ""):
            classes.setdefault(name, []).append(node)
        for name, nodes in classes.items():
            if len(nodes) > 1 and "." not in name:
                bindings[name] = [None]
        unreal = frozenset(node.name for node in typing_only(syntax.tree.body))
        return Surface(found, syntax, bindings, classes, tuple(stars), unreal)


def _star(binding: Binding) -> int | str | None:
    match binding:
        case InModule(module=module):
            return module
        case External(name=name):
            return name
        case _:
            return None


def _size(surface: Surface | None) -> int:
    """How many characters the source has, line ends aside."""
    return sum(map(len, surface.syntax.lines)) if surface is not None else 0
