"""Components are what the definition of reachability says."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from archlint.paths.components import Component, cyclic_components
from tests.paths.graphs import Arcs, arcs, reached


@given(arcs(9))
def test_components_by_definition(graph: Arcs) -> None:
    graph = frozenset(arc for arc in graph if arc[0] != arc[1])
    reach = {node: reached(graph, node) for arc in graph for node in arc}
    expected = {
        tuple(sorted(other for other in reach[node] if node in reach[other]))
        for node in reach
        if node in reach[node]
    }
    found = cyclic_components(graph)
    assert [component.nodes for component in found] == sorted(expected)
    for component in found:
        assert component.arcs == tuple(sorted(arc for arc in graph if {*arc} <= {*component.nodes}))


@given(arcs(9), st.randoms())
def test_the_order_of_arcs_does_not_matter(graph: Arcs, random: Random) -> None:
    shuffled = sorted(graph)
    random.shuffle(shuffled)
    assert cyclic_components(shuffled) == cyclic_components(sorted(graph))


def test_an_arc_given_twice_counts_once() -> None:
    assert cyclic_components([(0, 1), (1, 0), (0, 1)]) == (Component((0, 1), ((0, 1), (1, 0))),)


def test_a_node_alone_is_no_component() -> None:
    assert cyclic_components([(0, 0), (0, 1)]) == ()
    assert cyclic_components([]) == ()


def test_chains_may_be_longer_than_python_recurses() -> None:
    size = 20_000
    circle = [(node, (node + 1) % size) for node in range(size)]
    (component,) = cyclic_components(circle)
    assert component.nodes == tuple(range(size))
