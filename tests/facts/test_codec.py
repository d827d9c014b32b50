import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.facts.codec import decode, decode_imports, encode
from archlint.facts.extract import extract
from archlint.facts.imports import ClassFact, FileFacts, ImportFact, Mention, Problem

LAWS = settings(max_examples=200, database=None)

WORD = st.one_of(st.text(max_size=8), st.sampled_from(["\0", "\0\1", "\ud800", "é", "𐤀", "a.b"]))
WORDS = st.lists(WORD, max_size=4).map(tuple)
NUMBER = st.one_of(st.integers(0, 300), st.integers(0, 2**32 - 1))
FACTS = st.builds(
    FileFacts,
    imports=st.lists(
        st.builds(ImportFact, NUMBER, WORD, WORD, WORD, *[NUMBER] * 11), max_size=4
    ).map(tuple),
    lines=NUMBER,
    has_code=st.booleans(),
    is_open=st.booleans(),
    exports=st.none() | WORDS,
    has_main_guard=st.booleans(),
    defines=WORDS,
    unread=WORDS,
    loads_by_name=st.booleans(),
    mentions=st.lists(st.builds(Mention, WORD, NUMBER, NUMBER, NUMBER), max_size=3).map(tuple),
    classes=st.lists(st.builds(ClassFact, WORD, WORDS, st.booleans()), max_size=3).map(tuple),
    claims=WORDS,
    aliases=st.lists(st.tuples(WORD, WORD), max_size=3).map(tuple),
    problem=st.none()
    | st.builds(
        Problem, WORD, WORD, NUMBER, NUMBER, st.none() | st.tuples(st.just(3), st.integers(0, 99))
    ),
)


@LAWS
@given(FACTS)
def test_a_record_gives_the_facts_back(facts: FileFacts) -> None:
    record = encode(facts)
    assert repr(decode(record)) == repr(facts)
    assert repr(decode_imports(record)) == repr(facts.imports)
    assert encode(decode(record)) == record


@LAWS
@given(FACTS, st.data())
def test_a_damaged_record_never_does_more_than_raise(facts: FileFacts, data: st.DataObject) -> None:
    record = bytearray(encode(facts))
    if data.draw(st.booleans()):
        del record[data.draw(st.integers(0, len(record) - 1)) :]
    for _ in range(data.draw(st.integers(0, 3)) if record else 0):
        record[data.draw(st.integers(0, len(record) - 1))] = data.draw(st.integers(0, 255))
    for read in (decode, decode_imports):
        try:
            read(bytes(record))
        except ValueError:
            continue


@pytest.mark.parametrize("size", [0, 1, 56, 60])
def test_a_record_that_ends_early_is_refused(size: int) -> None:
    record = encode(extract(b"import a.b as c\nfrom .d import e, f\n"))
    with pytest.raises(ValueError, match="missing"):
        decode(record[:size])


def test_a_record_whose_separator_is_no_character_is_refused() -> None:
    record = encode(FileFacts())
    with pytest.raises(ValueError, match="separator"):
        decode(record[:5] + b"\xff" * 4 + record[9:])
