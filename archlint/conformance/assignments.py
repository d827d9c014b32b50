"""The attributes that methods give to their objects."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from archlint.conformance.classes import ClassInfo
from archlint.conformance.members import Form, FunctionNode, Member


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
            case ast.Attribute(attr="__dict__"):
                return True
            case ast.Call(func=ast.Attribute(attr="__setattr__"), args=[_, second, *_]):
                if not isinstance(second, ast.Constant):
                    return True
            case _:
                continue
    return False
