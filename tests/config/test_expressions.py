"""Tests of the expression language."""

import re
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archlint.config.expressions import ExpressionError, Selector, parse_expression

MODULES = {
    "app": "src/app/__init__.py",
    "app.web": "src/app/web/__init__.py",
    "app.web.api": "src/app/web/api.py",
    "app.web.api_v2": "src/app/web/api_v2.py",
    "app.jobs": "src/app/jobs",
    "app.jobs.web": "src/app/jobs/web.py",
    "app.jobs.web.deep": "src/app/jobs/web/deep.py",
    "apple": "src/apple.py",
    "tests.größe": "tests/größe.py",
}
PACKAGES = {"app", "app.web", "app.jobs"}


def selector(*texts: str) -> Selector:
    keys = tuple(("modules", index) for index in range(len(texts)))
    return Selector(tuple(parse_expression(text) for text in texts), keys)


def matched(*texts: str) -> set[str]:
    chosen = selector(*texts)
    return {
        name
        for name, path in MODULES.items()
        if chosen.match(tuple(name.split(".")), path, name in PACKAGES)
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("app", {name for name in MODULES if name.split(".")[0] == "app"}),
        ("app.web", {"app.web", "app.web.api", "app.web.api_v2"}),
        ("app.__init__", {"app"}),
        ("app.web.api.__init__", set()),
        ("apple.__init__", set()),
        ("app.*", {name for name in MODULES if name.startswith("app.")}),
        ("app.**", {name for name in MODULES if name.startswith("app.")}),
        ("app.*.__init__", {"app.web", "app.jobs"}),
        ("app.<name>.web", {"app.jobs.web", "app.jobs.web.deep"}),
        ("app.**.deep", {"app.jobs.web.deep"}),
        (
            "**.web",
            {"app.web", "app.web.api", "app.web.api_v2", "app.jobs.web", "app.jobs.web.deep"},
        ),
        ("*.web", {"app.web", "app.web.api", "app.web.api_v2"}),
        ("app.**.*.deep", {"app.jobs.web.deep"}),
        ("app.**.**.deep", {"app.jobs.web.deep"}),
        ("app.**.**.**.deep", set()),
        ("tests.größe", {"tests.größe"}),
        ("src/app/web", {"app.web", "app.web.api", "app.web.api_v2"}),
        ("/src/app/web/", {"app.web", "app.web.api", "app.web.api_v2"}),
        ("src/app/web/*.py", {"app.web", "app.web.api", "app.web.api_v2"}),
        ("src/app/web/api.py", {"app.web.api"}),
        ("src/app/web/api?v2.py", {"app.web.api_v2"}),
        ("**/web.py", {"app.jobs.web"}),
        ("src/**/web", {"app.web", "app.web.api", "app.web.api_v2", "app.jobs.web.deep"}),
        ("src/app/jobs", {"app.jobs", "app.jobs.web", "app.jobs.web.deep"}),
        ("src/app/jobs/", {"app.jobs", "app.jobs.web", "app.jobs.web.deep"}),
        ("tests/", {"tests.größe"}),
        ("app/", set()),
        ("src/apple.py/", set()),
        ("src/[ab]pple.py", {"apple"}),
        ("src/[!b]pple.py", {"apple"}),
        ("src/\\apple.py", {"apple"}),
        ("#src/app", set()),
    ],
)
def test_what_an_expression_means(text: str, expected: set[str]) -> None:
    assert matched(text) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("app.web", "!app.web.api"), {"app.web", "app.web.api_v2"}),
        (("app.web", "!app.*"), {"app.web", "app.web.api", "app.web.api_v2"}),
        (("app.web", "!app.web"), set()),
        (("app", "!app.*", "app.jobs.web.deep"), {"app", "app.jobs.web.deep"}),
        (("app.*", "!app.<name>"), set()),
        (("app.**", "!app.*"), set()),
        (("app.*", "!app.**"), {name for name in MODULES if name.startswith("app.")}),
        (("app", "!app.__init__", "!src/app/jobs"), {"app.web", "app.web.api", "app.web.api_v2"}),
        (("!app",), set()),
        ((), set()),
    ],
)
def test_the_most_specific_entry_decides_in_any_order(
    texts: tuple[str, ...], expected: set[str]
) -> None:
    assert [matched(*order) for order in permutations(texts)] == [
        expected for _ in permutations(texts)
    ]


def test_specificity_orders_literals_then_single_then_deep() -> None:
    rising = [
        "**",
        "*",
        "*.*",
        "**.b",
        "*.b",
        "a",
        "a.**",
        "a.*",
        "a.*.*",
        "*.a.b",
        "a.**.b",
        "a.*.b",
        "a.b",
        "a.b.*",
        "a.b.__init__",
    ]
    specificities = [parse_expression(text).specificity for text in rising]
    assert specificities == sorted(specificities)
    assert len(set(specificities)) == len(rising)
    assert parse_expression("a.<x>").specificity == parse_expression("!a.*").specificity


