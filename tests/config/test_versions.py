"""Tests of version specifiers."""

import pytest

from archlint.config.versions import satisfies, specifier_fault


@pytest.mark.parametrize(
    ("specifier", "accepted", "refused"),
    [
        (">=1.2", ("1.2", "1.2.0", "1.10", "2", "1.2.post1"), ("1.1.9", "1.2rc1", "1.2.dev3", "0")),
        (">1.2", ("1.2.1", "2.0"), ("1.2", "1.2.0", "1.2.post1", "1.1")),
        ("<=1.2", ("1.2", "1.2.0", "1.1", "1.2b1"), ("1.2.1", "1.2.post1")),
        ("<1.2", ("1.1.9", "0"), ("1.2", "1.2rc1", "1.3")),
        ("==1.2", ("1.2", "1.2.0", "1.2+local.1"), ("1.2.1", "1.2rc1")),
        ("==1.2.*", ("1.2", "1.2.9", "1.2rc1"), ("1.20", "1.3", "1")),
        ("==1.0.*", ("1", "1.0.5"), ("1.1",)),
        ("!=1.2", ("1.2.1",), ("1.2", "1.2.0")),
        ("!=1.2.*", ("1.3",), ("1.2.5",)),
        ("~=1.2", ("1.2", "1.9"), ("1.1", "2.0")),
        ("~=1.2.3", ("1.2.3", "1.2.9"), ("1.2.2", "1.3")),
        (" >= 1.0 , < 2 ", ("1.0", "1.9"), ("0.9", "2.0", "2.0rc1")),
    ],
)
def test_satisfies(specifier: str, accepted: tuple[str, ...], refused: tuple[str, ...]) -> None:
    assert specifier_fault(specifier) == ""
    assert [satisfies(version, specifier) for version in accepted] == [True] * len(accepted)
    assert [satisfies(version, specifier) for version in refused] == [False] * len(refused)


@pytest.mark.parametrize(
    ("specifier", "message"),
    [
        ("1.0", "`1.0` is no version specifier such as `>=1.2`"),
        (">=1,", "`>=1,` is no version specifier such as `>=1.2`"),
        (">=1.0rc1", "`>=1.0rc1` is no version specifier such as `>=1.2`"),
        ("===1", "`===1` is no version specifier such as `>=1.2`"),
        (">=1.*", "`>=1.*` has a `.*`, which goes with `==` and `!=` only"),
        ("~=1", "`~=1` needs at least two numbers after `~=`"),
        (">=\u0661", "`>=\u0661` is no version specifier such as `>=1.2`"),
        (">=" + "9" * 5000, "a version specifier is too long"),
    ],
)
def test_specifier_fault(specifier: str, message: str) -> None:
    assert specifier_fault(specifier) == message
