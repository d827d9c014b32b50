import pytest

from archlint.facts.extract import extract
from tests.facts.notation import imports, kinds

GATED = "if TYPE_CHECKING: import a"
TYPING = "from typing import TYPE_CHECKING\n"


def _last(source: str) -> str:
    """The kinds of the import of `a`, which each of these sources holds once."""
    found = [line for line in kinds(source) if line.split()[0] in ("a", "a:b", "a:*", "a.x")]
    assert len(found) == 1
    return found[0].partition(" ")[2]


@pytest.mark.parametrize(
    "source",
    [
        TYPING + "if TYPE_CHECKING: import a",
        "import typing\nif typing.TYPE_CHECKING:\n  import a",
        "import typing as t\nif t.TYPE_CHECKING: import a",
        "from typing import TYPE_CHECKING as TC\nif TC: import a",
        "from typing_extensions import TYPE_CHECKING\nif TYPE_CHECKING: import a",
        "import typing_extensions as te\nif te.TYPE_CHECKING: import a",
        "from .compat import TYPE_CHECKING\nif TYPE_CHECKING: import a",
        "from typing import *\nif TYPE_CHECKING: import a",
        "import typing\nTC = typing.TYPE_CHECKING\nif TC: import a",
        TYPING + "CHECKING = TYPE_CHECKING\nif CHECKING: import a",
        "TYPE_CHECKING = False\nif TYPE_CHECKING: import a",
        "TYPE_CHECKING: bool = False\nif TYPE_CHECKING: import a",
        "MYPY = False\nif MYPY: import a",
        "try: from typing import TYPE_CHECKING\nexcept K: TYPE_CHECKING = False\n" + GATED,
        TYPING + "if x: pass\nelif TYPE_CHECKING: import a",
        TYPING + "if not TYPE_CHECKING: pass\nelse: import a",
        TYPING + "if not TYPE_CHECKING: pass\nelif x: import a",
        TYPING + "if not not TYPE_CHECKING: import a",
        TYPING + "if TYPE_CHECKING and x: import a",
        TYPING + "if x and TYPE_CHECKING: import a",
        TYPING + "if not TYPE_CHECKING or x: pass\nelse: import a",
        TYPING + "MYPY = False\nif TYPE_CHECKING or MYPY: import a",
        TYPING + "if TYPE_CHECKING:\n  for x in y:\n    with z:\n      import a",
        TYPING + "if TYPE_CHECKING:\n  class A:\n    import a",
        TYPING + "class A:\n  if TYPE_CHECKING:\n    import a",
        "class A:\n  if TYPE_CHECKING:\n    import a\n" + TYPING,
    ],
)
def test_under_a_typing_flag_an_import_is_for_typing(source: str) -> None:
    assert _last(source) == "typing"


