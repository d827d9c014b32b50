"""Edges are what Python imports: drawn trees are imported for real and the records compared.

Compared are, for each file and statement, the files and folders imported, the names of external
modules, and that an import fails. Not compared, because Python says less or something else:

- `if TYPE_CHECKING` and `.pyi`: never run.
- A symbol that a package binds under the name of its submodule: Python takes the symbol and does
  not load the submodule; the edge goes to the submodule. The recorder asks the finders.
- Star imports of a package whose `__all__` names submodules: Python loads those too, the edge goes
  to the package.
- A bare `import ns` of a namespace folder at the top of a root: it imports, but no module of the
  tree runs; both sides call it external.
- A name that is neither bound nor a submodule: only running the module tells.
- The same name in two roots, a namespace folder beside a regular package of its name in another
  root, and names of the standard library in another root: `sys.path` has an order, worlds do not.
- Declared dependencies, excluded files and compiled modules: they are not there to be imported.
- An import of oneself: no edge.
- Relative imports of a script: run as one it has no package, its folder may be one.
- Statements that never run, and columns: a frame knows its line.

`ARCHLINT_PROOF_EXAMPLES=5000` draws that many trees, different ones each time.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from archlint.resolve.edges import NONE
from archlint.resolve.resolver import resolve
from tests.resolve.generated import STANDARD, Drawn, trees
from tests.resolve.trees import read_tree, write

Server = subprocess.Popen[str]
Records = set[tuple[str, int, str, str]]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    program = Path(__file__).with_name("recorder.py")
    with subprocess.Popen(
        [sys.executable, "-I", "-S", str(program)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each tree is imported in a fork")
@given(drawn=trees())
@settings(
    max_examples=int(os.environ.get("ARCHLINT_PROOF_EXAMPLES", "75")),
    derandomize="ARCHLINT_PROOF_EXAMPLES" not in os.environ,
    deadline=None,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
def test_edges_are_what_python_imports(server: Server, drawn: Drawn) -> None:
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder).resolve()
        write(top, drawn.files)
        imported = compared(imported_by_python(server, top, drawn))
        resolved = compared(resolved_by_us(top, drawn))
    assert resolved == imported, str(drawn)


def compared(records: Records) -> Records:
    """The records without imports of oneself, and of a statement that fails only that."""
    broken = {record[:2] for record in records if record[2] == "broken"}
    return {
        (path, line, kind, target)
        for path, line, kind, target in records
        if kind == "broken" or (path != target and (path, line) not in broken)
    }


def imported_by_python(server: Server, top: Path, drawn: Drawn) -> Records:
    job = {
        "top": str(top),
        "roots": [str(top / root) for root in drawn.roots],
        "modules": drawn.modules,
        "scripts": [str(top / path) for path in drawn.scripts],
        "forget": drawn.forget,
    }
    assert server.stdin
    assert server.stdout
    server.stdin.write(json.dumps(job) + "\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    if isinstance(answer, dict):
        pytest.fail(f"{answer['error']}\n{drawn}")
    return {(str(path), int(line), str(kind), str(target)) for path, line, kind, target in answer}


def resolved_by_us(top: Path, drawn: Drawn) -> Records:
    tree, facts = read_tree(top, drawn.roots)
    edges = resolve(tree, facts)
    records: Records = set()
    for row in range(len(edges)):
        file = edges.file[row]
        site = (tree.files[file].path, facts[file].imports[edges.fact[row]].statement_line)
        if edges.unresolved[row]:
            records.add((*site, "broken", ""))
        elif edges.imported[row] != NONE:
            records.add((*site, "module", tree.modules[edges.imported[row]].path))
        else:
            name = edges.externals[edges.external[row]]
            known = name in STANDARD or name == "ns"
            records.add((*site, "external", name) if known else (*site, "broken", ""))
    for file, fact in edges.dangling:
        line = facts[file].imports[fact].statement_line
        records.add((tree.files[file].path, line, "broken", ""))
    return records
