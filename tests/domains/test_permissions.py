"""Laws about permissions: what is called unused can go, all at once, and nothing else can."""

from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.testing import run_rule

NAMES = ("a", "b", "c", "f/x", "f/y", "f/z")
MODULES = {name: name.replace("/", ".") for name in NAMES}
Lists = dict[tuple[str, str], frozenset[str]]

EDGES = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from(["", "t", "d"])),
    max_size=8,
)
LISTS = st.fixed_dictionaries(
    {
        ("a", "imports"): st.frozensets(st.sampled_from(["b", "c", "f", "f/x"])),
        ("a", "typing-imports"): st.frozensets(st.sampled_from(["b", "c", "f", "f/x"])),
        ("a", "deferred-imports"): st.frozensets(st.sampled_from(["b", "f/y"])),
        ("f", "imports"): st.frozensets(st.sampled_from(["b", "c"])),
        ("f", "typing-imports"): st.frozensets(st.sampled_from(["a", "f", "f/y"])),
        ("f", "shared"): st.frozensets(st.sampled_from(["x", "y"])),
    }
)


def config(lists: Lists) -> str:
    said = {key: f"{key[1]} = {sorted(words)}" for key, words in lists.items()}
    of = {owner: "\n".join(said[key] for key in said if key[0] == owner) for owner in "af"}
    return (
        f"[domains.a]\n{of['a']}\n[families.f]\nmodules = 'f.<n>'\n{of['f']}\n"
        "[domains.b]\nimports = []\n[domains.c]\nimports = []\n"
    )


def sources(edges: list[tuple[str, str, str]]) -> dict[str, str]:
    texts = dict.fromkeys(NAMES, "from typing import TYPE_CHECKING\n")
    for importer, imported, kind in edges:
        if importer != imported:
            line = f"import {MODULES[imported]}\n"
            head = {"": "", "t": "if TYPE_CHECKING:\n    ", "d": "def late():\n    "}[kind]
            texts[importer] += head + line
    return {f"{name}.py": text for name, text in texts.items()}


def breaches(tree: dict[str, str], lists: Lists) -> set[str]:
    files = {**tree, "archlint.toml": config(lists)}
    return {
        str(item.location)
        for rule in ("forbidden-domain-import", "sibling-import")
        for item in run_rule(rule, files)
    }


@settings(max_examples=40)
@given(EDGES, LISTS)
def test_what_is_unused_can_go_and_nothing_else(
    edges: list[tuple[str, str, str]], lists: Lists
) -> None:
    tree = sources(edges)
    unused = {
        (*item.subject.split(".")[1:3], item.object)
        for item in run_rule("unused-permission", {**tree, "archlint.toml": config(lists)})
    }
    used = {
        key: frozenset(w for w in words if (*key, w) not in unused) for key, words in lists.items()
    }
    before = breaches(tree, lists)
    assert breaches(tree, used) == before
    for key, words in used.items():
        for word in words:
            assert breaches(tree, {**used, key: words - {word}}) != before
