"""Where the context and the stream's sender go from a `generate_stream`, within its module."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from archlint import Syntax

from .reading import (
    Function,
    Functions,
    Variable,
    argument,
    is_annotated,
    is_of_model,
    own_nodes,
    parameters,
)


@dataclass(frozen=True)
class StreamFlow:
    """The functions that a method runs, and which variables hold its context and its sender.

    Senders that are no variables (`self._sender`, `ends[0]`) are kept as text.
    """

    syntax: Syntax
    functions: Functions
    reached: list[Function]
    contexts: set[Variable] = field(default_factory=set)
    senders: set[Variable | str] = field(default_factory=set)

    def is_context(self, value: ast.expr | None) -> bool:
        """Whether an expression is the context of the call, or a child of it."""
        while True:
            match value:
                case ast.Call(func=ast.Attribute(value=parent, attr="child")):
                    value = parent
                case ast.NamedExpr(value=inner):
                    value = inner
                case ast.Name():
                    return self.syntax.variable(value) in self.contexts
                case _:
                    return False

    def is_sender(self, value: ast.expr | None) -> bool:
        """Whether an expression is a producer's end of the stream."""
        return value is not None and _held(self.syntax, value) in self.senders

    def hold(self, target: ast.expr) -> None:
        """Note that a variable or an attribute holds the sender."""
        held = _held(self.syntax, target)
        self.senders.update(() if held is None else (held,))

    def starts(self, call: ast.Call) -> bool:
        """Whether a call starts a pump."""
        return is_of_model(self.syntax.meanings(call.func), "start_pump")

    def calls(self, function: Function) -> Iterator[ast.Call]:
        """The calls that a function makes itself."""
        return (node for node in own_nodes(function) if isinstance(node, ast.Call))

    def bindings(self, function: Function) -> Iterator[tuple[ast.expr, ast.expr]]:
        """The targets to which a function itself binds a value, with the value."""
        for node in own_nodes(function):
            match node:
                case ast.Assign():
                    for target in node.targets:
                        yield from _pairs(target, node.value)
                case ast.AnnAssign(value=ast.expr()) | ast.NamedExpr():
                    assert node.value is not None
                    yield node.target, node.value
                case ast.For() | ast.AsyncFor():
                    yield node.target, node.iter
                case ast.withitem(optional_vars=ast.expr() as target):
                    yield target, node.context_expr
                case _:
                    continue

    def value_of(self, name: ast.expr, function: Function) -> ast.expr:
        """The expression itself, or what its name is bound to if that is one thing alone."""
        values = self.values_of(name, function) if isinstance(name, ast.Name) else []
        return values[0] if len(values) == 1 else name

    def values_of(self, name: ast.Name, function: Function) -> list[ast.expr]:
        """What a function itself binds to a name."""
        variable = self.syntax.variable(name)
        return [
            value
            for target, value in self.bindings(function)
            if isinstance(target, ast.Name) and self.syntax.variable(target) == variable
        ]


def follow(
    syntax: Syntax, functions: Functions, method: Function, context: ast.arg | None
) -> StreamFlow:
    """Follow a `generate_stream` that takes its context as a parameter (None: it takes none)."""
    flow = StreamFlow(syntax, functions, [method])
    if context is not None:
        flow.contexts.add(syntax.variable(context))
    known = -1
    while known != (known := len(flow.reached) + len(flow.contexts) + len(flow.senders)):
        for function in flow.reached:  # which grows on the way
            _bind(flow, function)
            for call in flow.calls(function):
                _pass(flow, call)
    return flow


def _bind(flow: StreamFlow, function: Function) -> None:
    for parameter in (*parameters(function), *function.args.kwonlyargs):
        # What is declared is believed here; whether it is given is judged where it is called.
        if is_annotated(flow.syntax, parameter.annotation, "TokenSender"):
            flow.senders.add(flow.syntax.variable(parameter))
        is_context = is_annotated(flow.syntax, parameter.annotation, "Context")
        if is_context and function is not flow.reached[0]:
            flow.contexts.add(flow.syntax.variable(parameter))
    for target, value in flow.bindings(function):
        if isinstance(target, ast.Tuple) and target.elts and _opens(flow.syntax, value):
            flow.hold(target.elts[0])
        elif isinstance(target, ast.Name) and flow.is_context(value):
            flow.contexts.add(flow.syntax.variable(target))
        elif flow.is_sender(value):
            flow.hold(target)


def _pass(flow: StreamFlow, call: ast.Call) -> None:
    if flow.starts(call) and (sender := argument(call, 1, "sender")) is not None:
        # Whatever a pump is started on is its sender.
        flow.hold(sender)
    callee = flow.functions.called(call)
    if callee is None:
        return
    if callee not in flow.reached:
        flow.reached.append(callee)
    for parameter, value in flow.functions.given(call, callee):
        if flow.is_context(value):
            flow.contexts.add(flow.syntax.variable(parameter))
        if flow.is_sender(value):
            flow.senders.add(flow.syntax.variable(parameter))


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """A target with its value, and their elements if both have as many."""
    yield target, value
    match target, value:
        case (ast.Tuple(elts=targets), ast.Tuple(elts=values)) if len(targets) == len(values):
            for inner, element in zip(targets, values, strict=True):
                yield from _pairs(inner, element)
        case _:
            pass


def _opens(syntax: Syntax, value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and is_of_model(syntax.meanings(value.func), "open_stream")


def _held(syntax: Syntax, target: ast.expr) -> Variable | str | None:
    """What tells a variable, or an attribute or element of one, from others."""
    if isinstance(target, ast.Attribute | ast.Subscript) and isinstance(target.value, ast.Name):
        return ast.unparse(target)
    return syntax.variable(target) if isinstance(target, ast.Name) else None
