import pytest

from archlint.facts.codec import decode, encode
from archlint.facts.extract import extract
from archlint.facts.imports import ClassFact

SOURCE = b"""
import abc
from abc import abstractproperty as must

class Store(typing.Protocol[T], *rest, make(), root.Base):
    class Inner(Other):
        @abc.abstractmethod
        def get(self): ...

if flag:
    class Store2:
        try:
            @must
            def name(self): ...
        except E: pass

def local():
    class Hidden(Store):
        @abc.abstractmethod
        def get(self): ...
    _x: Hidden = Hidden()

Alias = root.Base
About = Repo[int]
Maybe = Store2 | None
Sum = 1 + 2
Called = make()
_a: type[Store] = Store2
_b: "Repo[int]" = Store2()
public: type[Public] = Store2
_declared: type[Declared]
Clock.register(Store2)
@app.Timer.register
class Third: pass
"""


def test_classes_of_modules_and_of_classes_are_indexed() -> None:
    assert extract(SOURCE).classes == (
        ClassFact("Store", ("typing.Protocol", "root.Base"), False),
        ClassFact("Store.Inner", ("Other",), True),
        ClassFact("Store2", (), True, True),
        ClassFact("Third", (), False, True),
    )


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("class A(b.C, D[int], x=1): ...", True),
        ("if x:\n    class A: ...", True),
        ("class A(make()): ...", False),
        ("class A(*bases): ...", False),
        ("class A(**words): ...", False),
        ("class A(metaclass=M): ...", False),
        ("class A: ...\nA = wrap(A)", False),
        ("class A: ...\ndel A", False),
        ("from x import A\nclass A: ...", False),
    ],
)
def test_a_header_may_be_all_there_is_to_know(text: str, is_plain: bool) -> None:
    assert [fact.is_plain for fact in extract(text.encode()).classes] == [is_plain]


def test_claims_name_their_contracts() -> None:
    assert extract(SOURCE).claims == ("Clock", "Repo", "Store", "app.Timer")


def test_aliases_are_names_given_to_names_and_types() -> None:
    assert extract(SOURCE).aliases == (
        ("About", "Repo"),
        ("Alias", "root.Base"),
        ("Maybe", "Store2"),
        ("_a", "Store2"),
        ("public", "Store2"),
    )


def test_a_record_keeps_them() -> None:
    assert decode(encode(extract(SOURCE))) == extract(SOURCE)


def test_annotations_that_are_no_expressions_are_no_claims() -> None:
    assert extract(b"_a: '(' = f\n_b: 'type[' = f\n_c: '' = f\n_d: 3 = f\n").claims == ()
