"""A large file is parsed piece by piece, which must not change what is found in it."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.facts.extract import extract
from archlint.facts.imports import FileFacts

# A comment with which a text is large, and the one in its place where it is not.
LONG = "#" + "-" * 60_000
SHORT = "#"
PARTS = [
    '"""A docstring.\n\ndef f(): import a\n"""',
    "import a, b.c as é",
    "if TYPE_CHECKING:\n    from . import x\n\ndef f(): pass",
    "@a.b('c.d')\n\ndef f(x: a = 1):\n    global g\n    g = 'e.f'\n    import h",
    "class C(a.B):\n    import i\n\n    def f(self): return C",
    "async def f(): return a",
    "__all__ = [\n    'a',\n\n]",
    "__all__ += ['C']",
    "x = '''\n\nclass D: pass\n'''; y: C = x",
    "try: import j\nexcept ImportError: j = None",
    "TYPE_CHECKING = False",
    "from importlib import import_module as load",
    "def f():\n    load('é' + 'k.l')",
    "@C.register\nclass E:\n    @abstractmethod\n    def f(self): ...",
    "if __name__ == '__main__': import m",
    "def __getattr__(name): return n[name]",
]


def _facts(parts: list[str], comment: str) -> FileFacts:
    return extract("".join(f"{part}\n{comment}\n\n" for part in parts).encode())


@settings(max_examples=100, deadline=None, database=None)
@given(st.lists(st.sampled_from(PARTS), min_size=2, max_size=6))
def test_pieces_say_what_the_whole_says(parts: list[str]) -> None:
    facts = _facts(parts, LONG)
    assert facts.problem is None
    assert facts == _facts(parts, SHORT)


@pytest.mark.parametrize(
    "part",
    [
        "def f(:",
        "class C:\n\tx = 1\n        y = 2",
        "def f(): pass\n  x",
        "x = '''\n\ndef f(): pass",
        "x = (\n\ndef f(): pass\n",
        "def f(): '\ud800'",
        "@a",
        "lazy import a",
    ],
)
def test_what_is_wrong_in_one_piece(part: str) -> None:
    def source(comment: str) -> bytes:
        text = f"import b\n{comment}\n\ndef g(): pass\n{comment}\n\n{part}\n"
        return text.encode("utf-8", "surrogatepass")

    assert extract(source(LONG)) == extract(source(SHORT))


def test_no_more_is_parsed_at_once_than_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    parse = ast.parse
    lengths: list[int] = []

    def counted(text: str) -> ast.Module:
        lengths.append(len(text))
        return parse(text)

    monkeypatch.setattr(ast, "parse", counted)
    _facts(["def f(): pass"] * 8, LONG)
    assert len(lengths) == 8
    assert max(lengths) < 2 * len(LONG)


def test_a_file_that_is_no_code_but_a_docstring() -> None:
    assert not _facts(["", "'''\n\ndef f(): pass\n'''", ""], LONG).has_code
