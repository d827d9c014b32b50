"""Import facts out of what the walk has collected.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archlint.facts.dynamic import dynamic_target
from archlint.facts.gates import kinds
from archlint.facts.imports import ImportFact, Kind, Span
from archlint.facts.places import column, from_module, imported_module, span
from archlint.facts.scopes import Form
from archlint.facts.walk import Block, Walk


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
    facts: list[ImportFact] = []
    ordinal = 0
    for node, block in sites:
        before = len(facts)
        if isinstance(node, ast.Call):
            facts += _of_call(node, block, ordinal, known, around)
        else:
            facts += _of_statement(node, block, ordinal, known, seen, around)
        ordinal += len(facts) > before
    return tuple(facts)


def _of_statement(
    node: ast.stmt,
    block: Block,
    ordinal: int,
    known: dict[int, int],
    seen: Walk,
    around: Surroundings,
) -> Iterator[ImportFact]:
    lines, line = around.lines, node.lineno
    common = kinds(block, known) | around.everywhere
    if getattr(node, "is_lazy", False) or (
        around.lazy and (line, column(lines, line, node.col_offset)) in around.lazy
    ):
        common |= Kind.DEFERRED
    if isinstance(node, ast.Import):
        for alias in node.names:
            place = imported_module(lines, alias)
            bound = alias.asname or alias.name.partition(".")[0]
            own = common | _own_kinds(alias, bound, block, seen, around)
            yield ImportFact(0, alias.name, "", bound, int(own), ordinal, line, *place, *place)
    elif isinstance(node, ast.ImportFrom):
        place = from_module(lines, node)
        for alias in node.names:
            bound = "" if alias.name == "*" else alias.asname or alias.name
            own = common | _own_kinds(alias, bound, block, seen, around)
            yield ImportFact(
                node.level,
                node.module or "",
                alias.name,
                bound,
                int(own),
                ordinal,
                line,
                *place,
                *span(lines, alias),
            )


def _own_kinds(alias: ast.alias, bound: str, block: Block, seen: Walk, around: Surroundings) -> int:
    if alias.name == "*":
        return Kind.STAR
    if block.scope.form is not Form.MODULE:
        return 0
    if bound in around.exported or alias.asname == alias.name:
        return Kind.REEXPORT
    if bound in seen.annotated and bound not in seen.read:
        return Kind.ANNOTATION_ONLY
    return 0


def _of_call(
    node: ast.Call, block: Block, ordinal: int, known: dict[int, int], around: Surroundings
) -> Iterator[ImportFact]:
    target = dynamic_target(node, block.scope)
    if target is None:
        return
    own = int(kinds(block, known) | around.everywhere | Kind.DYNAMIC)
    if target.of_module:
        own |= int(Kind.OF_MODULE)
    place: Span = span(around.lines, target.argument)
    for name in target.names:
        yield ImportFact(
            target.level, target.base, name, "", own, ordinal, node.lineno, *place, *place
        )
