"""Import facts out of what the walk has collected.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from archlint.facts.collected import Block, Walk
from archlint.facts.dynamic import Target, dynamic_target
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
# Only newer versions of Python tell in the tree that a statement is lazy.
_TELLS_LAZY = "is_lazy" in ast.Import._fields

Row = tuple[str | int | None, ...]
"""The values of an import fact."""

_Site = tuple[ast.stmt | ast.expr, Block, Target | None]
"""What imports, its block, and what a call imports."""


class Surroundings(NamedTuple):
    """What decides the kinds of an import besides the statement itself.

    `is_ascii` says that all `lines` are. `lazy` holds the places of import statements that were
    lazy; `exported` is `__all__`; `everywhere` are kinds that hold in the whole file.
    """

    lines: Sequence[str]
    is_ascii: bool
    lazy: frozenset[tuple[int, int]]
    exported: frozenset[str]
    everywhere: int


class _Ground(NamedTuple):
    """What the imports of one block have in common: kinds, those of names, those of `x as x`."""

    kinds: int
    of_name: Mapping[str, int]
    of_same: int


def import_facts(
    seen: Walk, calls: Sequence[tuple[ast.Call, Block]], around: Surroundings
) -> tuple[ImportFact, ...]:
    """The facts of all imports, in the order of their places; statements are numbered so too.

    `calls` are those that may import. The statement of a dynamic import is its call.
    """
    sites: list[_Site] = [(node, block, None) for node, block in seen.imports]
    sites += _dynamic(calls)
    sites.sort(key=lambda site: (site[0].lineno, site[0].col_offset))
    of_name = dict.fromkeys(seen.annotated - seen.read, _ANNOTATION_ONLY)
    of_name |= dict.fromkeys(around.exported, _REEXPORT)
    known: dict[int, int] = {}
    last: Block | None = None
    ground = _Ground(0, {}, 0)
    rows: list[Row] = []
    for ordinal, (node, block, target) in enumerate(sites):
        if block is not last:
            last = block
            common = kinds(block, known) | around.everywhere
            is_outside = block.scope.form is Form.MODULE
            ground = _Ground(common, of_name, _REEXPORT) if is_outside else _Ground(common, {}, 0)
        if target is not None:
            rows += _of_call(node, target, ground.kinds, ordinal, around)
        elif (_TELLS_LAZY or around.lazy) and _is_lazy(node, around):
            own = ground._replace(kinds=ground.kinds | _DEFERRED)
            rows += _of_statement(node, own, ordinal, around)
        else:
            rows += _of_statement(node, ground, ordinal, around)
    return tuple(map(_FACT, rows))


def _dynamic(calls: Iterable[tuple[ast.Call, Block]]) -> Iterator[_Site]:
    for call, block in calls:
        target = dynamic_target(call, block.scope)
        if target is not None:
            yield call, block, target


def _is_lazy(node: ast.stmt | ast.expr, around: Surroundings) -> bool:
    line = node.lineno
    place = (line, column(around.lines, line, node.col_offset))
    return getattr(node, "is_lazy", False) or place in around.lazy


def _of_statement(
    node: ast.stmt | ast.expr, ground: _Ground, ordinal: int, around: Surroundings
) -> Iterator[Row]:
    """The rows of an import statement.

    Files are full of them, so the loops call as little as they can.
    """
    lines, is_ascii = around.lines, around.is_ascii
    common, of_name, of_same = ground
    if isinstance(node, ast.ImportFrom):
        level, module, begin = node.level, node.module or "", node.lineno
        line, start, end_line, end = from_module(lines, node)
        for alias in node.names:
            name, renamed = alias.name, alias.asname
            bound = renamed or name
            own = common | (of_same if name == renamed else of_name.get(bound, 0))
            if name == "*":
                bound, own = "", common | _STAR
            if is_ascii:
                name_line, name_start = alias.lineno, alias.col_offset + 1
                name_end_line, name_end = alias.end_lineno, (alias.end_col_offset or 0) + 1
            else:
                name_line, name_start, name_end_line, name_end = numbers(lines, alias)
            # fmt: off
            yield (
                level, module, name, bound, own, ordinal, begin, line, start, end_line, end,
                name_line, name_start, name_end_line, name_end,
            )
            # fmt: on
    elif isinstance(node, ast.Import):
        for alias in node.names:
            name, renamed = alias.name, alias.asname
            bound = renamed or name.partition(".")[0]
            own = common | (of_same if name == renamed else of_name.get(bound, 0))
            place = imported_module(lines, alias)
            yield 0, name, "", bound, own, ordinal, node.lineno, *place, *place


def _of_call(
    node: ast.stmt | ast.expr, target: Target, common: int, ordinal: int, around: Surroundings
) -> Iterator[Row]:
    own = common | _DYNAMIC | (_OF_MODULE if target.of_module else 0)
    place = numbers(around.lines, target.argument)
    for name in target.names:
        yield target.level, target.base, name, "", own, ordinal, node.lineno, *place, *place
