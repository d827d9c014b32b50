"""Of parsed modules few are kept, and what was dropped is told again as before."""

from archlint.conformance.bindings import ClassKey
from archlint.conformance.classes import Classes
from archlint.conformance.membership import Membership
from archlint.conformance.names import Names
from archlint.project import Project
from tests.consumers.trees import project_of

TREE = {
    "app/__init__.py": "",
    "app/one.py": "class One:\n    def run(self): self.speed = 1\n",
    "app/two.py": "from app.one import One\nAlias = One\nclass Two(Alias): ...\n",
}


def _module(project: Project, name: str) -> int:
    return next(one.index for one in project.modules if one.name == name)


def test_what_was_asked_for_longest_ago_is_dropped() -> None:
    with project_of(TREE) as project:
        names = Names(project)
        one, two = _module(project, "app.one"), _module(project, "app.two")
        for module in (one, two, one):
            names.surface(module)
        size = sum(map(len, TREE["app/one.py"].split("\n")))
        assert names.make_room(size)
        assert names.is_parsed(one)
        assert not names.is_parsed(two)
        assert not names.make_room(size)


def test_what_was_dropped_is_told_as_before() -> None:
    with project_of(TREE) as project:
        membership = Membership(Classes(Names(project)))
        names = membership.classes.names
        one, two = _module(project, "app.one"), _module(project, "app.two")
        for _ in range(2):
            assert names.settled(names.find(two, "Alias")) == ClassKey(one, "One")
            info = membership.classes.info(ClassKey(two, "Two"))
            assert info is not None
            lineage = membership.classes.lineage(info.key)
            (speed,) = membership.found(lineage, "speed")
            assert (speed.place.line, speed.owner.last_name) == (2, "One")
            membership.make_room(0)
            assert not names.is_parsed(one)
            assert not names.is_parsed(two)
