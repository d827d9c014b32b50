"""Annotations as types, as far as they can be told."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from archlint.conformance.bindings import ClassKey, External, Meaning, Value
from archlint.conformance.classes import ClassInfo
from archlint.conformance.known import class_name
from archlint.conformance.names import Names
from archlint.facts.classes import dotted

_DEEP = 24


@dataclass(frozen=True, slots=True)
class Unknown:
    """A type that cannot be told."""


@dataclass(frozen=True, slots=True)
class Anything:
    """`Any`, or no annotation: it fits everywhere."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type of `None`."""


@dataclass(frozen=True, slots=True)
class Never:
    """The type of what does not return."""


@dataclass(frozen=True, slots=True)
class Literal:
    """One value, by its text; `kind` is the class it is of."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class; no arguments where none are written."""

    name: ClassKey | str
    arguments: "tuple[Type, ...]" = ()


@dataclass(frozen=True, slots=True)
class Union:
    """One of several types, in the order written."""

    members: "tuple[Type, ...]"


@dataclass(frozen=True, slots=True)
class Opaque:
    """A form that is compared only for equality: a callable, `Self`, the ellipsis of a tuple."""

    text: str
    parts: "tuple[Type, ...]" = ()


Type = Unknown | Anything | Nothing | Never | Literal | Instance | Union | Opaque

UNKNOWN = Unknown()
ANYTHING = Anything()
_TRANSPARENT = ("typing.Final", "typing.ClassVar", "typing.Required", "typing.NotRequired")
_VAGUE = frozenset(
    """
    TypeVar ParamSpec Concatenate Unpack TypeGuard TypeIs LiteralString AnyStr TypedDict
    Generic Protocol NamedTuple Annotated Literal Optional Union Callable Final ClassVar InitVar
    """.split()  # noqa: SIM905 - as a literal it is 20 lines that nobody reads
)


def read_type(expression: ast.expr | None, info: ClassInfo, names: Names) -> Type:
    """The type that an annotation in the body of a class denotes."""
    if expression is None:
        return ANYTHING
    return _Reader(names).read(expression, info.key.module, info.key.name, 0)


class _Reader:
    def __init__(self, names: Names) -> None:
        self.names = names
        self.open: set[int] = set()
        """The aliases that are being read: one that leads back to itself cannot be told."""

    def read(self, node: ast.expr, module: int, inside: str, depth: int) -> Type:
        if depth > _DEEP:
            return UNKNOWN
        match node:
            case ast.Constant(value=None):
                return Nothing()
            case ast.Constant(value=str(text)):
                try:
                    quoted = ast.parse(text.strip(), mode="eval").body
                except (SyntaxError, ValueError, RecursionError, MemoryError):
                    return UNKNOWN
                return self.read(quoted, module, inside, depth + 1)
            case ast.BinOp(op=ast.BitOr()):
                sides = (node.left, node.right)
                return union(self.read(side, module, inside, depth + 1) for side in sides)
            case ast.Name() | ast.Attribute():
                return self._named(self._meaning(node, module, inside), (), depth)
            case ast.Subscript():
                return self._generic(node, module, inside, depth)
            case _:
                return UNKNOWN

    def _meaning(self, node: ast.expr, module: int, inside: str) -> Meaning:
        name = dotted(node)
        return self.names.settled(self.names.find(module, name, inside)) if name else None

    def _named(self, meaning: Meaning, arguments: tuple[Type, ...], depth: int) -> Type:
        match meaning:
            case ClassKey():
                return Instance(meaning, arguments)
            case External():
                return _external(class_name(meaning.name), arguments)
            case Value() if not arguments and _is_type(meaning.expression):
                key = id(meaning.expression)
                if key in self.open:
                    return UNKNOWN
                self.open.add(key)
                found = self.read(meaning.expression, meaning.module, "", depth + 1)
                self.open.discard(key)
                return found
            case _:
                return UNKNOWN

    def _generic(self, node: ast.Subscript, module: int, inside: str, depth: int) -> Type:
        meaning = self._meaning(node.value, module, inside)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        name = class_name(meaning.name) if isinstance(meaning, External) else ""
        if name == "typing.Literal":
            return union(map(_literal, parts))
        if name in ("typing.Annotated", "dataclasses.InitVar") or name in _TRANSPARENT:
            return self.read(parts[0], module, inside, depth + 1)
        read = tuple(self._argument(part, module, inside, depth + 1) for part in parts)
        if name == "typing.Optional":
            return union((*read, Nothing()))
        if name == "typing.Union":
            return union(read)
        if name == "collections.abc.Callable":
            return Opaque("Callable", read)
        if isinstance(meaning, Value):
            return UNKNOWN
        return self._named(meaning, read, depth)

    def _argument(self, node: ast.expr, module: int, inside: str, depth: int) -> Type:
        match node:
            case ast.Constant(value=value) if value is ...:
                return Opaque("...")
            case ast.List():
                parts = (self._argument(part, module, inside, depth + 1) for part in node.elts)
                return Opaque("[]", tuple(parts))
            case ast.Tuple(elts=[]):
                return Opaque("()")
            case _:
                return self.read(node, module, inside, depth)


def union(members: Iterable[Type]) -> Type:
    """One type for several; nested ones are opened, equal ones said once."""
    flat: list[Type] = []
    for member in members:
        flat += member.members if isinstance(member, Union) else (member,)
    kept = tuple(dict.fromkeys(flat))
    return kept[0] if len(kept) == 1 else Union(kept)


def _external(name: str, arguments: tuple[Type, ...]) -> Type:
    module, _, rest = name.rpartition(".")
    if name in ("typing.NoReturn", "typing.Never"):
        return Never()
    if name == "typing.Any":
        return ANYTHING
    if name == "types.NoneType":
        return Nothing()
    if name in ("collections.abc.Callable", "typing.Self"):
        return Opaque(rest)
    if module == "typing" and rest in _VAGUE:
        return UNKNOWN
    return Instance(name, arguments)


def _literal(node: ast.expr) -> Type:
    match node:
        case ast.Constant(value=None):
            return Nothing()
        case ast.Constant(value=bool() | int() | str() | bytes() as value):
            return Literal(f"builtins.{type(value).__name__}", repr(value))
        case _:
            return UNKNOWN


def _is_type(node: ast.expr) -> bool:
    """Whether the value of an alias is written as a type."""
    match node:
        case ast.Subscript() | ast.BinOp(op=ast.BitOr()) | ast.Constant(value=str()):
            return True
        case _:
            return False
