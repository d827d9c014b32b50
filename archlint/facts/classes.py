"""The classes of a file, and what it claims them to be.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence

from archlint.facts.annotations import parsed
from archlint.facts.collected import Walk
from archlint.facts.imports import ClassFact
from archlint.facts.scopes import Form, Scope, meanings

_AROUND = ("Final", "ClassVar", "Annotated", "Optional")
"""What may stand around the type that an annotation is about, and says nothing of its members."""
MARKS = ("abstractmethod", "abstractproperty", "abstractclassmethod", "abstractstaticmethod")


def classes(walk: Walk, has_marks: bool) -> tuple[ClassFact, ...]:
    """The classes that stand in no function, in the order of their places.

    `has_marks` is false where nothing in the file can mean a mark of abstract members.
    """
    names: dict[Scope, str] = {walk.scope: ""}
    found: list[tuple[int, ClassFact]] = []
    for node, outer, inner in walk.classes:
        if outer in names:
            name = f"{names[outer]}.{node.name}".removeprefix(".")
            names[inner] = name
            bases = tuple(filter(None, [dotted(unsubscripted(base)) for base in node.bases]))
            is_marked = has_marks and _is_marked(node, inner)
            is_plain = outer is walk.scope and _is_plain(node, bases, outer)
            found.append((node.lineno, ClassFact(name, bases, is_marked, is_plain)))
    return tuple(fact for _, fact in sorted(found))


def claims(walk: Walk) -> tuple[str, ...]:
    """The contracts named by annotated private names and by calls of `register`."""
    named = [dotted(claimed(node.annotation)[0]) for node in walk.annotations]
    functions = [call.func for call, block in walk.calls if block.scope.form is Form.MODULE]
    for node, _, _ in walk.classes:
        functions += node.decorator_list
    named += [
        dotted(function.value)
        for function in functions
        if isinstance(function, ast.Attribute) and function.attr == "register"
    ]
    return tuple(sorted({name for name in named if name}))


def claimed(annotation: ast.expr) -> tuple[ast.expr, bool]:
    """What a proof line claims, and whether of the class itself (`type[C]`) or of an object."""
    is_class = False
    while True:
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            annotation = parsed(annotation.value) or annotation
        inner = _inside(annotation)
        if inner is None:
            return unsubscripted(annotation), is_class
        is_class = is_class or _head(annotation) in ("type", "Type")
        annotation = inner


def _inside(annotation: ast.expr) -> ast.expr | None:
    """The part of an annotation that it is about: what it wraps, or the one that is not None."""
    match annotation:
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _other_than_none([left, right])
        case ast.Subscript(slice=part):
            parts = part.elts if isinstance(part, ast.Tuple) else [part]
            head = _head(annotation)
            if head == "Union":
                return _other_than_none(parts)
            return parts[0] if parts and head in ("type", "Type", *_AROUND) else None
        case _:
            return None


def _head(annotation: ast.expr) -> str:
    return dotted(unsubscripted(annotation)).rpartition(".")[2]


def _other_than_none(parts: Sequence[ast.expr]) -> ast.expr | None:
    given = [part for part in parts if not (isinstance(part, ast.Constant) and part.value is None)]
    return given[0] if len(given) == 1 else None


def unsubscripted(expression: ast.expr) -> ast.expr:
    """A generic without its type arguments."""
    return expression.value if isinstance(expression, ast.Subscript) else expression


def dotted(expression: ast.expr) -> str:
    """The dotted name that an expression is, or ""."""
    if expression.__class__ is ast.Name:
        return expression.id
    parts = []
    while isinstance(expression, ast.Attribute):
        parts.append(expression.attr)
        expression = expression.value
    if not isinstance(expression, ast.Name):
        return ""
    return ".".join((expression.id, *reversed(parts)))


def statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of one block, those of the branches in it included."""
    for statement in body:
        yield statement
        match statement:
            case ast.If() | ast.For() | ast.While() | ast.AsyncFor():
                yield from statements((*statement.body, *statement.orelse))
            case ast.With() | ast.AsyncWith():
                yield from statements(statement.body)
            case ast.Try() | ast.TryStar():
                handled = [part for handler in statement.handlers for part in handler.body]
                rest = (*statement.orelse, *statement.finalbody)
                yield from statements((*statement.body, *handled, *rest))
            case ast.Match():
                for branch in statement.cases:
                    yield from statements(branch.body)
            case _:
                continue


def _is_plain(node: ast.ClassDef, bases: Sequence[str], scope: Scope) -> bool:
    return (
        len(bases) == len(node.bases)
        and not (node.keywords and _has_metaclass(node))
        and len(scope.bindings[node.name]) == 1
    )


def _has_metaclass(node: ast.ClassDef) -> bool:
    """Whether a class has a metaclass, or may have one in what is unpacked."""
    return any(word.arg in (None, "metaclass") for word in node.keywords)


def _is_marked(node: ast.ClassDef, scope: Scope) -> bool:
    return any(
        name.rpartition(".")[2] in MARKS
        for statement in statements(node.body)
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
        for mark in statement.decorator_list
        for name in meanings(mark, scope)
    )
