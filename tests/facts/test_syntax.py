"""What a rule can ask of the syntax of a file."""

import ast
from collections.abc import Iterator

import pytest

from archlint.facts.syntax import Syntax, parse_file


def syntax_of(text: str, package: str = "") -> Syntax:
    found = parse_file("a.py", text.encode(), package)
    assert found is not None
    return found


def last(text: str, package: str = "") -> tuple[str, ...]:
    """The meanings of the expression in the last line."""
    syntax = syntax_of(text, package)
    statement = syntax.tree.body[-1]
    while not isinstance(statement, ast.Expr):
        assert isinstance(statement, ast.FunctionDef | ast.ClassDef)
        statement = statement.body[-1]
    return syntax.meanings(statement.value)


@pytest.mark.parametrize(
    ("text", "meanings"),
    [
        ("import time\ntime.sleep", ("time.sleep",)),
        ("import time as t\nt.sleep", ("time.sleep",)),
        ("from time import sleep as nap\nnap", ("time.sleep",)),
        ("import os.path\nos.path.join", ("os.path.join",)),
        ("import time\nnap = time.sleep\nnap", ("time.sleep",)),
        ("open", ("builtins.open",)),
        ("def open(): ...\nopen", ()),
        ("def f(open):\n    open", ()),
        ("import time\ndef f():\n    time.sleep", ("time.sleep",)),
        ("import time\ndef f(time):\n    time.sleep", ()),
        ("class C:\n    open = 1\n    def f(self):\n        open", ("builtins.open",)),
        ("if x:\n    import a as y\nelse:\n    import b as y\ny", ("a", "b")),
        ("from .streams import opened\nopened", ("model.ports.streams.opened",)),
        ("from ..streams import opened\nopened", ("model.streams.opened",)),
        ("from . import streams\nstreams.opened", ("model.ports.streams.opened",)),
        ("(1).real", ()),
        ("f().x", ()),
    ],
)
def test_meanings(text: str, meanings: tuple[str, ...]) -> None:
    assert last(text, "model.ports") == meanings


def test_a_comprehension_has_names_of_its_own() -> None:
    syntax = syntax_of("[open for open in x]")
    assert [syntax.meanings(name) for name in names(syntax, "open")] == [(), ()]


def names(syntax: Syntax, name: str) -> Iterator[ast.Name]:
    for node in ast.walk(syntax.tree):
        if isinstance(node, ast.Name) and node.id == name:
            yield node


def test_names_that_are_one_variable() -> None:
    syntax = syntax_of(
        "x = 0\n"  # 1
        "def f(x, y=x) -> x:\n"  # 2
        "    def g():\n"
        "        return x\n"  # 4
        "    return [x for x in x]\n"  # 5
        "def h():\n"
        "    global x\n"
        "    x = 1\n"  # 8
        "class C:\n"
        "    x = 2\n"  # 10
        "    def m(self):\n"
        "        return x\n"  # 12
    )
    parameter = next(node for node in ast.walk(syntax.tree) if isinstance(node, ast.arg))
    owners: dict[tuple[ast.AST, str], list[int]] = {syntax.variable(parameter): []}
    for name in names(syntax, "x"):
        owners.setdefault(syntax.variable(name), []).append(name.lineno)
    kinds = {type(owner).__name__: sorted(lines) for (owner, _), lines in owners.items()}
    assert kinds == {
        "Module": [1, 2, 2, 8, 12],
        "FunctionDef": [4],
        "ListComp": [5, 5, 5],
        "ClassDef": [10],
    }


def test_definitions_are_variables_of_what_they_stand_in() -> None:
    syntax = syntax_of("class C:\n    def m(self): ...\ndef f(): ...\nf\n")
    (home, function, use) = syntax.tree.body
    assert isinstance(home, ast.ClassDef)
    assert isinstance(use, ast.Expr)
    assert isinstance(use.value, ast.Name)
    assert syntax.variable(home.body[0]) == (home, "m")
    assert syntax.variable(function) == syntax.variable(use.value) == (syntax.tree, "f")
    with pytest.raises(TypeError, match="Expr names no variable"):
        syntax.variable(use)


@pytest.mark.parametrize(
    ("text", "kind", "column"),
    [
        ("def f(): ...", ast.FunctionDef, 5),
        ("async  def f(): ...", ast.AsyncFunctionDef, 12),
        ("@d\nclass C(x): ...", ast.ClassDef, 7),
        ("x = '\u00e4\u00e4'; y.\u00e4z.b", ast.Attribute, 16),
        ("x = a. \\\n  bc", ast.Attribute, 3),
        ("def f(a, *, bc: int = 1): ...", ast.arg, 7),
        ("f(x, yz=1)", ast.keyword, 6),
        ("x", ast.Name, 1),
    ],
)
def test_the_place_of_a_name(text: str, kind: type[ast.expr], column: int) -> None:
    syntax = syntax_of(text)
    node = next(node for node in ast.walk(syntax.tree) if isinstance(node, kind))
    place = syntax.name_location(node)
    assert place.column == column
    line = syntax.lines[place.line - 1]
    assert line[place.column - 1 : place.end_column - 1].isidentifier()


def test_names_in_annotations() -> None:
    syntax = syntax_of(
        "from a import b as c\nimport typing as t\n"
        "x: 't.Optional[c]' | list[d.e] | t.Literal['f'] | None\n"
    )
    statement = syntax.tree.body[-1]
    assert isinstance(statement, ast.AnnAssign)
    found = sorted(
        (name, place.col_offset) for name, place in syntax.annotated(statement.annotation)
    )
    assert found == [
        ("a.b", 3),
        ("builtins.d.e", 26),
        ("builtins.list", 21),
        ("typing.Literal", 33),
        ("typing.Optional", 3),
    ]
    assert list(syntax.annotated(None)) == []


@pytest.mark.parametrize("annotation", ["'('", "''", "lambda: 0", "f(x)", "'\\0'", "1"])
def test_annotations_that_name_nothing(annotation: str) -> None:
    syntax = syntax_of(f"x: {annotation}\n")
    statement = syntax.tree.body[0]
    assert isinstance(statement, ast.AnnAssign)
    assert list(syntax.annotated(statement.annotation)) == []


def test_words_decide_whether_a_file_is_parsed() -> None:
    assert parse_file("a.py", b"x = (", words=("y",)) is None
    assert parse_file("a.py", b"x = 1", words=("y", "x")) is not None
    # Python knows this name as `word`.
    assert parse_file("a.py", "\uff57ord = 1".encode(), words=("word",)) is not None
