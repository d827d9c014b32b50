"""The door to grimp: same answers in every run, and no panic that nobody can catch."""

from itertools import permutations

import pytest

from archlint.graph import GraphError, Link, guarded, import_graph

LINKS = [Link("p.a", "p.b", 7), Link("p.a", "p.b", 12, "import p.b", True), Link("p.b", "os", 3)]


def test_numbers_come_back() -> None:
    for links in permutations(LINKS):
        graph = import_graph(["p", "p.a", "p.b", "p.c"], ["os"], links)
        details = graph.get_import_details(importer="p.a", imported="p.b")
        assert [item["line_number"] for item in details] == [7, 12]
        assert graph.is_module_squashed("os")
        assert graph.modules == {"p", "p.a", "p.b", "p.c", "os"}


def test_a_panic_becomes_an_exception() -> None:
    class PanicException(BaseException):
        """As the library's own is called."""

    with pytest.raises(GraphError, match="gave way: oh"), guarded():
        raise PanicException("oh")
    with pytest.raises(KeyboardInterrupt), guarded():
        raise KeyboardInterrupt
