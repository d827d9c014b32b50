"""What claims that a class is of a contract type, however the names in it are spelt."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from archlint import assess_conformance
from archlint.config.load import load
from archlint.loading import load_project

HEAD = "from __future__ import annotations\nfrom typing import *\n"
PORTS = """\
from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar
T = TypeVar("T")


class Clock(Protocol):
    def now(self) -> float: ...


class Bell(ABC):
    @abstractmethod
    def ring(self) -> None: ...


class Box(Protocol[T]):
    def open(self) -> T: ...
"""
OTHERS = {
    "lab/__init__.py": "",
    "lab/ports.py": PORTS,
    "lab/names.py": "from lab.ports import Clock as Watch\nTimer = Watch\n",
    "lab/api.py": """\
from lab.names import Timer as Chronometer
from lab.ports import Bell as Gong, Box
IntBox = Box[int]
TwiceNamed = IntBox
""",
}
NOT, UNKNOWN, CONFORMING = "not conforming", "cannot judge", "conforming"


def answers(folder: Path, files: Mapping[str, str]) -> dict[tuple[str, str], tuple[str, str]]:
    """Answer and first doubt by the last names of implementer and contract type."""
    for name, text in {"archlint.toml": "", **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = assess_conformance(load_project(load([str(folder)], None))).assessments
    return {
        (one.implementer.last_name, one.contract.last_name): (
            one.answer.value,
            " ".join(one.doubts[:1]),
        )
        for one in found
    }


RENAMED = {
    "a proof line": ("from lab.api import Chronometer\n", "_own: Chronometer = Own()", "Clock"),
    "of the class": ("import lab.api\n", "_own: type[lab.api.Chronometer] = Own", "Clock"),
    "in a string": ("from lab.names import Timer\n", '_own: "Timer" = Own()', "Clock"),
    "once more": ("from lab.api import Chronometer as C\n", "_own: C = Own()", "Clock"),
    "a call": ("from lab.api import Gong\n", "Gong.register(Own)", "Bell"),
    "an alias of a generic": ("from lab.api import IntBox\n", "_own: IntBox = Own()", "Box"),
    "an alias of that": ("from lab.api import TwiceNamed\n", "_own: TwiceNamed = Own()", "Box"),
    "of the class of a generic": (
        "from lab.ports import Clock\nKind = type[Clock]\n",
        "_own: Kind = Own",
        "Clock",
    ),
    "a string that is an alias": (
        'from lab.ports import Clock\nKind = "type[Clock]"\n',
        "_own: Kind = Own\n_other: Clock = elsewhere()",
        "Clock",
    ),
}


@pytest.mark.parametrize("shape", RENAMED)
def test_a_claim_is_seen_through_the_names_of_other_modules(shape: str, tmp_path: Path) -> None:
    head, line, contract = RENAMED[shape]
    files = {**OTHERS, "lab/own.py": f"{head}class Own: ...\n{line}\n"}
    assert answers(tmp_path, files) == {("Own", contract): (NOT, "")}


def test_a_decorator_and_a_base_are_seen_through_aliases(tmp_path: Path) -> None:
    text = """\
