"""The syntax tree of one file, for rules that must read bodies."""

import ast
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from archlint.diagnostics import Location
from archlint.facts.annotations import names_in
from archlint.facts.decode import decode
from archlint.facts.extract import parse
from archlint.facts.imports import Problem
from archlint.facts.owners import Owners
from archlint.facts.places import Located, name_span, span
from archlint.facts.scopes import Scope, meanings


@dataclass(frozen=True)
class Syntax:
    """The tree of a file as `ast` gives it, and what its names stand for.

    Columns of the nodes count bytes; the locations given here count code points, as diagnostics do.
    `package` is where the relative imports of the file start from.
    """

    path: str
    tree: ast.Module
    lines: tuple[str, ...]
    package: str = ""

    def location(self, node: Located) -> Location:
        """Where a node stands."""
        return Location(self.path, *span(self.lines, node))

    def name_location(self, node: Located) -> Location:
        """Where the name stands that a definition, a parameter, a keyword or an attribute gives."""
        return Location(self.path, *name_span(self.lines, node))

    def meanings(self, expression: ast.expr) -> tuple[str, ...]:
        """Every dotted name that a name or attribute may stand for, through imports and aliases.

        After `import time as t`, `t.sleep` is `time.sleep`; a name that nothing binds is a builtin
        (`builtins.open`). Nothing is given for what the file itself defines.
        """
        return self._meanings(expression, self._owners.scope(expression))

    def annotated(self, annotation: ast.expr | None) -> Iterator[tuple[str, ast.expr]]:
        """Every name in an annotation, those inside strings too, with where it stands.

        A name is given by each of its meanings, or as it is written where it has none.
        """
        for name, place in names_in(annotation) if annotation is not None else ():
            found = self._meanings(name, self._owners.scope(place))
            for meaning in found or (_written(name),):
                yield meaning, place

    def variable(self, node: ast.Name | ast.arg | ast.stmt) -> tuple[ast.AST, str]:
        """What a name stands for, if not for an import: the block that owns it, and its name.

        Two names that give the same are one variable. The block is the module, class, function or
        comprehension (the module for a name that nothing binds); `node` may be a definition.
        """
        return self._owners.variable(node)

    def _meanings(self, expression: ast.expr, scope: Scope) -> tuple[str, ...]:
        return tuple(sorted({self._absolute(name) for name in meanings(expression, scope)}))

    def _absolute(self, name: str) -> str:
        rest = name.lstrip(".")
        level = len(name) - len(rest)
        if not level:
            return name
        above = self.package.split(".")
        return ".".join((*above[: len(above) - level + 1], rest))

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self.tree)


def _written(name: ast.expr) -> str:
    parts = []
    while isinstance(name, ast.Attribute):
        parts.append(name.attr)
        name = name.value
    parts += [name.id] if isinstance(name, ast.Name) else []
    return ".".join(reversed(parts))


def parse_file(
    path: str, data: bytes, package: str = "", words: Sequence[str] = ()
) -> Syntax | None:
    """The syntax of a file with these bytes, if its text holds one of the words (if any are given).

    None where it does not, and where it is no Python that can be parsed.
    """
    import warnings

    text = decode(data)
    if isinstance(text, Problem) or not _holds(text, words):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree, _ = parse(text)
    if isinstance(tree, Problem):
        return None
    return Syntax(path, tree, tuple(text.split("\n")), package)


def _holds(text: str, words: Sequence[str]) -> bool:
    # Python reads an identifier in its normal form, however it is written.
    normal = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return not words or any(word in normal for word in words)
