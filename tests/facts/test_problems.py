import subprocess
import sys
import warnings

import pytest

from archlint.facts.extract import extract
from archlint.facts.imports import Problem
from archlint.facts.newer import needed_version


def _problem(source: str) -> Problem:
    problem = extract(source.encode()).problem
    assert problem is not None
    return problem


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [
        ("\n\nfrom someimport other import", 3, 17),
        ("def f(:", 1, 7),
        ("'é'; x y", 1, 8),
        ("x = 1\r\ny z", 2, 3),
        ("if x:\npass", 2, 1),
        ("'é\0'", 1, 3),
        ("x\n\n \0", 3, 2),
        ("x = (", 1, 5),
        ("x\ny = '''", 2, 5),
        ("\ufeff\ufeffx", 1, 1),
    ],
)
def test_a_syntax_error_stands_where_python_sees_it(source: str, line: int, column: int) -> None:
    problem = _problem(source)
    assert (problem.rule, problem.line, problem.column, problem.newer) == (
        "syntax-error",
        line,
        column,
        None,
    )


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x y", "invalid syntax"),
        ("print 'x'", "missing parentheses in call to 'print'"),
        ("x = (a b)", "invalid syntax"),
        ("if x = 1: pass", "invalid syntax"),
        ("'\0'", "a null character is not valid in source code"),
        ("-" * 100_000 + "x", "too deeply nested to be parsed"),
        ("a" + ".b" * 100_000, "too deeply nested to be parsed"),
        ("x = " + "+".join("1" * 50_000), "too deeply nested to be parsed"),
        (
            "9" * 5000,
            "exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits",
        ),
    ],
)
def test_messages_hold_no_advice(source: str, message: str) -> None:
    assert _problem(source).message == message


@pytest.mark.parametrize(
    "source",
    [
        "print 'x'",
        "exec 'x'",
        "print x, y",
        "x = `y`",
        "raise E, 'x'",
        "x = 0777",
        "x = 10L",
        "ur'x'",
        "x <> y",
        "def f((a, b)): pass",
        "try: pass\nexcept A, e:\n  print e",
        "type X = int; print 'x'",
        "type X = int; x = b'é'",
        "type X = int; x = '\\N{no such name}'",
        "type X = int; x = '\\x1'",
        "type X = int; x = " + "9" * 5000,
        "x = b'é'",
        "async = 1",
        "f'{a!z}'",
        "f'{a'",
        "f'{}'",
        "try: pass\nexcept A, B as e: pass",
        "type X = " + "(" * 5000 + "1" + ")" * 5000,
        "type X = " + "-" * 20_000 + "x",
        "type X = " + "lambda: " * 5000 + "x",
        "type X = a" + ".b" * 20_000,
        "type X = a" + "[0]" * 20_000,
        "type X = " + "1 if 1 else " * 20_000 + "1",
        "type X = " + "+\\\n".join("1" * 20_000),
        "type X = (" + "+\n".join("1" * 20_000) + ")",
        "type X = " + "'a' " * 20_000,
        "type X = " + "f'{" * 5000,
        "type X = '''" + "\\\\x" * 5000,
        "type X = f'{" + "-" * 20_000 + "1}'",
        "type X = f'{" + "-" * 900 + "1}'",
        "''t'{x}'",
        "t'{x}' 'y'",
        "x = 'y' f'{y}' t'{x}'",
        "x = t'{x}' f'{y}' 'y'",
    ],
)
def test_what_no_python_accepts_is_not_newer(source: str) -> None:
    assert _problem(source).newer is None


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="a later Python parses these itself")
@pytest.mark.parametrize(
    ("source", "version"),
    [
        ("type X = int", (3, 12)),
        ("def f[T](x: T): pass", (3, 12)),
        ("class A[*T]: pass", (3, 12)),
        ("f'{a['b']}'", (3, 12)),
        ("f'{a\n}'", (3, 12)),
        ("f'{'\\n'.join(a)}'", (3, 12)),
        ("f'{a  # b\n}'", (3, 12)),
        ("f'{f'{f'{1}'}'}'", (3, 12)),
        ("class A[T = int]: pass", (3, 13)),
        ("try: pass\nexcept A, B: pass", (3, 14)),
        ("try: pass\nexcept* A, B: pass", (3, 14)),
        ("type X = int\ntry: pass\nexcept A, B: pass", (3, 14)),
        ("x = t'{a}'", (3, 14)),
        ("x = f'{a}' 'b' f'{c}'\ntype X = int", (3, 12)),
        ("x = [*a for a in b]", (3, 15)),
        ("x = {**a for a in b}", (3, 15)),
        ("lazy import a\nfrom .lazy import b\ntype X = int", (3, 12)),
        ("x = {" + "1: [2, 3], " * 5000 + "}\ntype X = int", (3, 12)),
    ],
)
def test_what_a_later_python_accepts(source: str, version: tuple[int, int]) -> None:
    facts = extract(source.encode())
    assert facts.problem is not None
    assert facts.problem.newer == version
    assert facts.problem.rule == "syntax-error"
    number = ".".join(map(str, version))
    assert facts.problem.message == f"valid only for Python {number} or later"
    assert facts.imports == ()


@pytest.mark.parametrize(
    "source",
    ["x = [*a for a in b]", "x = {**a for a in b}", "(*a for a in b)", "{*a for a in b}"],
)
def test_the_latest_known_syntax_needs_the_latest_python(source: str) -> None:
    assert needed_version(source) == (3, 15)


def test_old_syntax_needs_no_later_python() -> None:
    source = "@a\nasync def f(x, /, *, y=1):\n  match x:\n    case {**z}: return f'{y!r:>{x}}'\n"
    assert needed_version(source) is None


def test_warnings_of_the_code_are_not_shown(recwarn: pytest.WarningsRecorder) -> None:
    source = "x = '\\d'\nx is 1\nassert (1, 2)\n1or 2\nif x:\n  y: 'a\\d'\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert extract(source.encode()).problem is None
    assert not recwarn.list


def test_libcst_is_loaded_only_for_what_the_parser_refuses() -> None:
    code = (
        "import sys; from archlint.facts.extract import extract\n"
        "assert 'ast' not in sys.modules\n"
        "extract(b'import a'); extract(b'lazy import a'); extract(b'\\xff')\n"
        "assert 'libcst' not in sys.modules\n"
        "extract(b'x y')\n"
        "assert 'libcst' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_how_deep_a_file_may_be_does_not_depend_on_who_asks() -> None:
    content = b"a" + b".b" * 2500

    def asked_from(depth: int) -> Problem | None:
        return asked_from(depth - 1) if depth else extract(content).problem

    assert asked_from(300) == asked_from(0) is None
