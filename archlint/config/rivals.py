"""Expressions that two declarations both claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archlint.config.expressions import Expression, Selector
from archlint.config.faults import Faults
from archlint.config.settings import DomainConfig, KeyPath
from archlint.diagnostics import Related


def without_rivals(domains: Sequence[DomainConfig], faults: Faults) -> Iterator[DomainConfig]:
    """Leave out expressions that an earlier domain has too, since neither is more specific."""
    claims: dict[tuple[str, ...], tuple[str, KeyPath]] = {}
    for domain in domains:
        kept: dict[Expression, KeyPath] = {}
        for entry, key in zip(domain.modules.entries, domain.modules.keys, strict=True):
            claim = (domain.name, key)
            first, place = claim if entry.negated else claims.setdefault(entry.form, claim)
            if first == domain.name:
                kept[entry] = key
                continue
            faults.at_value(
                key,
                f"domains `{first}` and `{domain.name}` both claim `{entry.text}`",
                word=entry.text,
                help=f"name the domain `{first}` in `order`"
                if key[0] == "layers"
                else "give one of them a more specific expression",
                related=(Related(faults.document.locate(place, True), f"`{first}` claims it"),),
            )
        yield domain._replace(modules=Selector(tuple(kept), tuple(kept.values())))
