"""Trees of modules and edges between them, drawn at random."""

from array import array

from hypothesis import strategies as st

from archlint.resolve.edges import NONE, Edges
from archlint.source.tree import Form, Module, Role, Root, Tree

KINDS = (0, 0, 0, 4, 256, 1, 2, 129, 258, 512)


def module(segments: tuple[str, ...], is_package: bool, role: Role, form: Form) -> Module:
    path = "/".join(segments) + ("/__init__.py" if is_package else ".py")
    name = ".".join(segments)
    package = name if is_package else name.rpartition(".")[0]
    return Module(0, name, 0, path, package, segments, is_package, form, role, (0,))


def modules() -> st.SearchStrategy[list[Module]]:
    """Modules of different names, in no order."""
    segments = st.lists(st.sampled_from("bc"), max_size=2).map(lambda below: ("a", *below))
    one = st.builds(
        module,
        segments,
        st.booleans(),
        st.sampled_from(Role),
        st.sampled_from((Form.SOURCE, Form.SOURCE, Form.GHOST)),
    )
    return st.lists(one, min_size=1, max_size=7, unique_by=lambda drawn: drawn.name)


def tree(drawn: list[Module]) -> Tree:
    numbered = (one._replace(index=index) for index, one in enumerate(drawn))
    return Tree("/", (Root("", "given", False),), (), tuple(numbered))


def edges(modules: int) -> st.SearchStrategy[Edges]:
    """Edges between so many modules and two external ones."""
    index = st.integers(0, modules - 1)
    inside = st.tuples(index, st.just(NONE))
    end = st.one_of(inside, inside, st.tuples(st.just(NONE), st.integers(0, 1)))
    row = st.tuples(index, end, st.sampled_from(KINDS))
    return st.lists(row, min_size=modules, max_size=4 * modules).map(_columns)


def _columns(rows: list[tuple[int, tuple[int, int], int]]) -> Edges:
    none, flags = array("i", [0] * len(rows)), array("b", [0] * len(rows))
    return Edges(
        importer=array("i", [importer for importer, _, _ in rows]),
        file=none,
        imported=array("i", [end[0] for _, end, _ in rows]),
        external=array("i", [end[1] for _, end, _ in rows]),
        kinds=array("i", [kinds for _, _, kinds in rows]),
        fact=none,
        at_name=flags,
        unresolved=flags,
        externals=("json", "yaml.nodes"),
    )
