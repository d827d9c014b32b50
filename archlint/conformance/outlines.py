"""What facts alone tell of the names of a module, so that few modules have to be parsed."""

from collections.abc import Sequence
from functools import cached_property

from archlint.conformance.bindings import Binding, ClassKey, Imports
from archlint.facts.imports import ClassFact, ImportFact, Kind
from archlint.project import Project

_AFTER_FROM = len("from ") + 1
_AFTER_IMPORT = len("import ") + 1


class Outline:
    """One module by its facts; `rows` are those of its file in the columns of imports."""

    def __init__(self, project: Project, module: int, rows: Sequence[int]) -> None:
        facts = project.facts[project.modules[module].files[0]]
        self.module = module
        self.is_known = facts.problem is None
        self.classes: dict[str, ClassFact] = {
            fact.name: fact for fact in facts.classes if fact.is_plain
        }
        self._project = project
        self._rows = rows
        self._defines = frozenset(facts.defines)
        self._has_star = any(fact.name == "*" for fact in facts.imports)
        self._taken: dict[str, list[ImportFact]] = {}
        for fact in facts.imports:
            if fact.bound:
                self._taken.setdefault(fact.bound, []).append(fact)

    def bindings(self, name: str) -> tuple[Binding, ...] | None:
        """All that the module binds the name to; None where only its syntax tells."""
        if not self.is_known:
            return None
        if name in self.classes:
            return (ClassKey(self.module, name),)
        taken = self._taken.get(name, ())
        if name in self._defines or len(taken) > 1:
            return None
        if taken:
            return (self._bound(taken[0]),) if _is_plain(taken[0]) else None
        return None if self._has_star else ()

    def _bound(self, fact: ImportFact) -> Binding:
        line, base, bound = fact.statement_line, fact.base, fact.bound
        if fact.name:
            return self._imports.taken(line, base, fact.name, bound)
        is_alias = bound != base.partition(".")[0]
        return self._imports.plain(line, base, bound if is_alias else None)

    @cached_property
    def _imports(self) -> Imports:
        return Imports(self._project, self._rows)


def _is_plain(fact: ImportFact) -> bool:
    """Whether the statement certainly stands in no block, and what it binds is certain, too.

    One at the margin stands in no block, and begins with its only or its first name.
    """
    column = _AFTER_FROM if fact.name else _AFTER_IMPORT
    at_margin = fact.line == fact.statement_line and fact.column == column
    # `import a.b` and `import a.b as a` have the same facts.
    is_vague = not fact.name and "." in fact.base and fact.base.startswith(f"{fact.bound}.")
    return at_margin and not is_vague and not fact.kinds & Kind.DEFERRED
