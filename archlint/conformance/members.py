"""The members of one class, as its own text declares them."""

import ast
import enum
from dataclasses import dataclass

from archlint.conformance.classes import ClassInfo
from archlint.diagnostics import Location
from archlint.facts.classes import dotted
from archlint.facts.places import Located, name_span

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class Form(enum.Enum):
    """What a member is; the value is how a sentence calls it."""

    METHOD = "a method"
    CLASSMETHOD = "a class method"
    STATICMETHOD = "a static method"
    PROPERTY = "a property"
    ATTRIBUTE = "an attribute"
    CLASS = "a class"
    UNKNOWN = "something that cannot be told"


CALLABLE = (Form.METHOD, Form.CLASSMETHOD, Form.STATICMETHOD)


@dataclass(frozen=True, eq=False)
class Member:
    """One member of a class.

    `function` is the method, or the getter of a property. `annotation` and `value` are those of an
    attribute. `is_settable` says that it can be assigned to; `is_assigned` that an attribute has a
    value and is no mere declaration; `is_inferred` that its annotation is that of a parameter which
    it is assigned. `wrapper` is the decorator that makes a context manager of what a generator
    returns, or that caches a property. `outsider` is the class outside the tree that a contract
    type has the member from: nothing but its name is known. `doubt` says why its type or signature
    cannot be judged, "" where it can.
    """

    name: str
    owner: ClassInfo
    node: Located
    form: Form
    function: FunctionNode | None = None
    annotation: ast.expr | None = None
    value: ast.expr | None = None
    is_settable: bool = False
    is_assigned: bool = True
    is_class_var: bool = False
    is_inferred: bool = False
    is_abstract: bool = False
    wrapper: str = ""
    outsider: str = ""
    doubt: str = ""

    @property
    def place(self) -> Location:
        """Where its name stands."""
        syntax = self.owner.surface.syntax
        if isinstance(self.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return Location(syntax.path, *name_span(syntax.lines, self.node))
        return syntax.location(self.node)

    @property
    def full_name(self) -> str:
        """Class and member, as sentences name them."""
        return f"{self.owner.last_name}.{self.name}"

    @property
    def is_of_instances(self) -> bool:
        """Whether at most methods assign it, so that the class itself does not have it."""
        is_declared = self.annotation is not None and self.value is None
        is_given = isinstance(self.node, ast.Attribute | ast.Call)
        return self.form is Form.ATTRIBUTE and (is_given or is_declared)

    @property
    def is_empty(self) -> bool:
        """Whether a function only has `...`, `pass`, a docstring or raises NotImplementedError.

        In a stub no function has more, and that says nothing.
        """
        is_stub = self.owner.surface.syntax.path.endswith(".pyi")
        body = self.function.body if self.function is not None and not is_stub else ()
        return bool(body) and all(map(_is_nothing, body))


def _is_nothing(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Raise(exc=ast.Name() | ast.Attribute() | ast.Call() as error):
            called = error.func if isinstance(error, ast.Call) else error
            return dotted(called).rpartition(".")[2] == "NotImplementedError"
        case _:
            return False
