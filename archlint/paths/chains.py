"""Shortest chains from one node to another."""

from collections.abc import Iterable, Mapping, Sequence

from archlint.paths.arcs import Arc, following


def shortest_chain(arcs: Iterable[Arc], start: int, goal: int) -> tuple[int, ...]:
    """The nodes of a shortest chain from `start` to `goal`, both included; () if there is none.

    Of equally short chains it is the smallest, compared node by node.
    """
    return chain_along(following(arcs), start, goal)


def chain_along(graph: Mapping[int, Sequence[int]], start: int, goal: int) -> tuple[int, ...]:
    """A shortest chain, of which the order of nodes in `graph` decides ties."""
    before = {start: start}
    level = [start]
    while level and goal not in before:
        reached = []
        for node in level:
            for next_node in graph.get(node, ()):
                if next_node not in before:
                    before[next_node] = node
                    reached.append(next_node)
        level = reached
    if goal not in before:
        return ()
    chain = [goal]
    while chain[-1] != start:
        chain.append(before[chain[-1]])
    return tuple(reversed(chain))
