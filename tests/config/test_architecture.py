"""Whatever the sections of the architecture say, reading them ends in a config."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from archlint.config.domain_tables import DOMAIN_KEYS
from archlint.config.family_tables import FAMILY_KEYS
from archlint.config.layer_tables import LAYER_KEYS

from .reading import read

EXPRESSIONS = ("a", "b", "c", "x", "a.b", "a.<n>", "!a", "a.*", "a/b", "a.__init__", "ä", "1", "")
NAMES = ("f", "f/x", "*", "forbid", "allow", "open", "closed", "exported", "check", "ignore")
WORDS = st.sampled_from((*EXPRESSIONS, *NAMES))
VALUES = st.recursive(
    WORDS | st.booleans() | st.integers(0, 1),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def tables(keys: list[str]) -> st.SearchStrategy[dict[str, object]]:
    return st.dictionaries(st.sampled_from(keys), VALUES, max_size=5)


SECTIONS = st.fixed_dictionaries(
    {},
    optional={
        "domains": st.dictionaries(WORDS, tables([key.name for key in DOMAIN_KEYS])),
        "families": st.dictionaries(WORDS, tables([key.name for key in FAMILY_KEYS])),
        "layers": st.lists(tables([key.name for key in LAYER_KEYS]), max_size=3),
    },
)


def written(value: object) -> str:
    """A value as inline TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {written(item)}' for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


@given(SECTIONS)
def test_any_document_is_read_and_every_fault_has_its_place(sections: dict[str, object]) -> None:
    text = "".join(f"{name} = {written(value)}\n" for name, value in sections.items())
    assert tomllib.loads(text) == sections
    config = read(text)
    for fault in config.faults:
        assert fault.location.end_line, fault
    names = {domain.name for domain in config.domains}
    for domain in config.domains:
        for entry in domain.imports or ():
            assert entry == "*" or entry.partition("/")[0] in names
    for stack in config.layers:
        assert {*stack.names} <= names
