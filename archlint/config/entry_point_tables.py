"""The list `entry-points`: modules that something uses which no file of the tree shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from archlint.config.faults import Faults
from archlint.config.settings import EntryPointConfig, KeyPath
from archlint.config.shapes import Key, open_table
from archlint.config.words import SELECTOR, TEXT

MODULES = Key("modules", SELECTOR)
WHY = Key("why", TEXT)

ENTRY_POINT_KEYS: tuple[Key[object], ...] = (MODULES, WHY)
"""What an entry must say."""


def read_entry_points(
    tables: Sequence[tuple[int, Mapping[str, object]]], faults: Faults
) -> Iterator[EntryPointConfig]:
    """The entries that name modules and a reason."""
    for index, data in tables:
        key: KeyPath = ("entry-points", index)
        table = open_table(data, key, ENTRY_POINT_KEYS, faults)
        for needed in ENTRY_POINT_KEYS:
            if needed.name not in data:
                faults.at_value(key, f"an entry point needs `{needed.name}`", word=needed.name)
        modules, why = table.get(MODULES), table.get(WHY)
        if modules is not None and why is not None:
            yield EntryPointConfig(modules=modules, why=why, key=key)
