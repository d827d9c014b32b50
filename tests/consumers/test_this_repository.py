"""The law about dead packages, held to a copy of this repository."""

from pathlib import Path

from archlint.config.load import load
from archlint.diagnostics import Diagnostic
from archlint.engine import check
from archlint.registry.selection import Selection
from tests.documents import ROOT

FAKE = "class EarlyFake:\n    pass\n"


def found(extra: dict[str, bytes | None]) -> tuple[Diagnostic, ...]:
    selection = Selection(select=("unused-package",))
    return check(load([str(ROOT)], None), selection=selection, overlay=extra).diagnostics


def test_the_fake_in_a_production_file_is_found_and_in_a_test_module_it_is_not() -> None:
    (item,) = found({"critic/early_fake.py": FAKE.encode()})
    assert item.location.path == "critic/__init__.py"
    assert (item.location.line, item.location.column) == (1, 1)
    assert item.message.startswith("`critic` is imported only by its own tests")
    assert found({"critic/early_fake_test.py": FAKE.encode()}) == ()


def test_a_package_that_nobody_imports_is_found_wherever_it_stands() -> None:
    for path in ("archlint/left/__init__.py", "model/left/__init__.py", "rules/left/__init__.py"):
        assert [item.location.path for item in found({path: b"X = 1\n"})] == [path]


def test_the_rules_here_are_alive_because_the_config_loads_them(tmp_path: Path) -> None:
    law = (ROOT / "archlint.toml").read_text(encoding="utf-8")
    assert 'plugins = [".rules"]' in law
    (tmp_path / "rules").mkdir()
    for path in (ROOT / "rules").glob("*.py"):
        (tmp_path / "rules" / path.name).write_bytes(path.read_bytes())
    for text, dead in (('plugins = [".rules"]\n', 0), ("", 1)):
        (tmp_path / "archlint.toml").write_text(text, encoding="utf-8")
        report = check(load([str(tmp_path)], None), selection=Selection(select=("unused-package",)))
        assert len(report.diagnostics) == dead
