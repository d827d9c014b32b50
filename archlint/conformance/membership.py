"""Which members classes have by inheritance, and which of them a contract type asks for."""

import ast
from collections.abc import Iterable, Iterator, Mapping

from archlint.conformance.assignments import ANY, given, sets_any
from archlint.conformance.bindings import ClassKey
from archlint.conformance.classes import Classes, ClassInfo, Lineage
from archlint.conformance.known import abstract_members, members
from archlint.conformance.members import Form, FunctionNode, Member
from archlint.conformance.reading import Members, read_members
from archlint.conformance.surfaces import ROOM
from archlint.facts.classes import dotted

_NOT_ASKED = frozenset(
    """
    _ __slots__ __doc__ __dict__ __module__ __annotations__ __match_args__ __hash__ __weakref__
    __abstractmethods__ __orig_bases__ __class_getitem__ __init_subclass__ __new__
    """.split()  # noqa: SIM905 - as a literal it is 14 lines that nobody reads
)
_MADE = frozenset(
    """
    __init__ __repr__ __eq__ __lt__ __le__ __gt__ __ge__ __setattr__ __delattr__ __getstate__
    __setstate__ __replace__ __dataclass_fields__ __dataclass_params__ __attrs_attrs__
    """.split()  # noqa: SIM905 - as a literal it is 15 lines that nobody reads
)
"""What the decorators of data classes may add."""
_PLAIN_METACLASSES = (False, "abc.ABCMeta", "builtins.type")
_DYNAMIC = ("__getattr__", "__getattribute__")


