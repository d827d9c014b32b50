"""Who implements `generate_stream`, and with which context."""

import ast
from collections.abc import Iterator

from archlint import Syntax

from .reading import Function, Functions, is_annotated, is_static, own_nodes, parameters

METHOD = "generate_stream"


def implementers(functions: Functions) -> Iterator[tuple[ast.ClassDef, Function]]:
    """Classes with the `generate_stream` that they define, inherit or take from a function."""
    syntax = functions.syntax
    for home in functions.classes.values():
        bases = [base.value if isinstance(base, ast.Subscript) else base for base in home.bases]
        names = [name for base in bases for name in syntax.meanings(base)]
        method = functions.method(home, METHOD)
        for node in own_nodes(home):
            match node:
                case ast.Assign(targets=[ast.Name(id="generate_stream")], value=ast.Name() as name):
                    method = functions.all.get(syntax.variable(name))
                case _:
                    continue
        if method is None or any(name.endswith(".Protocol") for name in names):
            continue
        # Without `async` a method may still give what is awaited: its type says so.
        is_one = isinstance(method, ast.AsyncFunctionDef) or is_annotated(
            syntax, method.returns, "TokenStream"
        )
        if is_one and not _is_stub(method):
            yield home, method


def context_of(syntax: Syntax, method: Function) -> ast.arg | None:
    """The first parameter after `self`, if it is a context by its type, or by name without one."""
    for first in parameters(method)[0 if is_static(method) else 1 :][:1]:
        by_name = first.annotation is None and first.arg == "ctx"
        if by_name or is_annotated(syntax, first.annotation, "Context"):
            return first
    return None


def _is_stub(method: Function) -> bool:
    return all(
        isinstance(node, ast.Raise | ast.Pass)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in method.body
    )
