"""One pass over a syntax tree that collects everything the facts are made of.

Nothing is judged here: a name may be bound after it is used, so meaning comes after the walk.
Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from archlint.facts.annotations import read_annotation
from archlint.facts.scopes import Form, Scope


class Door(enum.Enum):
    """How control comes into a block."""

    PLAIN = enum.auto()
    CALL = enum.auto()
    """The body of a function: it runs later, and outside the `try` it was defined in."""
    IF = enum.auto()
    ELSE = enum.auto()
    TRY = enum.auto()
    """The body of a `try`, whose handlers catch what `conditions` say."""
    HANDLER = enum.auto()
    """A handler or the `else` of such a `try`."""
    WITH = enum.auto()


@dataclass(slots=True, eq=False)
class Block:
    """Where a statement stands; chained outwards through `outer`."""

    scope: Scope
    outer: "Block | None" = None
    door: Door = Door.PLAIN
    conditions: Sequence[ast.expr] = ()


@dataclass(slots=True)
class Walk:
    """What one walk has collected.

    `calls` and `subscripts` are collected only where that was asked for. `read` and `annotated` are
    the names read outside and inside annotations.
    """

    scope: Scope
    imports: list[tuple[ast.Import | ast.ImportFrom, Block]] = field(default_factory=list)
    calls: list[tuple[ast.Call, Block]] = field(default_factory=list)
    subscripts: list[tuple[ast.Subscript, Block]] = field(default_factory=list)
    strings: list[ast.Constant] = field(default_factory=list)
    """Those with a dot, or all, where that was asked for; docstrings aside."""
    additions: list[tuple[ast.AugAssign, Block]] = field(default_factory=list)
    tests: list[ast.expr] = field(default_factory=list)
    """The conditions of every `if` at module level."""
    read: set[str] = field(default_factory=set)
    annotated: set[str] = field(default_factory=set)
    classes: list[tuple[ast.ClassDef, Scope, Scope]] = field(default_factory=list)
    """Each class with the scope it stands in and its own, outer classes first."""
    annotations: list[ast.AnnAssign] = field(default_factory=list)
    """Annotated private names with a value at module level."""
    foreign: list[Scope] = field(default_factory=list)
    """Scopes with `global` or `nonlocal` names."""
    inner: dict[ast.AST, Scope] = field(default_factory=dict)
    """The scope of each class, function and comprehension by its node."""
    pending: list[tuple[Block, list[ast.AST]]] = field(default_factory=list)

    def scope_of(self, node: ast.AST, form: Form, outer: Scope) -> Scope:
        """A new scope, kept as that of its node."""
        scope = self.inner[node] = Scope(form, outer)
        return scope


_SPECIAL = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.If,
    ast.Try,
    ast.TryStar,
    ast.With,
    ast.AsyncWith,
    ast.Import,
    ast.ImportFrom,
    ast.Global,
    ast.Nonlocal,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.NamedExpr,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.ExceptHandler,
    ast.MatchAs,
    ast.MatchStar,
    ast.MatchMapping,
    getattr(ast, "type_param", ast.Lambda),
)
# Fields of other nodes that hold no node worth a visit.
_LEAVES = (
    "arg",
    "attr",
    "conversion",
    "ctx",
    "id",
    "is_async",
    "kind",
    "kwd_attrs",
    "op",
    "ops",
    "str",
)


@cache
def _children(watch: bool) -> dict[type, tuple[str, ...]]:
    """For each kind of node that needs no care of its own, the fields that hold nodes."""
    watched = (ast.Call, ast.Subscript) if watch else ()
    special = (*_SPECIAL, ast.Constant, ast.Expr, *watched)
    table: dict[type, tuple[str, ...]] = {type(None): ()}
    for kind in vars(ast).values():
        if isinstance(kind, type) and issubclass(kind, ast.AST) and not issubclass(kind, special):
            table[kind] = tuple(part for part in kind._fields if part not in _LEAVES)
    # Their only fields are plain values.
    table[ast.MatchSingleton] = table[ast.TypeIgnore] = ()
    return table


def walk(tree: ast.Module, watch: bool, every_string: bool = False) -> Walk:
    """Collect from a whole module; with `watch`, calls and subscripts too."""
    scope = Scope(Form.MODULE)
    result = Walk(scope)
    result.pending.append((Block(scope), list(tree.body)))
    children = _children(watch)
    read = result.read
    while result.pending:
        block, stack = result.pending.pop()
        while stack:
            node = stack.pop()
            if isinstance(node, ast.Name):
                if isinstance(node.ctx, ast.Load):
                    read.add(node.id)
                else:
                    block.scope.bind(node.id)
                continue
            fields = children.get(node.__class__)
            if node.__class__ is ast.Constant:
                value = node.value
                if value.__class__ is str and (every_string or "." in value):
                    result.strings.append(node)
            elif node.__class__ is ast.Expr:
                if not isinstance(node.value, ast.Constant):
                    stack.append(node.value)
            elif fields is None:
                _visit(result, node, block, stack)
            else:
                for part in fields:
                    child = getattr(node, part)
                    if child.__class__ is list:
                        stack += child
                    elif child is not None:
                        stack.append(child)
    for inner in result.foreign:
        inner.settle()
    return result


def _visit(walk: Walk, node: ast.AST, block: Block, stack: list[ast.AST]) -> None:
    scope = block.scope
    match node:
        case ast.Call():
            walk.calls.append((node, block))
            stack += [node.func, *node.args, *node.keywords]
        case ast.Subscript():
            walk.subscripts.append((node, block))
            stack += [node.value, node.slice]
        case ast.Assign():
            for target in node.targets:
                if isinstance(target, ast.Name):
                    scope.bind(target.id, node.value)
                else:
                    stack.append(target)
            stack.append(node.value)
        case ast.If():
            if scope.form is Form.MODULE:
                walk.tests.append(node.test)
            stack.append(node.test)
            walk.pending.append((Block(scope, block, Door.IF, (node.test,)), list(node.body)))
            if node.orelse:
                door = Block(scope, block, Door.ELSE, (node.test,))
                walk.pending.append((door, list(node.orelse)))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            scope.bind(node.name)
            stack += node.decorator_list
            read_annotation(walk.annotated, node.returns, stack)
            _function(walk, node, node.body, block, stack)
        case ast.Lambda():
            _function(walk, node, [node.body], block, stack)
        case ast.ClassDef():
            scope.bind(node.name)
            stack += [*node.decorator_list, *node.bases, *node.keywords]
            inner = Block(walk.scope_of(node, Form.CLASS, scope), block)
            walk.classes.append((node, scope, inner.scope))
            walk.pending.append((inner, [*getattr(node, "type_params", ()), *node.body]))
        case ast.AnnAssign():
            read_annotation(walk.annotated, node.annotation, stack)
            if not isinstance(node.target, ast.Name):
                stack.append(node.target)
            elif node.value is None:
                scope.declare(node.target.id)
            else:
                scope.bind(node.target.id, node.value)
                if scope.form is Form.MODULE and node.target.id.startswith("_"):
                    walk.annotations.append(node)
            if node.value is not None:
                stack.append(node.value)
        case ast.Import():
            walk.imports.append((node, block))
            for alias in node.names:
                root = alias.name.partition(".")[0]
                scope.bind(alias.asname or root, alias.name if alias.asname else root)
        case ast.ImportFrom():
            walk.imports.append((node, block))
            prefix = "." * node.level + (f"{node.module}." if node.module else "")
            for alias in node.names:
                if alias.name != "*":
                    scope.bind(alias.asname or alias.name, prefix + alias.name)
        case ast.Try() | ast.TryStar():
            _try(walk, node, block, stack)
        case ast.With() | ast.AsyncWith():
            stack += node.items
            managers = [item.context_expr for item in node.items]
            walk.pending.append((Block(scope, block, Door.WITH, managers), list(node.body)))
        case ast.AugAssign():
            if isinstance(node.target, ast.Name) and node.target.id == "__all__":
                walk.additions.append((node, block))
                stack.append(node.value)
            else:
                stack += [node.target, node.value]
        case ast.NamedExpr():
            scope.block.bind(node.target.id, node.value)
            stack.append(node.value)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            inner = Block(walk.scope_of(node, Form.COMPREHENSION, scope), block)
            walk.pending.append((inner, list(ast.iter_child_nodes(node))))
        case ast.Global() | ast.Nonlocal():
            walk.foreign.append(scope)
            for name in node.names:
                scope.foreign[name] = isinstance(node, ast.Global)
        case _:
            _bind_named(node, scope)
            stack += ast.iter_child_nodes(node)


def _bind_named(node: ast.AST, scope: Scope) -> None:
    """Handlers, patterns and type parameters keep the name they bind as a plain string."""
    name = getattr(node, "rest", None) or getattr(node, "name", None)
    if isinstance(name, str):
        scope.bind(name)


def _function(
    walk: Walk,
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
    body: Sequence[ast.AST],
    block: Block,
    stack: list[ast.AST],
) -> None:
    """Defaults and annotations are evaluated where the function is defined, its body later."""
    scope = walk.scope_of(node, Form.FUNCTION, block.scope)
    given = node.args
    stack += given.defaults
    stack += [default for default in given.kw_defaults if default is not None]
    for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
        if argument is not None:
            scope.bind(argument.arg)
            read_annotation(walk.annotated, argument.annotation, stack)
    inner = Block(scope, block, Door.CALL)
    walk.pending.append((inner, [*getattr(node, "type_params", ()), *body]))


def _try(walk: Walk, node: ast.Try | ast.TryStar, block: Block, stack: list[ast.AST]) -> None:
    scope = block.scope
    caught: list[ast.expr] = []
    rest: list[ast.AST] = list(node.orelse)
    for handler in node.handlers:
        # A bare `except` catches what `except BaseException` does.
        caught.append(handler.type or ast.Name("BaseException", ast.Load()))
        rest.append(handler)
    stack += node.finalbody
    walk.pending.append((Block(scope, block, Door.HANDLER, caught), rest))
    walk.pending.append((Block(scope, block, Door.TRY, caught), list(node.body)))
