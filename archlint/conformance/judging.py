"""Whether one member fits the member that a contract type asks for."""

import ast
from dataclasses import dataclass, field
from functools import partial

from archlint.conformance.annotations import (
    ANYTHING,
    Anything,
    Instance,
    Literal,
    Nothing,
    Opaque,
    Type,
    Union,
    Unknown,
    read_type,
)
from archlint.conformance.assignability import Assignability
from archlint.conformance.bindings import ClassKey
from archlint.conformance.callables import faults, leaves_open
from archlint.conformance.calls import called, gives_no_awaitable, is_coroutine, yields
from archlint.conformance.known import supertypes
from archlint.conformance.members import CALLABLE, Form, Member
from archlint.conformance.signatures import Signature, read_signature

_COROUTINE = "collections.abc.Coroutine"
_ITERATORS = tuple(f"collections.abc.Async{word}" for word in ("Iterator", "Iterable", "Generator"))


@dataclass
class Judgement:
    """What is wrong with a member, each as the end of "it …", and why more cannot be told."""

    faults: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Judge:
    """Compares members; `check_names` holds implementers to the names of parameters."""

    types: Assignability
    check_names: bool

    def compare(self, asked: Member, found: Member, is_nominal: bool) -> Judgement:
        """How `found` fits `asked`; `is_nominal` where the class derives from the contract type."""
        result = Judgement()
        if asked.form is found.form is Form.CLASS:
            one, other = (_nested(member) for member in (asked, found))
            if one not in self.types.classes.lineage(other):
                result.doubts.append("the members of nested classes are not compared")
        elif Form.UNKNOWN in (asked.form, found.form) or Form.CLASS in (asked.form, found.form):
            result.doubts.append(found.doubt or asked.doubt or f"it is {found.form.value}")
        elif asked.form in CALLABLE:
            self._with_method(asked, found, result)
        elif asked.form is Form.PROPERTY and not asked.is_settable:
            self._with_property(asked, found, result)
        else:
            self._with_attribute(asked, found, is_nominal, result)
        return result

    def _with_method(self, asked: Member, found: Member, result: Judgement) -> None:
        if found.form not in CALLABLE:
            self._not_callable(asked, found, result)
            return
        if asked.function is None or found.function is None:
            result.doubts.append("its signature is not written")
            return
        if asked.doubt or found.doubt:
            result.doubts.append(asked.doubt or found.doubt)
            return
        if asked.form is not Form.METHOD and found.form is Form.METHOD:
            result.faults.append(f"is {found.form.value}, where that is {asked.form.value}")
            return
        self._asynchrony(asked, found, result)
        fits = partial(self._fits, result)
        if asked.name != "__init__":
            one, other = self._signature(asked), self._signature(found)
            if one.doubt or other.doubt:
                result.doubts.append(one.doubt or other.doubt)
                return
            # Python itself calls the other special methods, and by position.
            is_special = asked.name.startswith("__") and asked.name != "__call__"
            result.faults += faults(one, other, self.check_names and not is_special, fits)
            if leaves_open(one, other):
                result.doubts.append("whether `*args` stands for what it requires cannot be told")

    def _fits(self, result: Judgement, source: Type, target: Type) -> bool | None:
        verdict = self.types.fits(source, target)
        if verdict is None:
            result.doubts.append("its types cannot be compared")
        return verdict

    def _signature(self, member: Member) -> Signature:
        assert member.function is not None
        is_bound = member.form is not Form.STATICMETHOD
        return read_signature(member.function, is_bound, partial(self._type, member))

    def _type(self, member: Member, annotation: ast.expr | None) -> Type:
        return read_type(annotation, member.owner, self.types.classes.names)

    def _asynchrony(self, asked: Member, found: Member, result: Judgement) -> None:
        """Compare what a call gives: a value, a coroutine, or an iterator of some kind."""
        assert asked.function is not None
        assert found.function is not None
        wanted, given = self._returned(asked), self._returned(found)
        is_wanted, is_given = is_coroutine(asked), is_coroutine(found)
        if is_wanted and not is_given and found.function.returns is None and not found.wrapper:
            if isinstance(found.function, ast.AsyncFunctionDef) or gives_no_awaitable(
                found.function
            ):
                result.faults.append(f"is {called(found)}, where that is {called(asked)}")
            else:
                result.doubts.append("what it returns is not annotated")
            return
        if is_given and not is_wanted and asked.function.returns is None and not asked.wrapper:
            if asked.is_empty:
                result.faults.append(f"is {called(found)}, where that is {called(asked)}")
            else:
                result.doubts.append("what that returns is not annotated")
            return
        verdict = self.types.fits(given, wanted)
        if verdict is None or (verdict is False and self._is_awaitable(given) and is_wanted):
            result.doubts.append("what it returns cannot be compared")
        elif verdict is False:
            result.faults.append(_about_return(asked, found, wanted))

    def _is_awaitable(self, given: Type) -> bool:
        awaitable = Instance("collections.abc.Awaitable")
        return (
            not isinstance(given, Union)
            and self.types.fits(given, awaitable) is not False
            and (not isinstance(given, Instance) or given.name != _COROUTINE)
        )

    def _returned(self, member: Member) -> Type:
        """The type of what a call gives."""
        node = member.function
        assert node is not None
        written = self._type(member, node.returns)
        if member.wrapper:
            is_async = member.wrapper == "asynccontextmanager"
            element = written.arguments[:1] if isinstance(written, Instance) else ()
            name = f"contextlib._{'Async' if is_async else ''}GeneratorContextManager"
            return Instance(name, element or (ANYTHING,))
        if is_coroutine(member):
            return Instance(_COROUTINE, (ANYTHING, ANYTHING, written))
        if isinstance(written, Anything) and yields(node):
            is_async = isinstance(node, ast.AsyncFunctionDef)
            return Instance(f"collections.abc.{'Async' if is_async else ''}Generator")
        return written

    def _not_callable(self, asked: Member, found: Member, result: Judgement) -> None:
        if found.form is Form.PROPERTY and found.function is not None:
            kind = self._type(found, found.function.returns)
        else:
            kind = self._value_type(found)
        if self._is_no_function(kind):
            result.faults.append(f"is {found.form.value}, where that is {asked.form.value}")
        else:
            result.doubts.append("whether it can be called cannot be told")

    def _with_property(self, asked: Member, found: Member, result: Judgement) -> None:
        wanted = self._value_type(asked)
        if found.form in CALLABLE:
            self._is_method(asked, found, wanted, result)
            return
        self._fits_or_fault(found, wanted, False, result)

    def _with_attribute(
        self, asked: Member, found: Member, is_nominal: bool, result: Judgement
    ) -> None:
        wanted = self._value_type(asked)
        if found.form in CALLABLE:
            self._is_method(asked, found, wanted, result)
            return
        if asked.is_settable and not found.is_settable:
            if found.wrapper == "cached_property":
                result.doubts.append("a cached property can be set, though no type says so")
                return
            kind = "property" if found.form is Form.PROPERTY else "attribute"
            if is_nominal and found.form is Form.ATTRIBUTE:
                result.doubts.append("it cannot be set again, which that does not forbid")
                return
            result.faults.append(f"is a read-only {kind}, where that can be set")
            return
        if asked.is_class_var is not found.is_class_var:
            result.doubts.append("one is a class variable, the other is not")
            return
        is_invariant = asked.is_settable and (not is_nominal or asked.form is Form.PROPERTY)
        self._fits_or_fault(found, wanted, is_invariant, result)

    def _fits_or_fault(
        self, found: Member, wanted: Type, is_invariant: bool, result: Judgement
    ) -> None:
        given = self._value_type(found)
        verdict = self.types.fits(given, wanted)
        if is_invariant and verdict is True and given != wanted:
            # The setter of a property may take more than the getter gives.
            is_property = found.function is not None
            verdict = self.types.fits(wanted, given) or (None if is_property else False)
        if verdict is False and isinstance(wanted, Instance) and wanted.name == _COROUTINE:
            verdict = None if self._is_awaitable(given) else False
        if verdict is not True:
            is_written = found.function is not None or (
                found.annotation is not None and not found.is_inferred
            )
            if verdict is False and is_written:
                result.faults.append("is of another type")
            else:
                result.doubts.append("its type cannot be compared")

    def _value_type(self, member: Member) -> Type:
        """The type of an attribute or property."""
        if member.function is not None:
            kind = self._type(member, member.function.returns)
            is_async = isinstance(member.function, ast.AsyncFunctionDef)
            if is_async and not yields(member.function):
                return Instance(_COROUTINE, (ANYTHING, ANYTHING, kind))
            return kind
        if member.annotation is None:
            return _of_constant(member.value)
        kind = self._type(member, member.annotation)
        if isinstance(kind, Instance) and self._is_descriptor(kind):
            return Unknown()
        # A function that a class holds takes the object as its first argument.
        return Unknown() if member.is_class_var and isinstance(kind, Opaque) else kind

    def _is_descriptor(self, kind: Instance) -> bool:
        """Whether who reads such an attribute of a class gets what its `__get__` gives."""
        return isinstance(kind.name, ClassKey) and any(
            self.types.declares(one.key, "__get__")
            for one in self.types.classes.lineage(kind.name).classes
        )

    def _is_method(self, asked: Member, found: Member, wanted: Type, result: Judgement) -> None:
        if self._is_no_function(wanted):
            result.faults.append(f"is {found.form.value}, where that is {asked.form.value}")
        else:
            result.doubts.append("whether that may be a method cannot be told")

    def _is_no_function(self, kind: Type) -> bool:
        """Whether certainly no function is of the type."""
        match kind:
            case Nothing() | Literal():
                return True
            case Union():
                return all(map(self._is_no_function, kind.members))
            case Instance(name=ClassKey() as key):
                info = self.types.classes.info(key)
                lineage = self.types.classes.lineage(key)
                return (
                    info is not None
                    and lineage.is_whole
                    and not any(
                        one.is_protocol or self.types.declares(one.key, "__call__")
                        for one in lineage.classes
                    )
                )
            case Instance(name=name):
                return name in supertypes() and name != "builtins.object"
            case _:
                return False


def _nested(member: Member) -> ClassKey:
    module, outer = member.owner.key
    return ClassKey(module, f"{outer}.{member.name}")


def _of_constant(value: ast.expr | None) -> Type:
    """The type of a plain value, told only where an annotation would say the same."""
    match value:
        case ast.Constant(value=bool() | int() | float() | str() | bytes() as constant):
            return Instance(f"builtins.{type(constant).__name__}")
        case _:
            return Unknown()


def _about_return(asked: Member, found: Member, wanted: Type) -> str:
    if is_coroutine(found) and not is_coroutine(asked):
        if isinstance(wanted, Instance) and wanted.name in _ITERATORS:
            return (
                "is a coroutine that returns an iterator, which is no iterator itself: "
                "it must be `def`, or `yield`"
            )
        return f"is {called(found)}, where that is {called(asked)}"
    if called(found) != called(asked):
        return f"is {called(found)}, where that is {called(asked)}"
    return "returns another type"
