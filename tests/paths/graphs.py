"""Small graphs drawn at random, and what follows from the definitions alone."""

from collections.abc import Iterable
from itertools import combinations

from hypothesis import strategies as st

from archlint.paths.arcs import Arc

Arcs = frozenset[Arc]


def arcs(nodes: int, most: int | None = None) -> st.SearchStrategy[Arcs]:
    """Graphs of up to so many nodes, arcs from a node to itself among them."""
    node = st.integers(0, nodes - 1)
    return st.frozensets(st.tuples(node, node), max_size=most)


def weighted(nodes: int, most: int | None = None) -> st.SearchStrategy[dict[Arc, int]]:
    """Graphs with small weights, so that ties are many."""
    return arcs(nodes, most).flatmap(
        lambda drawn: st.fixed_dictionaries(dict.fromkeys(sorted(drawn), st.integers(1, 3)))
    )


def reached(graph: Iterable[Arc], start: int) -> set[int]:
    """The nodes at the end of a chain of one arc or more."""
    graph = set(graph)
    found: set[int] = set()
    new = {start}
    while new:
        new = {end for begin, end in graph if begin in new} - found
        found |= new
    return found


def has_cycle(graph: Iterable[Arc]) -> bool:
    """Whether a node reaches itself, over another one."""
    graph = {(start, end) for start, end in graph if start != end}
    return any(start in reached(graph, start) for start, _ in graph)


def least_weight(weights: dict[Arc, int]) -> int:
    """The weight of the lightest arcs without which no cycle is left, by trying all sets."""
    every = sorted(weights)
    return min(
        sum(weights[arc] for arc in cut)
        for size in range(len(every) + 1)
        for cut in combinations(every, size)
        if not has_cycle(set(every) - set(cut))
    )
