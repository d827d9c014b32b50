"""Tests of places in TOML documents."""

import json
import tomllib
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.config.places import Document
from archlint.config.settings import KeyPath
from archlint.config.toml_spans import scan
from archlint.diagnostics import Location

WRITTEN = {
    "plain": 'a = 1\nb = "x" # c\n\n[t]\nc = true\n[t.u]\nd = 1.5\n',
    "super table after": "[a.b.c]\nx = 1\n[a]\ny = 2\n[a.b]\nz = 3\n",
    "dotted": """a.b.c = 1\na.b.d = 2\n"a.b".c = 3\na . 'e' = 4\n[t]\nx.y = 1\nx.z.w = 2\n""",
    "quoted": """"" = 1\n'q r' = 2\n"t\\tb" = 3\n"\\u00e9\\U0001F600" = 4\n"#" = 5\n"=" = 6\n""",
    "quoted headers": """[a."b]c".'d#e']\nx = 1\n[ a . "b\\"" ]\ny = 1\n""",
    "arrays of tables": (
        "[[a]]\nx = 1\n[[a.b]]\ny = 1\n[[a.b]]\ny = 2\n[a.b.c]\nz = 1\n"
        "[[a]]\n[[a.b]]\ny = 3\n[a.d]\nz = 2\n[[ e ]]\n"
    ),
    "inline": 'a = { b = 1, "c d" = { e.f = [1, {g = "}"}] }, h = [] }\nb = {}\n',
    "arrays": """a = [\n  1, # one ]\n  [2, "]", '#'], # two\n  # none\n]\nb = [ ]\n""",
    "nested arrays": "a = [[1], [[2, 3]]]\nb = [[]]\nc = [[{}]]",
    "multi-line strings": 'a = ["""x\n]""", """#"""]\nb = """\\\n   \\"""" # end',
    "quotes": "a = '''x'y''''\nb = '''''z'''''\nc = ''\nd = 'C:\\'\ne = ''''''\n",
    "double quotes": 'a = """"q" ""\\""""\nb = """q"""""\nc = ""\nd = "\\\\"\ne = "\\"]"\n',
    "scalars": (
        "a = 1979-05-27T07:32:00Z\nb = 1979-05-27 07:32:00.5 # c\nc = 07:32:00\nd = 0xFF\n"
        "e = -inf\nf = +1_000\ng = [1979-05-27 07:32:00, 1e3]\nh = false"
    ),
    "carriage returns": 'a = 1\r\nb = """x\r\ny"""\r\n[t] # c\r\nc = [\r\n1,\r\n]\r\n',
    "wide": '"ключ" = "значение" # ы\n[t."ё"]\nx = ["😀", "y"]\n',
    "bare keys": "1 = 1\n-_a = 2\n3.4 = 5\ntrue = 6\ninf = 7\n[[1979-05-27]]\n",
    "tabs": "\ta\t=\t1\t\n\t[\tt\t.\tu\t]\t# c\n\tb\t=\t[\t1\t,\t2\t]\t",
    "blank": "# only a comment",
    "empty": "",
}


