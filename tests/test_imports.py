"""The columns of imports as arcs between nodes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.facts.store import Facts
from archlint.imports import ImportTable
from archlint.paths.components import cyclic_components
from archlint.resolve.edges import NONE, Edges
from tests.domains.drawn import edges, tree

MODULES = 4
EARLY = {0, 4, 256}
"""The kinds of the drawn edges that run at load time."""


@given(
    drawn=edges(MODULES),
    nodes=st.lists(st.integers(-1, MODULES - 1), min_size=MODULES, max_size=MODULES),
)
@settings(max_examples=100, derandomize=True, deadline=None)
def test_inner_arcs_hold_every_cycle(drawn: Edges, nodes: list[int]) -> None:
    table = ImportTable(tree([]), Facts(()), drawn)
    rows = _arcs(drawn, nodes)
    inner = table.inner_arcs(nodes)
    assert len(inner) == len(set(inner))
    assert set(inner) <= set(rows.values())
    assert cyclic_components(inner) == cyclic_components(rows.values())
    along = table.along(nodes, inner)
    assert {arc: [site.row for site in sites] for arc, sites in along.items()} == {
        arc: [row for row, other in rows.items() if other == arc] for arc in inner
    }


def _arcs(drawn: Edges, nodes: list[int]) -> dict[int, tuple[int, int]]:
    """The arc of each row that has one."""
    arcs = {}
    for row in range(len(drawn)):
        if drawn.imported[row] != NONE and drawn.kinds[row] in EARLY:
            start, end = nodes[drawn.importer[row]], nodes[drawn.imported[row]]
            if start != end and NONE not in (start, end):
                arcs[row] = start, end
    return arcs
