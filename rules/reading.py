"""How these rules read code: the names of `model`, the functions of a module, and their calls."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from archlint import Syntax

Function = ast.FunctionDef | ast.AsyncFunctionDef
Position = tuple[int, int]
Variable = tuple[ast.AST, str]

AWAITING = MappingProxyType(
    {"create_task": 0, "ensure_future": 0, "shield": 0, "until_ended": 1, "wait_for": 0}
)
"""Whoever awaits what it is given, at this place, and has the result for whoever awaits it."""


def is_of_model(names: Iterable[str], wanted: str) -> bool:
    """Whether a name that `model` gives to others is among dotted names."""
    return any(name.startswith("model.") and name.endswith(f".{wanted}") for name in names)


def is_annotated(syntax: Syntax, annotation: ast.expr | None, wanted: str) -> bool:
    """Whether an annotation speaks of a type of `model`."""
    return is_of_model((name for name, _ in syntax.annotated(annotation)), wanted)


def own_nodes(top: ast.AST) -> Iterator[ast.AST]:
    """What runs with a node, or in the body of a definition: not what functions in it do later."""
    todo: list[ast.AST] = [*top.body] if isinstance(top, Function | ast.ClassDef) else [top]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, Function | ast.ClassDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)


def last_name(target: ast.expr) -> str:
    """The last part of a dotted name, "" where an expression is none."""
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else ""


def argument(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    """The argument that a call gives for a parameter, if that can be seen."""
    given = call.args[: position + 1]
    if len(given) > position and not any(isinstance(value, ast.Starred) for value in given):
        return given[position]
    return next((word.value for word in call.keywords if word.arg == keyword), None)


def parameters(function: Function) -> list[ast.arg]:
    """The parameters that can be given by position."""
    return [*function.args.posonlyargs, *function.args.args]


def is_static(function: Function) -> bool:
    """Whether a method is given no `self`."""
    return any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in function.decorator_list)


def indentation(syntax: Syntax, statement: ast.stmt) -> str | None:
    """What stands before a statement that begins its line; None where it does not."""
    before = syntax.lines[statement.lineno - 1].encode()[: statement.col_offset].decode()
    return before if not before.strip() and not getattr(statement, "decorator_list", ()) else None


def position(node: ast.AST) -> Position:
    """The line and the byte offset where a node begins."""
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def end(node: ast.expr) -> Position:
    """The line and the byte offset where an expression ends."""
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


@dataclass(frozen=True)
class Functions:
    """The functions and methods that a module defines, as an instance of one class sees them."""

    syntax: Syntax
    instance: ast.ClassDef | None = None

    @cached_property
    def all(self) -> dict[Variable, Function]:
        """Each by the block it is defined in and its name."""
        nodes = ast.walk(self.syntax.tree)
        return {self.syntax.variable(n): n for n in nodes if isinstance(n, Function)}

    @cached_property
    def classes(self) -> dict[Variable, ast.ClassDef]:
        """Each by the block it is defined in and its name."""
        nodes = ast.walk(self.syntax.tree)
        return {self.syntax.variable(n): n for n in nodes if isinstance(n, ast.ClassDef)}

    def called(self, call: ast.Call) -> Function | None:
        """The function of this module that a call runs, as far as its text tells."""
        target = call.func
        if isinstance(target, ast.Name):
            return self.all.get(self.syntax.variable(target))
        if not isinstance(target, ast.Attribute):
            return None
        home = self.own_class(target)
        if home is None:
            named = isinstance(target.value, ast.Name) and self.syntax.variable(target.value)
            home = self.classes.get(named) if named else None
            return self.method(home, target.attr) if home is not None else None
        is_inherited = self.instance is not None and home in self.lineage(self.instance)
        return self.method((is_inherited and self.instance) or home, target.attr)

    def own_class(self, attribute: ast.expr) -> ast.ClassDef | None:
        """The class in whose method an attribute is taken from `self` (or `cls`)."""
        if not isinstance(attribute, ast.Attribute) or not isinstance(attribute.value, ast.Name):
            return None
        owner, name = self.syntax.variable(attribute.value)
        if not isinstance(owner, Function) or [p.arg for p in parameters(owner)][:1] != [name]:
            return None
        home, _ = self.syntax.variable(owner)
        return home if isinstance(home, ast.ClassDef) else None

    def given(self, call: ast.Call, callee: Function) -> Iterator[tuple[ast.arg, ast.expr | None]]:
        """The parameters of a called function with the arguments they get, if these are seen."""
        places = parameters(callee)
        bound = self.own_class(call.func) is not None and not is_static(callee)
        places = places[1:] if bound else places
        for position, parameter in enumerate([*places, *callee.args.kwonlyargs]):
            by_position = position if position < len(places) else len(call.args)
            yield parameter, argument(call, by_position, parameter.arg)

    def lineage(self, home: ast.ClassDef) -> list[ast.ClassDef]:
        """A class and those of its bases that the module defines, nearest first."""
        found = [home]
        for one in found:  # which grows on the way
            names = [base for base in one.bases if isinstance(base, ast.Name)]
            above = [self.classes.get(self.syntax.variable(name)) for name in names]
            found += [base for base in above if base is not None and base not in found]
        return found

    def method(self, home: ast.ClassDef, name: str) -> Function | None:
        """A method by its name, in a class or in its lineage."""
        found = (self.all.get((one, name)) for one in self.lineage(home))
        return next((method for method in found if method is not None), None)
