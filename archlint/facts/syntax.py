"""The syntax tree of one file, for rules that must read bodies."""

import ast
from dataclasses import dataclass

from archlint.diagnostics import Location
from archlint.facts.decode import decode
from archlint.facts.extract import parse
from archlint.facts.imports import Problem
from archlint.facts.places import Located, span


@dataclass(frozen=True, slots=True)
class Syntax:
    """The tree of a file as `ast` gives it, and the lines it was read from.

    Columns of the nodes count bytes; `location` counts code points, as diagnostics do.
    """

    path: str
    tree: ast.Module
    lines: tuple[str, ...]

    def location(self, node: Located) -> Location:
        """Where a node stands."""
        return Location(self.path, *span(self.lines, node))


def parse_file(path: str, data: bytes) -> Syntax | None:
    """The syntax of a file with these bytes; None where it is no Python that can be parsed."""
    import warnings

    text = decode(data)
    if isinstance(text, Problem):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree, _ = parse(text)
    if isinstance(tree, Problem):
        return None
    return Syntax(path, tree, tuple(text.split("\n")))
