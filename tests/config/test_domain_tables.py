"""Tests of the domains section."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archlint.config.declared_graph import closing_cycles
from archlint.config.domain_tables import DOMAIN_KEYS
from archlint.config.expressions import Selector, parse_expression
from archlint.config.settings import DomainConfig

from .reading import faults, read


def test_every_key_is_read() -> None:
    config = read(
        """
        typing-imports = "ignore"
        [domains.model]
        imports = []
        external = []
        why = "a leaf"
        [domains.critic]
        modules = ["critic", "!critic.old", "src/x/"]
        imports = ["model"]
        external = ["attr", "google.protobuf"]
        typing-imports = ["rest"]
        deferred-imports = "ignore"
        tests = "check"
        optional = true
        owner = "@core"
        [domains.rest]
        modules = "app.*"
        unchecked = true
        [domains.any]
        imports = ["*"]
        """
    )
    assert config.faults == ()
    texts = ("critic", "!critic.old", "src/x/")
    assert config.domains == (
        DomainConfig(
            name="model",
            modules=Selector((parse_expression("model"),), (("domains", "model"),)),
            imports=(),
            external=(),
            typing_imports="ignore",
            why="a leaf",
            key=("domains", "model"),
        ),
        DomainConfig(
            name="critic",
            modules=Selector(
                tuple(parse_expression(text) for text in texts),
                tuple(("domains", "critic", "modules", index) for index in range(3)),
            ),
            imports=("model",),
            external=("attr", "google.protobuf"),
            typing_imports=("rest",),
            deferred_imports="ignore",
            tests="check",
            optional=True,
            owner="@core",
            key=("domains", "critic"),
        ),
        DomainConfig(
            name="rest",
            modules=Selector((parse_expression("app.*"),), (("domains", "rest", "modules"),)),
            imports=None,
            typing_imports="ignore",
            unchecked=True,
            key=("domains", "rest"),
        ),
        DomainConfig(
            name="any",
            modules=Selector((parse_expression("any"),), (("domains", "any"),)),
            imports=("*",),
            typing_imports="ignore",
            key=("domains", "any"),
        ),
    )


@pytest.mark.parametrize("key", [key.name for key in DOMAIN_KEYS])
def test_no_key_is_accepted_and_passed_over(key: str) -> None:
    imports = "" if key == "imports" else "imports = []\n"
    (fault,) = read(f"[domains.a]\n{imports}{key} = 1979-05-27").faults
    assert fault.message.startswith(f"`{key}` is a date or time, expected ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[domains]\na = {}\n",
            [
                (
                    "2:5-7 domain `a` does not say what it may import"
                    " | list the domains it may import in `imports`; a leaf has `imports = []`"
                )
            ],
        ),
        (
            "[domains.a]\nunchecked = false\n",
            [
                (
                    "1:1-12 domain `a` does not say what it may import"
                    " | list the domains it may import in `imports`; a leaf has `imports = []`"
                )
            ],
        ),
        (
            '[domains.a]\nunchecked = "yes"\n',
            ["2:13-18 `unchecked` is a string, expected true or false"],
        ),
        (
            "[domains.a]\nunchecked = true\nimports = []\nwhy = 'x'\nexternal = 3\n",
            [
                "3:1-8 `imports` says nothing in an unchecked domain",
                "5:1-9 `external` says nothing in an unchecked domain",
            ],
        ),
        ("[domains]\na = 1\n", ["2:5-6 `a` is an integer, expected a table"]),
        (
            "[domains.a]\nimports = []\nimport = []\n",
            ["3:1-7 unknown key `import` | did you mean `imports`?"],
        ),
        (
            (
                "[domains.model]\nimports = []\n[domains.a]\n"
                "imports = ['modle', 'a', 'model', 'zzz']\n"
            ),
            [
                "4:12-19 no domain is called `modle` | did you mean `model`?",
                "4:21-24 domain `a` may always import itself | take the entry out",
                "4:35-40 no domain is called `zzz`",
            ],
        ),
        (
            "[domains.a]\nimports = []\ntyping-imports = ['b', '*']\ndeferred-imports = 'no'\n",
            [
                "3:19-22 no domain is called `b`",
                "3:24-27 no domain is called `*`",
                '4:20-24 `deferred-imports` is "no", expected "check" or "ignore"',
            ],
        ),
        (
            "[domains.a]\nimports = ['*', 'b']\n[domains.b]\nimports = []\n",
            ["2:12-15 `*` allows every domain, so no other can stand beside it"],
        ),
        (
            "[domains.a]\nimports = []\nexternal = ['typing-extensions', 'a.b', 'a.']\n",
            [
                "3:13-32 `typing-extensions` is no name that can be imported",
                "3:41-45 `a.` is no name that can be imported",
            ],
        ),
        (
            "[domains.a-b]\nimports = []\n",
            ["1:10-13 `a-b` names no module, so the domain needs `modules`"],
        ),
        (
            "[domains.'a/b']\nimports = []\nmodules = 'x'\n",
            ["1:10-15 `a/b` is no name for a domain: letters, digits, `_`, `-` and `.` make one"],
        ),
        (
            "[domains.a]\nimports = []\nmodules = ['x', '!!', 'a.b**', 'x', 3]\n",
            [
                "3:17-21 `!` is no identifier (a path needs a slash)",
                "3:23-30 `b**` mixes a name and a wildcard: `*` stands for a whole segment",
                "3:32-35 `x` is listed twice",
                "3:37-38 an item of `modules` is an integer, expected a string",
            ],
        ),
        ("[domains.a]\nimports = []\nmodules = []\n", ["3:11-13 `modules` is empty"]),
        (
            "[domains.a]\nimports = []\nmodules = ['!a', '!b']\n",
            ["3:11-23 `modules` only takes away, so it matches nothing"],
        ),
        (
            (
                "[domains.a]\nimports = []\n[domains.b]\nimports = []\nmodules = ['b', 'a', '!c']\n"
                "[domains.c]\nimports = []\n"
            ),
            [
                (
                    "5:17-20 domains `a` and `b` both claim `a`"
                    " | give one of them a more specific expression"
                )
            ],
        ),
        (
            (
                "[domains.a]\nimports = []\nmodules = 'x.<n>.y'\n"
                "[domains.b]\nimports = []\nmodules = 'x.*.y'\n"
            ),
            [
                (
                    "6:11-18 domains `a` and `b` both claim `x.*.y`"
                    " | give one of them a more specific expression"
                )
            ],
        ),
        (
            (
                "[domains.a]\nimports = []\nmodules = '/x/y'\n"
                "[domains.b]\nimports = []\nmodules = 'x/y'\n"
            ),
            [
                (
                    "6:11-16 domains `a` and `b` both claim `x/y`"
                    " | give one of them a more specific expression"
                )
            ],
        ),
    ],
)
def test_malformed_domains(text: str, expected: list[str]) -> None:
    assert faults(text) == expected


def test_what_is_malformed_is_left_out_and_the_rest_stands() -> None:
    config = read(
        """
        [domains]
        number = 1
        [domains.silent]
        [domains.typo]
        imports = "silent"
        external = 3
        [domains.list]
        modules = ["list", "typo", "a b"]
        imports = ["silent", "nobody", "list"]
        typing-imports = ["number", "nobody"]
        [domains.vain]
        unchecked = true
        imports = []
        external = []
        [domains.nothing]
        modules = 3
        imports = []
        """
    )
    assert [
        (domain.name, domain.unchecked, domain.imports, domain.external, len(domain.modules.keys))
        for domain in config.domains
    ] == [
        ("number", True, None, None, 0),
        ("silent", True, None, None, 1),
        ("typo", True, None, None, 1),
        ("list", False, ("silent",), None, 1),
        ("vain", True, None, None, 1),
        ("nothing", False, (), None, 0),
    ]
    assert config.domains[3].typing_imports == ("number",)


def test_a_rival_expression_names_the_first() -> None:
    (fault,) = read(
        "[domains.a]\nimports = []\n[domains.b]\nimports = []\nmodules = ['b', 'a']\n"
    ).faults
    assert [(str(other.location), other.message) for other in fault.related] == [
        ("archlint.toml:1:1", "`a` claims it")
    ]
    assert (fault.subject, fault.object) == ("domains.b.modules", "a")


def test_a_cycle_is_told_in_words_at_the_entry_that_closes_it() -> None:
    config = read(
        """\
        [domains.c]
        imports = ["a", "d"]
        [domains.b]
        imports = ["c"]
        [domains.a]
        imports = ["b", "d"]
        [domains.d]
        imports = []
        """
    )
    (fault,) = config.faults
    assert fault.message == "the domains import each other in a circle: a -> b -> c -> a"
    assert str(fault.location) == "archlint.toml:2:12"
    assert (fault.subject, fault.object) == ("domains.c.imports", "a")
    assert [(str(other.location), other.message) for other in fault.related] == [
        ("archlint.toml:6:12", "`a` may import `b`"),
        ("archlint.toml:4:12", "`b` may import `c`"),
    ]
    assert [domain.imports for domain in config.domains] == [("d",), ("c",), ("b", "d"), ()]


@pytest.mark.parametrize("key", ["typing-imports", "deferred-imports"])
def test_permissions_that_are_not_for_run_time_close_no_cycle(key: str) -> None:
    text = f"[domains.a]\nimports = []\n{key} = ['b']\n[domains.b]\nimports = ['a']\n"
    assert faults(text) == []


def test_a_domain_that_may_import_any_closes_no_cycle() -> None:
    text = "[domains.a]\nimports = ['*']\n[domains.b]\nimports = ['a']\n"
    assert faults(text) == []
    assert faults("[domains.a]\nunchecked = true\n[domains.b]\nimports = ['a']\n") == []


GRAPHS = st.dictionaries(
    st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef"), unique=True), max_size=6
)


@given(GRAPHS)
def test_without_the_closing_edges_no_cycle_is_left(graph: dict[str, list[str]]) -> None:
    cycles = list(closing_cycles(graph))
    assert cycles == list(closing_cycles(dict(reversed(graph.items()))))
    assert len(cycles) == len({*cycles})
    left = {(start, end) for start, ends in graph.items() for end in ends}
    for cycle in cycles:
        assert {*zip(cycle, (*cycle[1:], cycle[0]), strict=True)} <= {
            (start, end) for start, ends in graph.items() for end in ends
        }
        left.discard((cycle[-1], cycle[0]))
    while left:
        starts = {start for start, _ in left}
        kept = {(start, end) for start, end in left if end in starts}
        assert kept < left
        left = kept


def test_a_long_chain_of_domains_is_no_trouble() -> None:
    size = 3000
    graph = {str(index): [str(index + 1)] for index in range(size)} | {str(size): ["0"]}
    (cycle,) = closing_cycles(graph)
    assert len(cycle) == size + 1
