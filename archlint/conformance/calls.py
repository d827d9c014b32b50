"""What kind of function a member is, as its own text tells without annotations."""

import ast

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
    if isinstance(node.body[-1], ast.Raise) and not values:
        return False
    return all(value is None or isinstance(value, _DISPLAYS) for value in values)


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
