"""The graph of import-linter, for roots of every shape."""

from pathlib import Path

import pytest

from tests.contracts.peer import own_views, peer_edges, write

NAMESPACE = {
    "ns/a/__init__.py": "import ns.b.x\nfrom ns.c import d\nimport ns\nimport nsx.y\n",
    "ns/a/x.py": "from .. import b\nfrom ..c.d import e\nfrom . import gone\n",
    "ns/b/__init__.py": "",
    "ns/b/x.py": "from ns.a import x, y\nimport ns.b.gone.deep, ns.elsewhere.deep\n",
    "ns/c/d.py": "import ns.a.x as z\nfrom os import path\n",
    "ns/c/e/f.py": "import ns.c.d\n",
    "ns/c/e-f/g.py": "import ns.c.d\n",
    "ns/b/inner/h.py": "import ns.b\n",
}
TESTS = {
    "pkg/__init__.py": "",
    "pkg/_private.py": "",
    "pkg/1_odd.py": "import pkg._private\n",
    "pkg/two.dots.py": "import pkg\n",
    "pkg/.hidden.py": "import pkg\n",
    "pkg/stub.pyi": "import pkg\n",
    "pkg/user.py": "import pkg.stub, pkg.two\nfrom pkg import stub\n",
    "specs/test_two.py": "import pkg._private\nimport specs.sub.test_two\n",
    "specs/sub/test_two.py": "from pkg import _private, gone\n",
    "specs/sub/data/x.txt": "",
}
SHAPES = {
    "a namespace": (NAMESPACE, ["ns"]),
    "portions": (NAMESPACE, ["ns.a", "ns.b"]),
    "a portion that is a namespace": (NAMESPACE, ["ns.c", "ns.a"]),
    "one portion": (NAMESPACE, ["ns.b"]),
    "a package and a folder of tests": (TESTS, ["pkg", "specs"]),
    "a package": (TESTS, ["pkg"]),
    "a folder of tests": (TESTS, ["specs"]),
}


@pytest.mark.parametrize("external", [True, False])
@pytest.mark.parametrize(("files", "roots"), SHAPES.values(), ids=SHAPES)
def test_edges(tmp_path: Path, files: dict[str, str], roots: list[str], external: bool) -> None:
    write(tmp_path, files)
    theirs = peer_edges(tmp_path, roots, external=external, skip_typing=False)
    own = own_views(tmp_path, roots, external=external, skip_typing=False).narrow
    assert set(own.links) == theirs
