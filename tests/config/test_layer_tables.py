"""Tests of the layers section."""

import pytest

from archlint.config.discover import Found
from archlint.config.layer_tables import LAYER_KEYS
from archlint.config.load import read_config
from archlint.config.settings import DomainConfig, LayersConfig

from .reading import faults, read

TREE = """
[domains.model]
imports = []
[domains.log]
imports = []
[families.feature]
modules = "app.features.<name>"
imports = []
"""


def test_every_key_is_read() -> None:
    config = read(
        """
        deferred-imports = "ignore"
        [[layers]]
        within = "app"
        order = ["web", ["feature", "jobs.late"], "model"]
        mode = "closed"
        facade = "app.__init__"
        exhaustive = true
        [[layers]]
        order = ["model", "log"]
        """
        + TREE
    )
    assert config.faults == ()
    assert config.layers == (
        LayersConfig(
            within="app",
            order=(("app.web",), ("feature", "app.jobs.late"), ("model",)),
            mode="closed",
            facade="app.__init__",
            exhaustive=True,
            key=("layers", 0),
        ),
        LayersConfig(order=(("model",), ("log",)), key=("layers", 1)),
    )
    assert config.layers[0].names == (
        "app.__init__",
        "app.web",
        "feature",
        "app.jobs.late",
        "model",
    )


def test_names_that_nothing_declares_become_domains_that_may_import_any() -> None:
    config = read('[[layers]]\nwithin = "app"\norder = ["web", ["jobs"]]\nfacade = "app.api"\n')
    assert [
        (domain.name, domain.imports, domain.unchecked, domain.key) for domain in config.domains
    ] == [
        ("app.api", ("*",), False, ("layers", 0, "facade")),
        ("app.web", ("*",), False, ("layers", 0, "order", 0)),
        ("app.jobs", ("*",), False, ("layers", 0, "order", 1, 0)),
    ]
    assert [domain.modules.keys for domain in config.domains] == [
        (domain.key,) for domain in config.domains
    ]


def test_two_stacks_share_a_domain_that_both_name() -> None:
    stack = '[[layers]]\nwithin = "app"\norder = ["web", "store"]\n'
    config = read(stack + '[[layers]]\nwithin = "app"\norder = ["web", "model"]\n')
    assert config.faults == ()
    assert [domain.name for domain in config.domains] == ["app.web", "app.store", "app.model"]


def test_a_declared_domain_may_be_named_as_the_child_it_is_called_like() -> None:
    config = read(
        '[domains."app.web"]\nimports = []\n[[layers]]\nwithin = "app"\norder = ["web", "store"]\n'
    )
    assert config.faults == ()
    assert config.layers[0].order == (("app.web",), ("app.store",))
    assert isinstance(config.domains[0], DomainConfig)
    assert config.domains[0].imports == ()


def test_a_domain_in_layers_need_not_say_what_it_may_import() -> None:
    config = read('[domains.a]\n[domains.b]\n[[layers]]\norder = ["a", "b"]\n')
    assert config.faults == ()
    assert [domain.imports for domain in config.domains] == [("*",), ("*",)]


def test_layers_may_let_a_domain_be_imported_by_its_made_name() -> None:
    text = '[domains.use]\nimports = ["app.web"]\n[[layers]]\nwithin = "app"\norder = ["web"]\n'
    assert faults(text) == []


@pytest.mark.parametrize("key", [key.name for key in LAYER_KEYS])
def test_no_key_is_accepted_and_passed_over(key: str) -> None:
    order = "" if key == "order" else 'order = ["a"]\n'
    within = "" if key == "within" else 'within = "x"\n'
    (fault,) = read(f"[[layers]]\n{order}{within}{key} = 1979-05-27").faults
    assert fault.message.startswith(f"`{key}` is a date or time, expected ")


@pytest.mark.parametrize(
    ("file", "name"), [("archlint.toml", "layers"), ("pyproject.toml", "tool.archlint.layers")]
)
def test_single_brackets_are_told_from_double_ones(file: str, name: str) -> None:
    content = f'[{name}]\norder = ["a"]\n'.encode()
    (fault,) = read_config(Found("/", file, content)).faults
    assert fault.message == "`layers` is a table, expected a list of tables"
    assert fault.help == (f"write `[[{name}]]`",)


