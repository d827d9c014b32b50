"""Which domain each module of the tree belongs to."""

from array import array
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from archlint.config.expressions import Expression, Selector, Specificity
from archlint.config.settings import Config, DomainConfig
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic
from archlint.domains import NO_DOMAIN, Domain, Domains
from archlint.domains.unmatched import find_unmatched
from archlint.source.tree import Module, Tree


class _Fit(NamedTuple):
    """A declaration that claims a module: its index, the entry that does, and the member meant."""

    declaration: int
    entry: int
    member: str


def assign(config: Config, tree: Tree) -> Domains:
    """Give each module of the tree to the domain whose expression fits it most specifically.

    Two domains that fit a module equally well are a fault; the first by name then has it. Each
    name that the expression of a family captures is a domain, in alphabetical order.
    """
    claims = _Claims(config)
    for module in tree.modules:
        claims.settle(module)
    members = claims.members
    domains = tuple(
        Domain(index, config.domains[declaration], tuple(members[declaration, member]), member)
        for index, (declaration, member) in enumerate(sorted(members))
    )
    return Domains(
        all=domains,
        owner=_owners(domains, len(tree.modules)),
        layers=config.layers,
        unmatched=tuple(find_unmatched(config, tree, domains, claims.decided)),
        faults=(
            *(_tie(config, *pair, module) for pair, module in claims.ties.items()),
            *(_stray(config, *place, module) for place, module in claims.strays.items()),
        ),
    )


class _Claims:
    """Which declarations claim the modules that were looked at, and what each then owns."""

    def __init__(self, config: Config) -> None:
        self.members: dict[tuple[int, str], list[int]] = {
            (index, ""): [] for index, domain in enumerate(config.domains) if domain.family is None
        }
        self.decided: set[tuple[int, int]] = set()
        self.ties: dict[tuple[_Fit, _Fit], Module] = {}
        self.strays: dict[tuple[int, int], Module] = {}
        self._declared = config.domains
        self._buckets = _by_literal_prefix([domain.modules for domain in config.domains])
        self._depths = [_depth(domain) for domain in config.domains]
        self._homes: dict[tuple[str, ...], list[int]] = {}
        self._nobody: list[int] = []

    def settle(self, module: Module) -> None:
        """Give the module to its owner.

        Most packages belong to one domain as a whole: then the first module decides for the others,
        and for the packages inside that no expression names.
        """
        package = module.segments[:-1]
        home = self._homes.get(package)
        if home is None and package not in self._buckets:
            home = self._homes.get(package[:-1])
            if home is not None:
                self._homes[package] = home
        if home is None or module.segments in self._buckets:
            candidates = _candidates(self._buckets, module.segments)
            home = self._home(module, candidates)
            if all(self._depths[index] <= len(package) for index in candidates):
                self._homes[package] = home
        home.append(module.index)

    def _home(self, module: Module, candidates: list[int]) -> list[int]:
        """The members of the domain that the module belongs to; of none, where it has no owner."""
        fits = list(self._fits(module, candidates))
        if not fits:
            return self._nobody
        self.decided.update((fit.declaration, fit.entry) for _, fit in fits)
        highest = max(specificity for specificity, _ in fits)
        first, *others = sorted(
            (fit for specificity, fit in fits if specificity == highest),
            key=lambda fit: self._declared[fit.declaration].name,
        )
        for other in others:
            self.ties.setdefault((first, other), module)
        return self.members.setdefault((first.declaration, first.member), [])

    def _fits(self, module: Module, candidates: list[int]) -> Iterator[tuple[Specificity, _Fit]]:
        for index in candidates:
            declared = self._declared[index]
            match = declared.modules.match(module.segments, module.path, module.is_package)
            if match is None:
                continue
            if declared.folder and not module.path.startswith(f"{declared.folder}/"):
                self.strays.setdefault((index, match.entry), module)
                continue
            member = match.captures[0][1] if declared.family else ""
            yield match.specificity, _Fit(index, match.entry, member)


def _depth(declared: DomainConfig) -> float:
    """How many segments of a module are enough to tell whether its expressions match below them."""
    if declared.folder:
        return inf
    return max(map(_depth_of, declared.modules.entries), default=0)


def _depth_of(entry: Expression) -> float:
    # A wildcard at the end asks for one segment more, whatever it is: a module inside has one.
    is_wide = not entry.alone and entry.segments[-1] in ("*", "**")
    decisive = entry.segments[:-1] if is_wide else entry.segments
    return inf if entry.is_path or "**" in decisive else len(decisive)


def _owners(domains: tuple[Domain, ...], count: int) -> "array[int]":
    owner = array("i", [NO_DOMAIN]) * count
    for domain in domains:
        for module in domain.modules:
            owner[module] = domain.index
    return owner


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


def _stray(config: Config, declaration: int, entry: int, module: Module) -> Diagnostic:
    domain = config.domains[declaration]
    expression = domain.modules.entries[entry].text
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"`{expression}` matches `{module.path}`, and a config in `{domain.folder}` may "
        "speak only of what lies below it",
        location=config.locate(domain.modules.keys[entry], True),
        subject=f"domains.{domain.name}.modules",
        object=expression,
        help=("declare the domain in the config of the root, or name its own modules",),
    )


def _tie(config: Config, first: _Fit, second: _Fit, module: Module) -> Diagnostic:
    def expression(fit: _Fit) -> str:
        return config.domains[fit.declaration].modules.entries[fit.entry].text

    domain = config.domains[second.declaration]
    other = config.domains[first.declaration].name
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=f"`{expression(second)}` of the domain `{domain.name}` is no more specific than "
        f"`{expression(first)}` of the domain `{other}`, and both match `{module.name}`",
        location=config.locate(domain.modules.keys[second.entry], True),
        subject=f"domains.{domain.name}.modules",
        object=f"{other}: {expression(first)}",
        help=("write out more segments in one of them, or take the module away with `!`",),
    )
