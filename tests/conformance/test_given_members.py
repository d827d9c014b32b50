"""Members that a class gets by other means than its own text are no missing ones."""

import pytest

from archlint.testing import run_rule

RULE = "nonconforming-type"
PORTS = """\
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Protocol


class Named(Protocol):
    name: str


class Job(ABC):
    @abstractmethod
    def run(self): ...


class Ordered(ABC):
    @abstractmethod
    def __eq__(self, other): ...
    @abstractmethod
    def __lt__(self, other): ...


class Record(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Any]]
"""
HEAD = "from app.ports import Job, Named, Ordered, Record\n"
JOB = "class Late(Job): ...\ndef _run(self): ...\n"
LINE = "_late: Named = Late()\n"

CLEAN = {
    "a value in a base behind the contract type": """
class Mixin:
    name = ""
class Late(Named, Mixin): ...
Late()
""",
    "an order that a data class makes": """
from dataclasses import dataclass
@dataclass(order=True)
class Late(Ordered):
    x: int = 0
Late()
""",
    "the fields of a data class": """
from dataclasses import dataclass
@dataclass
class Late:
    x: int = 0
_late: type[Record] = Late
""",
    "an object made without a call": f"""
class Late:
    @classmethod
    def make(cls):
        late = cls.__new__(cls)
        late.name = ""
        return late
{LINE}""",
    "the class of an object": f"""
class Late:
    def __init__(self):
        type(self).name = ""
{LINE}""",
    "a function that sets up an object": f"""
class Late:
    def __init__(self):
        _set_up(self)
def _set_up(late):
    late.name = ""
{LINE}""",
    "the attributes of an object as a dict": f"""
class Late:
    def __init__(self):
        vars(self).update(name="")
{LINE}""",
    "a loop over classes": f"{JOB}for each in (Late,):\n    each.run = _run\n",
    "a function that adds to classes": f"{JOB}def _add(to):\n    to.run = _run\n_add(Late)\n",
    "a function that adds computed names": f"""{JOB}
def _add(to):
    for name in ("run",):
        setattr(to, name, _run)
_add(Late)
""",
    "several targets": f"{JOB}Late.run, Late.stop = _run, _run\n",
    "an annotated target": f"{JOB}Late.run: object = _run\n",
    "a name given within an expression": "class Late(Job):\n    (run := print)\n",
    "subclasses within functions": """
class Late(Job): ...
def make():
    class Local(Late):
        def run(self): ...
    return Local()
""",
    "subclasses of a base that a function imports": """
class Late(Job): ...
def make():
    from app.late import Late as Other, Late
    class Local(Late):
        def run(self): ...
    return Local()
""",
    "subclasses within classes": """
class Holder:
    class Late(Job): ...
    class Local(Late):
        def run(self): ...
""",
    "subclasses made by type": """
class Late(Job): ...
Local = type("Local", (Late,), {"run": print})
""",
    "functions that never come to their end": """
from abc import ABC, abstractmethod
class Remote(ABC):
    @abstractmethod
    async def get(self): ...
    @abstractmethod
    async def put(self): ...
    @abstractmethod
    async def ask(self): ...
class Refused(Remote):
    def get(self):
        if self:
            raise ValueError
        else:
            raise KeyError
    def put(self):
        try:
            raise ValueError
        finally:
            print()
    def ask(self):
        with self:
            while True:
                raise ValueError
""",
    "attributes that are descriptors": """
class Column:
    def __get__(self, of, owner=None): return ""
    def __set__(self, of, value): ...
class Late(Named):
    name: Column = Column()
""",
    "properties that give coroutines": """
from collections.abc import Awaitable
from functools import cached_property
from typing import Protocol
class Lazy(Protocol):
    @property
    def one(self) -> Awaitable[int]: ...
    @property
    def two(self) -> Awaitable[int]: ...
    @property
    async def three(self) -> int: ...
    @property
    async def four(self) -> int: ...
class Late(Lazy):
    @property
    async def one(self) -> int: return 1
    @cached_property
    async def two(self) -> int: return 1
    @property
    def three(self) -> Awaitable[int]: return self.one
    @property
    async def four(self) -> int: return 1
""",
    "a contract type with a register of its own": """
from abc import ABC, abstractmethod
class Plugin(ABC):
    @classmethod
    def register(cls, other): return other
    @abstractmethod
    def run(self): ...
@Plugin.register
class Late: ...
Plugin.register(Late)
""",
}


@pytest.mark.parametrize("shape", CLEAN)
def test_no_finding(shape: str) -> None:
    files = {"app/__init__.py": "", "app/ports.py": PORTS, "app/late.py": HEAD + CLEAN[shape]}
    assert not run_rule(RULE, files)


def test_another_module_may_add_to_a_class() -> None:
    files = {
        "app/__init__.py": "",
        "app/ports.py": PORTS,
        "app/late.py": HEAD + JOB,
        "app/patches.py": "from app import late\nlate.Late.run = late._run\n",
    }
    assert not run_rule(RULE, files)


def test_a_function_of_another_module_may_import_the_base() -> None:
    files = {
        "app/__init__.py": "",
        "app/ports.py": PORTS,
        "app/late.py": HEAD + JOB,
        "app/make.py": "def make():\n    from app.late import Late\n    class Local(Late):\n"
        "        def run(self): ...\n    return Local()\n",
    }
    assert not run_rule(RULE, files)


def test_what_others_get_is_still_missing() -> None:
    others = "class Other:\n    def __init__(self):\n        self.name = ''\n"
    late = f"{HEAD}{others}class Late(Named): ...\nLate()\n"
    files = {"app/__init__.py": "", "app/ports.py": PORTS, "app/late.py": late}
    assert [found.location.line for found in run_rule(RULE, files)] == [5]


def test_a_register_that_calls_the_one_it_overrides_claims() -> None:
    late = """
class Plugin(Job):
    @classmethod
    def register(cls, other):
        type(cls).register(cls, other)
        return other
    @abstractmethod
    def stop(self): ...
@Plugin.register
class Late:
    def run(self): ...
"""
    text = f"from abc import abstractmethod\n{HEAD}{late}"
    files = {"app/__init__.py": "", "app/ports.py": PORTS, "app/late.py": text}
    assert [found.location.line for found in run_rule(RULE, files)] == [12]


def test_a_property_that_gives_a_coroutine_is_no_value() -> None:
    late = """
class Lazy(Protocol):
    @property
    def one(self) -> int: ...
    @property
    async def two(self) -> int: ...
class Late(Lazy):
    @property
    async def one(self) -> int: return 1
    @property
    def two(self) -> int: return 1
"""
    text = f"from typing import Protocol\n{HEAD}{late}"
    files = {"app/__init__.py": "", "app/ports.py": PORTS, "app/late.py": text}
    assert [found.location.line for found in run_rule(RULE, files)] == [11, 13]
