"""The names that annotations use.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Iterator


def read_annotation(names: set[str], annotation: ast.expr | None, rest: list[ast.AST]) -> None:
    """Add the names of an annotation to `names`, those inside strings too.

    What is evaluated like any other expression (calls, lambdas, comprehensions) goes to `rest`.
    """
    if annotation is None:
        return
    if annotation.__class__ is ast.Name:
        # So are most.
        names.add(annotation.id)
        return
    todo: list[ast.AST] = [annotation]
    while todo:
        node = todo.pop()
        match node:
            case ast.Name():
                names.add(node.id)
            case ast.Constant():
                if isinstance(node.value, str):
                    _quoted(names, node.value)
            case ast.Subscript():
                todo.append(node.value)
                todo += _subscripts(node)
            case ast.Attribute() | ast.Starred():
                todo.append(node.value)
            case ast.BinOp():
                todo += [node.left, node.right]
            case ast.Tuple() | ast.List():
                todo += node.elts
            case _:
                rest.append(node)


def names_in(annotation: ast.expr) -> Iterator[tuple[ast.Name | ast.Attribute, ast.expr]]:
    """The names of an annotation, each with where it stands: itself, or the string it is in."""
    todo: list[tuple[ast.AST, ast.expr | None]] = [(annotation, None)]
    while todo:
        node, string = todo.pop()
        parts: list[ast.AST] = []
        match node:
            case ast.Name() | ast.Attribute():
                yield node, string or node
            case ast.Constant(value=str(text)):
                quoted = parsed(text)
                todo += [(quoted, string or node)] if quoted else []
            case ast.Subscript():
                parts = [node.value, *_subscripts(node)]
            case ast.BinOp():
                parts = [node.left, node.right]
            case ast.Tuple() | ast.List():
                parts = [*node.elts]
            case ast.Starred():
                parts = [node.value]
            case _:
                continue
        todo += [(part, string) for part in parts]


def parsed(text: str) -> ast.expr | None:
    """The expression that a string in an annotation holds; None where it holds none."""
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _subscripts(node: ast.Subscript) -> list[ast.AST]:
    """The parts of a subscript that hold types: strings in `Literal` and metadata are none."""
    generic = node.value
    name = generic.attr if isinstance(generic, ast.Attribute) else getattr(generic, "id", "")
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    first = 0 if name == "Literal" else 1 if name == "Annotated" else len(parts)
    return [
        part
        for index, part in enumerate(parts)
        if index < first or not isinstance(part, ast.Constant)
    ]


def _quoted(names: set[str], text: str) -> None:
    """Collect the names of an annotation that is a string; nothing else of it is evaluated."""
    if text.isidentifier():
        names.add(text)
        return
    read_annotation(names, parsed(text), [])