@pytest.mark.parametrize("file", ["archlint.toml", "pyproject.toml"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("layers = 3", ["2:10-11 `layers` is an integer, expected a list of tables"]),
        ("layers = [3]", ["2:11-12 an item of `layers` is an integer, expected a table"]),
        (
            "[[layers]]\noder = []",
            [
                "2:1-11 layers have no `order` | list the layers in `order`, high to low",
                "3:1-5 unknown key `oder` | did you mean `order`?",
            ],
        ),
        (
            (
                "[[layers]]\nwithin = 'a-b'\norder = 'web'\nmode = 'close'\nexhaustive = 'yes'\n"
                "facade = 'app.*'"
            ),
            [
                "3:10-15 `a-b` is no name of a package",
                (
                    "4:9-14 `order` is a string, expected a list of names, high to low"
                    ' | write `["web"]`'
                ),
                '5:8-15 `mode` is "close", expected "open" or "closed" | did you mean `closed`?',
                "6:14-19 `exhaustive` is a string, expected true or false",
                "7:10-17 `app.*` is no name of a module or package",
            ],
        ),
        ("[[layers]]\norder = []", ["3:9-11 `order` is empty"]),
        (
            "[[layers]]\nexhaustive = true\norder = ['nobody', [], 3]",
            [
                ("3:1-11 `exhaustive` says nothing without `within`, the package to be exhausted"),
                (
                    "4:10-18 no domain is called `nobody`"
                    " | say `within` which package it stands, or declare it"
                ),
                "4:20-22 a level is empty | take it out",
                "4:24-25 an item of `order` is an integer, expected a name or a list of names",
            ],
        ),
        (
            (
                "[[layers]]\nwithin = 'app'\nfacade = 'app.web'\n"
                "order = ['web', ['a', 'a'], 'a', 'x.*', '!b', 'b/c', '']"
            ),
            [
                "5:10-15 `web` stands twice in these layers",
                "5:23-26 `a` is listed twice",
                "5:29-32 `a` stands twice in these layers",
                "5:34-39 `x.*` is no name of a module or package",
                "5:41-45 `!b` is no identifier (a path needs a slash)",
                "5:47-52 `b/c` is no name of a module or package",
                "5:54-56 an item of `order` is empty",
            ],
        ),
    ],
)
def test_malformed_layers(text: str, expected: list[str], file: str) -> None:
    if file == "pyproject.toml":
        shift = len("tool.archlint.")
        text = text.replace("[[layers]]", "[[tool.archlint.layers]]")
        expected = [
            line.replace("2:1-11", f"2:1-{11 + shift}", 1) if "have no `order`" in line else line
            for line in expected
        ]
        head = "[tool.archlint]\n"
    else:
        head = "\n"
    assert faults(head + text, file) == expected


def test_an_unchecked_domain_stands_in_no_layers() -> None:
    text = "[domains.a]\nunchecked = true\n[domains.b]\n[[layers]]\norder = ['a', 'b']\n"
    assert faults(text) == [
        "2:1-10 domain `a` stands in layers, which hold nothing for an unchecked one"
    ]


def test_a_child_that_a_declared_domain_claims_is_named_by_that_domain() -> None:
    (fault,) = faults(
        "[domains.ui]\nmodules = 'app.web'\nimports = []\n"
        "[[layers]]\nwithin = 'app'\norder = ['web', 'store']\n"
    )
    assert fault == (
        "6:10-15 domains `ui` and `app.web` both claim `app.web` | name the domain `ui` in `order`"
    )


@pytest.mark.parametrize(
    ("imports", "mode", "word"),
    [
        ("web", "open", "web"),
        ("jobs", "open", "jobs"),
        ("model", "closed", "model"),
        ("front", "open", "front"),
        ("store", "closed", ""),
        ("model", "open", ""),
        ("log", "closed", ""),
    ],
)
def test_a_permission_for_what_a_stack_forbids_is_a_contradiction(
    imports: str, mode: str, word: str
) -> None:
    config = read(
        f"[domains.service]\nimports = ['{imports}']\n"
        "[domains.front]\n[domains.web]\n[domains.jobs]\n[domains.store]\n[domains.model]\n"
        "[domains.log]\nimports = []\n"
        "[[layers]]\norder = ['web', ['service', 'jobs'], 'store', 'model']\n"
        f"facade = 'front'\nmode = '{mode}'\n"
    )
    assert [(fault.object, str(fault.location)) for fault in config.faults] == (
        [(word, "archlint.toml:2:12")] if word else []
    )
    assert config.domains[0].imports == (() if word else (imports,))


def test_the_order_of_layers_is_part_of_the_declared_graph() -> None:
    (fault,) = read(
        "[domains.web]\n[domains.store]\nimports = ['log']\n[domains.log]\nimports = ['web']\n"
        "[[layers]]\norder = ['web', 'store']\n"
    ).faults
    assert fault.message == (
        "the domains import each other in a circle: log -> web -> store -> log"
    )
    assert str(fault.location) == "archlint.toml:3:12"
    assert [str(other.location) for other in fault.related] == [
        "archlint.toml:5:12",
        "archlint.toml:7:17",
    ]


def test_two_stacks_that_turn_each_other_round_are_a_cycle() -> None:
    (fault,) = faults(
        "[domains.a]\n[domains.b]\n[[layers]]\norder = ['a', 'b']\n[[layers]]\norder = ['b', 'a']\n"
    )
    assert fault.startswith("6:15-18 the domains import each other in a circle: a -> b -> a")
