"""The format concise, character by character."""

from hypothesis import given
from hypothesis import strategies as st

from archlint.report import Report
from archlint.reporters import RenderOptions
from archlint.reporters.concise import render
from tests.reporters.reports import CLEAN, FULL, one


def test_one_line_for_each_diagnostic() -> None:
    assert render(FULL, RenderOptions(folder="/home/ada/shop/shop")) == (
        "archlint.toml:1:1: error malformed-config unknown key `improts`\n"
        "store.py:3:5: error forbidden-domain-import "
        "`store` may not import `web`: `shop.store` imports `shop.web`\n"
        "tests/broken.py:9:2: warning syntax-error invalid syntax\n"
    )


def test_nothing_found_is_nothing_said() -> None:
    assert render(CLEAN, RenderOptions()) == ""


def test_failures_are_said() -> None:
    assert render(Report(failures=("a\nb",)), RenderOptions()) == "archlint: a\\nb\n"


@given(st.text(), st.text())
def test_user_text_cannot_break_the_line(message: str, path: str) -> None:
    text = render(one(message, path), RenderOptions())
    assert text.endswith("\n")
    assert len(text.splitlines()) == 1
