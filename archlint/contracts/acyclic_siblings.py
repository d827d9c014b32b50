"""Contracts of type acyclic_siblings: the children of a package do not import in a circle."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from archlint.contracts.law import Law, Misuse, Offence, Stale, empty, missing, outside
from archlint.contracts.view import Pair, View
from archlint.paths.chains import shortest_chain
from archlint.paths.components import cyclic_components
from archlint.paths.feedback import feedback_arcs

_HELP = "move what both need to a sibling of its own, or invert the dependency"

Siblings = Mapping[tuple[int, int], Sequence[Pair]]
"""The imports between each two children of a package, which are numbered by name."""


@dataclass(frozen=True)
class AcyclicSiblings(Law):
    """Packages, and how many levels below them are looked at, some packages left out."""

    ancestors: tuple[str, ...]
    depth: int
    skip_descendants: tuple[str, ...]

    def complaints(self, view: View) -> Iterator[Stale | Misuse]:
        yield from empty("ancestors", self.ancestors)
        yield from missing(view, "ancestors", self.ancestors, known=True)
        yield from outside(view, "ancestors", self.ancestors, does="holds")
        yield from missing(view, "skip_descendants", self.skip_descendants, known=True)
        for name in self.ancestors:
            if name in self.skip_descendants:
                message = f"`{name}` is an ancestor, so it cannot be skipped"
                yield Misuse("skip_descendants", name, message)

    def offences(self, view: View) -> Iterator[Offence]:
        for package in self._packages(view):
            children = view.children(package)
            links = _between(view, package, children)
            arcs = sorted(links)
            for start, end in feedback_arcs({arc: len(links[arc]) for arc in arcs}):
                cycle = (start, *shortest_chain(arcs, end, start))
                names = " -> ".join(f"`{children[index]}`" for index in cycle)
                message = f"the children of `{package}` import each other in a circle: {names}"
                rest = tuple(links[hop][0] for hop in pairwise(cycle[1:]))
                for pair in links[start, end]:
                    yield Offence(message, (pair, *rest), _HELP)

    def denied(self, view: View) -> Iterator[Pair]:
        for package in self._packages(view):
            children = view.children(package)
            links = _between(view, package, children)
            for start, end in sorted(links):
                # Several imports outweigh the one that closes the circle, which is then to be cut.
                if len(links[start, end]) > 1 and (end, start) not in links:
                    yield children[end], children[start]

    def touched(self, view: View, pairs: Set[Pair]) -> Set[Pair]:
        found: set[Pair] = set()
        for package in self._packages(view):
            links = _between(view, package, view.children(package))
            for component in cyclic_components(links):
                found |= {pair for arc in component.arcs for pair in links[arc]}
        return pairs & found

    def _packages(self, view: View) -> Sequence[str]:
        """The packages whose children are compared."""
        skipped = frozenset(view.matching_all(self.skip_descendants))
        found: set[str] = set()
        for ancestor in view.matching_all(self.ancestors):
            level = [ancestor]
            for _ in range(self.depth + 1):
                found.update(level)
                level = [
                    child
                    for package in level
                    for child in view.children(package)
                    if child not in skipped
                ]
                if not level:
                    break
        return sorted(found)


def _between(view: View, package: str, children: Sequence[str]) -> Siblings:
    number = {child: index for index, child in enumerate(children)}
    depth = package.count(".") + 2
    found: dict[tuple[int, int], list[Pair]] = {}
    for importer in sorted(view.below(package)):
        start = number.get(_beginning(importer, depth))
        for imported in view.imports.get(importer, ()) if start is not None else ():
            end = number.get(_beginning(imported, depth))
            if start is not None and end is not None and start != end:
                found.setdefault((start, end), []).append((importer, imported))
    return found


def _beginning(module: str, depth: int) -> str:
    return ".".join(module.split(".", depth)[:depth])
