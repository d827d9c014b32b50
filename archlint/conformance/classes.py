"""Classes of the tree, their bases, and the order in which attributes are looked up."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from archlint.conformance.bindings import ClassKey, External, Meaning, Value
from archlint.conformance.known import abstract_members, class_name, members
from archlint.conformance.names import Names
from archlint.conformance.surfaces import Surface
from archlint.diagnostics import Location
from archlint.facts.classes import claimed, dotted, unsubscripted
from archlint.facts.places import name_span

Ancestor = ClassKey | str | None
"""A class of the tree, the dotted name of another, or one that cannot be told."""

_DEEP = 20
"""How many aliases in a row are followed."""
_MARKERS = ("typing.Protocol", "typing.Generic", "builtins.object")


@dataclass(frozen=True, eq=False)
class ClassInfo:
    """One class; its module is parsed where more is asked than its header.

    `bases` are resolved; type arguments are left out. `metaclass` is False where none is written.
    `may_be_marked` says that a member of its own may be abstract.
    """

    key: ClassKey
    names: Names
    bases: tuple[Ancestor, ...]
    metaclass: Ancestor | bool = False
    may_be_marked: bool = True

    @property
    def surface(self) -> Surface:
        """Its module, parsed."""
        surface = self.names.surface(self.key.module)
        assert surface is not None
        return surface

    @property
    def node(self) -> ast.ClassDef:
        """The class as written."""
        return self.surface.classes[self.key.name][0]

    @property
    def place(self) -> Location:
        """Where the name of the class stands."""
        syntax = self.surface.syntax
        return Location(syntax.path, *name_span(syntax.lines, self.node))

    @property
    def name(self) -> str:
        """The qualified name within its module."""
        return self.key.name

    @property
    def last_name(self) -> str:
        """The name without those of the classes around it."""
        return self.key.name.rpartition(".")[2]

    @property
    def full_name(self) -> str:
        """The dotted name from the root."""
        return f"{self.names.project.modules[self.key.module].name}.{self.key.name}"

    @property
    def is_protocol(self) -> bool:
        return "typing.Protocol" in self.bases

    @property
    def says_abstract(self) -> bool:
        """Whether its own header declares it abstract."""
        return self.is_protocol or "abc.ABC" in self.bases or self.metaclass == "abc.ABCMeta"


@dataclass(frozen=True, eq=False)
class Lineage:
    """A class and all it derives from, in the order of lookup.

    `others` are the ancestors outside the tree. `is_whole` says that every ancestor is known, so
    that what none of them has is missing.
    """

    classes: tuple[ClassInfo, ...]
    others: tuple[str, ...]
    is_whole: bool

    def __contains__(self, key: ClassKey) -> bool:
        return any(info.key == key for info in self.classes)

    def inherits(self, name: str) -> bool:
        """Whether an ancestor outside the tree has a member, be it abstract."""
        known = members()
        return any(name in known.get(other, ()) for other in (*self.others, "builtins.object"))

    def implements(self, name: str) -> bool:
        """Whether an ancestor outside the tree, `object` aside, has a member that can be called."""
        known, abstract = members(), abstract_members()
        return any(
            name in known.get(other, ()) and name not in abstract.get(other, ())
            for other in self.others
        )


class Classes:
    """Looks classes up; each is read once."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._infos: dict[ClassKey, ClassInfo | None] = {}
        self._lineages: dict[ClassKey, Lineage] = {}

    def info(self, key: ClassKey) -> ClassInfo | None:
        """A class; None where its name stands for several or it cannot be read."""
        if key not in self._infos:
            self._infos[key] = self._read(key)
        return self._infos[key]

    def find(self, module: int, expression: ast.expr, inside: str = "") -> Ancestor:
        """The class that an expression names, type arguments left out."""
        name = dotted(unsubscripted(expression))
        return self._ancestor(self.names.find(module, name, inside)) if name else None

    def claimed(self, module: int, annotation: ast.expr) -> tuple[Ancestor, bool]:
        """What the annotation of a proof line claims, and whether of the class itself.

        The aliases of types in it are followed.
        """
        is_class = False
        for _ in range(_DEEP):
            expression, is_of_class = claimed(annotation)
            is_class = is_class or is_of_class
            name = dotted(expression)
            meaning = self.names.settled(self.names.find(module, name)) if name else None
            if not isinstance(meaning, Value):
                return self._ancestor(meaning), is_class
            module, annotation = meaning.module, meaning.expression
        return None, is_class

    def _ancestor(self, meaning: Meaning) -> Ancestor:
        for _ in range(_DEEP):
            match self.names.settled(meaning):
                case ClassKey() as key:
                    return key
                case External(name=name):
                    return class_name(name)
                case Value(module=module, expression=ast.Subscript(value=generic)):
                    # An alias of a generic with its arguments: `Users = Repo[User]`.
                    name = dotted(generic)
                    meaning = self.names.find(module, name) if name else None
                case _:
                    break
        return None

    def lineage(self, key: ClassKey) -> Lineage:
        """The class and its ancestors; alone and not whole where Python would refuse the bases."""
        if key not in self._lineages:
            order = self._linearised(key, ())
            infos = [self.info(item) for item in order or (key,) if isinstance(item, ClassKey)]
            others = tuple(item for item in order or () if isinstance(item, str))
            known = members()
            is_whole = (
                order is not None
                and None not in order
                and None not in infos
                and all(other in known for other in others)
            )
            self._lineages[key] = Lineage(
                tuple(info for info in infos if info is not None), others, is_whole
            )
        return self._lineages[key]

    def is_abc(self, lineage: Lineage) -> bool:
        """Whether the metaclass is certainly `ABCMeta` or derives from it."""
        if any(info.is_protocol for info in lineage.classes):
            return True
        if not abstract_members().keys().isdisjoint(lineage.others):
            return True
        return any(self._is_abc_meta(info.metaclass) for info in lineage.classes)

    def _is_abc_meta(self, metaclass: Ancestor | bool) -> bool:
        if isinstance(metaclass, ClassKey):
            return "abc.ABCMeta" in self.lineage(metaclass).others
        return metaclass == "abc.ABCMeta"

    def _read(self, key: ClassKey) -> ClassInfo | None:
        fact = self.names.plain_class(key)
        if fact is not None:
            found = (self.names.find(key.module, base) for base in fact.bases)
            may_be_marked = fact.is_marked or not self.names.has_plain_marks
            bases = tuple(map(self._ancestor, found))
            return ClassInfo(key, self.names, bases, may_be_marked=may_be_marked)
        surface = self.names.surface(key.module)
        nodes = surface.classes.get(key.name, []) if surface else []
        if surface is None or len(nodes) != 1:
            return None
        if "." not in key.name and self.names.find(key.module, key.name) != key:
            return None
        node, inside = nodes[0], key.name.rpartition(".")[0]
        metaclass: Ancestor | bool = False
        for word in node.keywords:
            if word.arg in (None, "metaclass"):
                metaclass = self.find(key.module, word.value, inside) if word.arg else None
        bases = tuple(self.find(key.module, base, inside) for base in node.bases)
        return ClassInfo(key, self.names, bases, metaclass)

    def _linearised(self, key: ClassKey, below: tuple[ClassKey, ...]) -> list[Ancestor] | None:
        """The C3 order; None where there is none."""
        info = self.info(key)
        if info is None or key in below or len(below) > 200:
            return None if key in below else [key, None]
        # `Generic` and `Protocol` have no members, and Python itself moves `Generic` about.
        bases = [base for base in info.bases if base not in _MARKERS]
        orders: list[list[Ancestor]] = []
        for base in bases:
            if isinstance(base, ClassKey):
                order = self._linearised(base, (*below, key))
                if order is None:
                    return None
                orders.append(order)
            else:
                orders.append([base])
        merged = _merged([*orders, bases])
        return None if merged is None else [key, *merged]


def _merged(orders: Sequence[Sequence[Ancestor]]) -> list[Ancestor] | None:
    """The C3 merge; ancestors that cannot be told take no part in the order."""
    rest = [[item for item in order if item is not None] for order in orders]
    merged: list[Ancestor] = []
    while any(rest):
        rest = [order for order in rest if order]
        for order in rest:
            if not any(order[0] in other[1:] for other in rest):
                head = order[0]
                break
        else:
            return None
        merged.append(head)
        rest = [[item for item in order if item != head] for order in rest]
    return [*merged, None] if any(None in order for order in orders) else merged
