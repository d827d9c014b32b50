"""What is wrong with the pump of a stream: how it closes, and what it sends."""

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archlint import Location

from .reading import Function, argument, own_nodes, position
from .stream_flow import StreamFlow


class Breach(NamedTuple):
    """A breach of the contract, before it is known whose; `object` tells it from others."""

    location: Location
    message: str
    object: str
    help: str


def check_pump(
    flow: StreamFlow, pump: Function, callers: tuple[Function, ...] = ()
) -> Iterator[Breach]:
    """Breaches of one pump that was handed the stream of a flow, by callers that only pass it."""
    closings = sorted(_closings(flow, pump, _closers(flow)), key=position)
    finals = {
        node: {inner for statement in node.finalbody for inner in own_nodes(statement)}
        for node in own_nodes(pump)
        if isinstance(node, ast.Try | ast.TryStar)
    }
    guards = [node for node, inside in finals.items() if inside & {*closings}]
    if not guards:
        worker = flow.functions.called(closings[0]) if len(closings) == 1 else None
        if worker is None or worker in (*callers, pump):
            yield from _unguarded(flow, pump, closings)
        elif astray := [*_before(flow, pump.body, closings[0])]:
            yield from (_astray(flow, pump, closings[0], node, False) for node in astray)
        else:
            yield from check_pump(flow, worker, (*callers, pump))
        return
    guard = min(guards, key=position)
    kept = [call for call in closings if call in finals[guard]]
    for call in closings:
        if call is not kept[0]:
            yield Breach(
                _called_name(flow, call),
                f"`{pump.name}` closes its stream a second time",
                "closed twice",
                "leave the closing to the `finally` alone, and move what precedes it there",
            )
    for node in _before(flow, pump.body, kept[0]):
        yield _astray(flow, pump, kept[0], node, node in finals[guard])


def check_starter(flow: StreamFlow, start: ast.Call, function: Function) -> Iterator[Breach]:
    """What the function that starts a pump does to the stream afterwards."""
    for call in _closings(flow, function, set()):
        if position(call) > position(start):
            yield Breach(
                _called_name(flow, call),
                f"`{function.name}` closes a stream that its pump closes",
                "closed beside the pump",
                "leave the closing to the pump, and cancel the context to end it",
            )


def check_sends(flow: StreamFlow) -> Iterator[Breach]:
    """Sends without the context of the call, in all that runs for a stream."""
    for function in flow.reached:
        for call in flow.calls(function):
            target = flow.value_of(call.func, function)
            if not isinstance(target, ast.Attribute) or target.attr != "send":
                continue
            if flow.is_sender(target.value) and not flow.is_context(argument(call, 0, "ctx")):
                yield Breach(
                    _called_name(flow, call),
                    f"`{function.name}` sends without the context of the call, so nothing ends "
                    "a send that is blocked",
                    "send without the context",
                    "wire the context of `generate_stream` through to the send",
                )


def _unguarded(flow: StreamFlow, pump: Function, closings: list[ast.Call]) -> Iterator[Breach]:
    how = "outside of a `finally`" if closings else "nowhere"
    yield Breach(
        _called_name(flow, closings[0]) if closings else flow.syntax.name_location(pump),
        f"`{pump.name}` closes its stream {how}, so a reader may wait forever",
        "not closed in a finally",
        "move the closing into the `finally` of a `try` around everything the pump does",
    )


def _closers(flow: StreamFlow) -> set[Function]:
    """The functions that close the stream, by themselves or in what they call."""
    closers: set[Function] = set()
    known = -1
    while known != (known := len(closers)):
        closers.update(f for f in flow.reached if any(_closings(flow, f, closers)))
    return closers


def _closings(flow: StreamFlow, function: Function, closers: set[Function]) -> Iterator[ast.Call]:
    """The calls of a function that close the stream."""
    for call in flow.calls(function):
        target = flow.value_of(call.func, function)
        if isinstance(target, ast.Attribute) and target.attr == "close":
            is_closing = flow.is_sender(target.value)
        else:
            is_closing = flow.functions.called(call) in closers
        if is_closing:
            yield call


def _before(
    flow: StreamFlow, statements: Sequence[ast.stmt], closing: ast.Call
) -> Iterator[ast.expr | ast.stmt]:
    """What may keep a function from coming to a closing, or make it come there again."""
    for statement in statements:
        if isinstance(statement, Function | ast.ClassDef):
            continue
        if closing not in own_nodes(statement):
            yield from _exits(statement)
            continue
        match statement:
            case ast.Try() | ast.TryStar():
                blocks = (statement.finalbody, statement.body)
                inner = [b for b in blocks if any(closing in own_nodes(s) for s in b)]
                yield from _before(flow, inner[0], closing) if inner else (statement,)
            case ast.With(body=body):
                yield from _before(flow, body, closing)
            case ast.If(
                test=ast.UnaryOp(op=ast.Not(), operand=ast.Attribute(attr="closed") as asked)
            ):
                yield from () if flow.is_sender(asked.value) else (statement,)
            case (
                ast.If() | ast.Match() | ast.For() | ast.While() | ast.AsyncFor() | ast.AsyncWith()
            ):
                yield statement
            case _:
                pass
        return


def _astray(
    flow: StreamFlow, pump: Function, closing: ast.Call, node: ast.expr | ast.stmt, in_finally: bool
) -> Breach:
    location = flow.syntax.location(node)
    is_around = closing in own_nodes(node) and not isinstance(node, ast.AsyncWith)
    if is_around and isinstance(node, ast.For | ast.While | ast.AsyncFor):
        return Breach(
            _called_name(flow, closing),
            f"`{pump.name}` closes its stream in a loop, so perhaps never or a second time",
            "closed in a loop",
            "move the closing into the `finally` of a `try` around the loop",
        )
    if is_around:
        return Breach(
            _called_name(flow, closing),
            f"`{pump.name}` closes its stream on some ways alone, so a reader may wait forever",
            "closed on some ways",
            "move the closing to where every way comes by",
        )
    if in_finally:
        return Breach(
            location,
            f"`{pump.name}` waits or ends in its `finally` before it closes its stream",
            "ends before it closes",
            "move this into a `try` of its own, and the closing into its `finally`",
        )
    return Breach(
        location,
        f"`{pump.name}` may end here, outside of the `try` that closes its stream",
        "ends outside of the try",
        "move this into the `try` whose `finally` closes the stream",
    )


def _exits(statement: ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    """Where a function may be left: a pump is cancelled where it waits."""
    for node in own_nodes(statement):
        match node:
            case ast.Await() | ast.AsyncFor() | ast.AsyncWith() | ast.Return() | ast.Raise():
                yield node
            case ast.ListComp() | ast.SetComp() | ast.DictComp():
                if any(generator.is_async for generator in node.generators):
                    yield node
            case _:
                continue


def _called_name(flow: StreamFlow, call: ast.Call) -> Location:
    return flow.syntax.name_location(call.func)
