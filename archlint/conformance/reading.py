"""Reads the members of one class out of its body and its methods."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from archlint.conformance.assignments import assigned_in
from archlint.conformance.classes import ClassInfo
from archlint.conformance.decorators import Marks, class_marks, function_marks
from archlint.conformance.members import Form, FunctionNode, Member
from archlint.conformance.names import Names
from archlint.facts.classes import dotted, statements, unsubscripted


@dataclass(frozen=True, eq=False)
class Members:
    """What a class itself declares, in its body or by assignments in its methods.

    `doubt` says why it may have more, "" where it has not. `functions` are its methods.
    `has_fields` is that of data classes.
    """

    info: ClassInfo
    body: Mapping[str, Member]
    slots: Mapping[str, Member]
    functions: tuple[FunctionNode, ...]
    doubt: str
    has_fields: bool

    def get(self, name: str) -> Member | None:
        """One member; an attribute that is only declared counts as assigned if a method does so."""
        known = self.body.get(name)
        if known is not None and known.is_assigned:
            return known
        given = self._given.get(name)
        if known is not None:
            return replace(known, is_assigned=True) if given and given.is_assigned else known
        return given or self.slots.get(name)

    @cached_property
    def _given(self) -> dict[str, Member]:
        return {member.name: member for member in assigned_in(self.functions, self.info)}


def read_members(info: ClassInfo, names: Names) -> Members:
    """The members of a class."""
    marks = class_marks(info, names)
    reader = _Reader(info, names, marks)
    for statement in statements(info.node.body):
        reader.read(statement)
    doubt = reader.doubt or marks.doubt
    functions = tuple(reader.functions)
    return Members(info, reader.found, reader.slots, functions, doubt, marks.has_fields)


class _Reader:
    """Takes in the statements of a class body one by one."""

    def __init__(self, info: ClassInfo, names: Names, marks: Marks) -> None:
        self.info = info
        self.names = names
        self.marks = marks
        self.found: dict[str, Member] = {}
        self.slots: dict[str, Member] = {}
        self.functions: list[FunctionNode] = []
        self.doubt = ""

    def read(self, statement: ast.stmt) -> None:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(statement)
            case ast.ClassDef():
                self._add(Member(statement.name, self.info, statement, Form.CLASS))
            case ast.AnnAssign(target=ast.Name() as target):
                self._annotated(target, statement)
            case ast.Assign():
                for assigned in statement.targets:
                    self._assigned(assigned, statement.value)
            case ast.AugAssign() | ast.For() | ast.While() | ast.With() | ast.Delete():
                self.doubt = "its body computes its members"
            case ast.Import() | ast.ImportFrom():
                for alias in statement.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    self._add(Member(name, self.info, alias, Form.UNKNOWN, doubt="an import"))
            case ast.Expr(value=ast.Call() | ast.NamedExpr()):
                self.doubt = "its body computes its members"
            case _:
                return

    def _add(self, member: Member) -> None:
        known = self.found.get(member.name)
        if known is not None and member.name != "_":
            member = replace(member, form=Form.UNKNOWN, doubt="it is defined several times")
        self.found[member.name] = member

    def _function(self, node: FunctionNode) -> None:
        marks = function_marks(node, self.info, self.names)
        if "staticmethod" not in marks.words:
            self.functions.append(node)
        known = self.found.get(node.name)
        if marks.accessor:
            if known is None or known.form is not Form.PROPERTY or marks.accessor != node.name:
                self._add(Member(node.name, self.info, node, Form.UNKNOWN, doubt=marks.doubt))
            elif "setter" in marks.words:
                is_abstract = known.is_abstract or "abstractmethod" in marks.words
                self.found[node.name] = replace(known, is_settable=True, is_abstract=is_abstract)
            elif "abstractmethod" in marks.words:
                self.found[node.name] = replace(known, is_abstract=True)
            return
        form = (
            Form.PROPERTY
            if {"property", "cached_property"} & marks.words
            else Form.STATICMETHOD
            if "staticmethod" in marks.words or node.name == "__new__"
            else Form.CLASSMETHOD
            if "classmethod" in marks.words
            or node.name in ("__init_subclass__", "__class_getitem__")
            else Form.METHOD
        )
        member = Member(
            node.name,
            self.info,
            node,
            Form.UNKNOWN if marks.is_unknown else form,
            function=node,
            is_abstract="abstractmethod" in marks.words,
            wrapper=marks.wrapper,
            doubt=marks.doubt,
        )
        if known is not None and known.doubt == "it is overloaded":
            self.found[node.name] = replace(member, doubt=known.doubt)
        else:
            self._add(member)

    def _annotated(self, target: ast.Name, statement: ast.AnnAssign) -> None:
        outer = dotted(unsubscripted(statement.annotation)).rpartition(".")[2]
        if isinstance(statement.annotation, ast.Constant):
            text = str(statement.annotation.value)
            outer = text.partition("[")[0].strip().rpartition(".")[2]
        is_class_var = outer == "ClassVar"
        is_field = self.marks.is_frozen and not is_class_var
        # What derives from a Protocol has to give its fields a value itself.
        is_made = self.marks.has_fields and not self.info.is_protocol
        member = Member(
            target.id,
            self.info,
            target,
            Form.UNKNOWN if outer == "InitVar" else Form.ATTRIBUTE,
            annotation=statement.annotation,
            value=statement.value,
            is_settable=outer != "Final" and not is_field,
            is_assigned=statement.value is not None or is_made,
            is_class_var=is_class_var,
            doubt="it is no field" if outer == "InitVar" else "",
        )
        known = self.found.get(target.id)
        if known is not None and not known.is_assigned and known.form is Form.ATTRIBUTE:
            del self.found[target.id]
        self._add(member)

    def _assigned(self, target: ast.expr, value: ast.expr) -> None:
        if not isinstance(target, ast.Name):
            for node in ast.walk(target):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    member = Member(
                        node.id, self.info, node, Form.ATTRIBUTE, is_settable=True, doubt="unpacked"
                    )
                    self._add(member)
                elif isinstance(node, ast.Subscript | ast.Attribute):
                    self.doubt = "its body computes its members"
            return
        if target.id == "__slots__":
            self._slots(value)
        same = self.found.get(value.id) if isinstance(value, ast.Name) else None
        if same is not None:
            self._add(replace(same, name=target.id, node=target))
            return
        declared = self.found.get(target.id)
        if declared is not None and declared.annotation is not None and not declared.is_assigned:
            self.found[target.id] = replace(declared, is_assigned=True, value=value)
            return
        is_plain = not isinstance(value, ast.Call | ast.Lambda | ast.Name | ast.Attribute)
        self._add(
            Member(
                target.id,
                self.info,
                target,
                Form.ATTRIBUTE if is_plain else Form.UNKNOWN,
                value=value,
                is_settable=True,
                doubt="" if is_plain else "what it is assigned cannot be told",
            )
        )

    def _slots(self, value: ast.expr) -> None:
        for node in ast.walk(value):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.slots[node.value] = Member(
                    node.value, self.info, node, Form.ATTRIBUTE, is_settable=True
                )
