"""Whose a module is depends on the module and the declarations alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.config.expressions import Selector, parse_expression
from archlint.config.settings import Config, DomainConfig, FamilyConfig
from archlint.domains import NO_DOMAIN, Domains
from archlint.domains.assign import assign
from archlint.source.tree import Form, Module, Role
from tests.domains.drawn import module, modules, tree

PARTS = st.lists(st.sampled_from(("b", "c", "*", "**")), max_size=2).map(
    lambda below: ["a", *below]
)
EXPRESSIONS = st.one_of(
    PARTS.map(".".join),
    PARTS.map(lambda parts: "!" + ".".join(parts)),
    PARTS.map(lambda parts: ".".join((*parts, "__init__"))),
    st.sampled_from(("a/b/", "/a/*.py", "**/c.py")),
)
FAMILIES = st.sampled_from(("<n>", "a.<n>", "a.b.<n>", "a.*.<n>", "<n>.b", "**.<n>"))


def selector(texts: list[str]) -> Selector:
    return Selector(tuple(map(parse_expression, texts)), tuple((text,) for text in texts))


def config(domains: list[tuple[list[str], str]], families: list[str]) -> Config:
    declared = [
        DomainConfig(
            name=f"d{at}", modules=selector(texts), imports=(), folder=folder, optional=True
        )
        for at, (texts, folder) in enumerate(domains)
    ]
    declared += (
        DomainConfig(
            name=f"f{at}",
            modules=selector([text]),
            imports=(),
            family=FamilyConfig(),
            optional=True,
        )
        for at, text in enumerate(families)
    )
    return Config(root="/", domains=tuple(declared))


@given(
    drawn=modules(),
    domains=st.lists(
        st.tuples(st.lists(EXPRESSIONS, min_size=1, max_size=3), st.sampled_from(("", "", "a/b"))),
        max_size=4,
    ),
    families=st.lists(FAMILIES, max_size=2),
)
@settings(max_examples=200, derandomize=True, deadline=None)
def test_a_module_has_the_owner_that_it_has_alone(
    drawn: list[Module], domains: list[tuple[list[str], str]], families: list[str]
) -> None:
    declared = config(domains, families)
    whole = tree(drawn)
    together = assign(declared, whole)
    alone = [assign(declared, tree([module])) for module in drawn]
    assert owners(together) == [name for one in alone for name in owners(one)]
    faults = {fault.message for one in alone for fault in one.faults}
    assert {fault.message for fault in together.faults} <= faults
    assert bool(together.faults) == bool(faults)


def owners(domains: Domains) -> list[str]:
    return ["" if index == NO_DOMAIN else domains.all[index].name for index in domains.owner]


@pytest.mark.parametrize(
    ("paths", "expressions"),
    [
        (["a/b.py", "a/c.py"], ["a", "a.c"]),
        (["a/b.py", "a/c.py"], ["a", "a.*.c", "a.c"]),
        (["a/b/b/b.py", "a/b/b/c.py"], ["a", "a.**.c"]),
        (["a/b/b.py", "a/b/c.py"], ["a.**", "a.b.c"]),
        (["a/b.py", "a/c/b.py"], ["a.*", "a.c.**"]),
        (["a/b.py", "a/b/b.py"], ["a.*", "a.*.**"]),
        (["b.py", "b/b.py"], ["**", "*.**"]),
    ],
)
def test_what_speaks_of_one_module_is_not_taken_for_its_package(
    paths: list[str], expressions: list[str]
) -> None:
    declared = config([([text], "") for text in expressions], [])
    last = f"d{len(expressions) - 1}"
    assert owners(assign(declared, tree([_at(path) for path in paths]))) == ["d0", last]


def test_a_folder_owns_nothing_outside_of_it() -> None:
    inside, outside = _at("a/b.py"), _at("a/c.py")._replace(path="x/a/c.py")
    declared = config([(["a"], "a")], [])
    assert owners(assign(declared, tree([inside, outside]))) == ["d0", ""]


def _at(path: str) -> Module:
    segments = tuple(path.removesuffix(".py").split("/"))
    return module(segments, False, Role.PRODUCTION, Form.SOURCE)
