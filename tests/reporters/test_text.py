"""The format text, character by character."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from archlint.report import Report
from archlint.reporters import RenderOptions
from archlint.reporters.text import render
from tests.reporters.reports import BREACH, CLEAN, FULL, one

PLAIN = RenderOptions()


def test_a_whole_report() -> None:
    assert (
        render(FULL, RenderOptions(verbose=True, statistics=True))
        == """\
archlint.toml:1:1: error[malformed-config] unknown key `improts`
  1 | [domains.store]
    | ^^^^^^^
  help  did you mean `imports`?

shop/store.py:3:5: error[forbidden-domain-import] \
`store` may not import `web`: `shop.store` imports `shop.web`
  1 | from shop import (
  3 |     web as w,
    |     ^^^^^^^^^ typing import
  why   orders outlive the web
  rule  archlint.toml:2:1  imports = []
  also  shop/web.py:1:1  the imported module
  help  move it
  help  or wire it

tests/broken.py:9:2: warning[syntax-error] invalid syntax

1 error   forbidden-domain-import
1 error   malformed-config
1 warning syntax-error

1 fault that kept the run from being complete, 1 error, 1 warning in 1,234 files, 1 import
domains cover 6 of 8 modules (75%), 1 unchecked
1 import contract of .importlinter checked
2 diagnostics outside the paths given not shown
import contracts ignore 1 import
1 file could not be checked, and no rule that says so is on for them (syntax-error, unreadable-file)
config: archlint.toml
root: . (the top holds a package)
roles: 1,000 production, 234 test, 0 tool
skipped: 3 (git-ignored)
ignored: shop/old.py:2:8 (excused from `layers` by `shop.old -> shop.web`)
rules: forbidden-domain-import, syntax-error
"""
    )


def test_a_clean_report_is_its_summary() -> None:
    assert render(CLEAN, PLAIN) == "0 errors, 0 warnings in 1 file, 0 imports\n"
    assert render(CLEAN, RenderOptions(quiet=True)) == ""


def test_what_the_verdict_rests_on_is_told() -> None:
    nothing = CLEAN._replace(rules=("import-contract", "import-cycle"))
    line = "no architecture is declared: there is no config and no import contract\n"
    assert render(nothing, PLAIN).endswith(f"0 imports\n{line}")
    assert line not in render(nothing._replace(rules=("import-cycle",)), PLAIN)
    assert line not in render(nothing._replace(config_file="archlint.toml"), PLAIN)
    contracts = nothing._replace(contracts=2, contract_file="setup.cfg")
    assert render(contracts, PLAIN).endswith("0 imports\n2 import contracts of setup.cfg checked\n")


def test_failures_come_first_with_their_traceback() -> None:
    report = Report(failures=("rule `x` failed\nTraceback\n  boom",))
    assert render(report, RenderOptions(quiet=True)) == (
        "error: rule `x` failed\n  Traceback\n    boom\n"
    )


def test_more_than_the_limit_is_counted() -> None:
    report = FULL._replace(diagnostics=(BREACH,) * 1105)
    text = render(report, RenderOptions(quiet=True))
    assert text.count("error[") == 50
    assert text.endswith("\n\n\u2026 1,055 more forbidden-domain-import: --all\n")
    assert "\n\n... 1,055 more" in render(report, RenderOptions(encoding="ascii"))
    assert render(report, RenderOptions(limit=None)).count("error[") == 1105


def test_many_further_places_are_counted() -> None:
    item = replace(BREACH, related=BREACH.related * 30)
    report = FULL._replace(diagnostics=(item,))
    text = render(report, PLAIN)
    assert text.count("  also  shop/web.py") == 12
    assert "\n  also  18 more places: --all\n" in text
    assert render(report, RenderOptions(limit=None)).count("  also  ") == 30


def test_paths_are_relative_to_the_folder_of_the_reader() -> None:
    def first(folder: str) -> str:
        report = FULL._replace(diagnostics=(BREACH,))
        return render(report, RenderOptions(folder=folder)).partition(" ")[0]

    assert first("/home/ada/shop") == "shop/store.py:3:5:"
    assert first("/home/ada/shop/shop") == "store.py:3:5:"
    assert first("/home/ada") == "shop/shop/store.py:3:5:"
    assert first("/") == "home/ada/shop/shop/store.py:3:5:"
    assert first("/home/ada/shop/sho") == "shop/store.py:3:5:"
    assert first("/elsewhere") == "shop/store.py:3:5:"


def test_colour_only_when_asked() -> None:
    assert "\x1b[" not in render(FULL, PLAIN)
    colored = render(FULL, RenderOptions(color=True))
    assert "\x1b[1;31merror[forbidden-domain-import]\x1b[0m" in colored
    assert "\x1b[1;33mwarning[syntax-error]\x1b[0m" in colored
    assert "\n    | \x1b[1;31m    ^^^^^^^^^ typing import\x1b[0m\n" in colored


def test_the_span_is_underlined_in_cells() -> None:
    wide = one(line='x = "\u6f22\u5b57"; import os', column=7)
    assert '  1 | x = "\u6f22\u5b57"; import os\n    |        ^^^\n' in render(wide, PLAIN)
    ascii = render(wide, RenderOptions(encoding="ascii"))
    assert '  1 | x = "\\u6f22\\u5b57"; import os\n    |            ^^^^^^^\n' in ascii
    tabs = one(line="\timport os", column=2)
    assert "  1 |     import os\n    |     ^^\n" in render(tabs, PLAIN)


def test_a_very_long_line_is_cut_around_the_span() -> None:
    text = render(one(line="x" * 5000 + "ab" + "y" * 5000, column=5001), RenderOptions(quiet=True))
    source, marks = text.splitlines()[1:3]
    assert max(map(len, text.splitlines())) < 180
    assert source[marks.index("^") :].startswith("ab")


@given(st.text(), st.text(), st.text())
def test_user_text_can_neither_act_nor_break_a_line(message: str, path: str, line: str) -> None:
    text = render(one(message, path, line), RenderOptions(quiet=True))
    assert all(char.isprintable() or char == "\n" or char.isspace() for char in text)
    assert not set(text) & set("\r\x1b\x00\x85\u2028\u2029\u202e\x0b\x0c")
    assert text.count("\n") <= 5
