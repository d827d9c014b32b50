import ast
import re
import sysconfig
from pathlib import Path

import pytest

from archlint.facts.extract import extract
from archlint.facts.imports import Kind, Span
from tests.facts.notation import imports, place

STDLIB = Path(sysconfig.get_path("stdlib"))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a", ["1:8-9 a"]),
        ("import a.b.c", ["1:8-13 a.b.c"]),
        ("import a.b as c", ["1:8-11 a.b"]),
        ("import a.b, c.d as e,f", ["1:8-11 a.b", "1:13-16 c.d", "1:22-23 f"]),
        ("import a . b  as c", ["1:8-13 a.b"]),
        ("import a \\\n  . b \\\n as c", ["1:8-2:6 a.b"]),
        ("import a \\\n  . b", ["1:8-2:6 a.b"]),
        ("import \\\n\ta.b as c", ["2:2-5 a.b"]),
        ("x = 1; import a; from b import c", ["1:15-16 a", "1:23-24 b:c"]),
        ("from a import b", ["1:6-7 a:b"]),
        ("from a.b import c, d as e", ["1:6-9 a.b:c", "1:6-9 a.b:d"]),
        ("from  a .\tb import (c,\n  d)", ["1:7-12 a.b:c", "1:7-12 a.b:d"]),
        ("from a \\\n . \\\n b import c", ["1:6-3:3 a.b:c"]),
        ("from . import a", ["1:6-7 .:a"]),
        ("from .. import a", ["1:6-8 ..:a"]),
        ("from . . x import y", ["1:6-11 ..x:y"]),
        ("from .x import y", ["1:6-8 .x:y"]),
        ("from.x import y", ["1:5-7 .x:y"]),
        ("from.import y", ["1:5-6 .:y"]),
        ("from ... import y", ["1:6-9 ...:y"]),
        ("from . \\\n . import y", ["1:6-2:3 ..:y"]),
        ("from .... a . b import y", ["1:6-16 ....a.b:y"]),
        ("from\\\n a import y", ["2:2-3 a:y"]),
        ("from a import (  # why a.b\n    b,  # c\n    d as e,\n)", ["1:6-7 a:b", "1:6-7 a:d"]),
        ("from a import *", ["1:6-7 a:* star"]),
        ("'é'; import é.ü as x; import z", ["1:13-16 é.ü", "1:30-31 z"]),
        ("'𐤀𐤀'; from 𐤀 import y", ["1:12-13 𐤀:y"]),
        ("'é'; from a \\\n .b import c", ["1:11-2:4 a.b:c"]),
        ("if x:\n\timport a", ["2:9-10 a"]),
        ("from \ufb01.a import b", ["1:6-9 fi.a:b"]),
        ("import a\fas b", ["1:8-9 a"]),
        ("\x0cimport a", ["1:9-10 a"]),
        ("'\x0b\x1c\x1d\x1e\x85\u2028\u2029'\nimport a", ["2:8-9 a"]),
        ("import a\r\nimport b\rimport c\nimport d", ["1:8-9 a", "2:8-9 b", "3:8-9 c", "4:8-9 d"]),
        ("'''\r\n\r'''\rimport c", ["4:8-9 c"]),
        ("from a.क्षि import b", ["1:6-12 a.क्षि:b"]),
        ("from a·b import c", ["1:6-9 a·b:c"]),
    ],
)
def test_the_module_is_spanned_as_written(source: str, expected: list[str]) -> None:
    assert imports(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a.b as c", ["1:8-11"]),
        ("from a import b", ["1:15-16"]),
        ("from a import (b,\n  c  as  d)", ["1:16-17", "2:3-11"]),
        ("from a import *", ["1:15-16"]),
        ("from a import é, b as ü", ["1:15-16", "1:18-24"]),
        ("from a import b \\\n as c", ["1:15-2:6"]),
    ],
)
def test_the_name_is_spanned_with_its_alias(source: str, expected: list[str]) -> None:
    assert [place(fact.name_place) for fact in extract(source.encode()).imports] == expected


def test_bound_names_and_statements() -> None:
    source = "import a.b, c as d\nfrom e import f, g as h\nfrom i import *\nif x: import j\n"
    facts = extract(source.encode()).imports
    assert [(fact.bound, fact.statement, fact.statement_line) for fact in facts] == [
        ("a", 0, 1),
        ("d", 0, 1),
        ("f", 1, 2),
        ("h", 1, 2),
        ("", 2, 3),
        ("j", 3, 4),
    ]


def test_imports_are_found_in_every_place_in_order() -> None:
    source = """
@d
class A:
    import a1
    def f(self):
        import a2
        async def g():
            async with x:
                import a3
            async for x in y:
                import a4
            else:
                import a5
while x:
    import a6
else:
    import a7
for x in y: import a8
match x:
    case 1:
        import a9
    case _ if y:
        import b1
try:
    import b2
except A:
    import b3
else:
    import b4
finally:
    import b5
try: import b6
except* A: import b7
with x as y, z:
    import b8
if x: pass
elif y: import b9
else: import c1
"""
    names = [f"{letter}{digit}" for letter in "abc" for digit in range(1, 10)]
    assert [fact.base for fact in extract(source.encode()).imports] == names[:19]


def _sliced(text: str, span: Span) -> str:
    lines = re.split(r"\r\n|\r|\n", text)[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("package", ["email", "importlib", "asyncio", "json", "xml/sax", "logging"])
def test_spans_of_real_files_slice_back_to_what_was_written(package: str) -> None:
    for path in sorted((STDLIB / package).glob("*.py")):
        data = path.read_bytes()
        text = data.decode()
        facts = [fact for fact in extract(data).imports if not fact.kinds & Kind.DYNAMIC]
        statements = [
            n for n in ast.walk(ast.parse(data)) if isinstance(n, ast.Import | ast.ImportFrom)
        ]
        assert len(facts) == sum(len(node.names) for node in statements)
        for fact in facts:
            assert _sliced(text, fact.place) == "." * fact.level + fact.base
            if fact.name:
                alias = f" as {fact.bound}" if fact.bound not in (fact.name, "") else ""
                got = re.sub(r"\s+", " ", _sliced(text, fact.name_place))
                assert got in (fact.name + alias, f"{fact.name} as {fact.name}")
