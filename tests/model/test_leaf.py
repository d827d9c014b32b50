"""The model is a leaf: it imports the standard library alone, and nothing that keeps records."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import model

ROOT = Path(model.__file__).parent
RECORDS = {"logging", "syslog", "warnings", "cProfile", "profile", "trace", "tracemalloc"}


def imported(source: str) -> Iterator[str]:
    """Yield what a source imports; a relative import is named by its dots."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: path.name)
def test_it_imports_the_standard_library_alone(path: Path) -> None:
    tops = {name.split(".")[0] for name in imported(path.read_text("utf-8"))}
    assert tops <= (sys.stdlib_module_names | {"model"}) - RECORDS


def test_every_subject_has_its_module() -> None:
    subjects = "ports runtime messages options streams validation errors profiles decisions"
    found = {path.stem for path in ROOT.iterdir() if not path.name.startswith("_")}
    assert found == set(subjects.split())


def test_importing_it_starts_nothing() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT.parent)!r})\n"
        "import threading, model.decisions, model.validation\n"
        "assert threading.active_count() == 1\n"
        "tops = {name.split('.')[0] for name in sys.modules}\n"
        "print(*sorted(tops - sys.stdlib_module_names))"
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == ["__main__", "model"]
