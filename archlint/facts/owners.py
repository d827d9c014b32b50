"""Which block each name of a syntax tree belongs to.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Iterator

from archlint.facts.scopes import Scope
from archlint.facts.walk import walk

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Owners:
    """The scopes of a tree, and the nodes in them."""

    def __init__(self, tree: ast.Module) -> None:
        walked = walk((tree,), True)
        self._inner = walked.inner
        self._block: dict[Scope, ast.AST] = {scope: node for node, scope in self._inner.items()}
        self._block[walked.scope] = tree
        self._scope: dict[ast.AST, Scope] = {}
        todo: list[tuple[ast.AST, Scope]] = [(tree, walked.scope)]
        while todo:
            node, scope = todo.pop()
            self._scope[node] = scope
            todo += self._children(node, scope)

    def scope(self, node: ast.AST) -> Scope:
        """The scope in which a node is evaluated."""
        return self._scope[node]

    def variable(self, node: ast.Name | ast.arg | ast.stmt) -> tuple[ast.AST, str]:
        """The block that owns the name a node reads, binds or defines, and the name."""
        if isinstance(node, ast.Name):
            name = node.id
        elif isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, _Definition):
            name = node.name
        else:
            raise TypeError(f"{type(node).__name__} names no variable")
        scope = self._scope[node]
        found = scope.find(name)
        return self._block[found[0] if found else scope.module], name

    def _children(self, node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
        """The nodes below one, each with its scope.

        Of a definition the body and the parameters are inside, annotations and defaults are not.
        """
        inner = self._inner.get(node, scope)
        if isinstance(node, _Definition | ast.Lambda):
            body = node.body if isinstance(node.body, list) else [node.body]
            inside = {*body, *getattr(node, "type_params", ())}
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.arguments):
                    yield from _of_parameters(child, inner, scope)
                else:
                    yield child, inner if child in inside else scope
        else:
            if isinstance(node, ast.arg):
                inner = scope.outer or scope
            for child in ast.iter_child_nodes(node):
                yield child, inner


def _of_parameters(
    given: ast.arguments, inner: Scope, outer: Scope
) -> Iterator[tuple[ast.AST, Scope]]:
    for child in ast.iter_child_nodes(given):
        yield child, inner if isinstance(child, ast.arg) else outer
