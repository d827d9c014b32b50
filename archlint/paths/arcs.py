"""Arcs, and where they lead."""

from collections.abc import Iterable

Arc = tuple[int, int]
"""From a node to a node; an arc from a node to itself counts for nothing."""


def following(arcs: Iterable[Arc]) -> dict[int, list[int]]:
    """For each node with an arc, the nodes its arcs lead to, in order."""
    found: dict[int, list[int]] = {}
    for start, end in sorted(arcs):
        found.setdefault(start, []).append(end)
        found.setdefault(end, [])
    return found
