"""Edges as a graph of grimp; the only door to that library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from grimp import ImportGraph as ImportGraph


class Link(NamedTuple):
    """One import for the graph.

    `number` comes back from the graph as the import's line number, which nothing in it looks at:
    it may as well be an index into records of one's own.
    """

    importer: str
    imported: str
    number: int
    text: str = ""
    lazy: bool = False


class GraphError(Exception):
    """The graph library refused a question, or gave way under it."""


def import_graph(
    modules: Iterable[str], external: Iterable[str], links: Iterable[Link]
) -> ImportGraph:
    """The graph of the links; `external` modules stand for all that is below them.

    It is built in sorted order, so that it gives the same answers in every run.

    Raises:
        GraphError: the library gave way.
    """
    from grimp import ImportGraph as ImportGraph

    with guarded():
        graph = ImportGraph()
        for module in sorted(modules):
            graph.add_module(module)
        for module in sorted(external):
            graph.add_module(module, is_squashed=True)
        for link in sorted(links):
            graph.add_import(
                importer=link.importer,
                imported=link.imported,
                line_number=link.number,
                line_contents=link.text,
                is_lazy=link.lazy,
            )
    return graph


@contextmanager
def guarded() -> Iterator[None]:
    """Turn a panic of the library, which is no `Exception`, into one.

    Raises:
        GraphError: the library gave way.
    """
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise GraphError(f"the graph library gave way: {error}") from error
