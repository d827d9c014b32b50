"""What is not certain is neither right nor wrong."""

from pathlib import Path

import pytest

from tests.conformance.test_claims import CONFORMING, NOT, UNKNOWN, answers

HEAD = """\
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import wraps
from typing import Protocol
"""
SHAPES = {
    "a declaration over an abstract property": (
        """
class Job(ABC):
    @property
    @abstractmethod
    def title(self) -> str: ...
class Own(Job):
    title: str
""",
        UNKNOWN,
    ),
    "one that an object gets": (
        """
class Job(ABC):
    @property
    @abstractmethod
    def title(self) -> str: ...
class Own(Job):
    title: str
    def __init__(self): self.title = ""
""",
        UNKNOWN,
    ),
    "a value over an abstract property": (
        """
class Job(ABC):
    @property
    @abstractmethod
    def title(self) -> str: ...
class Own(Job):
    title: str
    title = ""
""",
        CONFORMING,
    ),
    "only the setter is abstract": (
        """
class Job(ABC):
    @property
    def title(self) -> str: return ""
    @title.setter
    @abstractmethod
    def title(self, title: str) -> None: ...
class Own(Job): ...
Own()
""",
        NOT,
    ),
    "only the deleter is abstract": (
        """
class Job(ABC):
    @property
    def title(self) -> str: return ""
    @title.deleter
    @abstractmethod
    def title(self) -> None: ...
class Own(Job): ...
Own()
""",
        NOT,
    ),
    "a default of None": (
        """
class Job(Protocol):
    def run(self, times: int | None) -> None: ...
class Own(Job):
    def run(self, times: int = None) -> None: ...
""",
        UNKNOWN,
    ),
    "a default of None beside another type": (
        """
class Job(Protocol):
    def run(self, times: str) -> None: ...
class Own(Job):
    def run(self, times: int = None) -> None: ...
""",
        NOT,
    ),
    "a default of None that is asked for": (
        """
class Job(Protocol):
    def run(self, times: int = None) -> None: ...
class Own(Job):
    def run(self, times: int = 1) -> None: ...
""",
        CONFORMING,
    ),
    "a default of None without a type": (
        """
class Job(Protocol):
    def run(self, times: int | None) -> None: ...
class Own(Job):
    def run(self, times=None) -> None: ...
""",
        CONFORMING,
    ),
    "nested classes": (
        """
class Job(Protocol):
    class Meta:
        name: str
class Own:
    class Meta: ...
_own: Job = Own()
""",
        UNKNOWN,
    ),
    "nested classes that derive from each other": (
        """
class Job(Protocol):
    class Meta:
        name: str
class Own:
    class Meta(Job.Meta): ...
_own: Job = Own()
""",
        CONFORMING,
    ),
    "a wrapped function": (
        """
class Job(Protocol):
    def run(self) -> None: ...
class Own:
    @wraps(print)
    def run(self) -> None: ...
_own: Job = Own()
""",
        UNKNOWN,
    ),
    "the fields of a Protocol": (
        """
@dataclass
class Job(Protocol):
    title: str
@dataclass
class Own(Job):
    size: int
Own("", 1)
""",
        UNKNOWN,
    ),
    "a name that is private to its class": (
        """
class Job(ABC):
    @abstractmethod
    def __run(self) -> None: ...
class Own(Job):
    def __run(self) -> None: ...
Own()
""",
        UNKNOWN,
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(shape: str, tmp_path: Path) -> None:
    text, answer = SHAPES[shape]
    found = answers(tmp_path, {"lab.py": HEAD + text})
    assert {pair: said for pair, (said, _) in found.items()} == {("Own", "Job"): answer}


@pytest.mark.parametrize(
    ("star", "answer"),
    [
        ("from typing import *", NOT),
        ("from os.path import *", NOT),
        ("from enum import *", UNKNOWN),
        ("from elsewhere import *", UNKNOWN),
    ],
)
def test_names_of_the_standard_library_hide_few_built_in_ones(
    star: str, answer: str, tmp_path: Path
) -> None:
    text = f"""{HEAD}{star}
class Job(Protocol):
    @property
    def title(self) -> str: ...
class Own:
    @property
    def title(self) -> int: ...
_own: Job = Own()
"""
    assert answers(tmp_path, {"lab.py": text})["Own", "Job"][0] == answer


def test_a_mark_may_be_named_by_another_module(tmp_path: Path) -> None:
    files = {
        "compat.py": "from abc import ABC as Base, abstractmethod as must\n",
        "lab.py": """\
from compat import Base, must
class Job(Base):
    @must
    def run(self): ...
class Own(Job): ...
Own()
""",
    }
    assert answers(tmp_path, files) == {("Own", "Job"): (NOT, "")}
