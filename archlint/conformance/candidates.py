"""Which classes of a project may have to do with contract types, told from facts alone.

Names are compared by their last part, so the answer has too many rather than too few: it only says
which modules are worth parsing.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from archlint.conformance.bindings import ClassKey
from archlint.facts.classes import MARKS
from archlint.project import Project


class Candidates(NamedTuple):
    """The classes, in order, and the other names that some module gives to each name."""

    classes: tuple[ClassKey, ...]
    renamed: Mapping[str, set[str]]


def find_candidates(project: Project, named: Iterable[str]) -> Candidates:
    """Protocols, classes with abstract members, those `named`, and what may derive from them."""
    renamed: dict[str, set[str]] = {}
    derived: dict[str, list[ClassKey]] = {}
    found: set[ClassKey] = set()
    seeds = {"Protocol", *(name.rpartition(".")[2] for name in named)}
    todo = [*seeds]
    for file in project.tree.files:
        facts = project.facts[file.index]
        for fact in facts.imports:
            if fact.bound not in ("", fact.name) and fact.name:
                renamed.setdefault(fact.name, set()).add(fact.bound)
        for name, written in facts.aliases:
            renamed.setdefault(_last(written), set()).add(name)
        for class_fact in facts.classes:
            key = ClassKey(file.module, class_fact.name)
            for base in class_fact.bases:
                derived.setdefault(_last(base), []).append(key)
            if class_fact.is_marked or _last(key.name) in seeds:
                found.add(key)
                todo.append(_last(key.name))
    reached: set[str] = set()
    if any(mark in renamed for mark in MARKS):
        # Facts see no mark of another module's naming.
        todo.append("ABC")
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += renamed.get(name, ())
            found.update(derived.get(name, ()))
            todo += (_last(key.name) for key in derived.get(name, ()))
    return Candidates(tuple(sorted(found)), renamed)


def claiming_modules(
    project: Project, contracts: Iterable[str], renamed: Mapping[str, set[str]]
) -> tuple[int, ...]:
    """The modules that may claim, outside of a class's bases, that something is one of these."""
    names: set[str] = set()
    todo = [_last(name) for name in contracts]
    while todo:
        name = todo.pop()
        if name not in names:
            names.add(name)
            todo += renamed.get(name, ())
    modules = {
        file.module
        for file in project.tree.files
        if project.facts.has_claims[file.index]
        and any(_last(claim) in names for claim in project.facts[file.index].claims)
    }
    return tuple(sorted(modules))


def _last(name: str) -> str:
    return name.rpartition(".")[2]
