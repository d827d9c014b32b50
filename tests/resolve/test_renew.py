"""Edges that are renewed are those that a whole run gives."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archlint.facts.imports import FileFacts
from archlint.facts.store import Facts
from archlint.resolve.resolver import renew, resolve
from archlint.source.tree import Tree
from tests.resolve.generated import Drawn, trees
from tests.resolve.trees import read_tree, write


@given(drawn=trees(), parents=st.booleans(), data=st.data())
@settings(
    max_examples=50,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
def test_renewed_edges_are_those_of_a_whole_run(
    drawn: Drawn, parents: bool, data: st.DataObject
) -> None:
    tree, before = _read(drawn)
    files = st.integers(0, len(before) - 1)
    changed = data.draw(st.dictionaries(files, files))
    after = list(before)
    for index, other in changed.items():
        after[index] = before[index]._replace(imports=before[other].imports[::-1])
    # Of a file that did not change, nothing is known here but whether it is open.
    known = Facts.of(
        facts if index in changed else FileFacts(is_open=facts.is_open)
        for index, facts in enumerate(after)
    )
    previous = resolve(tree, before, parent_imports=parents)
    renewed = renew(previous, tree, known, changed, parent_imports=parents)
    assert renewed == resolve(tree, Facts.of(after), parent_imports=parents)


def _read(drawn: Drawn) -> tuple[Tree, Facts]:
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder).resolve()
        write(top, drawn.files)
        return read_tree(top, drawn.roots)


def test_external_names_are_numbered_by_their_first_rows(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "import one", "b.py": "import two", "c.py": "import one, three"})
    tree, facts = read_tree(tmp_path)
    gone = Facts.of([FileFacts(), *facts[1:]])
    renewed = renew(resolve(tree, facts), tree, gone, [0])
    assert renewed.externals == ("two", "one", "three")
    assert list(renewed.external) == [0, 1, 2]
