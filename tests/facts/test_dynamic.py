import pytest

from tests.facts.notation import imports, kinds

CALL = "import_module('a.b')"
FROM = "from importlib import import_module\n"


def _dynamic(source: str) -> list[str]:
    return [line.replace(" dynamic", "") for line in kinds(source) if " dynamic" in line]


@pytest.mark.parametrize(
    "call",
    [
        FROM + "import_module('a.b')",
        "from importlib import import_module as im\nim('a.b')",
        "import importlib\nimportlib.import_module('a.b')",
        "import importlib as i\ni.import_module(name='a.b')",
        "import importlib.util\nimportlib.import_module('a.b')",
        "import importlib\nim = importlib.import_module\nim('a.b')",
        FROM + "load = import_module\nload('a.b')",
        "try: from importlib import import_module\nexcept K: import_module = x\n" + CALL,
        "__import__('a.b')",
        "__import__(name='a.b', level=0)",
        "import builtins\nbuiltins.__import__('a.b')",
        "from importlib import __import__ as i\ni('a.b')",
        "import runpy\nrunpy.run_module('a.b')",
        "from runpy import run_module\nrun_module(mod_name='a.b', run_name='x')",
        FROM + "import_module('a' + '.b')",
        FROM + "import_module('a' '.b')",
        FROM + "import_module('a' + '.' + 'b')",
        FROM + "import_module('%s.b' % 'a')",
        FROM + "import_module('%s.%s' % ('a', 'b'))",
        FROM + "A = 'a'\nB = f'{A}.b'\nimport_module(B)",
        FROM + "A: str = 'a'\nimport_module(f'{A!s}.b')",
        FROM + "X: str\nX = 'a.b'\nimport_module(X)",
        FROM + "import_module(X)\nX = 'a.b'",
        FROM + "class A:\n  X = 'a.b'\n  import_module(X)",
        FROM + "import_module('.b', 'a')",
        FROM + "import_module('.b', package='a')",
        FROM + "import_module('..b', 'a.c')",
        FROM + "P = 'a'\nimport_module('.b', P)",
        FROM + "@d(import_module('a.b'))\ndef f(): pass",
        FROM + "def f(x=import_module('a.b')): pass",
        FROM + "def f(x: import_module('a.b').C): pass",
        FROM + "[import_module('a.b') for x in y]",
        FROM + "x(y=import_module('a.b').c[1]())",
        FROM + "f'{import_module(\"a.b\")}'",
        "if (i := __import__('a.b')): pass",
    ],
)
def test_a_call_imports(call: str) -> None:
    assert _dynamic(call) == ["a.b"]


@pytest.mark.parametrize(
    "source",
    [
        "def import_module(x): pass\nimport_module('a')",
        "import_module('a')",
        "from x import import_module\nimport_module('a')",
        "class A:\n  def import_module(self, x): self.import_module('a')",
        FROM + "def f(import_module): import_module('a')",
        FROM + "def f():\n  import_module = x\n  import_module('a')",
        "importlib = x()\nimportlib.import_module('a')",
        "def __import__(x): pass\n__import__('a')",
        FROM + "import_module(x)",
        FROM + "import_module(*x)",
        FROM + "import_module(**x)",
        FROM + "import_module()",
        FROM + "import_module('')",
        FROM + "import_module(1)",
        FROM + "import_module(b'a')",
        FROM + "import_module('a..b')",
        FROM + "import_module('a b')",
        FROM + "import_module('.b')",
        FROM + "import_module('..b', 'a')",
        FROM + "import_module('.b', x)",
        FROM + "X = 'a'\nX = 'b'\nimport_module(X)",
        FROM + "X = 'a'\nX += 'b'\nimport_module(X)",
        FROM + "X = 'a'\ndef f():\n  global X\n  X = 'b'\nimport_module(X)",
        FROM + "X = 'a'\ndef f(X):\n  import_module(X)",
        FROM + "X = X\nimport_module(X)",
        FROM + "X = Y\nY = X\nimport_module(X)",
        FROM + "X, Y = 'a', 'b'\nimport_module(X)",
        FROM + "for X in ('a', 'b'): import_module(X)",
        FROM + "import_module('%d' % 1)",
        FROM + "import_module('%s' % ('a', 'b'))",
        FROM + "import_module('%(x)s' % 'a')",
        FROM + "import_module('a%' % ())",
        FROM + "import_module(f'{x}.b')",
        FROM + "import_module(f'{\"a\":>9}')",
        FROM + "import_module(f'{\"a\"!r}')",
        FROM + "import_module('a' if x else 'b')",
        FROM + "x: 'import_module(\"a\")'",
        FROM + "'''import_module('a')'''",
        "__import__('a', level=x)",
        "__import__('a', level=-1)",
        "import runpy\nrunpy.run_path('a')",
    ],
)
def test_a_call_that_cannot_be_read_is_no_import(source: str) -> None:
    assert _dynamic(source) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (FROM + "import_module('.b', __package__)", [".b"]),
        (FROM + "import_module('.b', package=__name__)", [".b of_module"]),
        (FROM + "import_module('..b.c', __package__)", ["..b.c"]),
        (FROM + "import_module('...b', f'{__package__}.x')", ["..b"]),
        (FROM + "import_module('.', __package__)", ["."]),
        (FROM + "import_module(__name__ + '.b')", [".b of_module"]),
        (FROM + "import_module(f'{__package__}.b')", [".b"]),
        (FROM + "import_module(__package__)", ["."]),
        (FROM + "import_module(__package__ + 'b')", []),
        (FROM + "import_module('b' + __package__)", []),
        (FROM + "__package__ = 'a'\nimport_module('.b', __package__)", ["a.b"]),
        ("__import__('a', fromlist=['b', 'c'])", ["a:b", "a:c"]),
        ("__import__('a', {}, {}, ('b',))", ["a:b"]),
        ("__import__('a', fromlist=[''])", ["a"]),
        ("__import__('a', fromlist=['*'])", ["a"]),
        ("__import__('a', fromlist=x)", ["a"]),
        ("__import__('a', {}, {}, ['b'], 2)", ["..a:b"]),
        ("__import__('', {}, {}, ['b'], level=1)", [".:b"]),
        ("import_module = __import__\nimport_module('a')", ["a"]),
    ],
)
def test_relative_targets_and_fromlist(source: str, expected: list[str]) -> None:
    assert _dynamic(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("__import__('é', x)", ["1:12-15 é dynamic"]),
        ("'é'; __import__(  'a'\n  '.b')", ["1:19-2:7 a.b dynamic"]),
        ("X = 'a'\n__import__(\n  X + '.b')", ["3:3-11 a.b dynamic"]),
        ("def f(): __import__('a')", ["1:21-24 a deferred dynamic"]),
        ("lambda: __import__('a')", ["1:20-23 a deferred dynamic"]),
        ("lambda x=__import__('a'): x", ["1:21-24 a dynamic"]),
        ("def f():\n  X = 'a'\n  __import__(X)", ["3:14-15 a deferred dynamic"]),
        (
            "try: __import__('a')\nexcept ImportError: __import__('b')",
            ["1:17-20 a conditional guarded dynamic", "2:32-35 b conditional dynamic"],
        ),
        (
            "import x\n__import__('b' if __import__('a') else ''), __import__('c')\nimport y",
            ["1:8-9 x", "2:30-33 a dynamic", "2:56-59 c dynamic", "3:8-9 y"],
        ),
    ],
)
def test_place_and_kinds_of_a_call(source: str, expected: list[str]) -> None:
    assert imports(source) == expected
