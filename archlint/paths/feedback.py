"""Feedback arc sets: the arcs to take away so that no cycle is left."""

from collections.abc import Mapping, Sequence

from archlint.paths.arcs import Arc, following
from archlint.paths.chains import chain_along
from archlint.paths.components import cyclic_components
from archlint.paths.orders import best_order, good_order

EXACT = 12
"""The size of a component up to which every order is weighed; the work doubles with each node."""


def feedback_arcs(weights: Mapping[Arc, int]) -> tuple[Arc, ...]:
    """Arcs without which the graph has no cycle, sorted.

    Weights are positive. Where no component has more than `EXACT` nodes, the total weight is the
    least there is. In larger ones it is a small one, and no arc of the set could stay.
    """
    found: list[Arc] = []
    for component in cyclic_components(weights):
        inner = {arc: weights[arc] for arc in component.arcs}
        if len(component.nodes) <= EXACT:
            found += _backward(best_order(component.nodes, inner), inner)
        else:
            found += _needed(_backward(good_order(component.nodes, inner), inner), inner)
    return tuple(sorted(found))


def _backward(order: Sequence[int], weights: Mapping[Arc, int]) -> list[Arc]:
    """The arcs that lead back in an order of the nodes; the others close no cycle."""
    place = {node: index for index, node in enumerate(order)}
    return [(start, end) for start, end in weights if place[start] > place[end]]


def _needed(cut: Sequence[Arc], weights: Mapping[Arc, int]) -> list[Arc]:
    """The cut without the arcs that close no cycle once the others are gone, heavy ones first."""
    graph = following(weights.keys() - set(cut))
    needed = []
    for start, end in sorted(cut, key=lambda arc: (-weights[arc], arc)):
        if chain_along(graph, end, start):
            needed.append((start, end))
        else:
            graph.setdefault(start, []).append(end)
    return needed