@pytest.mark.parametrize(
    ("text", "module", "captures"),
    [
        ("app.<name>", "app.web.api", (("name", "web"),)),
        ("<a>.web.<b>", "app.web.api", (("a", "app"), ("b", "api"))),
        ("**.<last>.deep", "app.jobs.web.deep", (("last", "web"),)),
        ("**.<first>", "app.jobs.web.deep", (("first", "jobs"),)),
        ("app.web", "app.web.api", ()),
    ],
)
def test_captures(text: str, module: str, captures: tuple[tuple[str, str], ...]) -> None:
    match = selector("other", text).match(tuple(module.split(".")), "x.py", False)
    assert match is not None
    assert (match.entry, match.captures) == (1, captures)
    assert match.specificity == parse_expression(text).specificity


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("app.web", ("app", "web")),
        ("app.*.web", ("app",)),
        ("<name>.web", ()),
        ("app.__init__", ("app",)),
        ("!app.**", ("app",)),
        ("app/web", ()),
    ],
)
def test_literal_prefix(text: str, prefix: tuple[str, ...]) -> None:
    assert parse_expression(text).literal_prefix == prefix


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("", 0, "an expression is empty"),
        ("!", 1, "an expression is empty"),
        ("a..b", 2, "`a..b` has an empty segment"),
        (".a", 0, "`.a` has an empty segment"),
        ("!a.", 3, "`a.` has an empty segment"),
        ("!!a", 1, "`!a` is no identifier (a path needs a slash)"),
        ("a.my-app", 2, "`my-app` is no identifier (a path needs a slash)"),
        ("a\\b", 0, "`a\\b` is no identifier (a path needs a slash)"),
        (" a", 0, "` a` is no identifier (a path needs a slash)"),
        ("a.b**", 2, "`b**` mixes a name and a wildcard: `*` stands for a whole segment"),
        ("a.***", 2, "`***` mixes a name and a wildcard: `*` stands for a whole segment"),
        ("<a", 0, "`<a` is no identifier (a path needs a slash)"),
        ("a>", 0, "`a>` is no identifier (a path needs a slash)"),
        ("<1>", 0, "`<1>` captures under a name that is no identifier"),
        ("a.<>", 2, "`<>` captures under a name that is no identifier"),
        ("<a>.<a>", 4, "`<a>` is captured twice"),
        ("__init__", 0, "`__init__` can only come last, after the package it belongs to"),
        ("a.__init__.b", 2, "`__init__` can only come last, after the package it belongs to"),
        ("/", 0, "a path pattern is empty"),
        ("!//", 1, "a path pattern is empty"),
        ("a//b", 0, "`/a//b` matches no path"),
        ("a/b ", 0, "`/a/b ` begins or ends with a blank"),
        ("a/b\\", 0, "`/a/b\\` is no path pattern"),
        ("a/[z-a]", 0, "`/a/[z-a]` is no path pattern"),
        ("a/[", 0, "`/a/[` matches nothing"),
    ],
)
def test_what_is_no_expression(text: str, offset: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text)
    assert (caught.value.offset, caught.value.message) == (offset, message)


SEGMENT = st.sampled_from(["a", "b", "c", "*", "**", "<x>"])
MODULE = st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=6).map(tuple)


def dotted(segments: list[str], ending: str) -> str:
    unique = [f"<x{index}>" if part == "<x>" else part for index, part in enumerate(segments)]
    return ".".join(unique) + ending


EXPRESSION = st.builds(
    dotted, st.lists(SEGMENT, min_size=1, max_size=5), st.sampled_from(["", "", ".__init__"])
)


def as_regex(text: str) -> re.Pattern[str]:
    """An independent reading: the same language by a regular expression."""
    alone = text.endswith(".__init__")
    parts = [
        r"\w+(?:\.\w+)*" if part == "**" else r"\w+" if part[0] in "*<" else part
        for part in text.removesuffix(".__init__").split(".")
    ]
    return re.compile(r"\.".join(parts) + ("" if alone else r"(?:\.\w+)*"))


@given(EXPRESSION, MODULE, st.booleans())
def test_matches_as_a_regular_expression_would(
    text: str, module: tuple[str, ...], is_package: bool
) -> None:
    possible = is_package or not text.endswith(".__init__")
    expected = possible and as_regex(text).fullmatch(".".join(module)) is not None
    captures = parse_expression(text).match(module, "x.py", is_package)
    assert (captures is not None) == expected
    assert captures is None or len(captures) == text.count("<")


@given(
    st.lists(st.builds(str.__add__, st.sampled_from(["", "!"]), EXPRESSION), max_size=5),
    MODULE,
)
def test_order_of_entries_means_nothing(texts: list[str], module: tuple[str, ...]) -> None:
    there = selector(*texts).match(module, "x.py", True)
    back = selector(*reversed(texts)).match(module, "x.py", True)
    assert (there and there[::2]) == (back and back[::2])


@given(st.text(alphabet="ab._!*<>/[]\\-?# \nz", max_size=12))
def test_every_text_is_an_expression_or_an_error_within_it(text: str) -> None:
    offset = 0
    try:
        parse_expression(text).match(("a", "b"), "a/b.py", False)
    except ExpressionError as error:
        offset = error.offset
    assert 0 <= offset <= len(text)


def test_many_wildcards_take_no_longer_than_their_number_allows() -> None:
    deep = ("a",) * 90
    assert parse_expression(".".join(["**", "a"] * 20 + ["z"])).match(deep, "x.py", False) is None
    assert parse_expression(".".join(["**"] * 40)).match(deep, "x.py", False) == ()