def paths(node: object, here: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    """Every key path of a parsed document with its value."""
    items: list[tuple[str | int, object]] = []
    if isinstance(node, Mapping):
        items.extend(node.items())
    elif isinstance(node, list):
        items.extend(enumerate(node))
    for step, child in items:
        yield (*here, step), child
        yield from paths(child, (*here, step))


def assert_every_place(text: str) -> None:
    """Every key path is found, and what stands at its places says the same when read again."""
    spans = scan(text)
    expected = dict(paths(tomllib.loads(text)))
    assert spans.keys() == expected.keys()
    for path, value in expected.items():
        key, place = spans[path]
        if isinstance(path[-1], str):
            assert tomllib.loads(f"{text[slice(*key)]} = 0") == {path[-1]: 0}
        if key == place and isinstance(path[-1], str):
            assert isinstance(value, Mapping)
        elif place[0] < key[0] < key[1] < place[1]:
            names = [step for step in path if isinstance(step, str)]
            header = tomllib.loads(text[slice(*place)])
            assert names == [step for step in list(paths(header))[-1][0] if isinstance(step, str)]
        else:
            assert tomllib.loads(f"v = {text[slice(*place)]}") == {"v": value}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_hand_written_documents(text: str) -> None:
    assert_every_place(text)


NAMES = st.text(alphabet="ab-_1é \"'#.]}=\\\t", max_size=3)
SCALARS = st.one_of(
    st.integers(-99, 99),
    st.booleans(),
    st.text(alphabet="ab é\"'#,]}=\\\n\t😀", max_size=6),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


BLANKS = st.sampled_from(["", " ", "\t"])
GAPS = st.sampled_from(["", " ", "\n", "\r\n", " # ], }\n\t"])


def basic(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


@st.composite
def strings(draw: st.DrawFn, text: str) -> str:
    forms = [basic(text), f'"""{basic(text)[1:-1]}"""', f'"""\n{basic(text)[1:-1]}"""']
    forms.append("".join(f"\\U{ord(sign):08X}" for sign in text).join('""'))
    if not set("'\n") & set(text):
        forms += [f"'{text}'", f"'''{text}'''"]
    return draw(st.sampled_from(forms))


@st.composite
def written(draw: st.DrawFn, value: object) -> str:
    if isinstance(value, str):
        return draw(strings(value))
    if isinstance(value, list):
        items = [draw(GAPS) + draw(written(item)) + draw(GAPS) for item in value]
        return "[" + ",".join(items) + draw(st.sampled_from(["", ","] if items else [""])) + "]"
    if isinstance(value, dict):
        pairs = [line for name, item in value.items() for line in draw(pair(basic(name), item))]
        return "{" + draw(BLANKS) + ",".join(pairs) + draw(BLANKS) + "}"
    return str(value).lower()


@st.composite
def pair(draw: st.DrawFn, key: str, value: object) -> list[str]:
    """`key = value`, or one `key.inner = value` for each item of a table."""
    if isinstance(value, dict) and value and draw(st.booleans()):
        dot = draw(BLANKS) + "." + draw(BLANKS)
        return [
            line
            for name, item in value.items()
            for line in draw(pair(key + dot + basic(name), item))
        ]
    return [f"{draw(BLANKS)}{key}{draw(BLANKS)}={draw(BLANKS)}{draw(written(value))}"]


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A document in a random style: tables by header, by dotted key or in line."""
    lines: list[str] = []
    tables: list[tuple[tuple[str, ...], dict[str, object], int]] = [
        ((), draw(st.dictionaries(NAMES, VALUES, max_size=4)), 0)
    ]
    while tables:
        path, table, brackets = tables.pop()
        if brackets:
            name = draw(BLANKS) + ".".join(map(basic, path)) + draw(BLANKS)
            lines.append("[" * brackets + name + "]" * brackets)
        for name, value in table.items():
            elements = value if isinstance(value, list) else []
            if isinstance(value, dict) and draw(st.booleans()):
                tables.append(((*path, name), value, 1))
            elif elements and all(isinstance(item, dict) for item in elements):
                tables.extend(((*path, name), item, 2) for item in reversed(elements))
            else:
                lines.extend(draw(pair(basic(name), value)))
    return draw(st.sampled_from(["\n", "\r\n", "  # ] = \n\n"])).join(lines)


@given(documents())
@settings(max_examples=150)
def test_generated_documents(text: str) -> None:
    assert_every_place(text)


TEXT = """\
select = ["ы", "x"]

[domains.model]
imports = [
  "a",
]
[[layers]]
order = ["web", ["jobs"]]
[[layers]]
order = []
"""


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        (("select",), False, (1, 1, 1, 7)),
        (("select",), True, (1, 10, 1, 20)),
        (("select", 1), True, (1, 16, 1, 19)),
        (("select", "x"), True, (1, 16, 1, 19)),
        (("select", 1), False, (1, 16, 1, 19)),
        (("domains",), False, (3, 2, 3, 9)),
        (("domains",), True, (3, 2, 3, 9)),
        (("domains", "model"), False, (3, 10, 3, 15)),
        (("domains", "model"), True, (3, 1, 3, 16)),
        (("domains", "model", "imports"), True, (4, 11, 6, 2)),
        (("domains", "model", "imports", 0), True, (5, 3, 5, 6)),
        (("layers", 0, "order", 1, 0), True, (8, 18, 8, 24)),
        (("layers", 1), True, (9, 1, 9, 11)),
        (("domains", "model", "owner"), False, (3, 10, 3, 15)),
        (("domains", "model", "imports", "zz"), True, (4, 11, 6, 2)),
        (("domains", "model", "imports", 7), True, (4, 11, 6, 2)),
        (("nothing", "at", "all"), True, (1, 1, 0, 0)),
        ((), True, (1, 1, 0, 0)),
    ],
)
def test_locations(key: KeyPath, value: bool, expected: tuple[int, int, int, int]) -> None:
    document = Document("archlint.toml", TEXT, tomllib.loads(TEXT))
    assert document.locate(key, value) == Location("archlint.toml", *expected)


def test_key_paths_start_at_the_prefix() -> None:
    text = "[tool.archlint]\nselect = ['a']\n"
    document = Document("pyproject.toml", text, tomllib.loads(text), ("tool", "archlint"))
    assert str(document.locate(("select", "a"), True)) == "pyproject.toml:2:11"
    assert str(document.locate((), True)) == "pyproject.toml:1:1"
    assert str(document.locate(("disable",))) == "pyproject.toml:1:7"
    assert document.indexed(("select", "a")) == ("select", 0)


def test_nothing_is_scanned_before_a_place_is_asked_for() -> None:
    document = Document("archlint.toml", "a = 1", {"a": 1})
    assert "_spans" not in vars(document)
    document.locate(("a",))
    assert "_spans" in vars(document)
