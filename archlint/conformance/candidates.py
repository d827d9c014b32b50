"""Which classes of a project may have to do with contract types, told from facts alone.

Names are compared by their last part, so the answer has too many rather than too few: it only says
which modules are worth parsing.
"""

from collections.abc import Iterable

from archlint.conformance.bindings import ClassKey
from archlint.project import Project


def candidates(project: Project, named: Iterable[str]) -> tuple[ClassKey, ...]:
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
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += renamed.get(name, ())
            found.update(derived.get(name, ()))
            todo += (_last(key.name) for key in derived.get(name, ()))
    return tuple(sorted(found))


def claiming_modules(project: Project, contracts: Iterable[str]) -> tuple[int, ...]:
    """The modules that may claim, outside of a class's bases, that something is one of these."""
    names = {_last(name) for name in contracts}
    modules = set()
    for file in project.tree.files:
        if not project.facts.has_claims[file.index]:
            continue
        facts = project.facts[file.index]
        bound = {fact.bound: fact.name for fact in facts.imports if fact.bound != fact.name}
        bound.update((name, _last(written)) for name, written in facts.aliases)
        if any(_last(claim) in names or bound.get(claim) in names for claim in facts.claims):
            modules.add(file.module)
    return tuple(sorted(modules))


def _last(name: str) -> str:
    return name.rpartition(".")[2]
