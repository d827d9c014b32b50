"""What is found, and what is no finding, in shapes that have misled others."""

import pytest

from archlint.testing import run_rule

RULE = "nonconforming-type"
PORTS = """\
import abc
from collections.abc import AsyncIterator, Iterator
from typing import Protocol


class Store(Protocol):
    name: str
    async def get(self, key: str) -> bytes: ...
    def watch(self) -> AsyncIterator[str]: ...


class Job(abc.ABC):
    @abc.abstractmethod
    def run(self, first, /, *, later=False): ...
    @property
    @abc.abstractmethod
    def title(self) -> str: ...
"""
GET = "async def get(self, key): ..."
WATCH = "def watch(self): ..."
STORE = f"name = ''\n    {GET}\n    {WATCH}"
RUN = "def run(self, first, /, *, later=False): ..."
TITLE = "title: str = ''"

CLEAN = {
    "a class that only type checkers see": """
from typing import TYPE_CHECKING
from app.ports import Job
if TYPE_CHECKING:
    class Seen(Job):
        extra: int
""",
    "a parameter that is narrowed before it is kept": f"""
from app.ports import Store
class Kept(Store):
    def __init__(self, name: str | None) -> None:
        if name is None:
            raise ValueError
        self.name = name
    {GET}
    {WATCH}
""",
    "an attribute that only its object has": f"""
from app.ports import Job
class Late(Job):
    def __init__(self):
        self.title = ""
    {RUN}
""",
    "a member set after the class is made": f"""
from app.ports import Job
class Late(Job):
    {RUN}
Late.title = "late"
""",
    "members set by a loop": f"""
from app.ports import Job
class Late(Job):
    {RUN}
for name in ("title",):
    setattr(Late, name, None)
""",
    "an awaitable from elsewhere": f"""
from app.ports import Store
class Proxy(Store):
    name = ""
    def get(self, key):
        return self.inner.get(key)
    {WATCH}
""",
    "a class named like a builtin of the contract": f"""
from app.ports import Store
class bytes: ...
class Own(Store):
    {STORE}
""",
    "a class that is defined twice": """
from app.ports import Job
if flag:
    class Twice(Job): ...
else:
    class Twice(Job): ...
""",
    "a base that is one of two": """
try:
    from app.ports import Job
except ImportError:
    Job = object
class Perhaps(Job): ...
""",
    "bases that Python would refuse": """
from app.ports import Job
class Loop(Loop, Job): ...
class Twice(Job, Job): ...
""",
    "names that lead back to themselves": """
from app.jobs import *
from app.jobs import Round, Round as Square
Round = Square.Inner
Square = Round
itself = itself.itself
class Lost(Round, itself.Job): ...
""",
    "a private name of another type": """
from app.ports import Store
_store: Store = make()
_class: type[Store] = pick(Store)
_text: "type[" = Store
""",
    "a stub": f"""
from app.ports import Job
class Typed(Job):
    {RUN}
    {TITLE}
""",
}
FOUND = {
    "through an alias of the contract": (
        """
import app.ports as ports
Base = ports.Job
class Through(Base): ...
""",
        (4, 7),
        "lacks what `Job` asks for: `run` (method), `title` (property)",
    ),
    "an iterator that must be awaited": (
        f"""
from collections.abc import AsyncIterator
from app.ports import Store
class Wrong(Store):
    name = ""
    {GET}
    async def watch(self) -> AsyncIterator[str]:
        return self.lines
""",
        (7, 15),
        "it is a coroutine that returns an iterator, which is no iterator itself",
    ),
    "a nested class": (
        f"""
from app.ports import Job
class Outer:
    class Inner(Job):
        {TITLE}
        def run(self): ...
""",
        (6, 13),
        "`Inner.run` does not fit `Job.run`: it has no parameter `first`, and has no parameter",
    ),
    "a mixin that does not fit": (
        f"""
from app.ports import Job
class Mixin:
    def run(self, first): ...
class Mixed(Mixin, Job):
    {TITLE}
""",
        (5, 7),
        "has no parameter `later` (it comes from `Mixin`)",
    ),
    "a namesake": (
        f"""
from app import ports
class Job(ports.Job):
    {TITLE}
    def run(self, first, /, *, later): ...
""",
        (5, 9),
        "`app.jobs.Job.run` does not fit `app.ports.Job.run`: it requires the parameter `later`",
    ),
    "a wrong signature beside an unknown base": (
        """
from elsewhere import Base
from app.ports import Job
class Beside(Job, Base):
    def run(self, first, second, /, *, later=False): ...
""",
        (5, 9),
        "it requires the parameter `second`",
    ),
}


def tree(text: str) -> dict[str, str]:
    return {"app/ports.py": PORTS, "app/jobs.py": text}


@pytest.mark.parametrize("shape", CLEAN)
def test_no_finding(shape: str) -> None:
    assert run_rule(RULE, tree(CLEAN[shape])) == ()


@pytest.mark.parametrize("shape", FOUND)
def test_one_finding(shape: str) -> None:
    text, place, words = FOUND[shape]
    (found,) = run_rule(RULE, tree(text))
    assert (found.location.line, found.location.column) == place
    assert words in found.message


def test_the_body_of_a_stub_says_nothing() -> None:
    stub = "from typing import Protocol\nclass Store(Protocol):\n    def get(self) -> int: ...\n"
    heir = "from app.ports import Store\nclass Heir(Store): ...\n"
    assert run_rule(RULE, {"app/ports.pyi": stub, "app/jobs.py": heir}) == ()


def test_implementers_without_a_contract_type_are_idle() -> None:
    config = f'[rules.{RULE}]\nimplementers = ["app.*"]\n'
    (found,) = run_rule(RULE, {**tree(""), "archlint.toml": config})
    assert (found.location.path, found.location.line) == ("archlint.toml", 2)


def test_a_name_that_is_nearly_a_contract_type_is_suggested() -> None:
    config = f'[rules.jobs]\ntype = "{RULE}"\nprotocol = "app.ports.Jobs"\n'
    (found,) = run_rule("jobs", {**tree(""), "archlint.toml": config})
    assert found.help == ("did you mean `app.ports.Job`?",)
