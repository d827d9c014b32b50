"""Tests of reading a config file's bytes."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from archlint.config.discover import Found
from archlint.config.domain_tables import DOMAIN_KEYS
from archlint.config.load import load, read_config
from archlint.config.rule_tables import RULE_KEYS
from archlint.config.settings import Config
from archlint.config.top_level import KEYS
from archlint.diagnostics import MALFORMED_CONFIG, Location
from archlint.errors import ConfigError

from .reading import read, without_places


def read_bytes(content: bytes, file: str = "archlint.toml") -> Config:
    return read_config(Found("/root", file, content))


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("a = 1\nb = \nc = 2\n", "2:5"),
        ("a = 1\r\nb.é = 2\r\n", "2:3"),
        ("a = 1\n[b\n", "2:3"),
        ("a = [1,\n2", "2:2"),
        ("a = 'é", "1:7"),
        ("a = " + "[" * 5000, "1:1"),
        ("a = " + "1" * 5000, "1:1"),
    ],
)
def test_what_is_not_toml_leaves_the_defaults(content: str, place: str) -> None:
    config = read(content)
    (fault,) = config.faults
    assert fault.rule == MALFORMED_CONFIG
    assert fault.message.startswith("not TOML: ")
    assert str(fault.location) == f"archlint.toml:{place}"
    assert without_places(config) == Config(root="/root", file="archlint.toml", faults=(fault,))
    assert config.locate(("domains",), True) == Location("archlint.toml")


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"a = 1\nb = '\xc3\xa9\xff'\n", "2:7"),
        (b"\xef\xbb\xbfa\xff", "1:2"),
        (b"\xff\xfea\x00", "1:1"),
    ],
)
def test_what_is_not_utf8_stops_the_run(content: bytes, place: str) -> None:
    with pytest.raises(ConfigError, match=r"`archlint\.toml` is not UTF-8") as caught:
        read_bytes(content)
    (fault,) = caught.value.diagnostics
    assert str(fault.location) == f"archlint.toml:{place}"


def test_a_byte_order_mark_takes_no_column() -> None:
    (fault,) = read_bytes(b"\xef\xbb\xbfab = 1\r\n").faults
    assert str(fault.location) == "archlint.toml:1:1"
    assert fault.location.end_column == 3


@pytest.mark.parametrize("text", ["", "tool = 1", "[tool]", "[tool.other]"])
def test_a_pyproject_without_the_table_is_no_config(text: str) -> None:
    with pytest.raises(ConfigError, match=r"`pyproject\.toml` has no table `tool\.archlint`"):
        read(text, "pyproject.toml")


def test_no_file_is_no_fault() -> None:
    assert read_config(Found("/root")) == Config(root="/root")


def test_load_reads_what_is_found(tmp_path: Path) -> None:
    (tmp_path / "archlint.toml").write_text("disable = ['x']\n")
    config = without_places(load([str(tmp_path)]))
    assert config == Config(root=str(tmp_path), file="archlint.toml", disable=("x",))


def test_loading_waits_for_heavy_libraries() -> None:
    heavy = "{'pathspec', 'tomllib', 'difflib', 'importlib.metadata', 'click', 'ast'}"
    script = f"import sys, archlint.config.load; print(sorted({heavy} & set(sys.modules)))"
    before = f"import sys, dataclasses; print(sorted({heavy} & set(sys.modules)))"
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[2],
        ).stdout
        for code in (script, before)
    ]
    assert outputs[0] == outputs[1]


def assert_faults_are_inside(config: Config, text: str) -> None:
    lines = text.replace("\r\n", "\n").split("\n")
    for fault in config.faults:
        for place in (fault.location, *(other.location for other in fault.related)):
            assert place.path == "archlint.toml"
            assert 1 <= place.line <= len(lines)
            assert 1 <= place.column <= len(lines[place.line - 1]) + 1
        assert fault.message


WORDS = st.sampled_from(
    [key.name for key in (*KEYS, *DOMAIN_KEYS, *RULE_KEYS)]
    + ["a", "b", "c.d", "*", "a/b", "!a", "", "check", "ignore", "error", "off", ">=0", "x-y", "["]
)
VALUES = st.recursive(
    st.one_of(WORDS.map(repr), st.sampled_from(["1", "true", "false", "1.5", "07:32:00"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
        st.dictionaries(WORDS, inner, max_size=3).map(
            lambda table: "{" + ", ".join(f"'{key}' = {item}" for key, item in table.items()) + "}"
        ),
    ),
    max_leaves=6,
)
SECTIONS = st.sampled_from(
    ["domains.a", "domains.b", "domains.'c.d'", "domains.'a/b'", "rules.a", "rules.b", "a.b"]
)


@st.composite
def configs(draw: st.DrawFn) -> str:
    """TOML that has a config's keys, with values of any kind."""
    lines = [f"'{key}' = {draw(VALUES)}" for key in draw(st.sets(WORDS, max_size=4))]
    for section in draw(st.lists(SECTIONS, unique=True)):
        lines.append(f"[{section}]")
        lines += [f"'{key}' = {draw(VALUES)}" for key in draw(st.sets(WORDS, max_size=5))]
    return "\n".join(lines)


@given(configs())
@settings(max_examples=200)
def test_no_structure_gives_a_traceback(text: str) -> None:
    config = read(text)
    assert_faults_are_inside(config, text)
    assert config.faults == tuple(sorted(config.faults, key=lambda fault: fault.sort_key))
    names = {domain.name for domain in config.domains}
    for domain in config.domains:
        assert domain.unchecked == (domain.imports is None)
        assert domain.imports is None or {*domain.imports} <= {*names, "*"} - {domain.name}


@given(st.text())
@example("a = '\x00'")
@example('"\\ud800" = 1')
def test_no_text_gives_a_traceback(text: str) -> None:
    assert_faults_are_inside(read_bytes(text.encode("utf-8", "replace")), text)


@given(st.binary())
def test_no_bytes_give_a_traceback(content: bytes) -> None:
    try:
        config = read_bytes(content)
    except ConfigError as error:
        (fault,) = error.diagnostics
        assert fault.location.line <= content.count(b"\n") + 1
    else:
        assert_faults_are_inside(config, content.decode("utf-8-sig"))
