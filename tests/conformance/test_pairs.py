"""Verdicts on generated pairs are those that mypy and pyright agree on."""

import tempfile
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.compare import judged, outcomes, write
from tests.conformance.pairs import make_pair

RECORDED = Path(__file__).parent / "recorded.jsonl"
"""A sample of pairs with what mypy 2.4.1 and pyright 1.1.414 said of them."""


def test_no_certain_verdict_differs_from_what_both_checkers_say() -> None:
    found = outcomes(RECORDED)
    assert [(one.pair, one.details) for one in found if one.differs] == []
    unknown = sum(one.archlint == "unknown" for one in found)
    print(f"cannot judge: {100 * unknown / len(found):.1f} %")
    assert unknown < 0.15 * len(found)
    assert {one.archlint for one in found} == {"yes", "no", "unknown"}


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(min_value=0), min_size=1, max_size=20))
def test_a_pair_is_judged_alike_in_any_company(seeds: list[int]) -> None:
    pairs = [make_pair(Random(seed)) for seed in seeds]
    with tempfile.TemporaryDirectory() as name:
        write(Path(name), pairs)
        together, _ = judged(Path(name), len(pairs))
    with tempfile.TemporaryDirectory() as name:
        write(Path(name), pairs[-1:])
        alone, _ = judged(Path(name), 1)
    assert together[-1:] == alone
    # What freezes one field freezes the others too, so not all that is meant to fit does.
    faithful = [
        answer
        for pair, answer in zip(pairs, together, strict=True)
        if not pair.note and "frozen" not in pair.own
    ]
    assert "no" not in faithful
