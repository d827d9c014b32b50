"""Contract types that have part of what they ask for from the standard library."""

from pathlib import Path

import pytest

from archlint.testing import run_rule
from tests.conformance.test_claims import CONFORMING, NOT, UNKNOWN, answers

HEAD = """\
import contextlib, io, numbers, os
from abc import ABC, abstractmethod
from collections.abc import *
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence, Sized
from typing import Hashable, Protocol, SupportsFloat
"""


@pytest.mark.parametrize(
    "base",
    [
        "MutableMapping[str, int]",
        "Sequence",
        "contextlib.AbstractContextManager[int]",
        "numbers.Number",
        "io.RawIOBase",
        "os.PathLike[str]",
        "SupportsFloat",
        "Hashable",
    ],
)
def test_a_base_may_make_a_class_abstract(base: str, tmp_path: Path) -> None:
    text = f"""{HEAD}
class Shelf({base}):
    @abstractmethod
    def sort(self, by: str) -> None: ...
class Own(Shelf):
    def sort(self) -> None: ...
Own()
"""
    assert answers(tmp_path, {"lab.py": text}) == {("Own", "Shelf"): (NOT, "")}


@pytest.mark.parametrize("base", ["dict", "Exception", "Elsewhere", "int"])
def test_a_mark_alone_makes_no_class_abstract(base: str, tmp_path: Path) -> None:
    text = f"""{HEAD}
from elsewhere import Elsewhere
class Shelf({base}):
    @abstractmethod
    def sort(self, by: str) -> None: ...
class Own(Shelf):
    def sort(self) -> None: ...
"""
    assert answers(tmp_path, {"lab.py": text}) == {}


SORT = "def sort(self) -> None: ..."
OUTSIDE = {
    "a Protocol by shape": ("Sized, Protocol", "", "", NOT),
    "and it is there": ("Sized, Protocol", "", "def __len__(self): ...", CONFORMING),
    "all of it by shape": ("Iterator[int], Protocol", "", "def __next__(self): ...", NOT),
    "what every object has": ("Hashable, Protocol", "", "", CONFORMING),
    "a Protocol as a base": ("Iterable[int], Protocol", "Shelf", "", NOT),
    "the abstract part of it": (
        "Iterator[int], Protocol",
        "Shelf",
        "def __next__(self): ...",
        CONFORMING,
    ),
    "an ABC": ("Sized, ABC", "Shelf", "", NOT),
    "some of many": (
        "MutableMapping[str, int]",
        "Shelf",
        "__getitem__ = __len__ = __iter__ = None",
        NOT,
    ),
    "it is in a mixin": ("Sized, ABC", "Mixin, Shelf", "", CONFORMING),
    "it may be in a base that is not known": ("Sized, ABC", "Shelf, Elsewhere", "", UNKNOWN),
    "it is in another base": ("Iterable[int], ABC", "Shelf, Sequence[int]", "", UNKNOWN),
    "it is nowhere in another base": ("Sized, ABC", "Shelf, Iterable[int]", "", NOT),
    "a context manager": (
        "contextlib.AbstractContextManager[int], ABC",
        "Shelf",
        "def __exit__(self, *rest): ...",
        CONFORMING,
    ),
    "it may be called abstract, too": ("Sized, ABC", "Shelf, ABC", "", CONFORMING),
}


@pytest.mark.parametrize("shape", OUTSIDE)
def test_what_a_base_outside_the_tree_asks_for_must_be_there(shape: str, tmp_path: Path) -> None:
    bases, own_bases, member, answer = OUTSIDE[shape]
    text = f"""{HEAD}
from elsewhere import Elsewhere
class Mixin:
    def __len__(self): return 0
class Shelf({bases}):
    @abstractmethod
    {SORT}
class Own({own_bases}):
    {SORT}
    {member}
_own: Shelf = Own()
"""
    found = answers(tmp_path, {"lab.py": text})
    assert found["Own", "Shelf"][0] == answer


def test_a_contract_type_may_do_what_its_base_asks_for(tmp_path: Path) -> None:
    text = f"""{HEAD}
class Shelf(Sized, ABC):
    @abstractmethod
    {SORT}
    def __len__(self): return 0
class Own(Shelf):
    {SORT}
Own()
"""
    assert answers(tmp_path, {"lab.py": text}) == {("Own", "Shelf"): (CONFORMING, "")}


def test_it_is_said_where_such_a_member_comes_from() -> None:
    text = f"""{HEAD}
class Shelf(Sized, ABC):
    @abstractmethod
    {SORT}
class Own(Shelf): ...
Own()
"""
    (found,) = run_rule("nonconforming-type", {"lab.py": text})
    assert found.message == (
        "`Own` lacks what `Shelf` asks for: `__len__` (method of `Sized`), `sort` (method)"
    )


def test_the_nearest_contract_type_speaks_for_a_base_of_both() -> None:
    text = f"""{HEAD}
class Shelf(Sized, ABC):
    @abstractmethod
    {SORT}
class Rack(Shelf, ABC):
    @abstractmethod
    def fold(self) -> None: ...
class Own(Rack):
    {SORT}
    def fold(self) -> None: ...
Own()
"""
    (found,) = run_rule("nonconforming-type", {"lab.py": text})
    assert "`__len__` (method of `Sized`)" in found.message


def test_an_heir_of_a_mapping_is_a_mapping(tmp_path: Path) -> None:
    text = f"""{HEAD}
class Table(MutableMapping): ...
class Shelf(Protocol):
    def rows(self) -> Mapping: ...
    def more(self) -> Collection: ...
class Own(Shelf):
    def rows(self) -> Table: ...
    def more(self) -> Table: ...
"""
    assert answers(tmp_path, {"lab.py": text}) == {("Own", "Shelf"): (CONFORMING, "")}