class Membership:
    """Members by class; a class is read once, as long as there is room for what was read."""

    def __init__(self, classes: Classes) -> None:
        self.classes = classes
        self._members: dict[int, dict[str, Members]] = {}
        self._given: dict[int, frozenset[str]] = {}

    def members(self, info: ClassInfo) -> Members:
        """What a class itself declares."""
        module, name = info.key
        known = self._members.setdefault(module, {})
        if name not in known:
            known[name] = read_members(info, self.classes.names)
        return known[name]

    def make_room(self, room: int = ROOM) -> None:
        """Drop trees, those asked for last aside, and the members in them; not amid a lookup.

        `room` is how many characters of source may be kept.
        """
        names = self.classes.names
        if names.make_room(room):
            for module in [module for module in self._members if not names.is_parsed(module)]:
                del self._members[module]

    def declares(self, key: ClassKey, name: str) -> bool:
        """Whether a class itself has a member."""
        info = self.classes.info(key)
        return info is not None and self._own(info, name) is not None

    def found(self, lineage: Lineage, name: str) -> Iterator[Member]:
        """The members of a name in the order of lookup; the first is the one that counts."""
        for info in lineage.classes:
            member = self._own(info, name)
            if member is not None:
                yield member

    def _own(self, info: ClassInfo, name: str) -> Member | None:
        """A member of the class itself; a module that does not speak of it need not be parsed."""
        if not self.classes.names.may_name_member(info.key.module, name):
            return None
        return self.members(info).get(name)

    def is_contract(self, info: ClassInfo) -> bool:
        """Whether a class is a Protocol, or an ABC with abstract members of its own."""
        if info.is_protocol:
            return True
        if not info.may_be_marked:
            return False
        own = self.members(info).body.values()
        has_abstract = any(member.is_abstract for member in own)
        return has_abstract and self.classes.is_abc(self.classes.lineage(info.key))

    def registers(self, info: ClassInfo) -> bool:
        """Whether `register` of a class is certainly that of `ABCMeta`."""
        lineage = self.classes.lineage(info.key)
        own = next(self.found(lineage, "register"), None)
        return (
            lineage.is_whole
            and (own is None or (own.function is not None and _passes_on(own.function)))
            and all(one.metaclass in _PLAIN_METACLASSES for one in lineage.classes)
        )

    def asked_by(self, info: ClassInfo, is_named: bool) -> Mapping[str, Member]:
        """The members that a contract type itself asks for.

        Those of a Protocol, the abstract ones of an ABC; of a plain class that the config names
        (`is_named`) the methods that do nothing.
        """
        own = self.members(info).body
        if info.is_protocol:
            return {name: member for name, member in own.items() if _is_asked(name, member)}
        # A class that cannot be hashed says so with `__hash__ = None`.
        abstract = {
            name: member
            for name, member in own.items()
            if member.is_abstract and name != "__hash__"
        }
        if abstract or not is_named:
            return abstract
        return {
            name: member
            for name, member in own.items()
            if member.is_empty and not (name.startswith("__") and name.endswith("__"))
        }

    def asked_from_outside(self, info: ClassInfo, is_nominal: bool) -> Iterator[Member]:
        """The members that a contract type has from bases outside the tree, and leaves to others.

        All of them where a class fits a Protocol by its shape alone, else the abstract ones.
        """
        lineage = self.classes.lineage(info.key)
        abstract = abstract_members()
        is_by_shape = info.is_protocol and not is_nominal
        for other in lineage.others:
            names = abstract.get(other, frozenset())
            for name in sorted(members()[other] if names and is_by_shape else names):
                if name in _NOT_ASKED or any(self.found(lineage, name)):
                    continue
                yield Member(name, info, info.node, Form.METHOD, is_abstract=True, outsider=other)

    def may_be_abstract(self, info: ClassInfo, markers: Iterable[str]) -> bool:
        """Whether a class says that it leaves members out, or does not exist at run time.

        One of the `markers`, attributes of its own that are true, says so, too.
        """
        if info.name in info.surface.unreal:
            return True
        own = self.members(info).body
        marked = any(marker in own and _is_true(own[marker]) for marker in markers)
        return info.says_abstract or marked or any(one.is_abstract for one in own.values())

    def doubt(self, lineage: Lineage) -> str:
        """Why a class may have members that its text does not show, "" where it has none."""
        if not lineage.is_whole:
            return "a base is not known"
        for info in lineage.classes:
            members = self.members(info)
            if members.doubt:
                return f"`{info.last_name}`: {members.doubt}"
            if info.metaclass not in _PLAIN_METACLASSES:
                return f"`{info.last_name}` has a metaclass of its own"
            dynamic = [name for name in _DYNAMIC if name in members.body]
            if dynamic:
                return f"`{info.last_name}` has `{dynamic[0]}`"
            if any(map(sets_any, members.functions)):
                return f"`{info.last_name}` sets attributes by computed names"
        return ""

    def is_made(self, lineage: Lineage, name: str) -> bool:
        """Whether the decorator of a data class may add the member."""
        return any(
            own.has_fields and (name in _MADE or name in own.body)
            for own in map(self.members, lineage.classes)
        )

    def is_given_from_outside(self, lineage: Lineage, name: str) -> bool:
        """Whether a class's own module may set the member after the class is made."""
        names = self.classes.names
        for module in {info.key.module for info in lineage.classes}:
            # The names that a text computes count as being in it.
            if not names.may_speak_of(module, name):
                continue
            if module not in self._given:
                surface = names.surface(module)
                self._given[module] = frozenset(given(surface.syntax.tree) if surface else ())
            if self._given[module] & {name, ANY}:
                return True
        return False


def _passes_on(register: FunctionNode) -> bool:
    """Whether a `register` of a class's own calls the one it overrides."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "register"
        and (isinstance(node.value, ast.Call) or dotted(node.value).endswith("ABCMeta"))
        for node in ast.walk(register)
    )


def _is_asked(name: str, member: Member) -> bool:
    """Whether a member of a Protocol is part of what it asks for; what it imports is not."""
    is_private = name.startswith("__") and not name.endswith("__")
    return name not in _NOT_ASKED and not is_private and not isinstance(member.node, ast.alias)


def _is_true(member: Member) -> bool:
    return isinstance(member.value, ast.Constant) and member.value.value is True