from lab.api import Gong, TwiceNamed
@Gong.register
class Marked: ...
class Heir(TwiceNamed): ...
"""
    assert answers(tmp_path, {**OTHERS, "lab/own.py": text}) == {
        ("Marked", "Bell"): (NOT, ""),
        ("Heir", "Box"): (NOT, ""),
    }


def test_generics_that_lead_back_to_themselves_claim_nothing(tmp_path: Path) -> None:
    text = "One = Two[int]\nTwo = One[int]\nclass Own(One): ...\n_own: One = Own()\n"
    assert answers(tmp_path, {**OTHERS, "lab/own.py": text}) == {}


@pytest.mark.parametrize(
    "line",
    [
        "_own: Final[type[Clock]] = Own",
        '_own: "Final[type[Clock]]" = Own',
        "_own: Final[Clock] = Own()",
        "_own: ClassVar[Clock] = Own()",
        '_own: Annotated[type[Clock], "proof"] = Own',
        "_own: Optional[Clock] = Own()",
        "_own: Union[None, Clock] = Own()",
        "_own: Clock | None = Own()",
        "_own: type[Clock] | None = Own",
        "_own: Final[Annotated[Optional[Clock], 1]] = Own()",
    ],
)
def test_a_proof_may_be_wrapped(line: str, tmp_path: Path) -> None:
    text = f"{HEAD}from lab.ports import Clock\nclass Own: ...\n{line}\n"
    assert answers(tmp_path, {**OTHERS, "lab/own.py": text}) == {("Own", "Clock"): (NOT, "")}


@pytest.mark.parametrize("annotation", ["Clock | Bell", "list[Clock]", "Union[Clock, Bell]"])
def test_what_may_be_something_else_is_no_proof(annotation: str, tmp_path: Path) -> None:
    text = f"{HEAD}from lab.ports import Bell, Clock\nclass Own: ...\n_own: {annotation} = Own()\n"
    assert answers(tmp_path, {**OTHERS, "lab/own.py": text}) == {}


NEW = {
    "another class": ("def __new__(cls) -> Real: return Real()", UNKNOWN),
    "anything": ("def __new__(cls, *rest) -> Any: return Real()", UNKNOWN),
    "what it is told": ("def __new__(cls, kind): return KINDS[kind]()", UNKNOWN),
    "what a name holds": ("def __new__(cls):\n        made = Real()\n        return made", UNKNOWN),
    "an assigned function": ("__new__ = make", UNKNOWN),
    "itself": ("def __new__(cls) -> Self: return super().__new__(cls)", NOT),
    "its own name": ('def __new__(cls) -> "Own": ...', NOT),
    "its type variable": ("def __new__(cls: type[T]) -> T: ...", NOT),
    "a new object": ("def __new__(cls): return object.__new__(cls)", NOT),
    "a new object by name": (
        "def __new__(cls):\n        made = super().__new__(cls)\n        return made",
        NOT,
    ),
}


@pytest.mark.parametrize("shape", NEW)
def test_a_call_gives_what_new_says(shape: str, tmp_path: Path) -> None:
    new, answer = NEW[shape]
    text = f"""\
from typing import Any, Self, TypeVar
from lab.ports import Clock
T = TypeVar("T")
class Real:
    def now(self) -> float: ...
class Own:
    {new}
class Heir(Own): ...
_own: Clock = Own()
"""
    found = answers(tmp_path, {**OTHERS, "lab/own.py": text})
    assert {pair: said for pair, (said, _) in found.items()} == {("Own", "Clock"): answer}


def test_a_new_is_inherited_and_says_nothing_of_the_class(tmp_path: Path) -> None:
    text = """\
from lab.ports import Clock
class Real: ...
class Base:
    def __new__(cls) -> Real: return Real()
class Called(Base): ...
class Named(Base): ...
_called: Clock = Called()
_named: type[Clock] = Named
_named_again: Clock = Named()
"""
    assert answers(tmp_path, {**OTHERS, "lab/own.py": text}) == {
        ("Called", "Clock"): (
            UNKNOWN,
            "`Called` has a `__new__` that may make something else",
        ),
        ("Named", "Clock"): (NOT, ""),
    }


def test_a_class_that_is_defined_twice_cannot_be_judged(tmp_path: Path) -> None:
    text = """\
from lab.ports import Bell, Clock
if flag:
    class Own(Bell): ...
    class Proven: ...
else:
    class Own(Bell): ...
    class Proven: ...
_proven: Clock = Proven()
"""
    doubt = (UNKNOWN, "it is defined several times")
    assert answers(tmp_path, {**OTHERS, "lab/own.py": text}) == {
        ("Own", "Bell"): doubt,
        ("Proven", "Clock"): doubt,
    }
