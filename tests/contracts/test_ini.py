"""INI files are read as `configparser` reads them, with places."""

import configparser
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archlint.contracts.ini import Ini, IniError, read_ini

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
    ini, flaws = read_ini("setup.cfg", TEXT, "importlinter")
    assert flaws == ()
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


def flaws(text: str) -> tuple[Ini, list[str]]:
    ini, found = read_ini("setup.cfg", text, "a")
    return ini, [f"{flaw.place.line}:{flaw.place.column} {flaw.message}" for flaw in found]


def test_what_is_malformed_keeps_nothing_else_from_being_read() -> None:
    ini, found = flaws("[a]\nx = 1\nnonsense\nX = 2\n[a:b]\ny = 1\n[b]\nz = 1\nz = 2\n[a:b]\n")
    assert found == [
        "3:1 a line is neither a section nor an option",
        "4:1 `x` is there twice in `a`",
        "9:1 `z` is there twice in `b`",
        "10:1 there is a second section `a:b`",
    ]
    assert ini.values == {"a": {"x": "2"}}


def test_a_text_without_sections_is_no_ini() -> None:
    with pytest.raises(IniError) as caught:
        read_ini("setup.cfg", "\nx = 1\n", "a")
    assert (caught.value.line, caught.value.message) == (
        2,
        "a line stands before the first section",
    )


def test_a_value_whose_interpolation_fails_is_as_written() -> None:
    ini, found = flaws("[a]\nx = 100%\ny = %(gone)s\nz = 100%%\n")
    assert ini.values == {"a": {"x": "100%", "y": "%(gone)s", "z": "100%"}}
    assert found == [
        "2:5 `x` cannot be read: '%' must be followed by '%' or '(', found: '%'",
        "3:5 `y` cannot be read: nothing is called `gone`",
    ]


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
    parser = configparser.ConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.MissingSectionHeaderError:
        with pytest.raises(IniError):
            read_ini("x", text, "")
        return
    except configparser.ParsingError:
        pass
    ini, found = read_ini("x", text, "")
    with contextlib.suppress(configparser.Error):
        configparser.ConfigParser().read_string(text)
        assert found == ()
    for section in ini.values:
        for option, value in parser[section].items():
            entry = ini.entries[section, option]
            written = [word.text for word in entry.lines if word.text]
            assert written == [line for line in value.split("\n") if line]
            for word in (entry.key, *entry.lines):
                assert lines[word.line - 1][word.column - 1 :].startswith(word.text)
