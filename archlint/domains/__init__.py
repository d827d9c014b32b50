"""Which domain each module belongs to, and what the declared architecture allows.

`assign` gives modules to domains, `verdicts` judges an import between two of them, `unmatched`
finds what in their declarations matches nothing.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import NamedTuple

from archlint.config.settings import DomainConfig, KeyPath, LayersConfig
from archlint.diagnostics import Diagnostic
from archlint.domains.verdicts import Verdict, judge
from archlint.facts.imports import Kind
from archlint.source.tree import Module

NO_DOMAIN = -1
"""The domain index of a module that no domain owns."""


_JUDGED = int(Kind.TYPING | Kind.DEFERRED)


class Unmatched(NamedTuple):
    """An expression or name of the config that nothing in the tree matches.

    `phrase` completes the sentence that begins with the text. `candidates` are what could have been
    meant. `key` is the text's place, or with `at_key` that of a key.
    """

    text: str
    phrase: str
    subject: str
    key: KeyPath
    at_key: bool
    candidates: tuple[str, ...]


class Domain(NamedTuple):
    """A domain and the indices of the modules it owns, in tree order.

    A member of a family is one, with a name such as `feature/billing` and the config of the family.
    """

    index: int  # type: ignore[assignment]  # a tuple's own method, of no use here
    config: DomainConfig
    modules: tuple[int, ...]
    member: str = ""

    @property
    def name(self) -> str:
        return f"{self.config.name}/{self.member}" if self.member else self.config.name

    @property
    def allows_any(self) -> bool:
        """Whether it may import every domain, layers aside, and code that no domain owns."""
        return self.config.unchecked or "*" in (self.config.imports or ())

    def external_entry(self, dotted: str) -> str | None:
        """The broadest entry of `external` that covers a dotted name."""
        entries = self.config.external or ()
        covering = [entry for entry in entries if f"{dotted}.".startswith(f"{entry}.")]
        return min(covering, key=len, default=None)

    def is_public(self, module: Module) -> bool:
        """Whether other domains may import this module, one of its own."""
        public = self.config.public
        return public is None or (
            public.match(module.segments, module.path, module.is_package) is not None
        )


class _Assigned(NamedTuple):
    all: tuple[Domain, ...]
    owner: array[int]
    layers: tuple[LayersConfig, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    faults: tuple[Diagnostic, ...] = ()


class Domains(_Assigned):
    """The domains over a tree.

    `owner` has a domain index (or `NO_DOMAIN`) for each module.
    """

    def of(self, module: Module) -> Domain | None:
        """The domain that owns the module, or None."""
        index = self.owner[module.index]
        return None if index == NO_DOMAIN else self.all[index]

    @cached_property
    def by_name(self) -> dict[str, Domain]:
        return {domain.name: domain for domain in self.all}

    def called(self, name: str) -> tuple[Domain, ...]:
        """The domains that a name means: one, or all members of a family."""
        one = self.by_name.get(name)
        return (one,) if one is not None else self._families.get(name, ())

    @cached_property
    def _families(self) -> dict[str, tuple[Domain, ...]]:
        members: dict[str, list[Domain]] = {}
        for domain in self.all:
            if domain.member:
                members.setdefault(domain.config.name, []).append(domain)
        return {name: tuple(domains) for name, domains in members.items()}

    def verdict(self, importer: Domain, imported: Domain, kinds: Kind) -> Verdict:
        """Whether an import of these kinds is allowed, and what in the config decides."""
        case = importer.index, imported.index, int(kinds) & _JUDGED
        known = self._verdicts.get(case)
        if known is None:
            known = self._verdicts[case] = judge(importer, imported, kinds, self.layers)
        return known

    @cached_property
    def _verdicts(self) -> dict[tuple[int, int, int], Verdict]:
        """What was judged before: several rules ask, and of many imports between the same two."""
        return {}
