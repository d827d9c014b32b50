"""What kind of function a member is, as its own text tells without annotations."""

import ast
from collections.abc import Sequence

from archlint.conformance.members import FunctionNode, Member


def is_coroutine(member: Member) -> bool:
    """Whether a member is an `async def` that is no generator and no context manager."""
    node = member.function
    is_async = isinstance(node, ast.AsyncFunctionDef) and not member.wrapper
    return is_async and node is not None and not yields(node)


def yields(node: FunctionNode) -> bool:
    """Whether a function is a generator of either kind."""
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in _own_nodes(node))


def _own_nodes(node: FunctionNode) -> list[ast.AST]:
    """The nodes of a body, those of functions in it left out."""
    found: list[ast.AST] = []
    todo: list[ast.AST] = list(node.body)
    while todo:
        part = todo.pop()
        found.append(part)
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            todo += ast.iter_child_nodes(part)
    return found


def gives_no_awaitable(node: FunctionNode) -> bool:
    """Whether a call certainly gives nothing that could be awaited."""
    if yields(node):
        return True
    values = [part.value for part in _own_nodes(node) if isinstance(part, ast.Return)]
    if not values and not _comes_to_its_end(node.body):
        return False
    return all(value is None or isinstance(value, _DISPLAYS) for value in values)


def _comes_to_its_end(body: Sequence[ast.stmt]) -> bool:
    """Whether a block may run through, as one that raises in the end does not."""
    match body[-1] if body else None:
        case ast.Raise():
            return False
        case ast.If(body=first, orelse=second):
            return _comes_to_its_end(first) or _comes_to_its_end(second)
        case ast.With(body=first) | ast.AsyncWith(body=first):
            return _comes_to_its_end(first)
        case ast.Try() | ast.TryStar() as block:
            ways = (block.orelse or block.body, *(one.body for one in block.handlers))
            is_closed = bool(block.finalbody) and not _comes_to_its_end(block.finalbody)
            return not is_closed and any(map(_comes_to_its_end, ways))
        case ast.While(test=ast.Constant(value=condition)) as loop if condition:
            return any(isinstance(part, ast.Break) for part in ast.walk(loop))
        case ast.Match(cases=cases):
            return any(_comes_to_its_end(one.body) for one in cases)
        case _:
            return True


_DISPLAYS = (
    ast.Constant,
    ast.JoinedStr,
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.Compare,
)


def called(member: Member) -> str:
    """What kind of function a member is."""
    node = member.function
    assert node is not None
    if member.wrapper:
        return (
            "a context manager"
            if member.wrapper == "contextmanager"
            else ("an asynchronous context manager")
        )
    if isinstance(node, ast.AsyncFunctionDef):
        return "an asynchronous generator" if yields(node) else "a coroutine function"
    return "a generator" if yields(node) else "a plain function"
