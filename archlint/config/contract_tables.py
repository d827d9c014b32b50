"""The `import-contracts` section: how the contracts of import-linter are taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from archlint.config.domain_tables import TREATMENT
from archlint.config.faults import Faults
from archlint.config.settings import ContractConfig, KeyPath
from archlint.config.shapes import FLAG, Key, Shape, Table, open_table, wrong_type


def _number(value: object, key: KeyPath, faults: Faults) -> int | None:
    if type(value) is int and value >= 0:
        return value
    if type(value) is int:
        faults.at_value(key, f"`{key[-1]}` is {value}, expected {_NUMBER.expected}")
    else:
        wrong_type(value, key, _NUMBER.expected, faults)
    return None


_NUMBER = Shape("a number from 0 up", _number, {"type": "integer", "minimum": 0})

STRICT = Key("strict", FLAG)
TYPING = Key("typing-imports", TREATMENT)
DEFERRED = Key("deferred-imports", TREATMENT)
MAX_IGNORED = Key("max-ignored", _NUMBER)

CONTRACT_KEYS: tuple[Key[object], ...] = (TYPING, DEFERRED, MAX_IGNORED)
"""What may be said of a single contract."""


def read_strict(section: Mapping[str, object], faults: Faults) -> bool:
    """Whether that counts as an error which import-linter does not see or mind."""
    return Table(section, ("import-contracts",), faults).get(STRICT) or False


def read_contracts(section: Mapping[str, object], faults: Faults) -> Iterator[ContractConfig]:
    """The tables of single contracts, in their order; whether there are such nobody knows yet."""
    for name, data in section.items():
        if name == STRICT.name:
            continue
        key: KeyPath = ("import-contracts", name)
        table = open_table(data, key, CONTRACT_KEYS, faults)
        yield ContractConfig(
            id=name,
            typing_imports=table.get(TYPING) or "check",
            deferred_imports=table.get(DEFERRED) or "check",
            max_ignored=table.get(MAX_IGNORED),
            key=key,
        )
