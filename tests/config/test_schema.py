"""The JSON Schema of the config says what the config itself accepts."""

import tomllib
from pathlib import Path

import jsonschema
import pytest

from archlint import options
from archlint.config.discover import Found
from archlint.config.load import read_config
from archlint.config.schema import config_schema
from archlint.registry.known import builtin_names, builtin_rule
from archlint.scenarios import read_scenarios

ROOT = Path(__file__).parents[2]
SCHEMA = config_schema({name: options.schema(builtin_rule(name)) for name in builtin_names()})
PAGES = sorted([*(ROOT / "docs").glob("[!w]*.md"), *(ROOT / "docs" / "rules").glob("*.md")])


def is_valid(text: str) -> bool:
    return not list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(tomllib.loads(text)))


def has_faults(text: str) -> bool:
    return bool(read_config(Found("/", "archlint.toml", text.encode())).faults)


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_configs_of_the_documentation_fit(page: Path) -> None:
    text = page.read_text("utf-8")
    for scenario in read_scenarios(text.partition("\n## Scenarios\n")[2] or text):
        text = scenario.files.get("archlint.toml", "")
        if not has_faults(text):
            assert is_valid(text), text


def test_the_law_of_this_repository_fits() -> None:
    assert is_valid((ROOT / "archlint.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "improts = []",
        'exclude = "x"',
        "exclude = [1]",
        "select = []",
        'typing-imports = "maybe"',
        "domains = []",
        "[domains]\nmodel = 1",
        "[domains.model]\nimprots = []",
        "[domains.model]\nimports = true",
        '[domains.model]\nimports = []\ntests = "no"',
        "[domains.model]\nimports = []\nunchecked = 1",
        '[families.f]\nmodules = "a.<b>"\nimports = []\nsiblings = "yes"',
        '[families.f]\nmodules = "a.<b>"\nimports = []\nallow = { a = "b" }',
        'layers = { order = ["a"] }',
        '[[layers]]\nwithin = "a"\norder = [1]',
        '[[layers]]\nwithin = "a"\norder = ["b"]\nmode = "ajar"',
        '[[overrides]]\nmodules = ["a"]\nrules = 1',
        '[rules]\nsyntax-error = "fatal"',
        '[rules.syntax-error]\nseverity = "fatal"',
        "[import-contracts]\nstrict = 1",
        "[import-contracts.x]\nmax-ignored = -1",
    ],
)
def test_what_the_config_refuses_the_schema_refuses(text: str) -> None:
    assert has_faults(text)
    assert not is_valid(text)


def test_the_options_of_rules_are_in_it() -> None:
    assert is_valid('[rules]\nimport-cycle = { level = "package" }')
    assert not is_valid('[rules]\nimport-cycle = { level = "planet" }')
    assert not is_valid("[rules]\nimport-cycle = { lvl = 1 }")
    assert is_valid('[rules.mine]\ntype = "import-cycle"\nlevel = "package"')
    assert not is_valid("[rules.mine]\nlevel = 1")
