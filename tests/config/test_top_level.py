"""Tests of the keys at the top of a config."""

import pytest

from archlint.config.settings import Config, RuleConfig
from archlint.config.top_level import KEYS
from archlint.diagnostics import MALFORMED_CONFIG, Severity
from archlint.source.options import SourceOptions
from archlint.version import VERSION

from .reading import faults, read, without_places

EVERYTHING = """
source-roots = ["src", "."]
exclude = ["a/**"]
extend-exclude = ["b"]
tests = []
extend-tests = ["c"]
tools = ["d"]
extend-tools = ["e"]
production = ["f/g.py"]
select = ["default"]
extend-select = ["charter"]
disable = ["shadowed-module"]
typing-imports = "ignore"
deferred-imports = "check"
required-version = ">=0.0"

[rules]
import-cycle = "warning"
shadowed-module = "off"
unused-package = { severity = "error", test-consumers = "count" }

[rules.one-door]
type = "banned-api"
names = ["os.getenv"]
allowed-in = [{ modules = "app.settings", why = "reads the environment once" }]
why = "configuration enters through one module"
previous = ["env-door"]
"""


def test_every_key_is_read() -> None:
    config = read(EVERYTHING)
    assert without_places(config) == Config(
        root="/root",
        file="archlint.toml",
        source=SourceOptions(
            source_roots=("src", "."),
            exclude=("a/**",),
            extend_exclude=("b",),
            tests=(),
            extend_tests=("c",),
            tools=("d",),
            extend_tools=("e",),
            production=("f/g.py",),
        ),
        select=("default",),
        extend_select=("charter",),
        disable=("shadowed-module",),
        rules=(
            RuleConfig(
                instance="import-cycle",
                type="import-cycle",
                severity=Severity.WARNING,
                key=("rules", "import-cycle"),
            ),
            RuleConfig(
                instance="shadowed-module",
                type="shadowed-module",
                severity="off",
                key=("rules", "shadowed-module"),
            ),
            RuleConfig(
                instance="unused-package",
                type="unused-package",
                severity=Severity.ERROR,
                options={"test-consumers": "count"},
                key=("rules", "unused-package"),
            ),
            RuleConfig(
                instance="one-door",
                type="banned-api",
                options={
                    "names": ["os.getenv"],
                    "allowed-in": [
                        {"modules": "app.settings", "why": "reads the environment once"}
                    ],
                },
                why="configuration enters through one module",
                previous=("env-door",),
                key=("rules", "one-door"),
            ),
        ),
    )


def test_an_empty_config_leaves_the_defaults() -> None:
    assert without_places(read("")) == Config(root="/root", file="archlint.toml")


