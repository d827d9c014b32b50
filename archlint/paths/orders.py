"""Orders of nodes in which the arcs that lead back weigh little."""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

from archlint.paths.arcs import Arc

Weighted = dict[int, dict[int, int]]
"""For each node, its neighbours with the weight of the arc."""


def best_order(nodes: Sequence[int], weights: Mapping[Arc, int]) -> list[int]:
    """An order whose backward arcs weigh least; time and space double with each node.

    What a set of nodes costs, placed before all others, does not depend on what follows. So the
    best order of a set is, for one of its nodes, the best order of the rest and then that node.
    """
    number = {node: index for index, node in enumerate(nodes)}
    leaving: list[list[tuple[int, int]]] = [[] for _ in nodes]
    for (start, end), weight in weights.items():
        leaving[number[start]].append((1 << number[end], weight))
    unknown = sum(weights.values()) + 1
    least = [0] + [unknown] * ((1 << len(nodes)) - 1)
    last = [0] * len(least)
    for placed, cost in enumerate(least):
        for index, arcs in enumerate(leaving):
            larger = placed | 1 << index
            if larger == placed:
                continue
            total = cost + sum(weight for end, weight in arcs if placed & end)
            if total < least[larger]:
                least[larger] = total
                last[larger] = index
    order = []
    placed = len(least) - 1
    while placed:
        order.append(nodes[last[placed]])
        placed ^= 1 << last[placed]
    return order[::-1]


def good_order(nodes: Sequence[int], weights: Mapping[Arc, int]) -> list[int]:
    """An order whose backward arcs weigh little: no node could be moved and make it less.

    The start is the greedy order of Eades, Lin and Smyth (Information Processing Letters 47, 1993).
    """
    after: Weighted = {node: {} for node in nodes}
    before: Weighted = {node: {} for node in nodes}
    for (start, end), weight in sorted(weights.items()):
        after[start][end] = weight
        before[end][start] = weight
    return _settled(_greedy_order(after, before), after, before)


def _greedy_order(after: Weighted, before: Weighted) -> list[int]:
    """Sinks go last and sources first; then the node that leads out most and in least is next."""
    out_weight = {node: sum(arcs.values()) for node, arcs in after.items()}
    in_weight = {node: sum(arcs.values()) for node, arcs in before.items()}

    def rank(node: int) -> tuple[bool, bool, int, int]:
        leading, led = out_weight[node], in_weight[node]
        return leading > 0, led > 0, led - leading, node

    heap = [rank(node) for node in after]
    heapify(heap)
    first: list[int] = []
    last: list[int] = []
    placed: set[int] = set()
    while heap:
        entry = heappop(heap)
        node = entry[-1]
        if node in placed or entry != rank(node):
            continue
        placed.add(node)
        (first if out_weight[node] else last).append(node)
        for neighbours, total in ((after[node], in_weight), (before[node], out_weight)):
            for other, weight in neighbours.items():
                if other not in placed:
                    total[other] -= weight
                    heappush(heap, rank(other))
    return first + last[::-1]


def _settled(order: list[int], after: Weighted, before: Weighted) -> list[int]:
    """Move single nodes to where they cost least, until none of them gains by it."""
    place = {node: index for index, node in enumerate(order)}
    unsettled = True
    while unsettled:
        unsettled = False
        for node in sorted(order):
            here = place[node]
            there = _best_place(node, place, after[node], before[node])
            if there == here:
                continue
            unsettled = True
            order.insert(there, order.pop(here))
            for index in range(min(here, there), max(here, there) + 1):
                place[order[index]] = index
    return order


def _best_place(
    node: int, place: Mapping[int, int], after: Mapping[int, int], before: Mapping[int, int]
) -> int:
    """The place at which the node's backward arcs weigh least, its own where no other is better."""
    here = place[node]
    best, least = here, 0
    near = sorted((place[other], other) for other in {*after, *before})
    for step, passed in (
        (1, [pair for pair in near if pair[0] > here]),
        (-1, [pair for pair in reversed(near) if pair[0] < here]),
    ):
        change = 0
        for index, other in passed:
            change += step * (after.get(other, 0) - before.get(other, 0))
            if change < least:
                best, least = index, change
    return best
