"""A quick look at the body of a function, of which most say nothing but names and strings.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Iterable, Sequence

from archlint.facts.annotations import read_annotation
from archlint.facts.below import WRAPPERS, frequent
from archlint.facts.collected import Stack, Walk

_REACHING = frozenset({ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal})


def skim(walk: Walk, body: Iterable[ast.AST]) -> bool:
    """Collect what is read and the strings in a body, unless there is more in it to see.

    Without an import nobody asks what the names of a function stand for, or how control comes to
    its statements; without `global` and the like it binds nothing outside. So there are no scopes
    and no blocks here. False says that a body has to be walked after all; nothing is lost or said
    twice then.
    """
    stack: Stack = [*body]
    read, strings, every_string = walk.read.add, walk.strings, walk.every_string
    known = len(strings)
    below_of, wrappers = frequent().get, WRAPPERS
    name_kind, load_kind, constant_kind, call_kind = ast.Name, ast.Load, ast.Constant, ast.Call
    attribute_kind, expression_kind, if_kind = ast.Attribute, ast.Expr, ast.If
    assignment_kind = ast.Assign
    for node in stack:
        while True:
            kind = node.__class__
            if kind is name_kind:
                if node.ctx.__class__ is load_kind:
                    read(node.id)
            elif kind is attribute_kind:
                node = node.value
                if node.__class__ is name_kind:
                    read(node.id)
                    break
                continue
            elif kind is constant_kind:
                value = node.value
                if value.__class__ is str and (every_string or "." in value):
                    strings.append(node)
            elif kind is call_kind:
                stack += node.args
                for word in node.keywords:
                    stack.append(word.value)
                node = node.func
                continue
            elif kind is assignment_kind:
                for target in node.targets:
                    if target.__class__ is not name_kind:
                        stack.append(target)
                node = node.value
                continue
            elif kind in wrappers:
                node = node.value
                continue
            elif kind is if_kind:
                stack += node.body
                stack += node.orelse
                node = node.test
                continue
            elif kind is expression_kind:
                node = node.value
                if node.__class__ is constant_kind:
                    break
                continue
            elif below := below_of(kind):
                stack += below(node)
            elif kind in _REACHING or not _look(walk, node, stack):
                del strings[known:]
                return False
            break
    return True


def _look(walk: Walk, node: ast.AST, stack: Stack) -> bool:
    """Deal with a node that is rare, or has annotations; False if it reaches out."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            read_header(walk, node, stack)
            stack += getattr(node, "type_params", ())
            stack += node.body
        case ast.Lambda():
            read_parameters(walk, node.args, stack)
            stack.append(node.body)
        case ast.AnnAssign():
            read_annotation(walk.annotated, node.annotation, stack)
            stack += (node.target, node.value)
        case ast.AugAssign(target=ast.Name(id="__all__")):
            return False
        case ast.ClassDef() if node.decorator_list:
            # It may be registered as an implementation of something.
            return False
        case _:
            stack += ast.iter_child_nodes(node)
    return True


def read_header(
    walk: Walk, node: ast.FunctionDef | ast.AsyncFunctionDef, stack: Stack
) -> Sequence[ast.arg]:
    """Read what a definition evaluates at once, and its annotations; gives its parameters."""
    stack += node.decorator_list
    if node.returns is not None:
        read_annotation(walk.annotated, node.returns, stack)
    return read_parameters(walk, node.args, stack)


def read_parameters(walk: Walk, given: ast.arguments, stack: Stack) -> Sequence[ast.arg]:
    """Read the defaults and annotations of parameters, which it gives in any order."""
    stack += given.defaults
    parameters = given.args
    if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg:
        stack += given.kw_defaults
        more = (given.vararg, given.kwarg)
        parameters = [*given.posonlyargs, *parameters, *given.kwonlyargs, *filter(None, more)]
    annotated = walk.annotated
    for parameter in parameters:
        if parameter.annotation is not None:
            read_annotation(annotated, parameter.annotation, stack)
    return parameters
