"""One pass over a syntax tree that collects everything the facts are made of.

Nothing is judged here: a name may be bound after it is used, so meaning comes after the walk.
Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Iterable

from archlint.facts.below import WRAPPERS, frequent
from archlint.facts.collected import Block, Walk
from archlint.facts.scopes import Form, Scope
from archlint.facts.visits import visits


def walk(trees: Iterable[ast.Module], whole: bool, every_string: bool = False) -> Walk:
    """Collect from a module, given as one tree or in pieces, what `Walk` says."""
    result = Walk(Scope(Form.MODULE), whole, every_string)
    block = Block(result.scope)
    for tree in trees:
        result.has_code = result.has_code or _has_code(tree)
        result.pending.append((block, [*tree.body]))
        del tree  # what is not collected makes room for the next
        _walk(result)
    for inner in result.foreign:
        inner.settle()
    return result


def _has_code(tree: ast.Module) -> bool:
    match tree.body:
        case [] | [ast.Expr(value=ast.Constant(value=str()))]:
            return False
        case _:
            return True


def _walk(result: Walk) -> None:
    """Visit all that is pending.

    There are a hundred nodes for each import, so the most frequent ones are dealt with on the spot.
    """
    visit_of, below_of = visits(result.whole).get, frequent().get
    # A local name is found in less time than an attribute of a module.
    name_kind, load_kind, attribute_kind = ast.Name, ast.Load, ast.Attribute
    constant_kind, expression_kind, wrappers = ast.Constant, ast.Expr, WRAPPERS
    call_kind = None if result.whole else ast.Call
    read, strings, pending = result.read.add, result.strings, result.pending
    every_string = result.every_string
    while pending:
        block, stack = pending.pop()
        bind = block.scope.bind
        while stack:
            node = stack.pop()
            while True:
                kind = node.__class__
                if kind is name_kind:
                    if node.ctx.__class__ is load_kind:
                        read(node.id)
                    else:
                        bind(node.id)
                    break
                if kind is attribute_kind:
                    node = node.value
                    if node.__class__ is name_kind:
                        read(node.id)
                        break
                    continue
                if kind is constant_kind:
                    value = node.value
                    if value.__class__ is str and (every_string or "." in value):
                        strings.append(node)
                    break
                if kind is call_kind:
                    stack += node.args
                    for word in node.keywords:
                        stack.append(word.value)
                    node = node.func
                    continue
                if kind is expression_kind:
                    node = node.value
                    if node.__class__ is constant_kind:
                        break
                    continue
                if kind in wrappers:
                    node = node.value
                    continue
                visit = visit_of(kind)
                if visit is not None:
                    visit(result, node, block, stack)
                else:
                    stack += below_of(kind, ast.iter_child_nodes)(node)
                break
