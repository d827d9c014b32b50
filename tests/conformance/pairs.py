"""Pairs of a contract type and a class that claims it, made at random."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.conformance.texts import Member, Method, Parameter, Variable

PRELUDE = """\
from abc import ABC, abstractmethod
from collections.abc import (
    AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Generator, Iterable, Iterator,
    Mapping, Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import (
    Any, ClassVar, Final, Generic, Literal, Optional, Protocol, TypeVar, Union, overload,
)
"""
NAMES = """\
T = TypeVar("T")
class Top: pass
class Sub(Top): pass
class Other: pass
class Color(Enum):
    RED = 1
class Sizes(Protocol):
    def size(self) -> int: ...
Number = Union[int, float]
Text = str
def make() -> Any: ...
def plain(function: T) -> T:
    return function
def odd(function: Any) -> Any: ...
"""
TAKEN = "Color, Number, Other, Sizes, Sub, T, Text, Top, make, odd, plain"

TYPES = (
    *("int", "str", "bool", "float", "bytes", "object", "None", "Any", "Top", "Sub", "Other"),
    *("int | None", "str | int", "Optional[Top]", "Union[int, str]", "Number", "Text", "'Top'"),
    *("list[int]", "list[bool]", "Sequence[int]", "Sequence[bool]", "Iterable[str]", "Color"),
    *("dict[str, int]", "Mapping[str, int]", "tuple[int, ...]", "tuple[int, str]", "type[Top]"),
    *("Literal['a']", "Literal['a', 'b']", "Callable[[int], str]", "Sizes", "set[int]"),
)
NEAR = {
    "int": ("bool", "float", "int | None", "object", "Any", "str"),
    "bool": ("int", "object", "str"),
    "str": ("Literal['a']", "Text", "Sequence[str]", "Union[int, str]", "bytes"),
    "Top": ("Sub", "Optional[Top]", "'Top'", "object", "Other"),
    "Sub": ("Top", "Other"),
    "list[int]": ("list[bool]", "Sequence[int]", "list[str]", "list", "Iterable[int]"),
    "Sequence[int]": ("list[int]", "Sequence[bool]", "tuple[int, ...]", "Sequence[str]"),
    "Optional[Top]": ("Top", "Sub | None", "None"),
    "Union[int, str]": ("int", "str | int", "int | str | None"),
    "float": ("int", "Number", "str"),
}


@dataclass(frozen=True)
class Pair:
    """A contract type, a class that claims it, and how.

    `note` names what was done to the members, for the table of disagreements. `lib` is what stands
    in the module of the contract type, `own` what stands in that of the class; `{n}` is a number
    that makes the names unique.
    """

    lib: str
    own: str
    note: str


def make_pair(random: Random) -> Pair:
    """One pair."""
    return _Maker(random).pair()


@dataclass
class _Maker:
    random: Random
    notes: list[str] = field(default_factory=list)

    def one(self, choices: Sequence[str]) -> str:
        return self.random.choice(choices)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def pair(self) -> Pair:
        style = self.one(("protocol", "protocol", "protocol", "derived", "abc"))
        generic = self.chance(8)
        members = [self.member(f"m{index}") for index in range(self.random.randrange(1, 4))]
        if style == "abc":
            members = [m for m in members if isinstance(m, Method) or m.form == "property"]
            members = members or [Method("m0")]
        changed = self.random.randrange(len(members))
        kept: list[Member] = []
        for index, member in enumerate(members):
            if index == changed and self.chance(80):
                altered = self.altered(member)
                kept += [] if altered is None else [altered]
            else:
                kept.append(self.faithful(member))
        lib, own = self.contract(style, members), self.implementer(style, kept)
        if generic:
            self.notes.append("generic")
            lib, own = _generic(lib), own.replace("lib.P{n}", "lib.P{n}[int]")
        moved, mixin, rest = own.partition("class Mixin{n}:")
        if mixin and self.chance(50):
            first, middle, last = rest.partition("\nclass C{n}")
            if "@dataclass" not in first:
                lib += mixin + first + "\n"
                own = moved + (middle + last).lstrip().replace("(Mixin{n}", "(lib.Mixin{n}")
        return Pair(lib, own, "; ".join(self.notes))

    def contract(self, style: str, members: Sequence[Member]) -> str:
        base = "ABC" if style == "abc" else "Protocol"
        split = len(members) > 1 and style != "abc" and self.chance(20)
        parts = [members[:1], members[1:]] if split else [members]
        text = []
        for index, part in enumerate(parts):
            name = "P{n}" if index == len(parts) - 1 else "P{n}Root"
            bases = f"P{{n}}Root, {base}" if index else base
            text.append(f"class {name}({bases}):")
            for member in part:
                lines = member.lines(False)
                if style == "abc":
                    at = 1 if lines[0].startswith("@") else 0
                    lines.insert(at, "@abstractmethod")
                text += [f"    {line}" for line in lines]
        return "\n".join(text) + "\n"

    def implementer(self, style: str, members: Sequence[Member]) -> str:
        bases = [] if style == "protocol" else ["lib.P{n}"]
        text = []
        inherited: list[Member] = []
        plain = [m for m in members if isinstance(m, Method)]
        if plain and self.chance(20):
            inherited = [self.random.choice(plain)]
            self.notes.append("inherited")
            bases.insert(0, "Mixin{n}")
            text.append("class Mixin{n}:")
            text += [f"    {line}" for member in inherited for line in member.lines(True)]
        own = [member for member in members if member not in inherited]
        inits = [m for m in own if isinstance(m, Variable) and m.form in _IN_INIT]
        own = [m for m in own if m not in inits[1:]]
        own += [replace(m, form="attribute") for m in inits[1:]]
        fields = [m for m in own if isinstance(m, Variable) and m.form in ("field", "frozen field")]
        if fields:
            frozen = any(m.form == "frozen field" for m in fields)
            text.append("@dataclass(frozen=True)" if frozen else "@dataclass")
            own = [m for m in own if m not in inits]
            own += [replace(m, form="field") for m in inits]
        text.append(f"class C{{n}}({', '.join(bases)}):" if bases else "class C{n}:")
        lines = [line for member in own for line in member.lines(True)]
        text += [f"    {line}" for line in lines or ["pass"]]
        if style == "protocol":
            text.append("_c{n}: type[lib.P{n}] = C{n}")
        elif fields:
            text.append("_c{n} = C{n}(*make())")
        else:
            text.append("_c{n} = C{n}()")
        return "\n".join(text) + "\n"

    def member(self, name: str) -> Member:
        if self.chance(25):
            form = self.one(_ASKED_FORMS)
            return Variable(name, self.one(TYPES), form)
        parameters = []
        for index, letter in enumerate("abc"[: self.random.randrange(4)]):
            way = self.one(("", "", "", "", "/", "*"))
            parameters.append(Parameter(letter, self.one(TYPES), way=way))
            if self.chance(25):
                parameters[index] = replace(parameters[index], default="make()")
        return self.tidied(
            Method(
                name,
                tuple(parameters),
                self.one(TYPES),
                self.one(("def", "def", "def", "def", "async", "async", "gen", "agen", "cm")),
                self.one(("", "", "", "", "", ": Any", ": int")),
                self.one(("", "", "", "", "", ": Any", ": object")),
                self.one(("", "", "", "", "", "", "@classmethod", "@staticmethod")),
            ),
            is_contract=True,
        )

    def tidied(self, method: Method, is_contract: bool = False) -> Method:
        """The method with its parameters in an order that Python takes."""
        ranked = sorted(method.parameters, key=lambda p: ("/", "", "*").index(p.way))
        positional = [p for p in ranked if p.way != "*"]
        seen = False
        for index, parameter in enumerate(positional):
            seen = seen or bool(parameter.default)
            if seen and not parameter.default:
                positional[index] = replace(parameter, default="make()")
        flow = method.flow
        if is_contract and flow == "agen":
            # What an asynchronous generator is declared as in a contract.
            return replace(
                method,
                parameters=(*positional, *(p for p in ranked if p.way == "*")),
                flow="def",
                returns=f"AsyncIterator[{method.returns}]",
            )
        if is_contract and flow == "gen":
            flow, returns = "def", f"Iterator[{method.returns}]"
            method = replace(method, returns=returns)
        keywords = [p for p in ranked if p.way == "*"]
        return replace(method, parameters=(*positional, *keywords), flow=flow)

    def faithful(self, member: Member) -> Member:
        """The member as it stands, or in another form that keeps the promise."""
        if isinstance(member, Variable):
            if member.form == "property" and self.chance(60):
                form = self.one(("attribute", "in init", "field", "frozen field", "property"))
                return replace(member, form=form)
            if member.form == "attribute" and self.chance(60):
                form = self.one(("in init", "field", "settable property", "from parameter"))
                return replace(member, form=form)
            return member
        for kind, flow in (("AsyncIterator[", "agen"), ("Iterator[", "gen")):
            if member.flow == "def" and member.returns.startswith(kind) and self.chance(60):
                return replace(member, flow=flow, returns=member.returns[len(kind) : -1])
        return member

    def altered(self, member: Member) -> Member | None:
        """The member after one change, which may or may not break the promise."""
        if self.chance(6):
            self.notes.append("missing")
            return None
        if isinstance(member, Variable):
            return self.altered_variable(member)
        ways: list[Callable[[Method], Member]] = [
            *(self.renamed, self.dropped, self.added, self.default_changed, self.way_changed),
            *(self.absorbing, self.absorbing, self.parameter_type, self.parameter_type),
            *(self.return_type, self.return_type, self.flow_changed, self.flow_changed),
            *(self.kind_changed, self.reordered, self.less_annotated),
        ]
        return self.random.choice(ways)(member)

    def altered_variable(self, member: Variable) -> Member:
        if self.chance(40):
            self.notes.append("variable type")
            return replace(member, annotation=self.near(member.annotation))
        form = self.one(_FORMS)
        if form == "method":
            self.notes.append(f"{member.form} as method")
            return Method(member.name, (), member.annotation)
        self.notes.append(f"{member.form} as {form}")
        return replace(member, form=form)

    def near(self, annotation: str) -> str:
        return self.one((*NEAR.get(annotation, TYPES), self.one(TYPES)))

    def pick(self, method: Method) -> int | None:
        return self.random.randrange(len(method.parameters)) if method.parameters else None

    def with_parameter(self, method: Method, index: int, parameter: Parameter) -> Method:
        parameters = list(method.parameters)
        parameters[index] = parameter
        return self.tidied(replace(method, parameters=tuple(parameters)))

    def renamed(self, method: Method) -> Member:
        index = self.pick(method)
        if index is None:
            return self.added(method)
        self.notes.append("renamed")
        return self.with_parameter(method, index, replace(method.parameters[index], name="other"))

    def dropped(self, method: Method) -> Member:
        index = self.pick(method)
        if index is None:
            return self.added(method)
        self.notes.append("dropped")
        kept = (*method.parameters[:index], *method.parameters[index + 1 :])
        return replace(method, parameters=kept)

    def added(self, method: Method) -> Member:
        default = self.one(("", "make()"))
        way = self.one(("", "", "/", "*"))
        self.notes.append("added optional" if default else "added required")
        extra = Parameter("extra", self.one(TYPES), default, way)
        return self.tidied(replace(method, parameters=(*method.parameters, extra)))

    def default_changed(self, method: Method) -> Member:
        index = self.pick(method)
        if index is None:
            return self.added(method)
        self.notes.append("default")
        old = method.parameters[index]
        default = "" if old.default else "make()"
        return self.with_parameter(method, index, replace(old, default=default))

    def way_changed(self, method: Method) -> Member:
        index = self.pick(method)
        if index is None:
            return self.added(method)
        way = self.one(("/", "", "*"))
        old = method.parameters[index]
        self.notes.append(f"way {old.way or '-'} to {way or '-'}")
        return self.with_parameter(method, index, replace(old, way=way))

    def absorbing(self, method: Method) -> Member:
        keep = self.random.randrange(len(method.parameters) + 1)
        rest = self.one(("", "", ": Any", ": object", ": int"))
        more = self.one(("", ": Any", ": object", ": int"))
        self.notes.append(f"absorbing {'*' if rest else ''}{'**' if more else ''}")
        return replace(method, parameters=method.parameters[:keep], rest=rest, more=more)

    def parameter_type(self, method: Method) -> Member:
        index = self.pick(method)
        if index is None:
            return self.return_type(method)
        self.notes.append("parameter type")
        old = method.parameters[index]
        return self.with_parameter(
            method, index, replace(old, annotation=self.near(old.annotation))
        )

    def return_type(self, method: Method) -> Member:
        self.notes.append("return type")
        return replace(method, returns=self.near(method.returns))

    def flow_changed(self, method: Method) -> Member:
        flow = self.one(("def", "async", "gen", "agen", "cm", "acm"))
        self.notes.append(f"flow {method.flow} to {flow}")
        returns = method.returns
        if self.chance(30):
            returns = self.one(("Awaitable", "Coroutine[Any, Any,", "AsyncIterator", "Iterator"))
            closing = (
                f"{returns} {method.returns}]"
                if returns.endswith(",")
                else (f"{returns}[{method.returns}]")
            )
            return replace(method, flow=self.one(("def", "async")), returns=closing)
        return replace(method, flow=flow, returns=returns)

    def kind_changed(self, method: Method) -> Member:
        kind = self.one(_KINDS)
        self.notes.append(f"kind {method.mark or '-'} to {kind or '-'}")
        if kind == "property":
            return Variable(method.name, method.returns, "property")
        if kind == "data":
            return Variable(method.name, self.one(TYPES), self.one(("attribute", "in init")))
        return replace(method, mark=kind)

    def reordered(self, method: Method) -> Member:
        self.notes.append("reordered")
        parameters = list(method.parameters)
        self.random.shuffle(parameters)
        return self.tidied(replace(method, parameters=tuple(parameters)))

    def less_annotated(self, method: Method) -> Member:
        self.notes.append("less annotated")
        parameters = tuple(replace(p, annotation="") for p in method.parameters)
        if self.chance(50):
            return replace(method, parameters=parameters, returns="")
        return replace(method, parameters=parameters)


def _generic(lib: str) -> str:
    """The contract type with a parameter of type in place of every `int`."""
    text = lib.replace("int", "T").replace("T | None", "Optional[T]").replace("prT", "print")
    for base in ("Protocol", "ABC"):
        text = text.replace(
            f"({base}):", f"({base}[T]):" if base == "Protocol" else ("(ABC, Generic[T]):")
        )
    return text.replace("(P{n}Root, Protocol):", "(P{n}Root[T], Protocol[T]):")


_ASKED_FORMS = (
    *("property", "property", "attribute", "attribute", "settable property", "class variable"),
)
_KINDS = (
    *("", "@classmethod", "@staticmethod", "@plain", "@odd", "@overload", "property", "data"),
)
_IN_INIT = ("in init", "from parameter", "in slots")
_FORMS = (
    *("property", "settable property", "cached property", "class variable", "final", "in init"),
    *("from parameter", "field", "frozen field", "attribute", "method", "in slots"),
)
