"""Which domain each module of the tree belongs to."""

from array import array
from typing import NamedTuple

from archlint.config.expressions import Selector
from archlint.config.settings import Config
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
    selectors = [domain.modules for domain in config.domains]
    buckets = _by_literal_prefix(selectors)
    members: dict[tuple[int, str], list[int]] = {
        (index, ""): [] for index, domain in enumerate(config.domains) if domain.family is None
    }
    decided: set[tuple[int, int]] = set()
    ties: dict[tuple[_Fit, _Fit], Module] = {}
    strays: dict[tuple[int, int], Module] = {}
    for module in tree.modules:
        fits = []
        for index in _candidates(buckets, module.segments):
            match = selectors[index].match(module.segments, module.path, module.is_package)
            folder = config.domains[index].folder
            if match is not None and folder and not module.path.startswith(f"{folder}/"):
                strays.setdefault((index, match.entry), module)
            elif match is not None:
                family = config.domains[index].family
                member = match.captures[0][1] if family else ""
                fits.append((match.specificity, _Fit(index, match.entry, member)))
        if not fits:
            continue
        decided.update((fit.declaration, fit.entry) for _, fit in fits)
        highest = max(specificity for specificity, _ in fits)
        first, *others = sorted(
            (fit for specificity, fit in fits if specificity == highest),
            key=lambda fit: config.domains[fit.declaration].name,
        )
        members.setdefault((first.declaration, first.member), []).append(module.index)
        for other in others:
            ties.setdefault((first, other), module)
    domains = tuple(
        Domain(index, config.domains[declaration], tuple(members[declaration, member]), member)
        for index, (declaration, member) in enumerate(sorted(members))
    )
    return Domains(
        all=domains,
        owner=_owners(domains, len(tree.modules)),
        layers=config.layers,
        unmatched=tuple(find_unmatched(config, tree, domains, decided)),
        faults=(
            *(_tie(config, first, second, module) for (first, second), module in ties.items()),
            *(_stray(config, *place, module) for place, module in strays.items()),
        ),
    )


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
