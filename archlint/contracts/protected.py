"""Contracts of type protected: only some modules import these directly."""

from collections.abc import Iterator, Set
from dataclasses import dataclass

from archlint.contracts.law import Law, Misuse, Offence, Stale, empty, listed, missing, outside
from archlint.contracts.view import Pair, View


@dataclass(frozen=True)
class Protected(Law):
    """Protected packages, and who may import them."""

    protected_modules: tuple[str, ...]
    allowed_importers: tuple[str, ...]
    as_packages: bool

    @property
    def is_direct(self) -> bool:
        return True

    def complaints(self, view: View) -> Iterator[Stale | Misuse]:
        yield from empty("protected_modules", self.protected_modules)
        yield from missing(view, "protected_modules", self.protected_modules, known=False)
        for stale in missing(view, "allowed_importers", self.allowed_importers, known=False):
            yield stale._replace(is_known=stale.is_known and self.as_packages)
        if self.as_packages:
            yield from outside(view, "allowed_importers", self.allowed_importers, does="imports")

    def offences(self, view: View) -> Iterator[Offence]:
        allowed = self._allowed(view)
        who = listed(self.allowed_importers) if self.allowed_importers else "the package itself"
        seen: set[Pair] = set()
        for name in view.matching_all(self.protected_modules):
            package = self._package(view, name)
            for imported in sorted(package):
                for importer in view.importers.get(imported, ()):
                    if importer in allowed | package or (importer, imported) in seen:
                        continue
                    seen.add((importer, imported))
                    yield Offence(
                        f"`{imported}` is protected: `{importer}` may not import it, only {who}",
                        ((importer, imported),),
                        f"ask {who} for it, or move the code there",
                    )

    def denied(self, view: View) -> Iterator[Pair]:
        allowed = self._allowed(view)
        for name in view.matching_all(self.protected_modules):
            for module in sorted(view.modules - allowed - self._package(view, name)):
                yield module, name

    def touched(self, view: View, pairs: Set[Pair]) -> Set[Pair]:
        return pairs & {offence.chain[0] for offence in self.offences(view)}

    def _allowed(self, view: View) -> frozenset[str]:
        named = view.matching_all(self.allowed_importers)
        return frozenset().union(*(self._package(view, name) for name in named))

    def _package(self, view: View, name: str) -> frozenset[str]:
        return view.below(name) if self.as_packages else frozenset((name,))
