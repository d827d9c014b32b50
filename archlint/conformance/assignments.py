"""The attributes that methods give to their objects."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from archlint.conformance.classes import ClassInfo
from archlint.conformance.members import Form, FunctionNode, Member
from archlint.facts.classes import dotted, statements

ANY = "*"
"""Stands for the names of attributes that are computed."""


def assigned_in(functions: Iterable[FunctionNode], info: ClassInfo) -> Iterator[Member]:
    """The attributes that methods give their first parameter, each once.

    One without an annotation has that of the parameter it is assigned, or a value where it is
    assigned only once.
    """
    sites: dict[str, list[Member]] = {}
    for function in functions:
        for member in _sites(function, info):
            sites.setdefault(member.name, []).append(member)
    for members in sites.values():
        best = next((one for one in members if not one.is_inferred), members[0])
        is_assigned = any(one.is_assigned for one in members)
        is_alone = len(members) == 1 or not best.is_inferred
        annotation = best.annotation if is_alone else None
        value = best.value if len(members) == 1 else None
        yield replace(best, is_assigned=is_assigned, annotation=annotation, value=value)


def _sites(function: FunctionNode, info: ClassInfo) -> Iterator[Member]:
    parameters = [*function.args.posonlyargs, *function.args.args]
    if not parameters:
        return
    receiver = parameters[0].arg
    annotations = {one.arg: one.annotation for one in (*parameters, *function.args.kwonlyargs)}
    given: dict[int, tuple[ast.expr | None, ast.expr | None, bool]] = {}
    added: set[int] = set()
    for node in ast.walk(function):
        match node:
            case ast.Assign():
                source = node.value
                known = annotations.get(source.id) if isinstance(source, ast.Name) else None
                given.update((id(target), (known, source, True)) for target in node.targets)
            case ast.AnnAssign():
                given[id(node.target)] = (node.annotation, node.value, False)
            case ast.AugAssign():
                added.add(id(node.target))
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()) if (
                name == receiver and id(node) not in added
            ):
                annotation, value, is_inferred = given.get(id(node), (None, None, True))
                yield Member(
                    node.attr,
                    info,
                    node,
                    Form.ATTRIBUTE,
                    annotation=annotation,
                    value=value,
                    is_settable=True,
                    is_inferred=is_inferred,
                    is_assigned=is_inferred or value is not None,
                )
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="object"), attr="__setattr__"),
                args=[ast.Name(id=name), ast.Constant(value=str(attribute)), _],
            ) if name == receiver:
                yield Member(attribute, info, node, Form.ATTRIBUTE, is_settable=True)
            case _:
                continue


def sets_any(function: FunctionNode) -> bool:
    """Whether a method may give its object attributes whose names are computed."""
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id="setattr")):
                return True
            case ast.Attribute(attr="__dict__") | ast.Call(func=ast.Name(id="vars")):
                return True
            case ast.Call(func=ast.Attribute(attr="__setattr__"), args=[_, second, *_]):
                if not isinstance(second, ast.Constant):
                    return True
            case _:
                continue
    return False


def given(tree: ast.Module) -> Iterator[str]:
    """The names of the attributes that a module gives to anything but the receiver of a method.

    `ANY` is among them where names are computed by a loop at module level, or by a function that a
    statement at module level calls.
    """
    own = {
        id(node)
        for outer in ast.walk(tree)
        if isinstance(outer, ast.ClassDef)
        for function in statements(outer.body)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in _of_receiver(function)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ctx=ast.Store()) if id(node) not in own:
                yield node.attr
            case ast.Call(func=ast.Name(id="setattr"), args=[_, ast.Constant(value=str(name)), _]):
                yield name
            case _:
                continue
    if any(map(_computes, _run_at_once(tree))):
        yield ANY


def _of_receiver(function: FunctionNode) -> Iterator[ast.Attribute]:
    parameters = [*function.args.posonlyargs, *function.args.args]
    for node in ast.walk(function) if parameters else ():
        match node:
            case ast.Attribute(value=ast.Name(id=name)) if name == parameters[0].arg:
                yield node
            case _:
                continue


def _run_at_once(tree: ast.Module) -> Iterator[ast.stmt]:
    """What runs when the module is loaded: its statements, and the functions that they call."""
    body = list(statements(tree.body))
    called = {
        dotted(statement.value.func)
        for statement in body
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    }
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            if statement.name in called:
                yield statement
        elif not isinstance(statement, ast.ClassDef):
            yield statement


def _computes(statement: ast.stmt) -> bool:
    return any(
        isinstance(node, ast.Call)
        and dotted(node.func) == "setattr"
        and not (len(node.args) > 1 and isinstance(node.args[1], ast.Constant))
        for node in ast.walk(statement)
    )
