"""Spreads from module to module: what runs because something else does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from archlint.consumers.uses import Uses
from archlint.diagnostics import Location
from archlint.entrypoints import EntryPoint, Ground, Use
from archlint.resolve.edges import NONE
from archlint.source.tree import Role


class Hop(NamedTuple):
    """How a module was first reached: from the module `user`, or with `NONE` as an entry point."""

    user: int
    evidence: str
    location: Location


@dataclass(slots=True)
class Reach:
    """What has been reached so far; grows until nothing new can be reached.

    `takers` are, for each module and each name taken of it, the modules that take it. `is_barred`
    says that a use does not count, which may hold of tests alone, and only for a while.
    """

    ground: Ground
    uses: Uses
    is_barred: Callable[[Use], bool]
    hops: dict[int, Hop] = field(default_factory=dict)
    takers: dict[int, dict[str, set[int]]] = field(default_factory=dict)
    arrivals: list[int] = field(default_factory=list)
    """Reached modules whose uses are still to be looked at."""
    pending: list[tuple[int, str, int]] = field(default_factory=list)
    """Takes, as module, name and user, of modules that may pass the name on."""
    looked_at: set[tuple[int, bool]] = field(default_factory=set)
    """Modules that are no tests, and whether their weak uses are meant: all of them counted."""

    def enter(self, entry: EntryPoint) -> None:
        """Begin at an entry point."""
        hop = Hop(NONE, entry.evidence, entry.location)
        if entry.name:
            self._take(entry.module, entry.name, hop)
        elif entry.module not in self.hops:
            self._arrive(entry.module, hop)

    def again(self) -> None:
        """Look once more at the uses of all that is reached: more of them may count now."""
        self.arrivals = list(self.hops)
        self.pending = [
            (module, name, user)
            for module, names in self.takers.items()
            if self.uses.may_pass_on(module)
            for name, users in names.items()
            for user in users
        ]

    def spread(self, weak: bool) -> None:
        """Reach all that can be reached from here, weak evidence included or not."""
        while self.arrivals or self.pending:
            arrivals, self.arrivals = self.arrivals, []
            for module in arrivals:
                self._look_at(module, self.uses.plain[module], is_weak=False)
                if weak:
                    self._look_at(module, self.uses.weak[module], is_weak=True)
            pending, self.pending = self.pending, []
            for module, name, user in pending:
                self._pass_on(module, name, user)

    def _look_at(self, module: int, uses: Sequence[Use], *, is_weak: bool) -> None:
        if self.ground.tree.modules[module].role is not Role.TEST:
            if (module, is_weak) in self.looked_at:
                return
            self.looked_at.add((module, is_weak))
        for use in uses:
            self._follow(use)

    def _follow(self, use: Use) -> None:
        if not self.is_barred(use):
            self._take(use.module, use.name, Hop(use.user, use.evidence, use.location))

    def _pass_on(self, module: int, name: str, user: int) -> None:
        """Follow what a parent passes on, where someone outside of the child takes it."""
        modules = self.ground.tree.modules
        parent = modules[module]
        for use in self.uses.handed_on(self.ground, parent, name):
            if module in self.takers.get(use.module, {}).get(use.name, ()):
                continue
            if user == NONE:
                self._follow(use)
                continue
            child = modules[use.module].segments[: len(parent.segments) + 1]
            inside = (
                modules[user].root == parent.root and modules[user].segments[: len(child)] == child
            )
            if not inside and not self.is_barred(use._replace(user=user)):
                self._follow(use)

    def _take(self, module: int, name: str, hop: Hop) -> None:
        users = self.takers.setdefault(module, {}).setdefault(name, set())
        if hop.user in users:
            return
        users.add(hop.user)
        if module not in self.hops:
            self._arrive(module, hop)
        if self.uses.may_pass_on(module):
            self.pending.append((module, name, hop.user))

    def _arrive(self, module: int, hop: Hop) -> None:
        self.hops[module] = hop
        self.arrivals.append(module)
        modules = self.ground.tree.modules
        found = modules[module]
        table = self.ground.tree.by_name[found.root]
        for depth in range(len(found.segments) - 1, 0, -1):
            above = table.get(".".join(found.segments[:depth]))
            if above is None or above in self.hops:
                continue
            # What a test needs in order to be found says nothing of who needs its package.
            if found.role is not Role.TEST or modules[above].role is Role.TEST:
                self.hops[above] = Hop(module, "runs before what it holds", hop.location)
                self.arrivals.append(above)
