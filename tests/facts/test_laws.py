"""Laws that hold for any bytes, tried on made-up and on damaged real files."""

import ast
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.facts.extract import extract
from archlint.facts.imports import FileFacts, Kind
from archlint.facts.newer import eager

STDLIB = Path(sysconfig.get_path("stdlib"))
REAL = [
    (STDLIB / name).read_bytes()
    for name in ("runpy.py", "pkgutil.py", "contextlib.py", "json/__init__.py", "queue.py")
]
WORDS = [
    *("import", "from", "lazy", "as", ".", "..", "...", "a", "b", "é", "𐤀", "if", "else", "elif"),
    *("not", "and", "or", ":", ";", ",", "(", ")", "[", "]", "#", "try", "except", "def", "f"),
    *("ImportError", "TYPE_CHECKING", "typing", "class", "lambda", "*", "=", "==", "__all__"),
    *("+=", "1", "__import__", "import_module", "importlib", "global", "del", "with", "suppress"),
    *("sys.version_info", "%", "+", "type", "match", "case", "_", "coding:", "latin-1", "utf-16"),
    *("async", "await", "`", "$", "__name__", "->", "|", '"', "'''", "'x'", 'f"{', 't"', "}"),
    *("\\", "\n", "\r", "\r\n", "\f", "\t", "\0", "\u2028", "'__main__'", " "),
]

LAWS = settings(max_examples=150, database=None)


def _check(data: bytes) -> FileFacts:
    """The laws; `extract` must not raise either."""
    facts = extract(data)
    stub = extract(data, is_stub=True)
    assert stub.problem == facts.problem
    assert all(fact.kinds & Kind.TYPING for fact in stub.imports)
    if facts.problem:
        assert facts.imports == ()
        assert facts.problem.line >= 1
        assert facts.problem.column >= 1
    for fact in facts.imports:
        for span in (fact.place, fact.name_place):
            assert (1, 1) <= span[:2] < span[2:]
            assert span.end_line <= facts.lines
        assert fact.level or fact.base
        assert fact.place == fact.name_place or fact.name
    order = [(fact.statement, fact.statement_line) for fact in facts.imports]
    assert order == sorted(order)
    assert {fact.statement for fact in facts.imports} == set(range(len(set(order))))
    return facts


@LAWS
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    _check(data)


@LAWS
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    _check(text.encode("utf-8", "surrogatepass"))


@LAWS
@given(st.lists(st.sampled_from(WORDS), max_size=40), st.sampled_from(["", " "]))
def test_any_words(words: list[str], gap: str) -> None:
    _check(gap.join(words).encode())


@LAWS
@given(st.sampled_from(REAL), st.data())
def test_damaged_files(source: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(start + 40, len(source))))
    middle = data.draw(st.one_of(st.binary(max_size=6), st.sampled_from(WORDS).map(str.encode)))
    _check(source[:start] + middle + source[end:])


NAMES = st.sampled_from(["a", "bé", "𐤀", "c1", "_", "lazy", "fi"])
GAPS = st.sampled_from([" ", "  ", "\t", " \\\n ", "\\\r\n\t", " \f", "\\\r "])
MAYBE = st.one_of(st.just(""), GAPS)


LAZY = "lazy import q\n"


@st.composite
def _statements(draw: st.DrawFn) -> tuple[str, str, list[str]]:
    """A statement, its first module without gaps, its names."""
    module = draw(st.lists(NAMES, min_size=0, max_size=3))
    level = draw(st.integers(0 if module else 1, 4))
    if not level and draw(st.booleans()):
        dotted = draw(MAYBE).join([module[0], *(f".{draw(MAYBE)}{name}" for name in module[1:])])
        alias = f"{draw(GAPS)}as{draw(GAPS)}x" if draw(st.booleans()) else ""
        return f"import{draw(GAPS)}{dotted}{alias}", ".".join(module), [""]
    names = draw(st.lists(NAMES, min_size=1, max_size=3))
    dots = "".join(f".{draw(MAYBE)}" for _ in range(level))
    dotted = draw(MAYBE).join([*module[:1], *(f".{draw(MAYBE)}{name}" for name in module[1:])])
    first = draw(MAYBE if level else GAPS)
    listed = f",{draw(MAYBE)}".join(names)
    if draw(st.booleans()):
        listed = f"(  # {draw(NAMES)} import .x\n{listed},{draw(MAYBE)})"
    last = draw(GAPS if module else MAYBE)
    gap = draw(GAPS) if not listed.startswith("(") else draw(MAYBE)
    text = f"from{first}{dots}{dotted}{last}import{gap}{listed}"
    return text, "." * level + ".".join(module), names


@LAWS
@given(
    st.lists(_statements(), min_size=1, max_size=3),
    st.sampled_from(["", "'é\u2028'; ", "\ufeff", "if x:\n\t", LAZY]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-7"]),
)
def test_a_span_holds_what_was_written(
    statements: list[tuple[str, str, list[str]]], start: str, encoding: str
) -> None:
    text = start + "; ".join(statement for statement, _, _ in statements) + "\n"
    cookie = "# coding: utf-7\n" if encoding == "utf-7" else ""
    facts = _check(cookie.encode() + text.removeprefix("\ufeff").encode(encoding))
    lines = (
        (cookie + text.removeprefix("\ufeff")).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    )
    expected = [("q", "")] if start == LAZY else []
    expected += [(module, name) for _, module, names in statements for name in names]
    assert [("." * f.level + f.base, f.name) for f in facts.imports] == expected
    for fact in facts.imports:
        for span, written in (
            (fact.place, "." * fact.level + fact.base),
            (fact.name_place, fact.name),
        ):
            found = lines[span.line - 1 : span.end_line]
            found[-1] = found[-1][: span.end_column - 1]
            found[0] = found[0][span.column - 1 :]
            assert "".join("\n".join(found).replace("\\\n", "").split()) == (written or fact.base)


@LAWS
@given(st.lists(st.sampled_from(WORDS), max_size=30), st.sampled_from(["", " "]))
def test_reading_lazy_imports_moves_nothing(words: list[str], gap: str) -> None:
    text = gap.join(words).replace("\r", "\n")
    rewritten, places = eager(text)
    assert len(rewritten) == len(text)
    for line, column in places:
        rest = text.split("\n")[line - 1][column - 1 :]
        assert rest.startswith(("import", "from"))


@pytest.mark.parametrize("source", REAL)
def test_every_import_of_a_real_file_is_read(source: bytes) -> None:
    count = sum(
        len(node.names)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
    )
    facts = _check(source)
    assert count == sum(not fact.kinds & Kind.DYNAMIC for fact in facts.imports)
