"""What facts tell of names is what syntax tells, and few modules have to be parsed."""

import pytest

from archlint import assess_conformance
from archlint.conformance.bindings import ClassKey
from archlint.conformance.names import Names
from archlint.conformance.outlines import Outline
from archlint.conformance.texts import Texts
from archlint.facts.syntax import parse_file
from archlint.project import Project
from tests.consumers.trees import project_of

PORTS = """\
from abc import ABC, abstractmethod
class Job(ABC):
    @abstractmethod
    def run(self): ...
class Ready(Job):
    def run(self): ...
"""
CERTAIN = {
    "a class": "class Base: ...",
    "an import": "from app.ports import Job as Base",
    "a relative import": "from .ports import Job as Base",
    "a module": "from app import ports as Base",
    "a plain import": "import app",
    "an import under another name": "import app.ports as Base",
    "an import from outside": "from abc import ABC as Base",
    "a builtin": "",
    "what an import in a function does not bind": "def f(): from abc import Exception",
}
VAGUE = {
    "two classes": "class Base: ...\nclass Base: ...",
    "a class that is replaced": "class Base: ...\nBase = register(Base)",
    "a class that is deleted": "class Base: ...\ndel Base",
    "two imports": "from app.ports import Job as Base\nfrom abc import ABC as Base",
    "an import that something replaces": "from abc import ABC as Base\nBase = object",
    "an import in a branch": "if x:\n    from abc import ABC as Base",
    "an import in a class": "class Other:\n    from app.ports import Job as Base",
    "an import in a narrow class": "class Other:\n from app.ports import Job as Base",
    "an import in a function": "def f():\n    from app.ports import Job as Base",
    "an import behind another statement": "x = 1; from app.ports import Job as Base",
    "the second of a list": "import abc, app.ports as Base",
    "an alias like the beginning": "import app.ports as app",
    "a star": "from app.ports import *",
    "an alias": "from app.ports import Job\nBase = Job",
}
NAMES = ("Base", "app", "app.ports.Job", "Base.Job", "Exception", "Job", "Nobody")


def _module(project: Project, name: str) -> int:
    return next(one.index for one in project.modules if one.name == name)


def _tree(text: str) -> dict[str, str]:
    return {"app/__init__.py": "", "app/ports.py": PORTS, "app/user.py": text}


@pytest.mark.parametrize("text", [*CERTAIN.values(), *VAGUE.values()], ids=[*CERTAIN, *VAGUE])
def test_facts_and_syntax_agree(text: str) -> None:
    with project_of(_tree(text)) as project:
        user = _module(project, "app.user")
        by_facts, by_syntax = Names(project), Names(project)
        for module in project.modules:
            by_syntax.surface(module.index)
        for name in NAMES:
            told = by_facts.settled(by_facts.find(user, name))
            assert told == by_syntax.settled(by_syntax.find(user, name))


def _bindings(text: str, name: str) -> object:
    with project_of(_tree(text)) as project:
        user = _module(project, "app.user")
        file = project.modules[user].files[0]
        rows = [row for row, other in enumerate(project.edges.file) if other == file]
        return Outline(project, user, rows).bindings(name)


def test_facts_tell_what_is_certain() -> None:
    for text in CERTAIN.values():
        for name in ("Base", "app", "Nobody"):
            assert _bindings(text, name) is not None


def test_facts_do_not_tell_what_is_vague() -> None:
    for text in VAGUE.values():
        assert _bindings(text, "app" if "Base" not in text and "*" not in text else "Base") is None


def test_nothing_is_told_of_a_file_that_cannot_be_parsed() -> None:
    assert _bindings("class Base: ...\ndef (", "Base") is None


@pytest.mark.parametrize(
    ("text", "is_parsed"),
    [
        ("class User(Ready): ...", False),
        ("class User(Ready): runs = 1", False),
        ("class User(Ready):\n    def run(self, more): ...", True),
        ("class User(Ready): __slots__ = ('r' 'un',)", True),
        ("class User(Ready, metaclass=type): ...", True),
    ],
)
def test_a_class_is_parsed_where_it_may_decide(
    text: str, is_parsed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []

    def noting(path: str, data: bytes, *others: object) -> object:
        parsed.append(path)
        return parse_file(path, data)

    monkeypatch.setattr("archlint.facts.syntax.parse_file", noting)
    files = _tree(f"from app.ports import Ready\n{text}\n")
    with project_of(files) as project:
        found = assess_conformance(project).assessments
        assert "User" in [one.implementer.name for one in found]
        assert ("app/user.py" in parsed) is is_parsed


def test_what_marks_members_may_be_renamed() -> None:
    files = {
        **_tree("from app.marks import must\nfrom app.ports import Job\n"),
        "app/marks.py": "from abc import abstractmethod as must\n",
    }
    files["app/user.py"] += "class User(Job):\n    @must\n    def stop(self): ...\n"
    with project_of(files) as project:
        contracts = assess_conformance(project).contracts
        key = ClassKey(_module(project, "app.user"), "User")
        assert key in [one.key for one in contracts]


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("x.run = 1", True),
        ("running = 1", False),
        ("r\N{LATIN SMALL LETTER U WITH DIAERESIS}n = 1", False),
        ("\N{FULLWIDTH LATIN SMALL LETTER R}un = 1", True),
        ("setattr(x, 'r' 'un', 1)", True),
    ],
)
def test_texts_are_searched_for_names(text: str, may: bool) -> None:
    with project_of(_tree(text)) as project:
        assert Texts(project).may_name_member(_module(project, "app.user"), "run") is may
