from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archlint.cache.reports import dump, load
from archlint.diagnostics import Block, Diagnostic, Location, Related
from archlint.report import Counts, Report

# Lone surrogates are what undecodable file names and string literals may hold.
TEXTS = st.text(st.characters(), max_size=6)
LOCATIONS = st.builds(Location, TEXTS, *[st.integers(0, 9)] * 4)
RELATED = st.tuples() | st.lists(st.builds(Related, LOCATIONS, TEXTS), max_size=3).map(tuple)
BLOCKS = st.builds(Block, LOCATIONS, TEXTS, st.lists(TEXTS, max_size=2).map(tuple))
DIAGNOSTICS = st.builds(
    Diagnostic,
    **{name: st.from_type(kind) for name, kind in get_type_hints(Diagnostic).items()},
)


@pytest.fixture(autouse=True, scope="module")
def _types() -> None:
    st.register_type_strategy(str, TEXTS)
    st.register_type_strategy(Location, LOCATIONS)
    st.register_type_strategy(Block, BLOCKS)


@given(st.data())
def test_every_field_of_a_report_comes_back(data: st.DataObject) -> None:
    report = data.draw(
        st.builds(
            Report,
            **{name: st.from_type(kind) for name, kind in get_type_hints(Report).items()},
        )
    )
    again = load(dump(report), "/elsewhere")
    assert again == report._replace(root="/elsewhere", excerpts={})
    assert list(again.skipped) == list(report.skipped)


def test_what_is_said_a_thousand_times_is_written_once() -> None:
    key = Location("archlint.toml", 3, 1, 3, 9)
    block = Block(Location("a.py", 7), "a chain that many share " * 10)
    many = [
        Diagnostic(
            rule="import-contract",
            message="m",
            location=Location("a.py", 7),
            subject="s",
            config=key,
            block=block,
        )
    ] * 1000
    assert len(dump(Report(diagnostics=tuple(many)))) < 80_000


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b"\xff", dump(Report())[:-9]])
def test_another_text_is_refused(text: bytes) -> None:
    with pytest.raises((ValueError, TypeError, LookupError)):
        load(text, "")


def test_counts_are_those_of_the_report() -> None:
    report = Report(counts=Counts(files=3, modules=4))
    assert load(dump(report), "").counts == report.counts
