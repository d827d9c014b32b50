import pytest

from archlint.facts import codec
from archlint.facts.extract import extract
from archlint.facts.imports import FileFacts, Mention
from archlint.facts.store import Facts

SOURCES = (
    b"",
    b"import a\n\nfrom b import c\n",
    b"x y",
    b"import importlib\n\ndef f(name):\n    importlib.import_module(name)\n",
    b"\xff",
    b"__path__ = []\nif __name__ == '__main__':\n    print()\n",
)
WHOLE = tuple(map(extract, SOURCES))


def test_facts_are_a_sequence_in_the_order_of_files() -> None:
    facts = Facts.of(WHOLE)
    assert len(facts) == len(SOURCES)
    assert tuple(facts) == WHOLE
    assert [facts[index] for index in range(len(SOURCES))] == [*WHOLE]
    assert facts[-1] == WHOLE[-1]
    assert tuple(facts[1:3]) == WHOLE[1:3]
    assert [facts.imports(index) for index in range(len(SOURCES))] == [one.imports for one in WHOLE]


@pytest.mark.parametrize(
    "column", ["lines", "has_code", "is_open", "has_main_guard", "loads_by_name"]
)
def test_columns_say_what_the_facts_say(column: str) -> None:
    found = [*getattr(Facts.of(WHOLE), column)]
    assert found == [getattr(one, column) for one in WHOLE]
    assert len({*found}) > 1


def test_a_column_tells_where_there_is_something() -> None:
    facts = Facts.of(
        [*WHOLE, FileFacts(mentions=(Mention("a.b", 0, 1, 1),)), FileFacts(claims=("A",))]
    )
    assert [*facts.has_mentions] == [bool(one.mentions) for one in facts]
    assert facts.has_mentions[-2:] == b"\1\0"
    assert [*facts.has_claims] == [bool(one.claims) for one in facts]
    assert facts.has_claims[-2:] == b"\0\1"


def test_problems_come_with_their_files() -> None:
    facts = Facts.of(WHOLE)
    assert [*facts.has_problem] == [one.problem is not None for one in WHOLE]
    assert [index for index, _ in facts.problems()] == [2, 4]
    assert [problem for _, problem in facts.problems()] == [WHOLE[2].problem, WHOLE[4].problem]


def test_only_what_is_looked_at_is_decoded_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[bytes] = []

    def counted(record: bytes) -> FileFacts:
        decoded.append(record)
        return codec.decode(record)

    facts = Facts.of(WHOLE)
    monkeypatch.setattr("archlint.facts.store.decode", counted)
    assert [sum(facts.lines), sum(facts.has_code)] == [sum(one.lines for one in WHOLE), 5]
    assert not decoded
    assert facts[1] is facts[1]
    assert [index for index, _ in facts.problems()] == [2, 4]
    assert decoded == [facts.records[index] for index in (1, 2, 4)]
