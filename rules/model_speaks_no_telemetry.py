"""The rule model-speaks-no-telemetry: the names of `model` say nothing of records and meters."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from archlint import Diagnostic, Location, Module, Plant, Project, Role, Rule, Syntax

_TELEMETRY = re.compile(
    r"""
    (?:^|[_.])
    (?: datadog | loguru | logger | loggers | logging | meter | meters | metric | metrics
      | opentelemetry | otel | prometheus | sentry | statsd | structlog | telemetry
      | trace | tracer | tracers | traces | tracing
      | logs?(?!_(?:prob|likelihood|odds|softmax|sum))  # the logarithm is no log
    )
    (?:$|[_.])
    """,
    re.VERBOSE,
)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SWITCH = "set_debug_logging"
"""The one word the contract has for it: a switch that takes a bool, and no logger."""


@dataclass(frozen=True, kw_only=True)
class ModelSpeaksNoTelemetry(Rule):
    """Checks for names in `model` that speak of telemetry, logging or metrics.

    Looked at are parameters, attributes (of instances, classes and modules, methods among them) and
    annotations, by the whole words they consist of: `metrics_sink` and `Logger` speak of it,
    `EventSink`, `login`, `catalog` and `log_prob` do not. What `model` imports is for the table of
    its domain.

    ## Why is this bad?

    A leaf without imports can still be bent to one way of keeping records: a parameter `tracer`
    that everybody must pass on, an attribute `logger` that everybody must set. `model` emits plain
    events to its `EventSink`, and whoever composes the program makes of them what they like.

    ## Example

    ```python
    # model/retries.py
    def retried(attempt: int, metrics: object) -> int:
        return attempt + 1
    ```

    Use instead:

    ```python
    # model/retries.py
    from model.runtime import Context, Event, EventSink


    def retried(ctx: Context, attempt: int, sink: EventSink) -> int:
        sink.emit(ctx, Event("retried", str(attempt)))
        return attempt + 1
    ```

    ## When not to use

    Where `model` is something else than a leaf that emits events.
    """

    def check(self, project: Project) -> Iterator[Diagnostic]:
        for module in _subjects(project):
            syntax = project.syntax(module)
            for location, name, what in _spoken(syntax) if syntax is not None else ():
                yield self.diagnostic(
                    location,
                    f"the {what} `{name}` in `{module.name}` speaks of telemetry, of which "
                    "`model` knows nothing",
                    subject=project.tree.identity(module),
                    object=name,
                    help=("emit an event to the `EventSink`, and wire what keeps records to that",),
                )

    def plant(self, project: Project) -> Iterator[Plant]:
        for module in _subjects(project)[:1]:
            yield Plant.appended(project, module, "def planted(telemetry): ...", 13)


def _subjects(project: Project) -> list[Module]:
    production = [module for module in project.modules if module.role is Role.PRODUCTION]
    return [module for module in production if module.segments[0] == "model" and module.files]


def _spoken(syntax: Syntax) -> Iterator[tuple[Location, str, str]]:
    """Where a file speaks of telemetry, with the name and what it is the name of."""
    in_annotations: set[ast.AST] = set()
    for node in ast.walk(syntax.tree):
        for annotation in _annotations(syntax, node):
            in_annotations.update(ast.walk(annotation))
            for name, place in syntax.annotated(annotation):
                if _is_telemetry(name):
                    yield syntax.location(place), name.removeprefix("builtins."), "annotation"
    for node in ast.walk(syntax.tree):
        match node:
            case ast.arg(arg=name):
                what = "parameter"
            case ast.Attribute(attr=name) if not _is_logarithm(syntax, node):
                what = "attribute"
            case ast.Name(id=name, ctx=ast.Store()) if _is_attribute(syntax, node):
                what = "attribute"
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ) if _is_attribute(syntax, node):
                what = "attribute"
            case _:
                continue
        if _is_telemetry(name) and node not in in_annotations:
            yield syntax.name_location(node), name, what


def _annotations(syntax: Syntax, node: ast.AST) -> Iterator[ast.expr]:
    """The annotations that a node gives; what a type alias stands for is one as well."""
    match node:
        case ast.arg(annotation=annotation):
            found: list[ast.expr | None] = [annotation]
        case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
            found = [returns]
        case ast.AnnAssign(annotation=annotation, value=value):
            names = [name for name, _ in syntax.annotated(annotation)]
            found = [annotation, value if "typing.TypeAlias" in names else None]
        case _:
            return
    yield from (annotation for annotation in found if annotation is not None)


def _is_attribute(syntax: Syntax, node: ast.Name | ast.stmt) -> bool:
    """Whether what a node binds can be reached from outside: in a class or in the module."""
    return isinstance(syntax.variable(node)[0], ast.ClassDef | ast.Module)


def _is_logarithm(syntax: Syntax, node: ast.Attribute) -> bool:
    return any(name.startswith(("math.", "cmath.")) for name in syntax.meanings(node))


def _is_telemetry(name: str) -> bool:
    return name != _SWITCH and _TELEMETRY.search(_HUMP.sub("_", name).lower()) is not None
