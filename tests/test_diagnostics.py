"""Identity and order of diagnostics."""

from dataclasses import replace

import pytest

from archlint.diagnostics import Diagnostic, Location, Severity

ITEM = Diagnostic(
    rule="import-cycle", message="m", location=Location("a.py", 2, 3), subject="a", object="b"
)


@pytest.mark.parametrize(
    "other",
    [
        replace(ITEM, message="other words"),
        replace(ITEM, location=Location("moved.py", 9, 9)),
        replace(ITEM, severity=Severity.WARNING, why="w", help=("h",), note="n"),
        replace(ITEM, instance="import-cycle"),
    ],
)
def test_identity_is_not_place_or_wording(other: Diagnostic) -> None:
    assert other.identity == ITEM.identity


@pytest.mark.parametrize(
    "other",
    [
        replace(ITEM, rule="other"),
        replace(ITEM, instance="mine"),
        replace(ITEM, subject="c"),
        replace(ITEM, object="c"),
        replace(ITEM, subject="a\0b", object=""),
        replace(ITEM, subject="b", object="a"),
    ],
)
def test_identity_is_rule_instance_subject_and_object(other: Diagnostic) -> None:
    assert other.identity != ITEM.identity


def test_identity_takes_any_text() -> None:
    assert len(replace(ITEM, subject="\udcff").identity) == 32


def test_order_is_path_line_column_rule() -> None:
    def at(path: str, line: int, column: int, rule: str) -> Diagnostic:
        return replace(ITEM, rule=rule, location=Location(path, line, column))

    ordered = [
        at("a.py", 1, 2, "z"),
        at("a.py", 1, 10, "a"),
        at("a.py", 1, 10, "b"),
        at("a.py", 2, 1, "a"),
        at("a.py", 10, 1, "a"),
        at("b.py", 1, 1, "a"),
    ]
    assert sorted(ordered, key=lambda item: item.sort_key) == ordered
