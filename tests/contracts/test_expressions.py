"""Expressions mean the modules that the graph library finds for them."""

import re

from hypothesis import given
from hypothesis import strategies as st

from archlint.contracts.expressions import matching_names
from archlint.graph import import_graph

PARTS = st.sampled_from(["a", "b", "ab", "a_", "é"])
NAMES = st.lists(PARTS, min_size=1, max_size=4).map(".".join)
WORDS = st.lists(PARTS | st.sampled_from(["y", "*", "**"]), min_size=1, max_size=4)
EXPRESSIONS = WORDS.map(".".join).filter(lambda text: not re.search(r"\*\.\*\*|\*\*\.\*", text))
"""Import-linter refuses `**` beside another wildcard."""


@given(st.sets(NAMES), st.sets(st.sampled_from(["x", "y.a"])), EXPRESSIONS)
def test_same_as_the_graph(own: set[str], external: set[str], expression: str) -> None:
    graph = import_graph(own, external, [])
    theirs = sorted(graph.find_matching_modules(expression))
    assert list(matching_names(sorted(own | external), expression)) == theirs


def test_parts() -> None:
    names = ["p", "p.a", "p.a.x", "p.a.x.y", "p.b", "p.b-c", "pa", "q.a"]
    assert matching_names(names, "p.*") == ("p.a", "p.b", "p.b-c")
    assert matching_names(names, "p.**") == ("p.a", "p.a.x", "p.a.x.y", "p.b", "p.b-c")
    assert matching_names(names, "*.a") == ("p.a", "q.a")
    assert matching_names(names, "p.*.x") == ("p.a.x",)
    assert matching_names(names, "p") == ("p",)
    assert matching_names(names, "q") == ()