@pytest.mark.parametrize(
    "source",
    [
        TYPING + "if TYPE_CHECKING: pass\nelse: import a",
        TYPING + "if TYPE_CHECKING: pass\nelif x: import a",
        TYPING + "if not TYPE_CHECKING: import a",
        TYPING + "if TYPE_CHECKING or x: import a",
        TYPING + "if not TYPE_CHECKING and x: pass\nelse: import a",
        TYPING + "if TYPE_CHECKING and x: pass\nelse: import a",
        TYPING + "while TYPE_CHECKING: import a",
        TYPING + "assert TYPE_CHECKING\nimport a",
        TYPING + "x if TYPE_CHECKING else y\nimport a",
        TYPING + "if x(TYPE_CHECKING): import a",
        "if False: import a",
        "if 0: import a",
        "TYPE_CHECKING = True\nif TYPE_CHECKING: import a",
        "TYPE_CHECKING = x()\nif TYPE_CHECKING: import a",
        TYPING + "TYPE_CHECKING = True\nif TYPE_CHECKING: import a",
        TYPING
        + "def f():\n  global TYPE_CHECKING\n  TYPE_CHECKING = 1\nif TYPE_CHECKING: import a",
        "flags = x()\nif flags.TYPE_CHECKING: import a",
        "DEBUG = False\nif DEBUG: import a",
        "from x import DEBUG\nif DEBUG: import a",
        "TYPE_CHECKING = TYPE_CHECKING\nif TYPE_CHECKING: import a",
        "for TYPE_CHECKING in x:\n  if TYPE_CHECKING: import a",
        "from typing import cast as TYPE_CHECKING\nif TYPE_CHECKING: import a",
    ],
)
def test_elsewhere_an_import_runs(source: str) -> None:
    assert _last(source) == ""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (TYPING + "def f(TYPE_CHECKING):\n  if TYPE_CHECKING: import a", "deferred"),
        (TYPING + "def f():\n  if TYPE_CHECKING: import a", "typing deferred"),
        (TYPING + "if TYPE_CHECKING:\n  def f():\n    import a", "typing deferred"),
        ("def f(): import a", "deferred"),
        ("if __name__ == '__main__': import a", "main"),
        ("if '__main__' == __name__ and x:\n  if y: import a", "main"),
        ("if __name__ == '__main__' or x: import a", ""),
        ("if __name__ == '__main__': pass\nelse: import a", ""),
        ("if __name__ != '__main__': import a", ""),
        ("async def f():\n  if x:\n    import a", "deferred"),
        ("class A:\n  def f(self):\n    class B:\n      import a", "deferred"),
        ("class A:\n  import a", ""),
        ("try: import a\nexcept ImportError: pass", "conditional guarded"),
        ("try: import a\nexcept ModuleNotFoundError: pass", "conditional guarded"),
        ("try: import a\nexcept (KeyError, ImportError): pass", "conditional guarded"),
        ("try: import a\nexcept Exception: pass", "conditional guarded"),
        ("try: import a\nexcept BaseException: raise", "conditional guarded"),
        ("try: import a\nexcept: pass", "conditional guarded"),
        ("try: import a\nexcept* ImportError: pass", "conditional guarded"),
        ("import builtins\ntry: import a\nexcept builtins.ImportError: x", "conditional guarded"),
        ("try: import a\nexcept KeyError: pass\nexcept ImportError: x", "conditional guarded"),
        ("try: x\nexcept ImportError: import a", "conditional"),
        ("try: x\nexcept ImportError: x\nexcept KeyError: import a", "conditional"),
        ("try: x\nexcept ImportError: x\nelse: import a", "conditional"),
        ("try: x\nexcept ImportError: x\nfinally: import a", ""),
        ("try: import a\nexcept KeyError: pass", ""),
        ("try: import a\nfinally: pass", ""),
        ("class ImportError(Exception): x\ntry: import a\nexcept ImportError: x", ""),
        ("try:\n  if x:\n    import a\nexcept ImportError: x", "conditional guarded"),
        (
            "try:\n  try: import a\n  except KeyError: x\nexcept ImportError: x",
            "conditional guarded",
        ),
        (
            "try:\n  try: x\n  except KeyError: import a\nexcept ImportError: x",
            "conditional guarded",
        ),
        ("try:\n  def f(): import a\nexcept ImportError: x", "deferred conditional"),
        ("def f():\n  try: import a\n  except ImportError: x", "deferred conditional guarded"),
        (
            "from contextlib import suppress\nwith suppress(ImportError): import a",
            "conditional guarded",
        ),
        (
            "import contextlib as c\nwith x, c.suppress(KeyError, ImportError): import a",
            "conditional guarded",
        ),
        ("from contextlib import suppress\nwith suppress(KeyError): import a", ""),
        ("from x import suppress\nwith suppress(ImportError): import a", ""),
        ("with suppress: import a", ""),
        ("import sys\nif sys.version_info >= (3, 12): import a", "conditional"),
        ("import sys\nif sys.version_info >= (3, 12): x\nelse: import a", "conditional"),
        ("import sys as s\nif s.platform == 'win32': import a", "conditional"),
        ("from sys import platform\nif platform.startswith('w'): import a", "conditional"),
        ("import os\nif x and os.name == 'nt': import a", "conditional"),
        ("import platform\nif platform.system() == 'x': import a", "conditional"),
        ("import sys\nPY3 = sys.version_info >= (3, 12)\nif not PY3: import a", "conditional"),
        ("import sys\nPY3 = sys.version_info >= (3, 12)\nif sys.argv: import a", ""),
        ("if sys.platform == 'x': import a", ""),
        ("from a import *", "star"),
        ("import a as a", "reexport"),
        ("from a import b as b", "reexport"),
        ("from a import b\n__all__ = ['b']", "reexport"),
        ("import a.x\n__all__ = ('a',)", "reexport"),
        ("def f():\n  from a import b as b", "deferred"),
        ("from a import b\nx: b", "annotation_only"),
        (
            "from a import b\ndef f(*x: b, y: int = 1, **z: 'b[int]') -> b | None: pass",
            "annotation_only",
        ),
        ("from a import b\nx: 'list[\"b\"]'", "annotation_only"),
        ("from a import b\nx: Annotated[b, 1]", "annotation_only"),
        ("import a\nx: a.b.c[int] = 1", "annotation_only"),
        ("from a import b\nclass A:\n  x: list[tuple[b, ...]]", "annotation_only"),
        ("from a import b\nx: b = b()", ""),
        ("from a import b", ""),
        ("from a import b\nx: Literal['b']", ""),
        ("from a import b\nx: Annotated[int, 'b']", ""),
        ("from a import b\nx: 'not b or'", ""),
        ("from a import b\nx: foo('b')", ""),
        ("from a import b\nx: foo(b)", ""),
        ("from a import b\nx: b\ndef f(): return b", ""),
        ("from a import b\nx: b\n__all__ = ['b']", "reexport"),
        ("def f():\n  from a import b\n  x: b", "deferred"),
    ],
)
def test_the_kinds_of_an_import(source: str, expected: str) -> None:
    assert _last(source) == expected


