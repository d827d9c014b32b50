"""A quick look at the body of a function must tell what a walk of all of it does."""

import sysconfig
from pathlib import Path

import pytest

from archlint.facts.extract import extract
from archlint.facts.imports import FileFacts

# A word for which all of a file is walked, where it says nothing.
WHOLE = "\n# sys.modules\n"
STDLIB = Path(sysconfig.get_path("stdlib"))


def _facts(source: str) -> tuple[FileFacts, FileFacts]:
    quick = extract(f"{source}\n#\n".encode())
    assert quick.problem is None, quick.problem
    return quick, extract(f"{source}{WHOLE}".encode())


@pytest.mark.parametrize(
    ("source", "field", "expected"),
    [
        ("import a\ndef f():\n    return a", "unread", ()),
        ("import a\ndef f():\n    a = 1", "unread", ("a",)),
        ("import a\nf = lambda: [a for b in c]", "unread", ()),
        ("import a\ndef f():\n    def g(x: a = 1): pass", "unread", ()),
        ("import a\ndef f():\n    x: 'a.B' = 1", "unread", ()),
        ("import a\ndef f():\n    a.b: int = 1", "unread", ()),
        ("def f():\n    def g():\n        global x\n        x = 1", "defines", ("f", "x")),
        ("def f():\n    global x, y\n    import x", "defines", ("f",)),
        ("def f():\n    y = 1\n    if (z := y): pass", "defines", ("f",)),
        ("__all__ = ['a']\ndef f():\n    __all__ += g()", "exports", None),
        ("def f():\n    @C.register\n    class D: pass", "claims", ("C",)),
        ("def f():\n    class C: pass", "classes", ()),
    ],
)
def test_body_of_a_function(source: str, field: str, expected: object) -> None:
    quick, whole = _facts(source)
    assert getattr(quick, field) == expected
    assert quick == whole


@pytest.mark.parametrize(
    "body",
    [
        "import a",
        "if x:\n        from . import a",
        "class C:\n        def g(self): import a",
        "try: import a\n    except ImportError: pass",
        "x = 'a.b', f'{y}c.d'\n    'e.f'\n    import a",
        "x = {**y, 'a.b': 1}\n    match x:\n        case {'c.d': 1, **z}: import a",
        "TYPE_CHECKING = 0\n    if TYPE_CHECKING: import a",
    ],
)
def test_body_that_is_walked_after_all(body: str) -> None:
    quick, whole = _facts(f"def f():\n    'a doc.string'\n    {body}\n")
    assert len(quick.imports) == 1
    assert quick == whole


@pytest.mark.parametrize(
    "name", ["argparse.py", "ast.py", "dataclasses.py", "typing.py", "unittest/case.py"]
)
def test_real_files(name: str) -> None:
    source = (STDLIB / name).read_text("utf-8")
    quick, whole = _facts(source.replace("sys.modules", "sys_modules"))
    assert quick.imports
    assert quick == whole
