"""A config that is kept is the one that was read, in every value and every place."""

import time
from pathlib import Path
from textwrap import dedent

import pytest

from archlint.cache import configs
from archlint.cache.folder import Folder
from archlint.cache.memory import Memory
from archlint.config.discover import Found
from archlint.config.load import read_config
from archlint.config.settings import Config, nowhere
from archlint.diagnostics import Location, Severity

EVERYTHING = dedent(
    """
    source-roots = ["src"]
    exclude = []
    tests = ["t/**"]
    production = ["tests/kit/**"]
    select = ["default"]
    disable = ["import-cycle"]
    parent-imports = true
    plugins = [".laws"]
    kind = "library"
    typing-imports = "ignore"

    [[entry-points]]
    modules = ["app.jobs.*", "src/app/*.py"]
    why = "cron, häufig"

    [[overrides]]
    modules = ["app.old.**", "!app.old.new"]
    rules = { import-cycle = "warning", unused-package = "off" }

    [domains.app]
    modules = ["app", "app.__init__"]
    imports = ["lib", "feature"]
    external = ["numpy"]
    public = ["app.api"]
    deferred-imports = ["feature"]
    why = "it is the app"

    [domains.lib]
    modules = ["lib.**"]
    imports = []

    [domains.old]
    modules = ["app.old"]
    unchecked = true

    [families.feature]
    modules = ["feature.<name>"]
    imports = []
    siblings = "forbid"
    shared = ["base"]
    allow = { one = ["two"] }

    [[layers]]
    order = ["app", ["lib"]]

    [rules]
    import-cycle = "warning"

    [rules.own]
    type = "banned"
    severity = "error"
    names = ["a", "b"]
    nested = { list = [1, 2.5, true], table = {} }

    [import-contracts]
    strict = true

    [import-contracts.one]
    typing-imports = "ignore"
    max-ignored = 3
    """
)

SEVERITIES = (Severity.WARNING, Severity.ERROR)


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(Folder(str(tmp_path / "cache")), str(tmp_path), False, time.time_ns())


def found(text: str, file: str = "archlint.toml", root: str = "/root") -> Found:
    return Found(root, file, text.encode())


def kept(memory: Memory, found: Found) -> Config | None:
    configs.keep(memory, found, read_config(found))
    return configs.recall(memory, found)


def test_every_value_comes_back(memory: Memory) -> None:
    read, again = read_config(found(EVERYTHING)), kept(memory, found(EVERYTHING))
    assert read.faults == ()
    defaults = Config("/root", "archlint.toml")
    unsaid = {name for name in Config._fields if getattr(read, name) == getattr(defaults, name)}
    assert unsaid <= {"root", "file", "extend_select", "included_files", "stale_includes", "faults"}
    assert again is not None
    assert again._replace(locate=nowhere) == read._replace(locate=nowhere)
    # What is equal may still be something else: a severity is a string, too.
    assert [repr(rule.severity) for rule in again.rules] == [*map(repr, SEVERITIES)]
    assert repr(again.overrides) == repr(read.overrides)


@pytest.mark.parametrize("file", ["archlint.toml", "pyproject.toml"])
def test_places_are_those_of_the_file(memory: Memory, file: str) -> None:
    start = "[tool.archlint]\n" if file == "pyproject.toml" else ""
    text = f'# nothing\n{start}select = ["default"]\ndisable = ["import-cycle"]\n'
    read, again = read_config(found(text, file)), kept(memory, found(text, file))
    assert again is not None
    for key in (("select",), ("disable", "import-cycle"), ("absent",)):
        for value in (True, False):
            assert again.locate(key, value) == read.locate(key, value)
    assert again.locate(("select",), True).line > 1


def test_another_content_file_or_root_is_another_config(memory: Memory) -> None:
    one = found('select = ["default"]')
    assert kept(memory, one) is not None
    assert configs.recall(memory, found('select = ["all"]')) is None
    assert configs.recall(memory, found('select = ["default"]', "other.toml")) is None
    elsewhere = configs.recall(memory, found('select = ["default"]', root="/elsewhere"))
    assert elsewhere is not None
    assert elsewhere.root == "/elsewhere"


@pytest.mark.parametrize(
    "text",
    [
        'include = ["*/archlint.toml"]',
        "unknown = 1",
        "not TOML",
        "[rules.own]\ntype = 'x'\nday = 2026-01-01",
        "[rules.own]\ntype = 'x'\nnumber = 0x" + "f" * 9000,
        "[rules.own]\ntype = 'x'\ndeep = " + "[" * 300 + "]" * 300,
    ],
)
def test_what_may_not_be_kept_is_never_another(memory: Memory, text: str) -> None:
    again = kept(memory, found(text))
    assert again is None or again == read_config(found(text))._replace(locate=again.locate)


def test_a_tree_that_includes_configs_is_looked_at_again(memory: Memory, tmp_path: Path) -> None:
    here = found('include = ["*/archlint.toml"]', root=str(tmp_path))
    assert kept(memory, here) is None


def test_a_value_that_could_not_be_made_again_is_not_kept(memory: Memory) -> None:
    foreign = read_config(here := found("[rules.own]\ntype = 'x'"))
    rule = foreign.rules[0]._replace(options={"at": Location("a.py")})
    configs.keep(memory, here, foreign._replace(rules=(rule,)))
    assert configs.recall(memory, here) is None


def test_no_file_is_nothing_to_keep(memory: Memory) -> None:
    assert kept(memory, Found("/root")) is None
