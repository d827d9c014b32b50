"""Tests of the families section."""

import pytest

from archlint.config.expressions import Selector, parse_expression
from archlint.config.family_tables import FAMILY_KEYS
from archlint.config.settings import DomainConfig, FamilyConfig

from .reading import faults, read


def test_every_key_is_read() -> None:
    config = read(
        """
        [families.feature]
        modules = ["app.features.<name>", "!app.features.old"]
        imports = ["model"]
        external = []
        typing-imports = ["feature"]
        deferred-imports = ["feature/search", "model"]
        tests = "check"
        public = ["app.features.<name>.api", "!app.features.billing.api.v1"]
        public-names = "exported"
        optional = true
        owner = "@features"
        why = "each alone"
        shared = ["accounts"]
        allow = { billing = ["orders", "search"], "b-2" = [] }
        [domains.model]
        imports = []
        [domains.web]
        imports = ["feature", "feature/billing"]
        typing-imports = ["feature/search"]
        """
    )
    assert config.faults == ()
    key = ("families", "feature")
    assert config.domains[2] == DomainConfig(
        name="feature",
        modules=Selector(
            tuple(map(parse_expression, ("app.features.<name>", "!app.features.old"))),
            ((*key, "modules", 0), (*key, "modules", 1)),
        ),
        imports=("model",),
        external=(),
        typing_imports=("feature",),
        deferred_imports=("feature/search", "model"),
        tests="check",
        public=Selector(
            tuple(
                map(parse_expression, ("app.features.<name>.api", "!app.features.billing.api.v1"))
            ),
            ((*key, "public", 0), (*key, "public", 1)),
        ),
        public_names="exported",
        optional=True,
        owner="@features",
        why="each alone",
        family=FamilyConfig(
            shared=("accounts",), allow={"billing": ("orders", "search"), "b-2": ()}
        ),
        key=key,
    )
    assert config.domains[1].imports == ("feature", "feature/billing")


@pytest.mark.parametrize("key", [key.name for key in FAMILY_KEYS])
def test_no_key_is_accepted_and_passed_over(key: str) -> None:
    modules = "" if key == "modules" else "modules = 'x.<n>'\n"
    imports = "" if key == "imports" else "imports = []\n"
    (fault,) = read(f"[families.a]\n{imports}{modules}{key} = 1979-05-27").faults
    assert fault.message.startswith(f"`{key}` is a date or time, expected ")


HEAD = "[families.a]\nmodules = 'x.<n>'\nimports = []\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("families = 3", ["1:12-13 `families` is an integer, expected a table"]),
        ("[families]\na = 3", ["2:5-6 `a` is an integer, expected a table"]),
        (
            "[families.a]\n",
            [
                (
                    "1:1-13 family `a` does not say what it may import"
                    " | list the domains it may import in `imports`; a leaf has `imports = []`"
                ),
                (
                    "1:1-13 family `a` does not say which modules its members are"
                    ' | write `modules = "app.features.<name>"`: each match is a member'
                ),
            ],
        ),
        (HEAD + "unchecked = true\n", ["4:1-10 unknown key `unchecked`"]),
        (HEAD + "sibling = 'allow'\n", ["4:1-8 unknown key `sibling` | did you mean `siblings`?"]),
        (
            HEAD + "siblings = 'forbidden'\n",
            [
                (
                    '4:12-23 `siblings` is "forbidden", expected "forbid" or "allow"'
                    " | did you mean `forbid`?"
                )
            ],
        ),
        (
            HEAD + "shared = 'b'\n",
            ['4:10-13 `shared` is a string, expected a list of members | write `["b"]`'],
        ),
        (
            HEAD + "shared = ['s', 's', 'x y']\nallow = { b = ['b', 'c', 3], c = 'b' }\n",
            [
                "4:16-19 `s` is listed twice",
                "4:21-26 `x y` is no name of a member",
                "5:16-19 member `b` may always import itself | take the entry out",
                "5:26-27 an item of `b` is an integer, expected the name of a member",
                '5:34-37 `c` is a string, expected a list of members | write `["b"]`',
            ],
        ),
        (
            HEAD + "siblings = 'allow'\nshared = ['b']\nallow = {}\n",
            [
                '5:1-7 `shared` says nothing where `siblings` is "allow"',
                '6:1-6 `allow` says nothing where `siblings` is "allow"',
            ],
        ),
        (
            "[families.a]\nimports = []\nmodules = ['x.<n>.<m>', 'x', 'x/<n>', 'y.<n>', '!z']\n",
            [
                "3:12-23 `x.<n>.<m>` does not tell members apart: it needs one `<name>`",
                "3:25-28 `x` does not tell members apart: it needs one `<name>`",
                "3:30-37 `x/<n>` does not tell members apart: it needs one `<name>`",
            ],
        ),
        (
            HEAD + "[domains.a]\nimports = []\n",
            ["1:11-12 a domain is called `a`, too"],
        ),
        (
            "[families.'a/b']\nmodules = 'x.<n>'\nimports = []\n",
            ["1:11-16 `a/b` is no name for a family: letters, digits, `_`, `-` and `.` make one"],
        ),
        (
            HEAD.replace("[]", "['a', 'a/b', 'c', 'd/e', 'd', 'f/']")
            + "[domains.d]\nimports = []\n[families.f]\nmodules = 'y.<n>'\nimports = ['a/x']\n",
            [
                (
                    "3:12-15 what members of `a` may import of each other is not said in `imports`"
                    " | say it with `siblings`, `shared` or `allow`"
                ),
                (
                    "3:17-22 what members of `a` may import of each other is not said in `imports`"
                    " | say it with `siblings`, `shared` or `allow`"
                ),
                "3:24-27 no domain is called `c`",
                "3:29-34 domain `d` is no family, so it has no member `e`",
                "3:41-45 no domain is called `f/` | did you mean `f`?",
            ],
        ),
    ],
)
def test_malformed_families(text: str, expected: list[str]) -> None:
    assert faults(text) == expected


def test_families_and_their_members_are_part_of_the_declared_graph() -> None:
    (fault,) = read(
        "[families.a]\nmodules = 'x.<n>'\nimports = ['b']\n[domains.b]\nimports = ['a/one', 'a']\n"
    ).faults
    assert fault.message == "the domains import each other in a circle: a -> b -> a"
    assert str(fault.location) == "archlint.toml:5:12"


def test_legal_edges_between_members_have_no_cycle() -> None:
    text = HEAD + "allow = { a = ['b'], b = ['c'], c = ['a'] }\n"
    config = read(text)
    (fault,) = config.faults
    assert fault.message == "members of `a` import each other in a circle: a -> b -> c -> a"
    assert str(fault.location) == "archlint.toml:4:38"
    family = config.domains[0].family
    assert family is not None
    assert family.allow == {"a": ("b",), "b": ("c",), "c": ()}


def test_a_shared_member_may_not_be_allowed_to_import_who_shares_it() -> None:
    (fault,) = faults(HEAD + "shared = ['s', 't']\nallow = { s = ['b', 't'] }\n")
    assert "members of `a` import each other in a circle: b -> s -> b" in fault
    assert faults(HEAD + "shared = ['s', 't']\nallow = { b = ['c'] }\n") == []
    assert faults(HEAD + "siblings = 'allow'\n") == []


def test_a_family_in_layers_need_not_say_what_it_may_import() -> None:
    text = "[families.a]\nmodules = 'x.<n>'\n[domains.b]\n[[layers]]\norder = ['a', 'b']\n"
    assert faults(text) == []
