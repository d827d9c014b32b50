"""Critic consists of test modules, and nobody else may come to lean on them."""

import ast
import sys
from pathlib import Path

import critic

CRITIC = Path(critic.__file__).parent
ROOT = CRITIC.parent
STANDARD = sys.stdlib_module_names


def imported(path: Path) -> set[str]:
    """Return the top-level packages a file imports by absolute names."""
    tops = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            tops |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            tops.add(node.module.split(".")[0])
    return tops


def test_the_package_itself_is_a_docstring() -> None:
    body = ast.parse((CRITIC / "__init__.py").read_bytes()).body
    assert [type(statement) for statement in body] == [ast.Expr]


def test_everything_else_is_a_test_module() -> None:
    names = {path.name for path in CRITIC.rglob("*.py")} - {"__init__.py"}
    assert {"fake_model_impl_test.py", "fake_model_contract_test.py"} <= names
    assert [name for name in names if not name.endswith("_test.py")] == []


def test_it_needs_the_contract_and_what_tests_need() -> None:
    for path in CRITIC.rglob("*.py"):
        assert imported(path) <= {"model", "critic", "pytest", "hypothesis"} | STANDARD, path


def test_nobody_outside_imports_it() -> None:
    allowed = (CRITIC, Path(__file__).parent)
    places = [
        path
        for top in ("archlint", "benchmarks", "docs", "model", "rules", "tests")
        for path in (ROOT / top).rglob("*.py")
        if not any(path.is_relative_to(place) for place in allowed)
    ]
    assert places
    assert [str(path) for path in places if "critic" in imported(path)] == []


def test_the_proof_lines_stand() -> None:
    proofs: list[str] = []
    for path in CRITIC.rglob("*.py"):
        for statement in ast.parse(path.read_bytes()).body:
            if isinstance(statement, ast.AnnAssign):
                line = ast.unparse(statement)
                proofs += [line] if ": type[" in line else []
    assert "_fake_is_a_language_model: type[LanguageModel] = FakeModel" in proofs
    assert "_scripted_client_calls_tools: type[ToolCallingModel] = ScriptedClient" in proofs
    names = [line.split(":")[0] for line in proofs]
    assert len(names) == len(set(names))
    assert all(name.startswith("_") and name.strip("_") for name in names)
