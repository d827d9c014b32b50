"""The graph that contracts are about, as plain values."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from archlint.graph import Link, import_graph, matching_modules

if TYPE_CHECKING:
    from archlint.graph import ImportGraph

Pair = tuple[str, str]
"""An importer and what it imports."""


@dataclass(frozen=True)
class View:
    """Modules by name, and the rows of the project's edges that link each pair of them.

    An external module stands for all that is below it.
    """

    modules: frozenset[str]
    external: frozenset[str]
    links: Mapping[Pair, Sequence[int]]

    def __contains__(self, module: str) -> bool:
        return module in self.modules or module in self.external

    def below(self, module: str) -> frozenset[str]:
        """The module and all below it; none where it does not exist."""
        if module not in self.modules:
            return frozenset((module,)) & self.external
        start = bisect_left(self._sorted, f"{module}.")
        end = bisect_left(self._sorted, f"{module}/")
        return frozenset((module, *self._sorted[start:end]))

    def children(self, module: str) -> tuple[str, ...]:
        """The modules one level below, sorted."""
        depth = module.count(".") + 1
        return tuple(sorted(name for name in self.below(module) if name.count(".") == depth))

    def matching(self, expression: str) -> tuple[str, ...]:
        """The modules that an expression means, sorted."""
        if "*" in expression:
            return matching_modules(self._graph, expression)
        return (expression,) if expression in self else ()

    def matching_all(self, expressions: Sequence[str]) -> tuple[str, ...]:
        """The modules that any of the expressions means, sorted."""
        return tuple(sorted({name for text in expressions for name in self.matching(text)}))

    def matching_pairs(self, importer: str, imported: str) -> frozenset[Pair]:
        """The links between modules that two expressions mean."""
        if "*" not in importer and "*" not in imported:
            return frozenset(((importer, imported),)) & self.links.keys()
        importers, importeds = set(self.matching(importer)), set(self.matching(imported))
        return frozenset(
            pair for pair in self.links if pair[0] in importers and pair[1] in importeds
        )

    @cached_property
    def imports(self) -> Mapping[str, Sequence[str]]:
        """What each module imports, sorted."""
        found: dict[str, list[str]] = {}
        for importer, imported in sorted(self.links):
            found.setdefault(importer, []).append(imported)
        return found

    @cached_property
    def importers(self) -> Mapping[str, Sequence[str]]:
        """Who imports each module, sorted."""
        found: dict[str, list[str]] = {}
        for importer, imported in sorted(self.links):
            found.setdefault(imported, []).append(importer)
        return found

    @cached_property
    def _sorted(self) -> Sequence[str]:
        return sorted(self.modules)

    @cached_property
    def _graph(self) -> ImportGraph:
        links = (Link(*pair, number) for pair, rows in self.links.items() for number in rows)
        return import_graph(self.modules, self.external, links)
