"""Contracts of type independence: none of the packages reaches another."""

from collections.abc import Iterator, Set
from dataclasses import dataclass

from archlint.contracts.law import Law, Misuse, Offence, Stale, empty, missing
from archlint.contracts.separation import Separation
from archlint.contracts.view import Pair, View


@dataclass(frozen=True)
class Independence(Law):
    """Packages that may not know each other."""

    modules: tuple[str, ...]

    def complaints(self, view: View) -> Iterator[Stale | Misuse]:
        yield from empty("modules", self.modules)
        yield from missing(view, "modules", self.modules, known=False)
        outer = ""
        for name in view.matching_all(self.modules):
            if outer and name.startswith(f"{outer}."):
                message = f"`{outer}` contains `{name}`, so they cannot be independent"
                yield Misuse("modules", self._meaning(view, name), message)
            else:
                outer = name

    def offences(self, view: View) -> Iterator[Offence]:
        return self._separation(view).offences()

    def denied(self, view: View) -> Iterator[Pair]:
        return self._separation(view).imports()

    def touched(self, view: View, pairs: Set[Pair]) -> Set[Pair]:
        return self._separation(view).touched(pairs)

    def _separation(self, view: View) -> Separation:
        names = view.matching_all(self.modules)
        everyone = (1 << len(names)) - 1
        denied = [everyone & ~(1 << index) for index in range(len(names))]
        return Separation(view, names, denied, "move what both need to a module of its own")

    def _meaning(self, view: View, name: str) -> str:
        """The expression that means a module."""
        return next(text for text in self.modules if name in view.matching(text))
