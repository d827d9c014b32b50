"""The rule streaming-contract: whoever implements `generate_stream` keeps the rules of streams."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from archlint import Diagnostic, Location, Plant, Project, Rule

from .blocking_calls import blocking_calls
from .implementers import METHOD, context_of, implementers
from .pump_checks import Breach, check_pump, check_sends, check_starter
from .pump_count import Signs, count_pumps
from .reading import AWAITING, Function, Functions, argument, indentation, last_name
from .stream_flow import StreamFlow, follow


@dataclass(frozen=True, kw_only=True)
class StreamingContract(Rule):
    """Checks for implementations of `generate_stream` that break the rules of `model.streams`.

    An implementer is a class with an async method of this name, its own or inherited. It takes the
    context of the call as its first parameter, and passes it on; hands its stream to exactly one
    pump; the pump closes the stream in a `finally`, and sends nothing without the context; and
    nothing that the two run blocks the loop. A method that returns the stream of another model,
    asked with the context, is as good. Functions and methods of the same module are followed, those
    of others are not: a pump must be defined where it is started. Protocols, and methods that only
    raise or are empty, are no implementers.

    ## Why is this bad?

    Whoever reads a stream relies on the context alone to stop it: a pump that does not close leaves
    the reader waiting forever, one that sends without the context cannot be stopped, two pumps mix
    their tokens, and a call that blocks stops every other stream of the program with its own.

    ## Example

    ```python
    # parrot.py
    from model.runtime import Context
    from model.streams import TokenSender, TokenStream, open_stream, start_pump


    class Parrot:
        async def generate_stream(self, ctx: Context, prompt: str) -> TokenStream:
            sender, stream = open_stream()
            start_pump(ctx, sender, self._pump(ctx, sender, prompt))
            return stream

        async def _pump(self, ctx: Context, sender: TokenSender, prompt: str) -> None:
            for word in prompt.split():
                await sender.send(ctx, word)
            sender.close()
    ```

    Use instead:

    ```python
    # parrot.py
    from model.runtime import Context
    from model.streams import TokenSender, TokenStream, open_stream, start_pump


    class Parrot:
        async def generate_stream(self, ctx: Context, prompt: str) -> TokenStream:
            sender, stream = open_stream()
            start_pump(ctx, sender, self._pump(ctx, sender, prompt))
            return stream

        async def _pump(self, ctx: Context, sender: TokenSender, prompt: str) -> None:
            try:
                for word in prompt.split():
                    await sender.send(ctx, word)
            finally:
                sender.close()
    ```

    ## When not to use

    Where streams are something else than those of `model.streams`.
    """

    def check(self, project: Project) -> Iterator[Diagnostic]:
        for module, syntax in project.parsed(METHOD):
            seen: set[tuple[Location, str]] = set()
            for home, method in implementers(Functions(syntax)):
                owner = f"{home.name}.{METHOD}"
                for breach in _breaches(Functions(syntax, home), owner, method):
                    # What a class inherits is its base's breach, and reported there.
                    if (breach.location, breach.object) in seen:
                        continue
                    seen.add((breach.location, breach.object))
                    yield self.diagnostic(
                        breach.location,
                        breach.message,
                        subject=f"{project.tree.identity(module)}:{owner}",
                        object=breach.object,
                        help=(breach.help,),
                    )

    def plant(self, project: Project) -> Iterator[Plant]:
        for module, syntax in project.parsed(METHOD):
            for _, method in implementers(Functions(syntax)):
                indent = indentation(syntax, method.body[0])
                if indent is not None:
                    after, line = method.body[0].lineno - 1, f"{indent}input()"
                    yield Plant.inserted(project, module, after, line, len(indent) + 1)
                    return


def _breaches(functions: Functions, owner: str, method: Function) -> Iterator[Breach]:
    syntax = functions.syntax
    context = context_of(syntax, method)
    if context is None:
        yield Breach(
            syntax.name_location(method),
            f"`{owner}` does not take the context of the call first, so nobody can stop its stream",
            "no context",
            "wire a parameter `ctx: Context` in as the first after `self`",
        )
    flow = follow(syntax, functions, method, context)
    yield from _counted(flow, owner, method)
    for function in flow.reached:
        for call in flow.calls(function):
            if flow.starts(call):
                yield from _started(flow, call, function)
    if context is not None:
        yield from _passed(flow, owner)
        yield from check_sends(flow)
    for function in flow.reached:
        for target, name in blocking_calls(syntax, function):
            yield Breach(
                syntax.location(target),
                f"`{name}` blocks the loop in `{function.name}`, which runs for `{owner}`",
                f"{function.name}: {name}",
                "await an asynchronous way, or move the call into a thread",
            )


def _counted(flow: StreamFlow, owner: str, method: Function) -> Iterator[Breach]:
    def delegates(value: ast.expr | None, function: Function) -> bool:
        is_awaited = not isinstance(function, ast.AsyncFunctionDef)
        return value is not None and _is_of_another(flow, function, value, is_awaited)

    count = count_pumps(method, Signs(flow.starts, flow.functions.called, delegates))
    for call in count.further:
        yield Breach(
            flow.syntax.location(call),
            f"`{owner}` starts a further pump here: exactly one may send and close",
            "further pump",
            "move the work of both pumps into one",
        )
    for end in count.without:
        is_return = isinstance(end, ast.Return)
        yield Breach(
            flow.syntax.location(end) if is_return else flow.syntax.name_location(end),
            f"`{owner}` hands out a stream {'here ' if is_return else ''}for which no pump was "
            "started",
            "no pump",
            "wire the stream to a pump with `start_pump`",
        )


def _started(flow: StreamFlow, call: ast.Call, function: Function) -> Iterator[Breach]:
    """The pump that a call of `start_pump` starts."""
    given = argument(call, 2, "pump")
    found = flow.value_of(given, function) if given is not None else None
    pump = flow.functions.called(found) if isinstance(found, ast.Call) else None
    if pump is None:
        yield Breach(
            flow.syntax.location(given or call),
            f"the pump that `{function.name}` starts is not defined in this module, so nobody sees "
            "whether it closes its stream",
            "unseen pump",
            "move the pump into this module, and call it right here",
        )
    else:
        yield from check_pump(flow, pump)
        yield from check_starter(flow, call, function)


def _passed(flow: StreamFlow, owner: str) -> Iterator[Breach]:
    """Places where something else than the context of the call is passed on as the context."""
    for function in flow.reached:
        wrong: list[ast.expr] = []
        for call in flow.calls(function):
            if flow.starts(call) or _asks(call):
                given = argument(call, 0, "ctx")
                wrong += [] if flow.is_context(given) else [given or call.func]
            elif (callee := flow.functions.called(call)) is not None:
                wrong += [
                    value or call.func
                    for parameter, value in flow.functions.given(call, callee)
                    if flow.syntax.variable(parameter) in flow.contexts
                    and not flow.is_context(value)
                ]
        wrong += [
            target
            for target, value in flow.bindings(function)
            if flow.is_context(target) and not flow.is_context(value)
        ]
        for node in wrong:
            yield Breach(
                flow.syntax.location(node),
                f"`{function.name}` passes on something else than the context that `{owner}` "
                "was called with",
                f"{function.name}: another context",
                "wire the context of the call through, or a child of it",
            )


def _is_of_another(flow: StreamFlow, function: Function, value: ast.expr, is_awaited: bool) -> bool:
    """Whether a value is the stream of another model, whatever it is bound to or awaited by."""
    todo = [(value, is_awaited)]
    seen: set[tuple[str, bool]] = set()
    found = False
    while todo:
        part, is_awaited = todo.pop()
        match part:
            case ast.Await(value=inner):
                todo.append((inner, True))
            case ast.IfExp(body=first, orelse=second):
                todo += [(first, is_awaited), (second, is_awaited)]
            case ast.Call(func=target) if (name := last_name(target)) in AWAITING:
                given = argument(part, AWAITING[name], "")
                if given is None:
                    return False
                todo.append((given, is_awaited))
            case ast.Name(id=name) if values := flow.values_of(part, function):
                if (name, is_awaited) not in seen:
                    seen.add((name, is_awaited))
                    todo += [(bound, is_awaited) for bound in values]
            case _ if is_awaited and _asks(part):
                found = True
            case _:
                return False
    return found


def _asks(node: ast.AST) -> bool:
    """Whether a node asks another model for its stream."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == METHOD
    )
