"""The format json: its schema, its content and its stability."""

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import archlint
from archlint.report import Report
from archlint.reporters import RenderOptions
from archlint.reporters.json import render
from tests.reporters.reports import BREACH, CLEAN, FULL, one

SCHEMA = json.loads(
    (Path(archlint.__file__).parent / "reporters" / "report.schema.json").read_text("utf-8")
)
OPTIONS = RenderOptions(folder="/home/ada/shop/shop")


@pytest.mark.parametrize("report", [FULL, CLEAN, Report(failures=("nothing ran",))])
def test_every_report_fits_the_schema(report: Report) -> None:
    jsonschema.validate(json.loads(render(report, OPTIONS)), SCHEMA)


def test_the_schema_leaves_nothing_open() -> None:
    document = json.loads(render(FULL, OPTIONS))
    document["surprise"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, SCHEMA)


def test_content() -> None:
    document = json.loads(render(FULL, OPTIONS))
    assert document["summary"] == {
        "errors": 1,
        "warnings": 1,
        "config_faults": 1,
        "hidden": 2,
        "unchecked_files": 1,
        "files": 1234,
        "modules": 1300,
        "imports": 1,
        "coverage": {"production": 8, "assigned": 6, "unchecked": 1},
    }
    place = {"path": "shop/old.py", "line": 2, "column": 8, "end_line": 2, "end_column": 16}
    assert document["import_contracts"] == {
        "file": ".importlinter",
        "checked": 1,
        "ignored_imports": [
            {"location": place, "message": "excused from `layers` by `shop.old -> shop.web`"}
        ],
    }
    assert [item["rule"] for item in document["diagnostics"]] == [
        "malformed-config",
        "forbidden-domain-import",
        "syntax-error",
    ]
    assert document["diagnostics"][1] == {
        "identity": BREACH.identity,
        "rule": "forbidden-domain-import",
        "instance": "forbidden-domain-import",
        "severity": "error",
        "message": "`store` may not import `web`: `shop.store` imports `shop.web`",
        "subject": "shop.store",
        "object": "shop.web",
        "note": "typing import",
        "location": {
            "path": "shop/store.py",
            "line": 3,
            "column": 5,
            "end_line": 3,
            "end_column": 14,
        },
        "statement": {
            "path": "shop/store.py",
            "line": 1,
            "column": 1,
            "end_line": None,
            "end_column": None,
        },
        "why": "orders outlive the web",
        "config": {
            "path": "archlint.toml",
            "line": 2,
            "column": 1,
            "end_line": 2,
            "end_column": 8,
        },
        "help": ["move it", "or wire it"],
        "related": [
            {
                "location": {
                    "path": "shop/web.py",
                    "line": 1,
                    "column": 1,
                    "end_line": None,
                    "end_column": None,
                },
                "message": "the imported module",
            }
        ],
    }


@given(st.text(), st.text())
def test_user_text_comes_back_as_it_was(message: str, path: str) -> None:
    text = render(one(message, path), OPTIONS)
    assert text.isascii()
    item = json.loads(text)["diagnostics"][0]
    assert (item["message"], item["location"]["path"]) == (message, path)