def test_everything_in_a_stub_is_for_typing() -> None:
    source = "import a\nfrom b import c as c\ndef f():\n  import d\n"
    assert kinds(source, is_stub=True) == ["a typing", "b:c typing reexport", "d typing deferred"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("lazy import a.b", ["1:13-16 a.b deferred"]),
        ("lazy from .a import b, c", ["1:11-13 .a:b deferred", "1:11-13 .a:c deferred"]),
        ("import x\nlazy  import a\nx = 1", ["1:8-9 x", "2:14-15 a deferred"]),
        ("if x: lazy import a", ["1:19-20 a deferred"]),
        ("'é'; lazy import a; import b", ["1:18-19 a deferred", "1:28-29 b"]),
        ("lazy \\\n  import a", ["2:10-11 a deferred"]),
        ("'''\nlazy import x\n'''\nlazy import a", ["4:13-14 a deferred"]),
        ("lazy import a; lazy import b", ["1:13-14 a deferred", "1:28-29 b deferred"]),
        ("from .lazy import a; lazy import b", ["1:6-11 .lazy:a", "1:34-35 b deferred"]),
        ("from lazy import a\nlazy import b", ["1:6-10 lazy:a", "2:13-14 b deferred"]),
        ("from .\\\nlazy import a\nlazy import b", ["1:6-2:5 .lazy:a", "3:13-14 b deferred"]),
        ("lazy = 1\nlazy import a", ["2:13-14 a deferred"]),
    ],
)
def test_lazy_imports_are_read_on_any_python(source: str, expected: list[str]) -> None:
    assert imports(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "x = lambda: lazy import a",
        "x: lazy import a",
        "f(lazy import a)",
        "x.lazy import a",
        "lazy\nimport a b",
    ],
)
def test_lazy_is_read_at_the_start_of_a_statement_only(source: str) -> None:
    problem = extract(source.encode()).problem
    assert problem is not None
    assert problem.rule == "syntax-error"
    assert problem.newer is None
