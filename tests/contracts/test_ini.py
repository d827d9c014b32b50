"""INI files are read as `configparser` reads them, with places."""

import configparser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archlint.contracts.ini import IniError, read_ini

TEXT = """\
# a comment
[importlinter]
root_package : shop
Contract_Types =
    one: a.One

    # two: a.Two
    three: a.Three
[other]
x = 1
[importlinter:contract:x y]
name =   Of things = and more
layers=
\tshop.a
    shop.b | shop.c
"""


def test_places() -> None:
    ini = read_ini("setup.cfg", TEXT, "importlinter")
    assert list(ini.values) == ["importlinter", "importlinter:contract:x y"]
    section = "importlinter:contract:x y"
    for key, value, place in (
        (("importlinter",), True, "2:1"),
        (("importlinter", "root_package"), False, "3:1"),
        (("importlinter", "root_package"), True, "3:16"),
        (("importlinter", "contract_types"), False, "4:1"),
        (("importlinter", "contract_types"), True, "5:5"),
        (("importlinter", "contract_types", "three: a.Three"), True, "8:5"),
        (("importlinter", "absent"), True, "2:1"),
        ((section, "name"), True, "12:10"),
        ((section, "layers", "shop.a"), True, "14:2"),
        ((section, "layers", "shop.b | shop.c"), True, "15:5"),
        ((section, "layers", "nothing"), True, "14:2"),
        (("nowhere",), True, "1:1"),
    ):
        assert str(ini.locate(key, value)) == f"setup.cfg:{place}", key


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[a]\nx = 1\n[a]\n", 3, "the section `a` is there twice"),
        ("[a]\nx = 1\nX = 2\n", 3, "`x` is there twice in `a`"),
        ("x = 1\n", 1, "a line stands before the first section"),
        ("[a]\nx = 1\nnonsense\n", 3, "a line is neither a section nor an option"),
    ],
)
def test_what_is_no_ini(text: str, line: int, message: str) -> None:
    with pytest.raises(IniError) as caught:
        read_ini("setup.cfg", text, "a")
    assert (caught.value.line, caught.value.message) == (line, message)


def test_a_value_whose_interpolation_fails_is_named() -> None:
    ini = read_ini("setup.cfg", "[a]\nx = 100%\ny = %(gone)s\nz = 100%%\n", "a")
    assert ini.values == {"a": {"z": "100%"}}
    assert [key for key, _ in ini.broken] == [("a", "x"), ("a", "y")]


LINES = st.lists(
    st.sampled_from(
        [
            "[a]",
            "[b]",
            "x = 1",
            "y: 2",
            "z =",
            "  one",
            "    two = 3",
            "",
            " ",
            "# c",
            "  ; c",
            "\tq",
        ]
    ),
    max_size=12,
)


@given(LINES)
def test_the_lines_of_a_value_are_those_that_configparser_finds(lines: list[str]) -> None:
    text = "\n".join(lines)
    parser = configparser.ConfigParser()
    try:
        parser.read_string(text)
    except configparser.Error:
        with pytest.raises(IniError):
            read_ini("x", text, "")
        return
    ini = read_ini("x", text, "")
    for section in parser.sections():
        for option, value in parser[section].items():
            entry = ini.entries[section, option]
            written = [word.text for word in entry.lines if word.text]
            assert written == [line for line in value.split("\n") if line]
            for word in (entry.key, *entry.lines):
                assert lines[word.line - 1][word.column - 1 :].startswith(word.text)
