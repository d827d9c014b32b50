"""Cuts leave no cycle, hold no arc in vain, and weigh least where that is promised."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from archlint.paths.arcs import Arc
from archlint.paths.components import cyclic_components
from archlint.paths.feedback import EXACT, feedback_arcs
from archlint.paths.orders import best_order, good_order
from tests.paths.graphs import has_cycle, least_weight, weighted


@given(weighted(6, most=11))
def test_the_cut_of_a_small_graph_weighs_least(weights: dict[Arc, int]) -> None:
    cut = feedback_arcs(weights)
    assert sum(weights[arc] for arc in cut) == least_weight(weights)


@given(weighted(30, most=120))
def test_without_the_cut_there_is_no_cycle(weights: dict[Arc, int]) -> None:
    cut = feedback_arcs(weights)
    rest = weights.keys() - set(cut)
    assert cyclic_components(rest) == ()
    assert all(has_cycle({*rest, arc}) for arc in cut)


@given(weighted(20, most=60), st.randoms())
def test_the_order_of_arcs_does_not_matter(weights: dict[Arc, int], random: Random) -> None:
    shuffled = list(weights)
    random.shuffle(shuffled)
    assert feedback_arcs({arc: weights[arc] for arc in shuffled}) == feedback_arcs(weights)


@given(weighted(8))
def test_a_good_order_is_an_order_that_no_single_move_improves(weights: dict[Arc, int]) -> None:
    nodes = sorted({node for arc in weights for node in arc})
    order = good_order(nodes, weights)
    assert sorted(order) == nodes
    for node in nodes:
        rest = [other for other in order if other != node]
        moved = [[*rest[:place], node, *rest[place:]] for place in range(len(order))]
        assert backward(order, weights) == min(backward(other, weights) for other in moved)
    assert backward(order, weights) >= backward(best_order(nodes, weights), weights)


def backward(order: list[int], weights: dict[Arc, int]) -> int:
    return sum(
        weight for (start, end), weight in weights.items() if order.index(start) > order.index(end)
    )


def test_a_light_arc_is_cut_rather_than_a_heavy_one() -> None:
    assert feedback_arcs({(0, 1): 10, (1, 2): 1, (2, 0): 10}) == ((1, 2),)


def test_arcs_outside_of_cycles_are_never_cut() -> None:
    assert feedback_arcs({(0, 1): 9, (1, 2): 9, (0, 2): 1, (2, 2): 1}) == ()


def test_a_large_circle_takes_one_cut() -> None:
    size = 40 * EXACT
    circle = {(node, (node + 1) % size): 2 for node in range(size)}
    circle[7, 8] = 1
    assert feedback_arcs(circle) == ((7, 8),)
