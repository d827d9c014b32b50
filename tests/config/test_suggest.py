"""Tests of suggestions."""

import pytest

from archlint.config.suggest import did_you_mean


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("improts", "did you mean `imports`?"),
        ("source_roots", "did you mean `source-roots`?"),
        ("IMPORTS", "did you mean `imports`?"),
        ("model", "did you mean `Model`?"),
        ("zzz", ""),
        ("", ""),
        ("imports" * 1000, ""),
    ],
)
def test_did_you_mean(word: str, expected: str) -> None:
    assert did_you_mean(word, ["tests", "imports", "source-roots", "Model"]) == expected


def test_the_order_of_candidates_means_nothing() -> None:
    assert did_you_mean("ab", ["abx", "abc"]) == did_you_mean("ab", ["abc", "abx"])
    assert did_you_mean("ab", ["AB", "ab"]) == did_you_mean("ab", ["ab", "AB"]) != ""
