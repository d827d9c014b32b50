"""The graph that domains declare with `imports`, which must have no cycle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from archlint.config.faults import Faults
from archlint.config.settings import DomainConfig
from archlint.diagnostics import Related


def without_cycles(domains: Sequence[DomainConfig], faults: Faults) -> tuple[DomainConfig, ...]:
    """Report each cycle at the entry that closes it, and drop that entry.

    A domain that may import anything declares nothing, and permissions for typing or deferred
    imports close no cycle.
    """
    graph = {
        domain.name: domain.imports
        for domain in domains
        if domain.imports is not None and domain.imports != ("*",)
    }
    kept = {name: dict.fromkeys(imports) for name, imports in graph.items()}
    for cycle in closing_cycles(graph):
        _report(cycle, faults)
        del kept[cycle[-1]][cycle[0]]
    return tuple(
        replace(domain, imports=tuple(kept[domain.name])) if domain.name in kept else domain
        for domain in domains
    )


def closing_cycles(graph: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, ...]]:
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


def _report(cycle: tuple[str, ...], faults: Faults) -> None:
    first, last = cycle[0], cycle[-1]
    faults.at_value(
        ("domains", last, "imports", first),
        f"the domains import each other in a circle: {' -> '.join((*cycle, first))}",
        word=first,
        help="take away one of these entries: invert that dependency, or move what both need lower",
        related=tuple(
            Related(
                faults.document.locate(("domains", importer, "imports", imported), True),
                f"`{importer}` may import `{imported}`",
            )
            for importer, imported in pairwise(cycle)
        ),
    )
