"""Strongly connected components: the sets of nodes in which each is reached from each."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from archlint.paths.arcs import Arc


class Component(NamedTuple):
    """Nodes that reach each other, and the arcs between them; both sorted."""

    nodes: tuple[int, ...]
    arcs: tuple[Arc, ...]


def cyclic_components(arcs: Iterable[Arc]) -> tuple[Component, ...]:
    """The strongly connected components of two nodes or more, by their first node.

    An arc lies on a cycle if and only if it is an arc of one of them.
    """
    left = _pruned({arc for arc in arcs if arc[0] != arc[1]})
    graph: dict[int, list[int]] = {start: [] for start, _ in left}
    for start, end in left:
        graph[start].append(end)
    members = sorted(sorted(nodes) for nodes in _components(graph) if len(nodes) > 1)
    home = {node: index for index, nodes in enumerate(members) for node in nodes}
    inner: list[list[Arc]] = [[] for _ in members]
    for arc in left:
        index = home.get(arc[0])
        if index is not None and index == home.get(arc[1]):
            inner[index].append(arc)
    return tuple(
        Component(tuple(nodes), tuple(sorted(own)))
        for nodes, own in zip(members, inner, strict=True)
    )


def _pruned(arcs: Collection[Arc]) -> Collection[Arc]:
    """The arcs without many of those that lie on no cycle: nothing leads to them, or on from them.

    Most modules of a large tree are imported by none, or import none. As soon as little is gained
    by another round, the rest is left to whoever looks at every arc.
    """
    while True:
        between = {start for start, _ in arcs} & {end for _, end in arcs}
        left = [arc for arc in arcs if arc[0] in between and arc[1] in between]
        if len(left) >= 0.8 * len(arcs):
            return left
        arcs = left


def _components(graph: dict[int, list[int]]) -> list[list[int]]:
    """All components, by Tarjan's algorithm without recursion: chains of imports may be long."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    open_nodes: list[int] = []
    is_open: set[int] = set()
    found = []
    for root in graph:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        open_nodes.append(root)
        is_open.add(root)
        walk = [(root, iter(graph[root]))]
        while walk:
            node, rest = walk[-1]
            for next_node in rest:
                if next_node not in number:
                    number[next_node] = low[next_node] = len(number)
                    open_nodes.append(next_node)
                    is_open.add(next_node)
                    walk.append((next_node, iter(graph.get(next_node, ()))))
                    break
                if next_node in is_open:
                    low[node] = min(low[node], number[next_node])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[node])
                if low[node] == number[node]:
                    component = [open_nodes.pop()]
                    while component[-1] != node:
                        component.append(open_nodes.pop())
                    is_open.difference_update(component)
                    found.append(component)
    return found
