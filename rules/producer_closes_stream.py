"""The rule producer-closes-stream: a reader reads, and leaves the closing to the producer."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from archlint import Diagnostic, Location, Plant, Project, Rule

from .held_streams import Held, Holders, find_holders
from .reading import indentation, is_of_model

_WORDS = ("generate_stream", "open_stream", "TokenStream")
_CLOSERS = frozenset(("aclose", "asend", "athrow", "close"))
_MANAGERS = frozenset(("contextlib.aclosing", "contextlib.closing"))
_BY_NAME = frozenset(
    (
        *("builtins.delattr", "builtins.getattr", "builtins.setattr"),
        *("builtins.object.__delattr__", "builtins.object.__setattr__"),
        "builtins.object.__getattribute__",
    )
)


@dataclass(frozen=True, kw_only=True)
class ProducerClosesStream(Rule):
    """Checks for readers that close a `TokenStream` of `model`, or reach into one.

    A stream is what `generate_stream` gives when it is awaited, the second result of `open_stream`,
    and whatever is annotated as one. Closing is `close`, `aclose`, `athrow` and `asend`, and a
    context manager that closes; reaching into it is the use of an attribute that is private.

    ## Why is this bad?

    Only the producer knows when what it holds is released, and it closes exactly once. A reader
    that wants no more cancels the context of its call, which is the one signal that every producer
    waits for; a stream closed from outside leaves the producer sending to nobody.

    ## Example

    ```python
    # reader.py
    from model.ports import LanguageModel
    from model.runtime import Context


    async def first_token(ctx: Context, model: LanguageModel) -> str:
        stream = await model.generate_stream(ctx, "hello")
        try:
            return await anext(stream)
        finally:
            await stream.aclose()
    ```

    Use instead:

    ```python
    # reader.py
    from model.ports import LanguageModel
    from model.runtime import Context


    async def first_token(ctx: Context, model: LanguageModel) -> str:
        child = ctx.child()
        try:
            return await anext(await model.generate_stream(child, "hello"))
        finally:
            child.cancel()
    ```

    ## When not to use

    Where streams are something else than those of `model.streams`.
    """

    def check(self, project: Project) -> Iterator[Diagnostic]:
        for module, syntax in project.parsed(*_WORDS):
            holders = find_holders(syntax)
            for node in ast.walk(syntax.tree):
                for location, name, is_closing in _uses(holders, node):
                    deed = "closes a stream" if is_closing else "reaches into a stream"
                    yield self.diagnostic(
                        location,
                        f"`{module.name}` {deed} with `{name}`, which is its producer's alone",
                        subject=project.tree.identity(module),
                        object=name,
                        help=(
                            "read the stream to its end, or cancel the context of the call",
                            "to stop this call alone, wire a child of the context into it",
                        ),
                    )

    def plant(self, project: Project) -> Iterator[Plant]:
        for module, syntax in project.parsed(*_WORDS):
            holders = find_holders(syntax)
            for node in ast.walk(syntax.tree):
                if (
                    isinstance(node, ast.Assign)
                    and isinstance(target := node.targets[0], ast.Name)
                    and holders.held(node.value) is Held.STREAM
                    and (indent := indentation(syntax, node)) is not None
                ):
                    before = f"{indent}{target.id}."
                    line, column = f"{before}close()", len(before) + 1
                    yield Plant.inserted(project, module, node.end_lineno, line, column)
                    return


def _uses(holders: Holders, node: ast.AST) -> Iterator[tuple[Location, str, bool]]:
    """Where a node closes a stream or reaches into one, by which name, and whether it closes."""
    syntax = holders.syntax
    if isinstance(node, ast.Attribute):
        if _is_forbidden(node.attr) and _is_stream(holders, node.value):
            yield syntax.name_location(node), node.attr, node.attr in _CLOSERS
    elif isinstance(node, ast.Call) and node.args and holders.held(node.args[0]) is Held.STREAM:
        names = syntax.meanings(node.func)
        for manager in sorted(_MANAGERS.intersection(names)):
            yield syntax.location(node.func), manager, True
        named = node.args[1] if len(node.args) > 1 and not _BY_NAME.isdisjoint(names) else None
        match named:
            case ast.Constant(value=str(name)) if _is_forbidden(name):
                yield syntax.location(named), name, name in _CLOSERS
            case _:
                return


def _is_forbidden(attribute: str) -> bool:
    is_private = attribute.startswith("_") and not attribute.endswith("__")
    return is_private or attribute in _CLOSERS


def _is_stream(holders: Holders, value: ast.expr) -> bool:
    is_class = is_of_model(holders.syntax.meanings(value), "TokenStream")
    return is_class or holders.held(value) is Held.STREAM
