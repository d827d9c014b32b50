"""The names that annotations use.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Iterator, Sequence


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
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                _quoted(names, node.value)
        elif isinstance(node, ast.Subscript):
            todo.append(node.value)
            todo += _subscripts(node)
        elif isinstance(node, ast.BinOp):
            todo += (node.left, node.right)
        elif isinstance(node, ast.Attribute | ast.Starred):
            todo.append(node.value)
        elif isinstance(node, ast.Tuple | ast.List):
            todo += node.elts
        else:
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


def _subscripts(node: ast.Subscript) -> Sequence[ast.AST]:
    """The parts of a subscript that hold types: strings in `Literal` and metadata are none."""
    generic = node.value
    name = generic.attr if isinstance(generic, ast.Attribute) else getattr(generic, "id", "")
    parts: Sequence[ast.expr] = (
        node.slice.elts if isinstance(node.slice, ast.Tuple) else (node.slice,)
    )
    if name not in ("Literal", "Annotated"):
        return parts
    types = 0 if name == "Literal" else 1
    return [*parts[:types], *(part for part in parts[types:] if not isinstance(part, ast.Constant))]


def _quoted(names: set[str], text: str) -> None:
    """Collect the names of an annotation that is a string; nothing else of it is evaluated."""
    if text.isidentifier():
        names.add(text)
        return
    read_annotation(names, parsed(text), [])
