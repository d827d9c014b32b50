"""The guide to import contracts says what happens."""

import re
from collections.abc import Callable
from pathlib import Path

from archlint.testing import run_rule
from tests.cli.conftest import Outcome
from tests.documents import ROOT, console, named_files, sections_with_files

PAGE = (ROOT / "docs" / "import-contracts.md").read_text(encoding="utf-8")


def ini() -> str:
    (text,) = re.findall(r"`\.importlinter`:\n\n```ini\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


def test_the_finding_is_shown_as_it_is(
    write: Callable[..., Path], archlint: Callable[..., Outcome]
) -> None:
    around = {"shop/__init__.py": "", "tests/test_all.py": "import shop.store\n"}
    write({**around, ".importlinter": ini(), **named_files(PAGE)})
    ((command, output),) = console(PAGE)
    assert command == "archlint check"
    assert archlint("check") == (1, output, "")


def test_the_configured_contract_is_kept() -> None:
    trees = dict(sections_with_files(PAGE))
    files = trees["More than the file can say"]
    assert run_rule("import-contract", files) == ()
    unconfigured = {**files, "archlint.toml": ""}
    assert [str(item.location) for item in run_rule("import-contract", unconfigured)] == [
        "shop/store/__init__.py:5:12"
    ]


def test_the_rule_in_lint_imports_is_a_contract(
    write: Callable[..., Path], archlint: Callable[..., Outcome]
) -> None:
    (text,) = re.findall(r"```ini\n(\[importlinter\]\n[^`]*RuleContract.*?)```", PAGE, re.DOTALL)
    write({"shop/__init__.py": "", ".importlinter": text})
    assert archlint("check", "--select", "import-contract")[0] == 0
