import pytest

from archlint.facts.extract import extract


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", None),
        ("__all__ = ['a', 'b']", ("a", "b")),
        ("__all__ = ('a', 'b', 'a')", ("a", "b")),
        ("__all__: list[str] = ['a']", ("a",)),
        ("__all__ = []", ()),
        ("__all__ = ['a'] + ['b']", ("a", "b")),
        (
            "__all__ = ['a']\n__all__ += ['b']\n__all__.extend(('c',))\n__all__.append('d')",
            tuple("abcd"),
        ),
        ("if x:\n  __all__ = ['a']\n__all__ += ['b']", ("a", "b")),
        ("__all__ = ['a']\n__all__.sort()\nprint(__all__, __all__[0])", ("a",)),
        ("class A:\n  __all__ = ['a']", None),
        ("def f():\n  __all__ = ['a']", None),
        ("__all__ = x", None),
        ("__all__ = [a]", None),
        ("__all__ = [*a]", None),
        ("__all__ = ['a', *b]", None),
        ("__all__ = ['a']\n__all__ = ['b']", None),
        ("__all__ = ['a']\n__all__ += b.__all__", None),
        ("__all__ = ['a']\n__all__ *= 2", None),
        ("__all__ = ['a']\n__all__.append(b)", None),
        ("__all__ = ['a']\n__all__.extend(b)", None),
        ("__all__ = ['a']\n__all__.remove('a')", None),
        ("__all__ = ['a']\n__all__[0] = 'b'", None),
        ("__all__ = ['a']\ndel __all__", None),
        ("__all__ = ['a']\ndef export(f): __all__.append(f.__name__)", None),
        ("__all__ = ['a']\ndef f():\n  global __all__\n  __all__ = x", None),
        ("__all__ = ['a']\ndef f():\n  global __all__\n  __all__ += ['b']", None),
        ("from .x import __all__", None),
        ("from .x import __all__\n__all__ += ['b']", None),
        ("a, __all__ = x", None),
        ("__all__ += ['a']", None),
    ],
)
def test_exports(source: str, expected: tuple[str, ...] | None) -> None:
    assert extract(source.encode()).exports == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", ()),
        ("def f(): g = 1\nclass C:\n  x = 1\nasync def a(): pass", ("C", "a", "f")),
        ("y = x = 1\n(p, [*q]) = z\nr += 1\nif (w := 1): pass", tuple("pqrwxy")),
        ("x: int\ny: int = 1", ("x", "y")),
        ("for i in z: pass\nwith z as w: pass\n[j for j in z]", ("i", "w")),
        ("import a, b.c as d\nfrom e import f, g as h\nfrom i import *", ()),
        ("try:\n  from a import f\nexcept ImportError:\n  def f(): pass", ("f",)),
        ("from a import f\ng = f", ("g",)),
        ("def f():\n  global x\n  x = 1\n  y = 1", ("f", "x")),
        ("from a import __all__", ()),
        ("__all__ = a.__all__", ("__all__",)),
        ("x = ", ()),
    ],
)
def test_defined_names(source: str, expected: tuple[str, ...]) -> None:
    assert extract(source.encode()).defines == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", False),
        ("__path__ = x", True),
        ("__path__: list[str]", False),
        ("__path__ += [x]", True),
        ("__path__.append(x)", True),
        ("__path__[:] = x", True),
        ("from pkgutil import extend_path\n__path__ = extend_path(__path__, __name__)", True),
        ("for x in iter_modules(__path__): pass", False),
        ("import pkg_resources\npkg_resources.declare_namespace(__name__)", True),
        ("__import__('pkg_resources').declare_namespace(__name__)", True),
        ("from pkg_resources import declare_namespace as d\nd(__name__)", True),
        ("import sys\nsys.modules['x'] = y", True),
        ("import sys\ndef f():\n  sys.modules[x] = y", True),
        ("from sys import modules\nmodules['x'] = y", True),
        ("import sys\nsys.modules.update(x)", True),
        ("import sys\nsys.modules[__name__].__class__ = X", True),
        ("import sys\nsys.modules['x']", False),
        ("import sys\nsys.modules.get('x')", False),
        ("modules = {}\nmodules['x'] = y", False),
        ("def __getattr__(name): pass", True),
        ("from x import __getattr__", True),
        ("__getattr__, __dir__ = lazy()", True),
        ("class A:\n  def __getattr__(self, name): pass", False),
        ("def f():\n  __path__ = x", False),
        ("def f():\n  global __path__\n  __path__ = x", True),
    ],
)
def test_open_modules(source: str, expected: bool) -> None:
    assert extract(source.encode()).is_open is expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("if __name__ == '__main__': x()", True),
        ("if '__main__' == __name__: x()", True),
        ("if __name__ == '__main__' and x: x()", True),
        ("if x:\n  if __name__ == '__main__': x()", True),
        ("if x: pass\nelif __name__ == '__main__': x()", True),
        ("if __name__ != '__main__': x()", False),
        ("if __name__ == 'main': x()", False),
        ("if name == '__main__': x()", False),
        ("def f():\n  if __name__ == '__main__': x()", False),
        ("__name__ == '__main__'", False),
        ("if __name__ in {'__main__', '__mp_main__'}: x()", True),
        ("if __name__ in ('a', 'b'): x()", False),
        ("if __name__ not in ('__main__', 'b'): x()", False),
        ("__name__ == '__main__' and x()", True),
        ("__name__ == 'a' and x()", False),
        ('"""\n__name__ == "__main__" and x()\n"""', False),
        ('"""\n__name__ == "__main__" and x()\n"""\n__name__ == "__main__" and x()', True),
        ("def f():\n  __name__ == '__main__' and x()", False),
    ],
)
def test_main_guard(source: str, expected: bool) -> None:
    assert extract(source.encode()).has_main_guard is expected


@pytest.mark.parametrize(
    ("source", "has_code", "lines"),
    [
        ("", False, 0),
        ("\n", False, 1),
        ("# x\n\n", False, 2),
        ("'''x\ny'''", False, 2),
        ("'x'\n# y\n", False, 2),
        ("'x'; 'y'", True, 1),
        ("b'x'", True, 1),
        ("pass", True, 1),
        ("f'{x}'\n\n", True, 2),
        ("'x'\nimport a\r\rb\r\n", True, 4),
        ("x\x0c\n", True, 1),
    ],
)
def test_code_and_lines(source: str, has_code: bool, lines: int) -> None:
    facts = extract(source.encode())
    assert (facts.has_code, facts.lines) == (has_code, lines)
