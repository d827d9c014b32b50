"""What names stand for in the modules of a project, through imports, re-exports and aliases."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from archlint.conformance.bindings import (
    Binding,
    ClassKey,
    External,
    InModule,
    Meaning,
    Taken,
    Value,
    bound_in,
    canonical,
)
from archlint.conformance.builtin import BUILTIN, keeps_builtin
from archlint.conformance.outlines import Outline
from archlint.conformance.surfaces import ROOM, Surface, Surfaces
from archlint.conformance.texts import Texts
from archlint.facts.classes import MARKS, dotted
from archlint.facts.codec import decode
from archlint.facts.imports import ClassFact
from archlint.project import Project
from archlint.source.tree import Form

_DEEP = 100


class Names:
    """Looks names up; parses modules only where their facts do not tell."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._outlines: dict[int, Outline | None] = {}
        self._texts = Texts(project)
        self._open: set[int | tuple[int, str]] = set()
        self._answers: dict[tuple[tuple[int, str], bool], Meaning] = {}
        self._bodies: dict[tuple[int, str], set[str]] = {}
        self._rows: dict[int, list[int]] = {}
        for row, file in enumerate(project.edges.file):
            self._rows.setdefault(file, []).append(row)
        self._surfaces = Surfaces(project, self._rows)

    def surface(self, module: int) -> Surface | None:
        """A module, parsed; None where it cannot be."""
        return self._surfaces.get(module)

    def is_parsed(self, module: int) -> bool:
        """Whether the tree of a module is kept."""
        return module in self._surfaces

    def make_room(self, room: int = ROOM) -> bool:
        """Drop trees and texts, those asked for last aside; not amid a lookup.

        `room` is how many characters of source may be kept. Whether a tree was dropped.
        """
        self._texts.make_room(room)
        return self._surfaces.make_room(room)

    def plain_class(self, key: ClassKey) -> ClassFact | None:
        """The fact of a class, where it tells all of the class's header."""
        outline = self._outline(key.module)
        return outline.classes.get(key.name) if outline is not None else None

    def may_name_member(self, module: int, name: str) -> bool:
        """Whether a class of the module may have a member of that name.

        What says no costs a search; of modules that are parsed already it is always yes.
        """
        return self.is_parsed(module) or self.may_speak_of(module, name)

    def may_speak_of(self, module: int, name: str) -> bool:
        """Whether a member of that name may stand anywhere in the module's text."""
        return self._texts.may_name_member(module, name)

    @cached_property
    def has_plain_marks(self) -> bool:
        """Whether no module renames what marks a member as abstract.

        Then facts see every such member.
        """
        marks = frozenset(MARKS)
        written = tuple(mark.encode() for mark in MARKS)
        # The words of a file's facts stand in their record.
        worth = (
            record
            for record in self.project.facts.records
            if any(word in record for word in written)
        )
        return not any(
            any(fact.name in marks and fact.bound not in ("", fact.name) for fact in facts.imports)
            or any(
                meant.rpartition(".")[2] in marks and name not in marks
                for name, meant in facts.aliases
            )
            for facts in map(decode, worth)
        )

    def find(self, module: int, name: str, inside: str = "") -> Meaning:
        """What a dotted name stands for in a module, or in the body of its class `inside`."""
        head, *rest = name.split(".")
        meaning = self._head(module, head, inside)
        for part in rest:
            meaning = self.attribute(meaning, part)
        return meaning

    def attribute(self, meaning: Meaning, name: str) -> Meaning:
        """What `meaning.name` stands for."""
        match meaning:
            case External():
                return External(canonical(f"{meaning.name}.{name}"))
            case ClassKey():
                surface = self.surface(meaning.module)
                nested = f"{meaning.name}.{name}"
                known = surface is not None and len(surface.classes.get(nested, ())) == 1
                return ClassKey(meaning.module, nested) if known else None
            case InModule():
                return self._of_module(meaning.module, name)
            case Value():
                target = self.settled(meaning)
                return None if isinstance(target, Value) else self.attribute(target, name)
            case _:
                return None

    def settled(self, meaning: Meaning) -> Meaning:
        """The meaning with names that only stand for other names replaced by those."""
        seen: set[int] = set()
        try:
            while isinstance(meaning, Value):
                name, key = dotted(meaning.expression), id(meaning.expression)
                if not name:
                    return meaning
                if key in self._open or len(self._open) > _DEEP:
                    return None
                self._open.add(key)
                seen.add(key)
                meaning = self.find(meaning.module, name)
        finally:
            self._open -= seen
        return meaning

    def _head(self, module: int, name: str, inside: str) -> Meaning:
        if inside:
            surface = self.surface(module)
            if surface is None:
                return None
            nested = f"{inside}.{name}"
            if nested in surface.classes:
                return ClassKey(module, nested) if len(surface.classes[nested]) == 1 else None
            if name in self._bound_in(surface, inside):
                return None
        return self._of_module(module, name, outside=True)

    def _bound_in(self, surface: Surface, inside: str) -> set[str]:
        key = (surface.module.index, inside)
        if key not in self._bodies:
            self._bodies[key] = bound_in(surface.classes[inside][0])
        return self._bodies[key]

    def _of_module(self, module: int, name: str, outside: bool = False) -> Meaning:
        """What a module binds a name to; `outside` lets builtins count too.

        What leads back to a name that is being looked up already leads nowhere, and what one
        lookup has found out it does not ask again.
        """
        key = (module, name)
        if key in self._open or len(self._open) > _DEEP:
            return None
        if (key, outside) in self._answers:
            return self._answers[key, outside]
        self._open.add(key)
        try:
            answer = self._looked_up(module, name, outside)
        finally:
            self._open.discard(key)
        self._answers[key, outside] = answer
        if not self._open:
            self._answers.clear()
        return answer

    def _looked_up(self, module: int, name: str, outside: bool) -> Meaning:
        outline = None if self.is_parsed(module) else self._outline(module)
        known: Sequence[Binding] | None = outline.bindings(name) if outline is not None else None
        surface = self.surface(module) if known is None else None
        if surface is not None and name in surface.bindings:
            known = surface.bindings[name]
        if known:
            return self._agreed(known)
        child = self._submodule(module, name)
        if child is not None and not outside:
            return child
        if surface is None and known is None:
            return None
        if surface is not None and not name.startswith("_"):
            for star in reversed(surface.stars):
                if isinstance(star, str) and keeps_builtin(star, name):
                    continue
                if not isinstance(star, int) or self.surface(star) is None:
                    return None
                if self._exports(star, name):
                    found = self._of_module(star, name)
                    if found is not None:
                        return found
        return External(f"builtins.{name}") if outside and name in BUILTIN else None

    def _agreed(self, bindings: Iterable[Binding]) -> Meaning:
        """The one meaning of several bindings; None where they differ."""
        found: list[Meaning] = []
        for binding in dict.fromkeys(bindings):
            meaning: Meaning
            if isinstance(binding, Taken):
                meaning = self._of_module(binding.module, binding.name)
            else:
                meaning = binding
            if meaning not in found:
                found.append(meaning)
        return found[0] if len(found) == 1 else None

    def _exports(self, module: int, name: str) -> bool:
        """Whether `from module import *` may give a name."""
        facts = self.project.facts[self.project.modules[module].files[0]]
        return facts.exports is None or name in facts.exports

    def _submodule(self, module: int, name: str) -> InModule | None:
        package = self.project.modules[module]
        if package.form is Form.SCRIPT:
            return None
        index = self.project.tree.by_name[package.root].get(f"{package.name}.{name}")
        return None if index is None else InModule(index)

    def _outline(self, module: int) -> Outline | None:
        if module not in self._outlines:
            files = self.project.modules[module].files
            rows = self._rows.get(files[0], []) if files else []
            self._outlines[module] = Outline(self.project, module, rows) if files else None
        return self._outlines[module]
