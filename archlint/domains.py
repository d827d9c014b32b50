"""Which domain each module belongs to, and what the declared graph allows."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from archlint.config.expressions import Selector
from archlint.config.settings import Config, DomainConfig, Kinds
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic
from archlint.facts.imports import Kind
from archlint.source.tree import Module, Tree

NO_DOMAIN = -1
"""The domain index of a module that no domain owns."""


@dataclass(frozen=True, slots=True)
class Domain:
    """A declared domain and the indices of the modules it owns, in tree order."""

    index: int
    config: DomainConfig
    modules: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.config.name

    @property
    def allows_any(self) -> bool:
        """Whether it may import every domain, and code that no domain owns."""
        return self.config.unchecked or "*" in (self.config.imports or ())


@dataclass(frozen=True)
class Domains:
    """The declared domains over a tree.

    `owner` has a domain index (or `NO_DOMAIN`) for each module. `unmatched` are the expressions
    that no module of the tree matches, as domain index and entry index.
    """

    all: tuple[Domain, ...]
    owner: "array[int]"
    unmatched: tuple[tuple[int, int], ...] = ()
    faults: tuple[Diagnostic, ...] = ()

    def of(self, module: Module) -> Domain | None:
        """The domain that owns the module, or None."""
        index = self.owner[module.index]
        return None if index == NO_DOMAIN else self.all[index]

    @cached_property
    def by_name(self) -> dict[str, Domain]:
        return {domain.name: domain for domain in self.all}

    def allows(self, importer: Domain, imported: Domain, kinds: Kind) -> bool:
        """Whether the declared graph has a place for an import of these kinds."""
        config = importer.config
        if importer is imported or importer.allows_any or imported.config.unchecked:
            return True
        if imported.name in (config.imports or ()):
            return True
        return (Kind.TYPING in kinds and _permits(config.typing_imports, imported)) or (
            Kind.DEFERRED in kinds and _permits(config.deferred_imports, imported)
        )


def _permits(kinds: Kinds, imported: Domain) -> bool:
    return kinds == "ignore" or (isinstance(kinds, tuple) and imported.name in kinds)


def assign(config: Config, tree: Tree) -> Domains:
    """Give each module of the tree to the domain whose expression fits it most specifically.

    Two domains that fit a module equally well are a fault; the first by name then has it.
    """
    selectors = [domain.modules for domain in config.domains]
    buckets = _by_literal_prefix(selectors)
    owner = array("i", [NO_DOMAIN]) * len(tree.modules)
    members: list[list[int]] = [[] for _ in selectors]
    decided: set[tuple[int, int]] = set()
    ties: dict[tuple[tuple[int, int], tuple[int, int]], Module] = {}
    for module in tree.modules:
        fits = []
        for index in _candidates(buckets, module.segments):
            match = selectors[index].match(module.segments, module.path, module.is_package)
            if match is not None:
                fits.append((match.specificity, (index, match.entry)))
        if not fits:
            continue
        decided.update(place for _, place in fits)
        highest = max(specificity for specificity, _ in fits)
        best = sorted(
            (place for specificity, place in fits if specificity == highest),
            key=lambda place: config.domains[place[0]].name,
        )
        owner[module.index] = best[0][0]
        members[best[0][0]].append(module.index)
        for other in best[1:]:
            ties.setdefault((best[0], other), module)
    return Domains(
        all=tuple(
            Domain(index, domain, tuple(members[index]))
            for index, domain in enumerate(config.domains)
        ),
        owner=owner,
        unmatched=tuple(_unmatched(selectors, tree, decided)),
        faults=tuple(
            _tie(config, first, second, module) for (first, second), module in ties.items()
        ),
    )


def _by_literal_prefix(selectors: list[Selector]) -> dict[tuple[str, ...], set[int]]:
    """Selectors by how their entries begin, so that a module meets few of them."""
    buckets: dict[tuple[str, ...], set[int]] = {}
    for index, selector in enumerate(selectors):
        for entry in selector.entries:
            if not entry.negated:
                buckets.setdefault(entry.literal_prefix, set()).add(index)
    return buckets


def _candidates(buckets: dict[tuple[str, ...], set[int]], segments: tuple[str, ...]) -> list[int]:
    found: set[int] = set()
    for length in range(len(segments) + 1):
        found |= buckets.get(segments[:length], frozenset())
    return sorted(found)


def _unmatched(
    selectors: list[Selector], tree: Tree, decided: set[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Entries that match no module; one that is outweighed everywhere still matches."""
    for index, selector in enumerate(selectors):
        for position, entry in enumerate(selector.entries):
            if (index, position) not in decided and not any(
                entry.match(module.segments, module.path, module.is_package) is not None
                for module in tree.modules
            ):
                yield index, position


def _tie(
    config: Config, first: tuple[int, int], second: tuple[int, int], module: Module
) -> Diagnostic:
    def expression(place: tuple[int, int]) -> str:
        return config.domains[place[0]].modules.entries[place[1]].text

    domain, entry = second
    name, other = config.domains[domain].name, config.domains[first[0]].name
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"`{expression(second)}` of the domain `{name}` is no more specific than "
        f"`{expression(first)}` of the domain `{other}`, and both match `{module.name}`",
        location=config.locate(config.domains[domain].modules.keys[entry], True),
        subject=f"domains.{name}.modules",
        object=f"{other}: {expression(first)}",
        help=("write out more segments in one of them, or take the module away with `!`",),
    )