@pytest.mark.parametrize("key", [key.name for key in KEYS])
def test_no_key_is_accepted_and_passed_over(key: str) -> None:
    (fault,) = read(f"{key} = 1979-05-27").faults
    assert fault.message.startswith(f"`{key}` is a date or time, expected ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("source_roots = []", ["1:1-13 unknown key `source_roots` | did you mean `source-roots`?"]),
        ('"a b".c = 1', ["1:1-6 unknown key `a b`"]),
        ("[domians.x]\n", ["1:2-9 unknown key `domians` | did you mean `domains`?"]),
        ("[[zones]]", ["1:3-8 unknown key `zones`"]),
        (
            "[tool.archlint]\nselect = ['x']\n",
            [
                (
                    "1:2-6 unknown key `tool`"
                    " | outside of `pyproject.toml` the keys stand at the top,"
                    " not in `tool.archlint`"
                )
            ],
        ),
        (
            'exclude = "x"',
            ['1:11-14 `exclude` is a string, expected a list of path patterns | write `["x"]`'],
        ),
        (
            'tests = ["ok", 5, "", "#x", "ok", "a\\\\"]',
            [
                "1:16-17 an item of `tests` is an integer, expected a path pattern",
                "1:19-21 an item of `tests` is empty",
                "1:23-27 `#x` reads as a comment and matches nothing",
                "1:29-33 `ok` is listed twice",
                "1:35-40 `a\\` is no path pattern",
            ],
        ),
        ("source-roots = []", ["1:16-18 `source-roots` is empty"]),
        ("select = []", ["1:10-12 `select` is empty"]),
        (
            'source-roots = ["/a", "../b", "c/../../d", "C:/e", "f\\\\g"]',
            [
                "1:17-21 `/a` is no folder relative to the config, written with `/`",
                "1:23-29 `../b` leaves the folder of the config",
                "1:31-42 `c/../../d` leaves the folder of the config",
                "1:44-50 `C:/e` is no folder relative to the config, written with `/`",
                "1:52-58 `f\\g` is no folder relative to the config, written with `/`",
            ],
        ),
        (
            'typing-imports = "chek"',
            [
                (
                    '1:18-24 `typing-imports` is "chek", expected "check" or "ignore"'
                    " | did you mean `check`?"
                )
            ],
        ),
        (
            "deferred-imports = true",
            ['1:20-24 `deferred-imports` is a boolean, expected "check" or "ignore"'],
        ),
        (
            'required-version = "99"',
            ["1:20-24 `99` is no version specifier such as `>=1.2`"],
        ),
        (
            'required-version = ">=99"',
            [
                (
                    f"1:20-26 this is archlint {VERSION}, and the config asks for `>=99`"
                    " | install a version that the config accepts"
                )
            ],
        ),
        ("rules = []", ["1:9-11 `rules` is a list, expected a table"]),
        (
            '[rules]\nimport-cycle = "warn"\nb = 1.5\n',
            [
                (
                    '2:16-22 `import-cycle` is "warn", expected "error", "warning" or "off"'
                    " | did you mean `warning`?"
                ),
                '3:5-8 `b` is a number, expected "error", "warning" or "off" or a table',
            ],
        ),
        (
            '[rules.a]\nseverity = "Error"\ntype = 1\nwhy = ""\nprevious = "b"\n',
            [
                (
                    '2:12-19 `severity` is "Error", expected "error", "warning" or "off"'
                    " | did you mean `error`?"
                ),
                "3:8-9 `type` is an integer, expected a string",
                "4:7-9 `why` is empty",
                '5:12-15 `previous` is a string, expected a list of strings | write `["b"]`',
            ],
        ),
    ],
)
def test_malformed_keys(text: str, expected: list[str]) -> None:
    assert faults(text) == expected


def test_what_is_malformed_is_left_out_and_the_rest_stands() -> None:
    config = read(
        """
        source-roots = ["/x"]
        tests = [1, "ok"]
        disable = ["a", "a"]
        typing-imports = "x"
        [rules]
        a = "x"
        b = { severity = "x", c = 1 }
        d = { type = 1 }
        """
    )
    source = config.source
    assert (source.source_roots, source.tests, config.disable) == (None, ("ok",), ("a",))
    assert config.rules == (
        RuleConfig(instance="b", type="b", options={"c": 1}, key=("rules", "b")),
    )


def test_a_fault_says_what_it_is_about() -> None:
    (first, second) = read("[rules.a]\nprevious = ['b', 'b']\n[b]").faults
    assert (first.rule, first.severity) == (MALFORMED_CONFIG, Severity.ERROR)
    assert (first.subject, first.object) == ("rules.a.previous", "b")
    assert (second.subject, second.object) == ("b", "b")
    assert str(second.location) == "archlint.toml:3:2"


def test_places_and_subjects_in_a_pyproject() -> None:
    config = read("[tool.archlint]\nselect = ['x']\nb = 1\n", "pyproject.toml")
    assert str(config.locate(("select", 0), True)) == "pyproject.toml:2:11"
    (fault,) = config.faults
    assert (str(fault.location), fault.subject) == ("pyproject.toml:3:1", "b")


def test_a_pyproject_whose_table_is_none() -> None:
    (fault,) = read("[tool]\narchlint = 3\n", "pyproject.toml").faults
    assert str(fault.location) == "pyproject.toml:2:12"
    assert fault.message == "`tool.archlint` is an integer, expected a table"
    assert fault.subject == "pyproject.toml"


def test_equal_overrides_may_not_differ() -> None:
    text = """
    [[overrides]]
    modules = ["shop.a", "!shop.c"]
    rules = { import-cycle = "warning", syntax-error = "off" }

    [[overrides]]
    modules = ["shop.b", "shop.a", "shop.c"]
    rules = { import-cycle = "off", syntax-error = "off" }

    [[overrides]]
    modules = ["shop.a.*"]
    rules = { import-cycle = "error" }
    """
    assert faults(text) == [
        "8:26-31 another override gives `import-cycle` another severity for `shop.a`"
    ]
    (fault,) = read(text).faults
    assert [str(other.location) for other in fault.related] == ["archlint.toml:4:26"]
