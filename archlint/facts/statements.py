"""Import facts out of what the walk has collected.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from archlint.facts.collected import Block, Walk
from archlint.facts.dynamic import dynamic_target
from archlint.facts.gates import kinds
from archlint.facts.imports import ImportFact, Kind
from archlint.facts.places import column, from_module, imported_module, numbers
from archlint.facts.scopes import Form

# A fact of a row, without a call in Python.
_FACT = partial(tuple.__new__, ImportFact)
# As plain numbers: a union of flags takes twenty times longer.
_STAR, _REEXPORT, _DEFERRED = int(Kind.STAR), int(Kind.REEXPORT), int(Kind.DEFERRED)
_ANNOTATION_ONLY, _OF_MODULE = int(Kind.ANNOTATION_ONLY), int(Kind.OF_MODULE)
_DYNAMIC = int(Kind.DYNAMIC)

Row = tuple[str | int, ...]
"""The values of an import fact."""


class Surroundings(NamedTuple):
    """What decides the kinds of an import besides the statement itself.

    `lazy` holds the places of import statements that were lazy; `exported` is `__all__`;
    `everywhere` are kinds that hold in the whole file.
    """

    lines: Sequence[str]
    lazy: frozenset[tuple[int, int]]
    exported: frozenset[str]
    everywhere: int


def import_facts(seen: Walk, around: Surroundings) -> tuple[ImportFact, ...]:
    """The facts of all imports, in the order of their places; statements are numbered so too.

    The statement of a dynamic import is its call.
    """
    sites: list[tuple[ast.stmt | ast.Call, Block]] = [*seen.imports, *seen.calls]
    sites.sort(key=lambda site: (site[0].lineno, site[0].col_offset))
    known: dict[int, int] = {}
    rows: list[Row] = []
    ordinal = 0
    for node, block in sites:
        before = len(rows)
        if isinstance(node, ast.Call):
            rows += _of_call(node, block, ordinal, known, around)
        else:
            rows += _of_statement(node, block, ordinal, known, seen, around)
        ordinal += len(rows) > before
    return tuple(map(_FACT, rows))


def _of_statement(
    node: ast.stmt,
    block: Block,
    ordinal: int,
    known: dict[int, int],
    seen: Walk,
    around: Surroundings,
) -> Iterator[Row]:
    lines, line = around.lines, node.lineno
    common = kinds(block, known) | around.everywhere
    if getattr(node, "is_lazy", False) or (
        around.lazy and (line, column(lines, line, node.col_offset)) in around.lazy
    ):
        common |= _DEFERRED
    if isinstance(node, ast.Import):
        for alias in node.names:
            place = imported_module(lines, alias)
            bound = alias.asname or alias.name.partition(".")[0]
            own = common | _own_kinds(alias, bound, block, seen, around)
            yield 0, alias.name, "", bound, own, ordinal, line, *place, *place
    elif isinstance(node, ast.ImportFrom):
        place = from_module(lines, node)
        level, module = node.level, node.module or ""
        for alias in node.names:
            name = alias.name
            bound = "" if name == "*" else alias.asname or name
            own = common | _own_kinds(alias, bound, block, seen, around)
            yield level, module, name, bound, own, ordinal, line, *place, *numbers(lines, alias)


def _own_kinds(alias: ast.alias, bound: str, block: Block, seen: Walk, around: Surroundings) -> int:
    if alias.name == "*":
        return _STAR
    if block.scope.form is not Form.MODULE:
        return 0
    if bound in around.exported or alias.asname == alias.name:
        return _REEXPORT
    if bound in seen.annotated and bound not in seen.read:
        return _ANNOTATION_ONLY
    return 0


def _of_call(
    node: ast.Call, block: Block, ordinal: int, known: dict[int, int], around: Surroundings
) -> Iterator[Row]:
    target = dynamic_target(node, block.scope)
    if target is None:
        return
    own = kinds(block, known) | around.everywhere | _DYNAMIC
    if target.of_module:
        own |= _OF_MODULE
    place = numbers(around.lines, target.argument)
    for name in target.names:
        yield target.level, target.base, name, "", own, ordinal, node.lineno, *place, *place
