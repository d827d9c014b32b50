"""The graph that contracts are about, as plain values."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from archlint.contracts.expressions import matching_names

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
            return matching_names(self._names, expression)
        return (expression,) if expression in self else ()

    def matching_all(self, expressions: Sequence[str]) -> tuple[str, ...]:
        """The modules that any of the expressions means, sorted."""
        return tuple(sorted({name for text in expressions for name in self.matching(text)}))

    def matching_pairs(self, importer: str, imported: str) -> frozenset[Pair]:
        """The links between modules that two expressions mean."""
        if "*" not in importer and "*" not in imported:
            return frozenset(((importer, imported),)) & self.links.keys()
        importeds = set(self.matching(imported))
        return frozenset(
            (start, end)
            for start in self.matching(importer)
            for end in self.imports.get(start, ())
            if end in importeds
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
    def _names(self) -> Sequence[str]:
        return sorted(self.modules | self.external)
