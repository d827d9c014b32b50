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


GUARDS = {
    "body": "if TYPE_CHECKING:\n    import q.t\n",
    "else": "if TYPE_CHECKING:\n    pass\nelse:\n    import q.t\n",
    "elif": "if f():\n    pass\nelif TYPE_CHECKING:\n    import q.t\n",
    "opposite": "if not TYPE_CHECKING:\n    import q.t\n",
    "else of the opposite": "if not TYPE_CHECKING:\n    pass\nelse:\n    import q.t\n",
    "qualified": "import typing\nif typing.TYPE_CHECKING:\n    import q.t\n",
    "qualified by an alias": "import typing as t\nif t.TYPE_CHECKING:\n    import q.t\n",
    "alias": "from typing import TYPE_CHECKING as TC\nif TC:\n    import q.t\n",
    "or": "if TYPE_CHECKING or f():\n    import q.t\n",
    "and": "if TYPE_CHECKING and f():\n    import q.t\n",
    "in a function": "if TYPE_CHECKING:\n    def g():\n        import q.t\n",
    "beside an alias": (
        "from typing import TYPE_CHECKING as TC\nif TYPE_CHECKING:\n    import q.t\n"
    ),
}


@pytest.mark.parametrize("guard", GUARDS.values(), ids=GUARDS)
def test_guards(tmp_path: Path, guard: str) -> None:
    code = f"from typing import TYPE_CHECKING\n{guard}"
    write(tmp_path, {"q/__init__.py": "", "q/t.py": "", "q/user.py": code})
    theirs = peer_edges(tmp_path, ["q"], external=False, skip_typing=True)
    own = own_views(tmp_path, ["q"], external=False, skip_typing=True).narrow
    assert set(own.links) == theirs
