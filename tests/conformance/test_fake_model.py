"""The fake model and its contract are held together: no member of it can drift unseen."""

import ast
from pathlib import Path

import pytest

from archlint.testing import run_rule

ROOT = Path(__file__).parents[2]
RULE = "language-models-conform"
FAKE = "critic/fake_model_impl_test.py"
MEMBERS = ("generate", "generate_stream", "chat", "chat_with_tools")


def tree(fake: str) -> dict[str, str]:
    """The subjects and the law of this repository, with another text of the fake."""
    files = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in ("model", "critic")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }
    law = (ROOT / "archlint.toml").read_text(encoding="utf-8")
    table = f"[rules.{RULE}]" + law.partition(f"[rules.{RULE}]")[2].partition("\n[")[0]
    return {**files, "archlint.toml": table, FAKE: fake}


def source() -> str:
    return (ROOT / FAKE).read_text(encoding="utf-8")


def node(name: str, text: str) -> ast.AsyncFunctionDef:
    """A method of the fake."""
    (fake,) = (
        part
        for part in ast.parse(text).body
        if isinstance(part, ast.ClassDef) and part.name == "FakeModel"
    )
    return next(
        part for part in fake.body if isinstance(part, ast.AsyncFunctionDef) and part.name == name
    )


def contract_line(name: str) -> int:
    lines = (ROOT / "model/ports.py").read_text(encoding="utf-8").split("\n")
    return next(
        number for number, line in enumerate(lines, 1) if line.startswith(f"    async def {name}(")
    )


def test_the_fake_conforms() -> None:
    assert run_rule(RULE, tree(source())) == ()


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_that_is_dropped_is_named_at_the_class(name: str) -> None:
    text = source()
    method = node(name, text)
    lines = text.split("\n")
    del lines[method.lineno - 1 : method.end_lineno]
    (found,) = run_rule(RULE, tree("\n".join(lines)))
    number = next(i for i, line in enumerate(lines, 1) if line.startswith("class FakeModel:"))
    assert (found.location.path, found.location.line, found.location.column) == (FAKE, number, 7)
    assert f"`{name}` (method)" in found.message
    places = [(one.location.path, one.location.line) for one in found.related]
    assert ("model/ports.py", contract_line(name)) in places


CHANGES = {
    "asynchrony": ("async def {name}(", "def {name}("),
    "a parameter is renamed": ("ctx: Context", "context: Context"),
    "a parameter is lost": (", options: LLMOptions | None = None", ""),
    "a default is lost": ("options: LLMOptions | None = None", "options: LLMOptions | None"),
    "a type is narrowed": ("options: LLMOptions | None = None", "options: int = 0"),
    "another return type": ("-> {returns}", "-> bytes"),
    "a further parameter": ("self, ctx", "self, extra: int, ctx"),
    "another kind": ("async def {name}(", "@property\n    def {name}("),
}


@pytest.mark.parametrize("name", MEMBERS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_member_that_is_changed_is_named_at_its_place(name: str, change: str) -> None:
    text = source()
    method = node(name, text)
    assert method.returns is not None
    lines = text.split("\n")
    head = (
        " ".join(line.strip() for line in lines[method.lineno - 1 : method.body[0].lineno - 1])
        .replace("( ", "(")
        .replace(", )", ")")
    )
    old, new = (
        part.format(name=name, returns=ast.unparse(method.returns)) for part in CHANGES[change]
    )
    assert old in head
    lines[method.lineno - 1 : method.body[0].lineno - 1] = ("    " + head.replace(old, new)).split(
        "\n"
    )
    found = run_rule(RULE, tree("\n".join(lines)))
    assert found, head
    item = found[0]
    assert item.location.path == FAKE
    named = "\n".join(lines).split("\n")[item.location.line - 1][item.location.column - 1 :]
    assert named.startswith(name)
    places = [(one.location.path, one.location.line) for one in item.related]
    assert ("model/ports.py", contract_line(name)) in places


def test_without_its_proof_line_it_is_unproven() -> None:
    text = source().replace("_fake_is_a_language_model: type[LanguageModel] = FakeModel\n", "")
    (found,) = run_rule("unproven-implementation", tree(text))
    assert found.location.path == FAKE
    assert "add `_fake_model_is_a_language_model: type[LanguageModel] = FakeModel`" in found.help[0]
