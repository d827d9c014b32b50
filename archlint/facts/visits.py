"""What the nodes mean to a walk that bind names, open blocks or are collected.

A visit leaves the nodes below on the stack, or in a block of their own that is still to be walked.
Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from archlint.facts.annotations import read_annotation
from archlint.facts.collected import Block, Door, Stack, Walk
from archlint.facts.scopes import Form
from archlint.facts.skim import read_header, read_parameters, skim

Visit = Callable[..., None]
"""Takes the walk, a node, its block and the stack."""

# Kinds of node that only newer versions of Python have.
_TYPE_PARAMETERS = ("ParamSpec", "TypeVar", "TypeVarTuple")


@cache
def visits(whole: bool) -> Mapping[type, Visit]:
    """The visit of each kind of node that has one; in a `whole` walk calls and subscripts do."""
    watched: dict[type, Visit] = {ast.Call: _call, ast.Subscript: _subscript} if whole else {}
    return {
        **watched,
        ast.If: _if,
        ast.FunctionDef: _definition,
        ast.AsyncFunctionDef: _definition,
        ast.Lambda: _lambda,
        ast.ClassDef: _class,
        ast.Assign: _assignment,
        ast.AnnAssign: _annotated_assignment,
        ast.AugAssign: _augmented_assignment,
        ast.NamedExpr: _named_expression,
        ast.Import: _import,
        ast.ImportFrom: _import_from,
        ast.Try: _try,
        ast.TryStar: _try,
        ast.With: _with,
        ast.AsyncWith: _with,
        ast.ListComp: _comprehension,
        ast.SetComp: _comprehension,
        ast.GeneratorExp: _comprehension,
        ast.DictComp: _comprehension,
        ast.Global: _foreign,
        ast.Nonlocal: _foreign,
        ast.ExceptHandler: _handler,
        ast.MatchAs: _named,
        ast.MatchStar: _named,
        ast.MatchMapping: _named,
        **{getattr(ast, kind): _named for kind in _TYPE_PARAMETERS if hasattr(ast, kind)},
    }


def _call(walk: Walk, node: ast.Call, block: Block, stack: Stack) -> None:
    walk.calls.append((node, block))
    stack += node.keywords
    stack += node.args
    stack.append(node.func)


def _subscript(walk: Walk, node: ast.Subscript, block: Block, stack: Stack) -> None:
    walk.subscripts.append((node, block))
    stack += (node.slice, node.value)


def _if(walk: Walk, node: ast.If, block: Block, stack: Stack) -> None:
    scope = block.scope
    test = node.test
    if scope.form is Form.MODULE:
        walk.tests.append(test)
    stack.append(test)
    walk.pending.append((Block(scope, block, Door.IF, (test,)), [*node.body]))
    if node.orelse:
        walk.pending.append((Block(scope, block, Door.ELSE, (test,)), [*node.orelse]))


def _definition(
    walk: Walk, node: ast.FunctionDef | ast.AsyncFunctionDef, block: Block, stack: Stack
) -> None:
    block.scope.bind(node.name)
    parameters = read_header(walk, node, stack)
    _function(walk, node, parameters, [*getattr(node, "type_params", ()), *node.body], block)


def _lambda(walk: Walk, node: ast.Lambda, block: Block, stack: Stack) -> None:
    _function(walk, node, read_parameters(walk, node.args, stack), [node.body], block)


def _function(
    walk: Walk, node: ast.AST, parameters: Sequence[ast.arg], body: Stack, block: Block
) -> None:
    if walk.whole or not skim(walk, body):
        scope = walk.scope_of(node, Form.FUNCTION, block.scope)
        for parameter in parameters:
            scope.bind(parameter.arg)
        walk.pending.append((Block(scope, block, Door.CALL), body))


def _class(walk: Walk, node: ast.ClassDef, block: Block, stack: Stack) -> None:
    scope = block.scope
    scope.bind(node.name)
    stack += node.decorator_list
    stack += node.bases
    stack += node.keywords
    inner = Block(walk.scope_of(node, Form.CLASS, scope), block)
    walk.classes.append((node, scope, inner.scope))
    walk.pending.append((inner, [*getattr(node, "type_params", ()), *node.body]))


def _assignment(walk: Walk, node: ast.Assign, block: Block, stack: Stack) -> None:
    value = node.value
    for target in node.targets:
        if target.__class__ is ast.Name:
            block.scope.bind(target.id, value)
        else:
            stack.append(target)
    stack.append(value)


def _annotated_assignment(walk: Walk, node: ast.AnnAssign, block: Block, stack: Stack) -> None:
    scope = block.scope
    target = node.target
    read_annotation(walk.annotated, node.annotation, stack)
    stack.append(node.value)
    if not isinstance(target, ast.Name):
        stack.append(target)
    elif node.value is None:
        scope.declare(target.id)
    else:
        scope.bind(target.id, node.value)
        if scope.form is Form.MODULE and target.id.startswith("_"):
            walk.annotations.append(node)


def _augmented_assignment(walk: Walk, node: ast.AugAssign, block: Block, stack: Stack) -> None:
    stack.append(node.value)
    if isinstance(node.target, ast.Name) and node.target.id == "__all__":
        walk.additions.append((node, block))
    else:
        stack.append(node.target)


def _named_expression(walk: Walk, node: ast.NamedExpr, block: Block, stack: Stack) -> None:
    block.scope.block.bind(node.target.id, node.value)
    stack.append(node.value)


def _import(walk: Walk, node: ast.Import, block: Block, stack: Stack) -> None:
    walk.imports.append((node, block))
    for alias in node.names:
        root = alias.name.partition(".")[0]
        block.scope.bind(alias.asname or root, alias.name if alias.asname else root)


def _import_from(walk: Walk, node: ast.ImportFrom, block: Block, stack: Stack) -> None:
    walk.imports.append((node, block))
    bind = block.scope.bind
    prefix = "." * node.level + (f"{node.module}." if node.module else "")
    for alias in node.names:
        name = alias.name
        if name != "*":
            bind(alias.asname or name, prefix + name)


def _try(walk: Walk, node: ast.Try | ast.TryStar, block: Block, stack: Stack) -> None:
    scope = block.scope
    # A bare `except` catches what `except BaseException` does.
    bare = ast.Name("BaseException", ast.Load())
    caught = [handler.type or bare for handler in node.handlers]
    stack += node.finalbody
    rest: Stack = [*node.orelse, *node.handlers]
    walk.pending.append((Block(scope, block, Door.HANDLER, caught), rest))
    walk.pending.append((Block(scope, block, Door.TRY, caught), [*node.body]))


def _handler(walk: Walk, node: ast.ExceptHandler, block: Block, stack: Stack) -> None:
    if node.name:
        block.scope.bind(node.name)
    stack.append(node.type)
    stack += node.body


def _with(walk: Walk, node: ast.With | ast.AsyncWith, block: Block, stack: Stack) -> None:
    managers = [item.context_expr for item in node.items]
    stack += managers
    stack += [item.optional_vars for item in node.items]
    walk.pending.append((Block(block.scope, block, Door.WITH, managers), [*node.body]))


def _comprehension(
    walk: Walk,
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
    block: Block,
    stack: Stack,
) -> None:
    scope = block.scope
    inner = Block(walk.scope_of(node, Form.COMPREHENSION, scope), block)
    parts: Stack = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    parts += node.generators
    walk.pending.append((inner, parts))


def _foreign(walk: Walk, node: ast.Global | ast.Nonlocal, block: Block, stack: Stack) -> None:
    scope = block.scope
    walk.foreign.append(scope)
    for name in node.names:
        scope.foreign[name] = isinstance(node, ast.Global)


def _named(walk: Walk, node: ast.AST, block: Block, stack: Stack) -> None:
    """Patterns and type parameters keep the name they bind as a plain string."""
    name = getattr(node, "rest", None) or getattr(node, "name", None)
    if isinstance(name, str):
        block.scope.bind(name)
    stack += ast.iter_child_nodes(node)
