"""What the declared architecture says of an import from one domain into another."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from archlint.config.settings import KeyPath, LayersConfig
from archlint.config.stacks import Standing, standing
from archlint.facts.imports import Kind

if TYPE_CHECKING:
    from archlint.domains import Domain


class Law(enum.Enum):
    """What decides whether one domain may import another."""

    NONE = enum.auto()
    """They are one, or one of them is unchecked."""
    IMPORTS = enum.auto()
    """The importer's lists of domains."""
    FAMILY = enum.auto()
    """What their family says of siblings."""
    ORDER = enum.auto()
    """The order of layers: imports go down."""
    NEXT_LEVEL = enum.auto()
    """A closed stack: imports go down one level."""
    FACADE = enum.auto()
    """What stands below a facade does not import it."""
    LEVEL = enum.auto()
    """What stands on one level does not import each other."""


_DECIDES = {
    Standing.BELOW: (Law.ORDER, "order"),
    Standing.ABOVE: (Law.ORDER, "order"),
    Standing.BESIDE: (Law.LEVEL, "order"),
    Standing.SKIPPED: (Law.NEXT_LEVEL, "mode"),
    Standing.FACADE: (Law.FACADE, "facade"),
}


class Verdict(NamedTuple):
    """Whether an import is allowed; `key` is what in the config decides.

    Where an entry of a list allows it, `key` names the entry; the broadest, if there are several.
    """

    allowed: bool
    law: Law
    key: KeyPath


def judge(
    importer: Domain, imported: Domain, kinds: Kind, layers: Sequence[LayersConfig]
) -> Verdict:
    """The verdict on an import of these kinds between domains.

    Between two domains of one stack its order decides, between siblings their family, else
    `imports`; a list for typing or deferred imports allows more.
    """
    config = importer.config
    if importer is imported or config.unchecked or imported.config.unchecked:
        return Verdict(True, Law.NONE, config.key)
    verdict = _at_load_time(importer, imported, layers)
    if verdict.allowed:
        return verdict
    for kind, name, permitted in (
        (Kind.TYPING, "typing-imports", config.typing_imports),
        (Kind.DEFERRED, "deferred-imports", config.deferred_imports),
    ):
        if kind not in kinds:
            continue
        if permitted == "ignore":
            return Verdict(True, Law.IMPORTS, (*config.key, name))
        entry = _entry(permitted, imported) if isinstance(permitted, tuple) else None
        if entry is not None:
            return Verdict(True, Law.IMPORTS, (*config.key, name, entry))
    return verdict


def _at_load_time(importer: Domain, imported: Domain, layers: Sequence[LayersConfig]) -> Verdict:
    here, there = importer.config.name, imported.config.name
    if here == there:
        return _between_siblings(importer, imported)
    verdicts = [
        _in_stack(stack, where)
        for stack in layers
        if (where := standing(stack, here, there)) is not None
    ]
    if verdicts:
        return min(verdicts, key=lambda verdict: verdict.allowed)
    key = (*importer.config.key, "imports")
    entry = _entry(importer.config.imports or (), imported)
    return Verdict(entry is not None, Law.IMPORTS, key if entry is None else (*key, entry))


def _between_siblings(importer: Domain, imported: Domain) -> Verdict:
    key, family = importer.config.key, importer.config.family
    if family is None or family.siblings == "allow":
        return Verdict(True, Law.FAMILY, (*key, "siblings"))
    if imported.member in family.shared:
        return Verdict(True, Law.FAMILY, (*key, "shared", imported.member))
    if imported.member in family.allow.get(importer.member, ()):
        return Verdict(True, Law.FAMILY, (*key, "allow", importer.member, imported.member))
    return Verdict(False, Law.FAMILY, (*key, "siblings"))


def _in_stack(stack: LayersConfig, where: Standing) -> Verdict:
    law, key = _DECIDES[where]
    return Verdict(where is Standing.BELOW, law, (*stack.key, key))


def _entry(entries: Sequence[str], imported: Domain) -> str | None:
    """The broadest entry that names the domain: any, its whole family, or it alone."""
    names = ("*", imported.config.name, imported.name)
    return next((name for name in names if name in entries), None)
