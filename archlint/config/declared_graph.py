"""The graph of imports that declarations and layers allow, which must have no cycle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from archlint.config.faults import Faults
from archlint.config.settings import DomainConfig, FamilyConfig, KeyPath, LayersConfig
from archlint.config.stacks import Standing, standing
from archlint.diagnostics import Related

Graph = dict[str, dict[str, KeyPath]]
"""What may import what, and where the config says so."""


def without_contradictions(
    domains: Sequence[DomainConfig], stacks: Sequence[LayersConfig], faults: Faults
) -> tuple[DomainConfig, ...]:
    """Report and drop each permission for what a stack forbids."""
    return tuple(_obedient(domain, stacks, faults) for domain in domains)


def _obedient(domain: DomainConfig, stacks: Sequence[LayersConfig], faults: Faults) -> DomainConfig:
    kept = []
    for entry in domain.imports or ():
        against = [
            stack
            for stack in stacks
            if standing(stack, domain.name, _declaration(entry)) not in (None, Standing.BELOW)
        ]
        if not against:
            kept.append(entry)
            continue
        place = faults.document.locate((*against[0].key, "order"))
        faults.at_value(
            (*domain.key, "imports", entry),
            f"`{domain.name}` may import `{entry}`, which the layers forbid",
            word=entry,
            help="take the entry out, or change the order of the layers",
            related=(Related(place, "this order decides"),),
        )
    return domain if domain.imports is None else domain._replace(imports=tuple(kept))


def without_cycles(
    domains: Sequence[DomainConfig], stacks: Sequence[LayersConfig], faults: Faults
) -> tuple[DomainConfig, ...]:
    """Report each cycle at the permission that closes it, and drop that; the order of layers stays.

    A domain that may import anything declares nothing, and permissions for typing or deferred
    imports close no cycle.
    """
    graph: Graph = {}
    for domain in domains:
        for entry in domain.imports or ():
            if entry != "*":
                key = (*domain.key, "imports", entry)
                graph.setdefault(domain.name, {}).setdefault(_declaration(entry), key)
    for importer, imported, key in _steps_down(stacks):
        graph.setdefault(importer, {}).setdefault(imported, key)
    closing = _report_cycles(graph, "the domains", faults)
    return tuple(
        domain._replace(
            imports=domain.imports
            and tuple(
                entry
                for entry in domain.imports
                if (domain.name, _declaration(entry)) not in closing
            ),
            family=domain.family and _without_cycles(domain, domain.family, faults),
        )
        for domain in domains
    )


def _without_cycles(domain: DomainConfig, family: FamilyConfig, faults: Faults) -> FamilyConfig:
    """The same for members; shared ones may import each other, and everyone else imports them."""
    graph: Graph = {
        member: {name: (*domain.key, "allow", member, name) for name in siblings}
        for member, siblings in family.allow.items()
    }
    for member in {*graph, *(name for names in family.allow.values() for name in names)}:
        if member not in family.shared:
            for name in family.shared:
                graph.setdefault(member, {}).setdefault(name, (*domain.key, "shared", name))
    closing = _report_cycles(graph, f"members of `{domain.name}`", faults)
    allow = {
        member: tuple(name for name in siblings if (member, name) not in closing)
        for member, siblings in family.allow.items()
    }
    return family._replace(allow=allow)


def _steps_down(stacks: Sequence[LayersConfig]) -> Iterator[tuple[str, str, KeyPath]]:
    """What layers say, from each level to the next; the rest follows."""
    for stack in stacks:
        top = ((stack.facade,),) if stack.facade else ()
        for higher, lower in pairwise((*top, *stack.order)):
            for imported in lower:
                written = imported.removeprefix(f"{stack.within}.")
                for importer in higher:
                    yield importer, imported, (*stack.key, "order", written)


def _declaration(entry: str) -> str:
    return entry.partition("/")[0]


def closing_cycles(graph: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, ...]]:
    """Cycles `(a, …, z)`: without all their edges from z to a, the graph has none.

    Which ones are found depends on the names alone, not on their order in the graph.
    """
    done: set[str] = set()
    for start in sorted(graph):
        if start in done:
            continue
        chain = {start: iter(sorted(graph[start]))}
        while chain:
            last = next(reversed(chain))
            following = next(chain[last], None)
            if following is None:
                del chain[last]
                done.add(last)
            elif following in chain:
                names = list(chain)
                yield tuple(names[names.index(following) :])
            elif following not in done:
                chain[following] = iter(sorted(graph.get(following, ())))


def _report_cycles(graph: Graph, who: str, faults: Faults) -> frozenset[tuple[str, str]]:
    """The edges that close a cycle, each reported at its place."""
    closing = set()
    for cycle in closing_cycles(graph):
        first, last = cycle[0], cycle[-1]
        closing.add((last, first))
        faults.at_value(
            graph[last][first],
            f"{who} import each other in a circle: {' -> '.join((*cycle, first))}",
            word=first,
            help="take away one of these entries: invert that dependency, or move what both need "
            "lower",
            related=tuple(
                Related(
                    faults.document.locate(graph[importer][imported], True),
                    f"`{importer}` may import `{imported}`",
                )
                for importer, imported in pairwise(cycle)
            ),
        )
    return frozenset(closing)
