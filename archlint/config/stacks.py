"""What a stack of layers says of two domains that stand in it."""

from __future__ import annotations

import enum

from archlint.config.settings import LayersConfig

_FACADE = -1


class Standing(enum.Enum):
    """Where an imported domain stands, seen from its importer."""

    BELOW = enum.auto()
    """Where imports may go: below, and in a closed stack on the next level."""
    SKIPPED = enum.auto()
    """Further below than the next level of a closed stack."""
    BESIDE = enum.auto()
    ABOVE = enum.auto()
    FACADE = enum.auto()
    """Above, as the facade."""


def standing(stack: LayersConfig, importer: str, imported: str) -> Standing | None:
    """Where the imported domain stands; None where the stack does not name both, or they are one.

    A facade may import from every level, in a closed stack too: to collect is its work.
    """
    here, there = _level(stack, importer), _level(stack, imported)
    if here is None or there is None or importer == imported:
        return None
    if here == there:
        return Standing.BESIDE
    if there < here:
        return Standing.FACADE if there == _FACADE else Standing.ABOVE
    is_next = there == here + 1 or here == _FACADE
    return Standing.BELOW if is_next or stack.mode == "open" else Standing.SKIPPED


def _level(stack: LayersConfig, name: str) -> int | None:
    if name == stack.facade:
        return _FACADE
    return next((at for at, level in enumerate(stack.order) if name in level), None)
