"""What is wrong with the pump of a stream: how it closes, and what it sends."""

import ast
from collections.abc import Iterator
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


def check_pump(flow: StreamFlow, pump: Function) -> Iterator[Breach]:
    """Breaches of one pump that was handed the stream of a flow."""
    closings = sorted(_closings(flow, pump, _closers(flow)), key=position)
    finals = {
        node: {inner for statement in node.finalbody for inner in own_nodes(statement)}
        for node in own_nodes(pump)
        if isinstance(node, ast.Try | ast.TryStar)
    }
    guards = [node for node, inside in finals.items() if inside & {*closings}]
    if not guards:
        yield from _unguarded(flow, pump, closings)
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
    inside = {*own_nodes(guard)}
    for leaving in _exits(pump):
        if leaving not in inside and position(leaving) < position(guard):
            yield Breach(
                flow.syntax.location(leaving),
                f"`{pump.name}` may end here, outside of the `try` that closes its stream",
                "ends outside of the try",
                "move this into the `try` whose `finally` closes the stream",
            )
    for statement in guard.finalbody:
        nodes = [*own_nodes(statement)]
        if kept[0] in nodes:
            break
        for node in nodes:
            if isinstance(node, ast.Await):
                yield Breach(
                    flow.syntax.location(node),
                    f"`{pump.name}` waits in its `finally` before it closes its stream, "
                    "and may be cancelled there",
                    "waits before it closes",
                    "move this into a `try` of its own, and the closing into its `finally`",
                )


def check_sends(flow: StreamFlow) -> Iterator[Breach]:
    """Sends without the context of the call, in all that runs for a stream."""
    for function in flow.reached:
        for call in flow.calls(function):
            target = call.func
            if not isinstance(target, ast.Attribute) or target.attr != "send":
                continue
            if flow.is_sender(target.value) and not flow.is_context(argument(call, 0, "ctx")):
                yield Breach(
                    flow.syntax.name_location(target),
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
        target = call.func
        if isinstance(target, ast.Attribute) and target.attr == "close":
            is_closing = flow.is_sender(target.value)
        else:
            is_closing = flow.functions.called(call) in closers
        if is_closing:
            yield call


def _exits(function: Function) -> Iterator[ast.expr | ast.stmt]:
    """Where a function may be left: a pump is cancelled where it waits."""
    for node in own_nodes(function):
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
