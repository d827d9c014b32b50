"""What is read without import-linter is what its own classes make of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archlint.contracts.built_in import built_in_classes
from archlint.contracts.files import ContractFile, Options
from archlint.contracts.options import read_contract
from archlint.contracts.plain import options_of, plain_contract
from archlint.contracts.session import Session
from archlint.diagnostics import Location

SESSION = Session((), True, False, {}, {"root_packages": []})
CLASSES = built_in_classes()
OPTIONS = sorted({option for kind in CLASSES for option in options_of(kind)[1]} - {"name", "type"})
MODULES = "a, a.b, a.*, b.**, a.*.**, *, a*, _p, a.__init__, é, a b, ,(a), (b.c), (a"
OTHERS = "a | b, a : (b), a | b : c, a|a, a | a.b, a->b, a.* -> b, -> b, none, warn, error"
FLAGS = "True, false, yes, 0, 7, -1"
WORDS = st.sampled_from(f"{MODULES},{OTHERS},{FLAGS}".split(",")) | st.sampled_from(
    f"{MODULES}, {OTHERS}, {FLAGS}".split(", ")
)
"""Words with and without a space before them."""
VALUES = WORDS | st.lists(WORDS, max_size=3) | st.booleans() | st.just(3) | st.just([1])
TABLES = st.dictionaries(st.sampled_from(OPTIONS), VALUES, max_size=6)


def places(key: object, at_value: bool) -> Location:
    return Location("pyproject.toml")


@given(st.sampled_from(sorted(CLASSES)), TABLES)
def test_same_law(kind: str, table: dict[str, object]) -> None:
    _, known = options_of(kind)
    values = {name: value for name, value in table.items() if name in known}
    options = Options(("contract",), {"name": " the  name", "type": kind, **values})
    plain = plain_contract(options, SESSION)
    file = ContractFile(Options((), {}), (options,), places)
    theirs, faults = read_contract(file, options, SESSION, CLASSES)
    assert plain is None or (plain, ()) == (theirs, faults)


@pytest.mark.parametrize(
    "values",
    [
        {"type": "independence", "modules": ["a.*", "b"], "ignore_imports": ["a.* -> b.**"]},
        {"type": "layers", "layers": ["a | (b.c)", "d : e"], "containers": "x", "exhaustive": True},
        {"type": "forbidden", "source_modules": ["a"], "forbidden_modules": "b"},
        {"type": "protected", "protected_modules": "a", "allowed_importers": [], "id": "one"},
        {"type": "acyclic_siblings", "ancestors": "a", "depth": 3},
        {"type": "private_modules", "unmatched_ignore_imports_alerting": "none"},
    ],
    ids=lambda values: str(values["type"]),
)
def test_what_is_plainly_right_is_read(values: dict[str, object]) -> None:
    assert plain_contract(Options(("contract",), {"name": "n", **values}), SESSION) is not None


@pytest.mark.parametrize("kind", CLASSES)
def test_options(kind: str) -> None:
    fields = {name: getattr(CLASSES[kind], name) for name in CLASSES[kind]._get_field_names()}
    needed, known = options_of(kind)
    assert {name for name, field in fields.items() if field.required} == set(needed)
    assert {*fields, "id", "name", "type"} == set(known)
