"""Which expressions of a module are a reader's end of a stream."""

import ast
import enum
from dataclasses import dataclass, field

from archlint import Syntax

from .reading import AWAITING, Functions, Position, Variable, end, is_of_model, last_name, position

_SAME = frozenset(("builtins.aiter", "typing.cast"))
_WRAPPERS = ("Annotated", "ClassVar", "Final", "Optional", "TokenStream")


class Held(enum.Enum):
    """What an expression is to a reader; a promise becomes a stream when it is awaited."""

    NOTHING = enum.auto()
    PROMISE = enum.auto()
    STREAM = enum.auto()


_AWAITED = {
    (Held.PROMISE, 0): Held.PROMISE,
    (Held.PROMISE, 1): Held.STREAM,
    (Held.STREAM, 0): Held.STREAM,
}
"""What becomes of something by how often it is awaited."""


@dataclass(frozen=True)
class Holders:
    """What a module keeps streams in.

    A variable may hold other things too: what it is at a place is what it was last bound to above.
    Attributes are those of a class's own `self`.
    """

    functions: Functions
    variables: dict[Variable, list[tuple[Position, Held]]] = field(default_factory=dict)
    attributes: dict[tuple[ast.AST, str], Held] = field(default_factory=dict)

    @property
    def syntax(self) -> Syntax:
        return self.functions.syntax

    def held(self, value: ast.expr) -> Held:
        """What an expression is, as far as the text of the module tells."""
        found: set[Held] = set()
        todo = [(value, 0)]
        while todo:
            part, awaits = todo.pop()
            match part:
                case ast.Await(value=inner):
                    todo.append((inner, awaits + 1))
                case ast.NamedExpr(value=inner):
                    todo.append((inner, awaits))
                case ast.IfExp(body=first, orelse=second):
                    todo += [(first, awaits), (second, awaits)]
                case ast.BoolOp(values=values):
                    todo += [(inner, awaits) for inner in values]
                case ast.Call() if same := self._passed_on(part):
                    todo += [(inner, awaits) for inner in same]
                case _:
                    found.add(_AWAITED.get((self._simple(part), awaits), Held.NOTHING))
        return next((held for held in (Held.STREAM, Held.PROMISE) if held in found), Held.NOTHING)

    def bind(self, target: ast.expr, value: ast.expr) -> None:
        """Note what a target gets from a value, element by element where both have elements."""
        if not isinstance(target, ast.Tuple | ast.List):
            # A variable that is None for a while is not used for anything then.
            if not (isinstance(value, ast.Constant) and value.value is None):
                self.note(target, self.held(value), end(value))
            return
        elements = value.elts if isinstance(value, ast.Tuple | ast.List) else []
        opened = isinstance(value, ast.Call) and self._is_call_of(value, "open_stream")
        for index, inner in enumerate(target.elts):
            if len(elements) == len(target.elts):
                self.bind(inner, elements[index])
            else:
                held = Held.STREAM if opened and index == 1 else Held.NOTHING
                self.note(inner, held, end(value))

    def note(self, target: ast.expr | ast.arg, held: Held, since: Position) -> None:
        """Note what a target is from a position on."""
        if isinstance(target, ast.Name | ast.arg):
            variable = self.syntax.variable(target)
            self.variables.setdefault(variable, []).append((since, held))
            if isinstance(variable[0], ast.ClassDef):
                self.attributes[variable] = held
        elif isinstance(target, ast.Attribute) and held is not Held.NOTHING:
            home = self.functions.own_class(target)
            if home is not None:
                self.attributes[home, target.attr] = held

    def _variable(self, name: ast.Name) -> Held:
        bindings = self.variables.get(self.syntax.variable(name), [])
        above = [binding for binding in bindings if binding[0] <= position(name)]
        # By their places: a binding is found with its statement, which begins above it.
        last = [held for _, held in sorted(above, key=lambda binding: binding[0])[-1:]]
        found = last or [held for _, held in bindings if held is not Held.NOTHING]
        return found[0] if found else Held.NOTHING

    def _simple(self, value: ast.expr) -> Held:
        match value:
            case ast.Name():
                return self._variable(value)
            case ast.Attribute(attr=name):
                home = self.functions.own_class(value)
                return self.attributes.get((home, name), Held.NOTHING) if home else Held.NOTHING
            case ast.Subscript(value=ast.Call() as call, slice=ast.Constant(value=1)):
                return Held.STREAM if self._is_call_of(call, "open_stream") else Held.NOTHING
            case ast.Call():
                return self._result(value)
            case _:
                return Held.NOTHING

    def _passed_on(self, call: ast.Call) -> list[ast.expr]:
        """What a call gives back as it is, or awaits on behalf of its caller."""
        target = call.func
        if isinstance(target, ast.Attribute) and target.attr == "__aiter__":
            return [target.value]
        is_same = last_name(target) in AWAITING or not _SAME.isdisjoint(
            self.syntax.meanings(target)
        )
        return call.args if is_same else []

    def _result(self, call: ast.Call) -> Held:
        if isinstance(call.func, ast.Attribute) and call.func.attr == "generate_stream":
            return Held.PROMISE
        if self._is_call_of(call, "TokenStream"):
            return Held.STREAM
        function = self.functions.called(call)
        if function is None or not is_stream_type(self.syntax, function.returns):
            return Held.NOTHING
        return Held.PROMISE if isinstance(function, ast.AsyncFunctionDef) else Held.STREAM

    def _is_call_of(self, call: ast.Call, name: str) -> bool:
        return is_of_model(self.syntax.meanings(call.func), name)


def find_holders(syntax: Syntax) -> Holders:
    """Everything in a module that holds a stream."""
    holders = Holders(Functions(syntax))
    for node in sorted(ast.walk(syntax.tree), key=position):
        match node:
            case ast.arg(annotation=annotation):
                holders.note(node, _declared(syntax, annotation), position(node))
            case ast.AnnAssign(target=target, annotation=annotation, value=value):
                if (declared := _declared(syntax, annotation)) is Held.STREAM or value is None:
                    holders.note(target, declared, position(node))
                else:
                    holders.bind(target, value)
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    holders.bind(target, value)
            case ast.NamedExpr(target=target, value=value):
                holders.bind(target, value)
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                holders.bind(target, value)
            case ast.For(target=target) | ast.AsyncFor(target=target):
                holders.note(target, Held.NOTHING, position(target))
            case _:
                continue
    return holders


def is_stream_type(syntax: Syntax, annotation: ast.expr | None) -> bool:
    """Whether an annotation is the stream itself or a union with it, and no list or task of it."""
    sides = [annotation]
    while sides:
        side = sides.pop()
        if isinstance(side, ast.BinOp):
            sides += [side.left, side.right]
            continue
        names = [name for name, _ in syntax.annotated(side)]
        if is_of_model(names, "TokenStream") and all(
            name.rpartition(".")[2] in _WRAPPERS for name in names
        ):
            return True
    return False


def _declared(syntax: Syntax, annotation: ast.expr | None) -> Held:
    return Held.STREAM if is_stream_type(syntax, annotation) else Held.NOTHING
