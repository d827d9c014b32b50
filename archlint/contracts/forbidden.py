"""Contracts of type forbidden: some packages never reach some others."""

from collections.abc import Iterator, Set
from dataclasses import dataclass

from archlint.contracts.embargo import Embargo
from archlint.contracts.law import Law, Misuse, Offence, Stale, empty, missing
from archlint.contracts.view import Pair, View


@dataclass(frozen=True)
class Forbidden(Law):
    """Sources, and what they may not import.

    Where a source and a forbidden module overlap, that pair says nothing. `external` says whether
    the graph holds external packages.
    """

    source_modules: tuple[str, ...]
    forbidden_modules: tuple[str, ...]
    allow_indirect_imports: bool
    as_packages: bool
    roots: tuple[str, ...]
    external: bool

    @property
    def is_direct(self) -> bool:
        return self.allow_indirect_imports

    def complaints(self, view: View) -> Iterator[Stale | Misuse]:
        yield from empty("source_modules", self.source_modules)
        yield from empty("forbidden_modules", self.forbidden_modules)
        yield from missing(view, "source_modules", self.source_modules, known=False)
        looked_up = tuple(name for name in self.forbidden_modules if not self._is_outside(name))
        yield from missing(view, "forbidden_modules", looked_up, known=False)
        for name in filter(self._is_outside, self.forbidden_modules):
            if not self.external:
                message = f"`{name}` is external, which needs `include_external_packages = True`"
                yield Misuse("forbidden_modules", name, message)
            elif "." in name:
                message = (
                    f"`{name}` lies inside an external package: only the whole can be forbidden"
                )
                yield Misuse("forbidden_modules", name, message)

    def offences(self, view: View) -> Iterator[Offence]:
        return self._embargo(view).offences()

    def denied(self, view: View) -> Iterator[Pair]:
        external = {name for name in self.forbidden_modules if "*" not in name}
        for source in view.matching_all(self.source_modules):
            for target in sorted({*external, *view.matching_all(self.forbidden_modules)}):
                if not self._overlap(source, target):
                    for module in sorted(self._package(view, source)):
                        yield module, target

    def touched(self, view: View, pairs: Set[Pair]) -> Set[Pair]:
        return self._embargo(view).touched(pairs)

    def _embargo(self, view: View) -> Embargo:
        return Embargo(
            view=view,
            sources=view.matching_all(self.source_modules),
            targets=view.matching_all(self.forbidden_modules),
            is_direct=self.allow_indirect_imports,
            as_packages=self.as_packages,
            help="move the code that needs it, or invert the dependency",
        )

    def _package(self, view: View, name: str) -> frozenset[str]:
        return view.below(name) if self.as_packages else frozenset((name,))

    def _overlap(self, source: str, target: str) -> bool:
        if not self.as_packages:
            return source == target
        return f"{source}.".startswith(f"{target}.") or f"{target}.".startswith(f"{source}.")

    def _is_outside(self, name: str) -> bool:
        """Whether it is the name of an external module, which need not be in the graph."""
        return "*" not in name and not any(f"{name}.".startswith(f"{root}.") for root in self.roots)
