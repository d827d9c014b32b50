"""Contracts of type private_modules: a name with an underscore is its parent package's own."""

from collections.abc import Iterator, Set
from dataclasses import dataclass

from archlint.contracts.law import Law, Misuse, Offence, Stale, missing, outside
from archlint.contracts.view import Pair, View


@dataclass(frozen=True)
class PrivateModules(Law):
    """The packages whose private modules are checked; all of them, where none is named."""

    packages: tuple[str, ...]

    @property
    def is_direct(self) -> bool:
        return True

    def complaints(self, view: View) -> Iterator[Stale | Misuse]:
        option = "packages_with_private_modules"
        yield from missing(view, option, self.packages, known=True)
        yield from outside(view, option, self.packages, does="holds")
        for expression in self.packages:
            private = [name for name in view.matching(expression) if is_inside_private(name)]
            if private:
                message = f"`{expression}` means `{private[0]}`, which is private itself"
                yield Misuse(option, expression, message)

    def offences(self, view: View) -> Iterator[Offence]:
        for imported, home in self._private(view):
            for importer in view.importers.get(imported, ()):
                if not f"{importer}.".startswith(f"{home}."):
                    yield Offence(
                        f"`{imported}` is private to `{home}`: `{importer}` may not import it",
                        ((importer, imported),),
                        f"import what `{home}` shows, or move the code there",
                    )

    def denied(self, view: View) -> Iterator[Pair]:
        for imported, home in self._private(view):
            for importer in sorted(view.modules):
                if not f"{importer}.".startswith(f"{home}."):
                    yield importer, imported

    def touched(self, view: View, pairs: Set[Pair]) -> Set[Pair]:
        return pairs & {offence.chain[0] for offence in self.offences(view)}

    def _private(self, view: View) -> Iterator[tuple[str, str]]:
        """The private modules that are checked, each with the package that it belongs to."""
        modules = view.modules | view.external
        if self.packages:
            named = view.matching_all(self.packages)
            modules = frozenset().union(*map(view.below, named))
        for module in sorted(modules):
            home = _home_of_private(module)
            if home:
                yield module, home


def _home_of_private(module: str) -> str:
    """The package that the innermost private part of a name belongs to, "" if none is private."""
    parts = module.split(".")
    for index in range(len(parts) - 1, 0, -1):
        if _is_private(parts[index]):
            return ".".join(parts[:index])
    return ""


def is_inside_private(module: str) -> bool:
    """Whether any part of a name is private."""
    return any(_is_private(part) for part in module.split("."))


def _is_private(part: str) -> bool:
    return part.startswith("_") and not (part.startswith("__") and part.endswith("__"))
