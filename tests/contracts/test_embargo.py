"""An embargo, judged for all sources at once, is what each source alone would be told."""

from collections.abc import Iterator, Set

from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.contracts.embargo import Embargo
from archlint.contracts.reach import bits_of, chain_from, exits, nearest_of, reaching, steps_to
from archlint.contracts.view import Pair, View

MODULES = [name for top in "abcdef" for name in (top, f"{top}.x", f"{top}.y")]
PAIRS = st.tuples(st.sampled_from(MODULES), st.sampled_from(MODULES)).filter(
    lambda pair: pair[0] != pair[1]
)
GRAPHS = st.sets(PAIRS, min_size=10, max_size=40).map(
    lambda pairs: View(frozenset(MODULES), frozenset(), dict.fromkeys(pairs, (0,)))
)
NAMES = st.sets(st.sampled_from(MODULES), min_size=1, max_size=5).map(sorted)


def overlaps(one: str, other: str, as_packages: bool) -> bool:
    if not as_packages:
        return one == other
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


class Plain:
    """The same, with walks of its own for each source, around its package."""

    def __init__(self, embargo: Embargo) -> None:
        self.embargo, self.view = embargo, embargo.view
        self.goals = [self.package(name) for name in embargo.targets]

    def package(self, name: str) -> frozenset[str]:
        return self.view.below(name) if self.embargo.as_packages else frozenset((name,))

    def wanted(self, source: str) -> int:
        """The targets that the source reaches and does not overlap."""
        embargo = self.embargo
        reached = reaching({} if embargo.is_direct else self.view.importers, self.goals)
        bits = 0
        for leaving in exits(self.view, self.package(source), reached):
            bits |= leaving.goals
        kept = (
            1 << goal
            for goal in bits_of(bits)
            if not overlaps(source, embargo.targets[goal], embargo.as_packages)
        )
        return sum(kept)

    def around(self, source: str) -> dict[str, int]:
        importers = {} if self.embargo.is_direct else self.view.importers
        return reaching(importers, self.goals, self.package(source))

    def breaches(self) -> Iterator[tuple[str, int, int, tuple[Pair, ...]]]:
        for source in self.embargo.sources:
            package = self.package(source)
            for pair, beyond in exits(self.view, package, self.around(source), self.wanted(source)):
                here = sum(1 << goal for goal, one in enumerate(self.goals) if pair[1] in one)
                nearest = nearest_of(beyond, here)
                steps = {}
                if not self.embargo.is_direct:
                    steps = steps_to(self.view, self.goals[nearest], package)
                yield source, nearest, beyond, chain_from(pair, steps)

    def touched(self, pairs: Set[Pair]) -> set[Pair]:
        found: set[Pair] = set()
        onwards = {} if self.embargo.is_direct else self.view.imports
        for source in self.embargo.sources:
            leading = reaching(onwards, [self.package(source)])
            around, wanted = self.around(source), self.wanted(source)
            found |= {
                pair for pair in pairs if pair[0] in leading and around.get(pair[1], 0) & wanted
            }
        return found


@settings(max_examples=300)
@given(GRAPHS, NAMES, NAMES, st.booleans(), st.booleans())
def test_same_as_one_by_one(
    view: View, sources: list[str], targets: list[str], is_direct: bool, as_packages: bool
) -> None:
    embargo = Embargo(view, sources, targets, is_direct, as_packages, "")
    plain = Plain(embargo)
    found = [
        (item.message.package, item.message.nearest, item.message.goals, item.chain)
        for item in embargo.offences()
        if not isinstance(item.message, str)
    ]
    assert found == list(plain.breaches())
    assert embargo.touched(view.links.keys()) == plain.touched(view.links.keys())
