"""The sections `domains`, `families` and `layers`, which only together make sense."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from archlint.config.declared_graph import without_contradictions, without_cycles
from archlint.config.domain_tables import ANY, NAME, Known, Treatment, read_domain
from archlint.config.family_tables import read_family
from archlint.config.faults import Faults
from archlint.config.layer_tables import Names, read_stack
from archlint.config.rivals import without_rivals
from archlint.config.settings import DomainConfig, LayersConfig


def read_architecture(
    domains: Mapping[str, object],
    families: Mapping[str, object],
    layers: Sequence[tuple[int, Mapping[str, object]]],
    typing: Treatment,
    deferred: Treatment,
    faults: Faults,
) -> tuple[tuple[DomainConfig, ...], tuple[LayersConfig, ...]]:
    """All declarations and stacks.

    `typing` and `deferred` hold for domains that say nothing else. Every name that a declaration
    uses is declared, no two of them claim the same expression, and what they and the layers say of
    imports neither contradicts itself nor has a cycle.
    """
    _judge_names("domains", domains, faults)
    _judge_names("families", families, faults)
    families = dict(_of_their_own(families, domains, faults))
    names = Names(frozenset(domains) | frozenset(families), {})
    read = (read_stack(index, data, names, faults) for index, data in layers)
    stacks = tuple(stack for stack in read if stack is not None)
    known = Known(
        names=names.declared | names.made.keys(),
        families=frozenset(families),
        layered=frozenset(name for stack in stacks for name in stack.names),
        typing=typing,
        deferred=deferred,
    )
    declared = [
        *(read_domain(name, data, known, faults) for name, data in domains.items()),
        *(read_family(name, data, known, faults) for name, data in families.items()),
        *(
            DomainConfig(
                name=name,
                modules=modules,
                imports=ANY,
                typing_imports=typing,
                deferred_imports=deferred,
                key=modules.keys[0],
            )
            for name, modules in names.made.items()
        ),
    ]
    lawful = without_contradictions(tuple(without_rivals(declared, faults)), stacks, faults)
    return without_cycles(lawful, stacks, faults), stacks


def _judge_names(section: str, names: Iterable[str], faults: Faults) -> None:
    noun = "a domain" if section == "domains" else "a family"
    for name in names:
        if not re.fullmatch(NAME, name):
            message = f"`{name}` is no name for {noun}: letters, digits, `_`, `-` and `.` make one"
            faults.at_key((section, name), message)


def _of_their_own(
    families: Mapping[str, object], domains: Mapping[str, object], faults: Faults
) -> Iterator[tuple[str, object]]:
    """The families whose names no domain has."""
    for name, data in families.items():
        if name in domains:
            faults.at_key(("families", name), f"a domain is called `{name}`, too")
        else:
            yield name, data
