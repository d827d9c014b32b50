"""Configs of folders below: what they may say, where their faults are, what is left unread."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from archlint.config.load import load
from archlint.engine import check
from archlint.report import Report

ROOT_CONFIG = 'include = ["packages/*/archlint.toml"]\n[domains.app]\nimports = ["billing"]\n'
BILLING = '[domains.billing]\nmodules = ["billing"]\nimports = []\nexternal = []\n'
FILES = {
    "archlint.toml": ROOT_CONFIG,
    "app.py": "def late():\n    import billing\n",
    "packages/billing/archlint.toml": BILLING,
    "packages/billing/pyproject.toml": '[project]\nname = "billing"\n',
    "packages/billing/src/billing/__init__.py": "import app\nimport requests\n",
}
Run = Callable[[Mapping[str, str]], Report]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def write_and_check(files: Mapping[str, str]) -> Report:
        for path, content in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(content, encoding="utf-8")
        return check(load([str(tmp_path)], None))

    return write_and_check


def said(report: Report) -> list[str]:
    return [
        f"{item.location} {item.rule} {item.config or ''}".rstrip() for item in report.diagnostics
    ]


def test_an_included_config_declares_for_its_own_folder(run: Run) -> None:
    place = "packages/billing/src/billing/__init__.py"
    assert said(run(FILES)) == [
        f"{place}:1:8 forbidden-domain-import packages/billing/archlint.toml:3:1",
        f"{place}:2:8 forbidden-external-import packages/billing/archlint.toml:4:1",
    ]


def test_without_include_it_is_named_and_not_read(run: Run) -> None:
    own = '[domains.app]\nimports = ["*"]\n'
    stock = "packages/stock/pyproject.toml"
    report = run({**FILES, "archlint.toml": own, stock: "[tool.archlint]\n"})
    assert report.unread_configs == ("packages/billing/archlint.toml", stock)
    assert run(FILES).unread_configs == (stock,)


@pytest.mark.parametrize(
    ("path", "content", "fault"),
    [
        (
            "packages/billing/archlint.toml",
            f"extend-exclude = []\n{BILLING}",
            "packages/billing/archlint.toml:1:1 unknown key `extend-exclude` in an included config",
        ),
        (
            "packages/billing/archlint.toml",
            f"{BILLING}improts = []\n",
            "packages/billing/archlint.toml:5:1 unknown key `improts`",
        ),
        (
            "packages/billing/archlint.toml",
            f"{BILLING}[domains.app]\nimports = []\n",
            "packages/billing/archlint.toml:5:10 another config declares `app`, too",
        ),
        (
            "packages/billing/archlint.toml",
            BILLING.replace("[]\nexternal", '["ap"]\nexternal'),
            "packages/billing/archlint.toml:3:12 no domain is called `ap`",
        ),
        (
            "packages/billing/archlint.toml",
            BILLING.replace('"billing"]', '"billing", "app"]'),
            "packages/billing/archlint.toml:2:23 domains `app` and `billing` both claim `app`",
        ),
        (
            "packages/billing/archlint.toml",
            BILLING.replace('"billing"]', '"billing", "app.__init__", "app.*", "lib"]'),
            (
                "packages/billing/archlint.toml:2:48 `lib` matches `lib.py`, and a config in "
                "`packages/billing` may speak only of what lies below it"
            ),
        ),
        (
            "packages/billing/archlint.toml",
            "[domains\n",
            (
                "packages/billing/archlint.toml:1:9 not TOML: expected ']' at the end of a table "
                "declaration"
            ),
        ),
        (
            "packages/billing/archlint.toml",
            f'[[layers]]\nordr = ["billing"]\n{BILLING}',
            "packages/billing/archlint.toml:2:1 unknown key `ordr`",
        ),
        ("archlint.toml", f"{ROOT_CONFIG}x = 1\n", "archlint.toml:4:1 unknown key `x`"),
        (
            "archlint.toml",
            ROOT_CONFIG.replace('["packages/*/archlint.toml"]', "1"),
            "archlint.toml:1:11 `include` is an integer, expected a list of path patterns",
        ),
    ],
)
def test_a_fault_stands_in_its_own_file(run: Run, path: str, content: str, fault: str) -> None:
    report = run({**FILES, "lib.py": "X = 1\n", path: content})
    faults = [f"{item.location} {item.message}" for item in report.faults]
    assert fault in faults
    assert report.exit_code() == 2


def test_layers_of_an_included_config_are_its_own(run: Run) -> None:
    report = run(
        {
            **FILES,
            "archlint.toml": ROOT_CONFIG.replace('["billing"]', "[]")
            + '[[layers]]\norder = ["app", "billing"]\n',
            "app.py": "X = 1\n",
            "packages/billing/archlint.toml": '[[layers]]\nwithin = "billing"\n'
            'order = ["web", "store"]\n[domains.billing]\nimports = []\n',
            "packages/billing/src/billing/__init__.py": "",
            "packages/billing/src/billing/web.py": "X = 1\n",
            "packages/billing/src/billing/store.py": "import billing.web\n",
        }
    )
    assert said(report) == [
        (
            "packages/billing/src/billing/store.py:1:8 forbidden-domain-import "
            "packages/billing/archlint.toml:3:1"
        )
    ]


def test_a_pattern_that_matches_no_file_is_a_finding(run: Run) -> None:
    config = ROOT_CONFIG.replace('toml"]', 'toml", "services/*/archlint.toml"]')
    report = run({**FILES, "archlint.toml": config})
    assert "archlint.toml:1:40 unmatched-expression" in said(report)
