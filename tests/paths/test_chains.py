"""Shortest chains are chains, and none is shorter."""

from collections.abc import Iterable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from archlint.paths.arcs import Arc
from archlint.paths.chains import shortest_chain
from tests.paths.graphs import Arcs, arcs


def chains(graph: Iterable[Arc], start: int, goal: int) -> list[tuple[int, ...]]:
    """Every chain from one node to another that meets no node twice."""
    graph = sorted(graph)
    found: list[tuple[int, ...]] = []
    grown: list[tuple[int, ...]] = [(start,)]
    while grown:
        chain = grown.pop()
        if chain[-1] == goal:
            found.append(chain)
            continue
        grown += [(*chain, end) for begin, end in graph if begin == chain[-1] and end not in chain]
    return found


@given(arcs(6), st.integers(0, 5), st.integers(0, 5))
def test_the_shortest_and_among_these_the_smallest(graph: Arcs, start: int, goal: int) -> None:
    found = shortest_chain(graph, start, goal)
    every = chains(graph, start, goal)
    assert found == min(every, key=lambda chain: (len(chain), chain), default=())
    assert set(pairwise(found)) <= graph
