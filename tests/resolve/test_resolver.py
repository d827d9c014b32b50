"""Where each import leads and where its edge stands."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from archlint.facts.imports import FileFacts, ImportFact, Kind, Span
from archlint.facts.store import Facts
from archlint.resolve.edges import NONE, symbols
from archlint.resolve.resolver import resolve
from archlint.source.tree import Form, Module, Role, Root, SourceFile, Tree
from tests.resolve.trees import edges_of, read_tree, write

Files = Mapping[str, str]

ONE_ROOT: dict[str, tuple[Files, list[str]]] = {
    "submodules at their names, symbols once at the module": (
        {
            "shop/__init__.py": "",
            "shop/ui.py": "",
            "app.py": "from shop import (a,\n    ui as front, b)\n",
        },
        ["app.py:1:6 shop", "app.py:2:5 shop.ui"],
    ),
    "only submodules: no edge to the package": (
        {"shop/__init__.py": "ui = 1", "shop/ui.py": "", "app.py": "from shop import ui, ui as u"},
        ["app.py:1:18 shop.ui", "app.py:1:22 shop.ui"],
    ),
    "each module of an import statement at its name": (
        {"shop/__init__.py": "", "shop/ui.py": "", "app.py": "import shop.ui as ui, shop, re"},
        ["app.py:1:8 shop.ui", "app.py:1:23 shop", "app.py:1:29 <re>"],
    ),
    "a star goes to a package alone, whatever its `__all__` names": (
        {"shop/__init__.py": "__all__ = ['ui']", "shop/ui.py": "", "app.py": "from shop import *"},
        ["app.py:1:6 shop"],
    ),
    "a star goes to the module": (
        {"shop/__init__.py": "", "shop/ui.py": "", "app.py": "from shop import *"},
        ["app.py:1:6 shop"],
    ),
    "the longest module of what does not exist": (
        {
            "shop/__init__.py": "",
            "shop/ui.py": "",
            "app.py": "import shop.ui.Widget, shop.gone\nfrom shop.gone import a, b\n",
        },
        ["app.py:1:8 shop.ui?", "app.py:1:24 shop?", "app.py:2:6 shop?"],
    ),
    "two deep forms of one statement are two": (
        {"shop.py": "", "app.py": "import shop.A, shop.B"},
        ["app.py:1:8 shop?", "app.py:1:16 shop?"],
    ),
    "names of a plain module are symbols": (
        {"shop.py": "", "app.py": "from shop import app"},
        ["app.py:1:6 shop"],
    ),
    "external ones once for a statement and module": (
        {"app.py": "from requests import get, put\nimport google.cloud.storage, requests"},
        ["app.py:1:6 <requests>", "app.py:2:8 <google.cloud.storage>", "app.py:2:30 <requests>"],
    ),
    "relative ones from packages and modules": (
        {
            "p/__init__.py": "from . import m, x\nfrom .m import y\n",
            "p/m.py": "from . import n, x\nfrom .q.r import z\n",
            "p/n.py": "from .. import x",
            "p/q/__init__.py": "",
            "p/q/r.py": "from ..m import x\nfrom ... import y",
        },
        [
            "p/__init__.py:1:15 p.m",
            "p/__init__.py:2:6 p.m",
            "p/m.py:1:6 p",
            "p/m.py:1:15 p.n",
            "p/m.py:2:6 p.q.r",
            "p/q/r.py:1:6 p.m",
            "p/n.py:1:6 ?",
            "p/q/r.py:2:6 ?",
        ],
    ),
    "relative ones outside packages dangle": (
        {"app.py": "from . import shop\nfrom .shop import x", "shop.py": ""},
        ["app.py:1:6 ?", "app.py:2:6 ?"],
    ),
    "relative ones that lead nowhere": (
        {"p/__init__.py": "from .gone import x, y", "p/m.py": "from .gone import x"},
        ["p/m.py:1:6 p?", "p/__init__.py:1:6 ?"],
    ),
    "the file of a package by its name": (
        {
            "p/__init__.py": "from .__init__ import x",
            "p/m.py": "from .__init__ import m, x\nfrom . import __init__\nimport p.__init__",
            "q.py": "import q.__init__, p.n.__init__",
            "p/n/x.py": "",
        },
        [
            "p/m.py:1:6 p",
            "p/m.py:2:6 p",
            "p/m.py:3:8 p",
            "q.py:1:20 p.n?",
            "q.py:1:8 ?",
        ],
    ),
    "oneself is no edge, but what is missing in oneself is told": (
        {"p/__init__.py": "from p import x\nimport p\nimport p.gone\nfrom . import *"},
        ["p/__init__.py:3:8 ?"],
    ),
    "a script imports from its folder and its package": (
        {
            "p/__init__.py": "",
            "p/0001-run.py": "from . import m\nimport m\nimport p\nimport mm",
            "p/m.py": "",
        },
        [
            "p/0001-run.py:1:15 p.m",
            "p/0001-run.py:2:8 p.m",
            "p/0001-run.py:3:8 p",
            "p/0001-run.py:4:8 <mm>",
        ],
    ),
    "tests and tools outside packages import what lies beside them": (
        {
            "tests/unit/t.py": "import h, c, requests, typing\nfrom h import q",
            "tests/unit/h.py": "",
            "tests/unit/c.py": "",
            "tests/unit/typing.py": "",
            "tests/unit/requests.py": "import requests",
            "tools/gen/a.py": "import b",
            "tools/gen/b.py": "",
            "app/x.py": "import y",
            "app/y.py": "",
            "c.py": "",
        },
        [
            "app/x.py:1:8 <y>",
            "tests/unit/requests.py:1:8 <requests>",
            "tests/unit/t.py:1:8 tests.unit.h",
            "tests/unit/t.py:1:11 c",
            "tests/unit/t.py:1:14 tests.unit.requests",
            "tests/unit/t.py:1:24 <typing>",
            "tests/unit/t.py:2:6 tests.unit.h",
            "tools/gen/a.py:1:8 tools.gen.b",
        ],
    ),
    "tests inside packages do not": (
        {"tests/__init__.py": "", "tests/t.py": "import h", "tests/h.py": ""},
        ["tests/t.py:1:8 <h>"],
    ),
    "a namespace folder is of the tree where a module inside it is imported": (
        {
            "docker/run.py": "import docker\nfrom docker import env\nfrom . import build, gone",
            "docker/build.py": "",
            "docker/sub/__init__.py": "",
            "docker/deep/x.py": "",
            "main.py": "import docker, docker.build, docker.gone, docker.sub.gone, docker.deep.no, "
            "docker.deep\n"
            "from docker import build, client\nfrom docker.deep import x, y\n",
        },
        [
            "docker/run.py:1:8 <docker>",
            "docker/run.py:2:6 <docker>",
            "docker/run.py:3:15 docker.build",
            "docker/run.py:3:22 docker?",
            "main.py:1:8 <docker>",
            "main.py:1:16 docker.build",
            "main.py:1:30 <docker.gone>",
            "main.py:1:43 docker.sub?",
            "main.py:1:60 <docker.deep.no>",
            "main.py:1:76 docker.deep",
            "main.py:2:6 <docker>",
            "main.py:2:20 docker.build",
            "main.py:3:6 <docker.deep>",
            "main.py:3:25 docker.deep.x",
        ],
    ),
    "a namespace folder below a package is the package's": (
        {
            "p/__init__.py": "",
            "p/ns/m.py": "",
            "app.py": "import p.ns, p.ns.q\nfrom p.ns import m, q",
        },
        ["app.py:1:8 p.ns", "app.py:1:14 p.ns?", "app.py:2:18 p.ns.m", "app.py:2:21 p.ns?"],
    ),
    "modules of one's own hide the standard library, folders and other roots do not": (
        {
            "queue.py": "",
            "typing/x.py": "",
            "time.py": "",
            "io.py": "",
            "app.py": "import queue, typing, typing.x, time, io, sys",
        },
        [
            "app.py:1:8 queue",
            "app.py:1:15 <typing>",
            "app.py:1:23 <typing.x>",
            "app.py:1:33 <time>",
            "app.py:1:39 <io>",
            "app.py:1:43 <sys>",
        ],
    ),
    "the standard library resolves to itself": (
        {
            "importlib/__init__.py": "",
            "importlib/_bootstrap.py": "",
            "io.py": "",
            "os.py": "import io, sys\nfrom importlib import _bootstrap",
        },
        ["os.py:1:8 io", "os.py:1:12 <sys>", "os.py:2:23 importlib._bootstrap"],
    ),
    "relative ones in a package that nothing names, by path": (
        {
            "__init__.py": "",
            "a.py": "from . import b, gone\nfrom .b import c\nfrom .. import b",
            "b.py": "",
            "p/m.py": "from .. import b",
            "x-y/__init__.py": "from .n.m import *",
            "x-y/n/m.py": "from ..k import c\nfrom ... import b",
            "x-y/k.py": "",
        },
        [
            "a.py:1:6 __init__.py",
            "a.py:1:15 b",
            "a.py:2:6 b",
            "p/m.py:1:16 b",
            "x-y/__init__.py:1:6 x-y/n/m.py",
            "x-y/n/m.py:1:6 x-y/k.py",
            "x-y/n/m.py:2:17 b",
            "a.py:3:6 ?",
        ],
    ),
    "stubs and compiled modules": (
        {
            "p/__init__.pyi": "from . import fast",
            "p/fast.so": "",
            "p/pair.py": "import p.only",
            "p/pair.pyi": "import p.fast",
            "p/only.pyi": "",
        },
        ["p/__init__.pyi:1:15 p.fast", "p/pair.py:1:8 p.only", "p/pair.pyi:1:8 p.fast"],
    ),
    "dynamic imports at their argument": (
        {
            "p/__init__.py": "",
            "p/m.py": "",
            "app.py": "from importlib import import_module\nimport_module('p.m')\n"
            "import_module('p.m.gone')\nimport_module('gone')\nimport_module('.m', 'p')\n",
        },
        [
            "app.py:1:6 <importlib>",
            "app.py:2:15 p.m",
            "app.py:3:15 p.m?",
            "app.py:4:15 <gone>",
            "app.py:5:15 p.m",
        ],
    ),
}


@pytest.mark.parametrize("name", ONE_ROOT)
def test_one_root(tmp_path: Path, name: str) -> None:
    files, expected = ONE_ROOT[name]
    write(tmp_path, files)
    assert edges_of(*read_tree(tmp_path)) == expected


def test_what_is_excluded_is_imported_by_name(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "p/__init__.py": "from p import _version\nfrom ._version import v\nimport p.gen.a",
            "p/_version.py": "import p.gone",
            "p/gen/__init__.py": "",
            "p/gen/a.py": "",
        },
    )
    tree, facts = read_tree(tmp_path, exclude=("_version.py", "gen/"))
    assert edges_of(tree, facts) == [
        "p/__init__.py:1:15 p._version",
        "p/__init__.py:2:6 p._version",
        "p/__init__.py:3:8 p.gen.a",
    ]


def test_parents_that_run_before_what_is_imported(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a/__init__.py": "import a.b.c",
            "a/b/__init__.py": "",
            "a/b/c.py": "import a.b.d",
            "a/b/d.py": "",
            "ns/e/__init__.py": "",
            "ns/e/f.py": "",
            "m.py": "import a.b.c\nfrom a.b import c, d, s\nfrom a.b import c, d\n"
            "from ns.e import f",
        },
    )
    tree, facts = read_tree(tmp_path)
    assert edges_of(tree, facts, parents=True) == [
        "a/__init__.py:1:8 a.b parent",
        "a/__init__.py:1:8 a.b.c",
        "a/b/c.py:1:8 a.b.d",
        "m.py:1:8 a parent",
        "m.py:1:8 a.b parent",
        "m.py:1:8 a.b.c",
        "m.py:2:6 a parent",
        "m.py:2:6 a.b",
        "m.py:2:17 a.b.c",
        "m.py:2:20 a.b.d",
        "m.py:3:17 a parent",
        "m.py:3:17 a.b parent",
        "m.py:3:17 a.b.c",
        "m.py:3:20 a.b.d",
        "m.py:4:18 ns.e parent",
        "m.py:4:18 ns.e.f",
    ]
    without = [line for line in edges_of(tree, facts, parents=True) if "parent" not in line]
    assert edges_of(tree, facts) == without


def test_symbols_of_a_row(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "p/__init__.py": "",
            "p/m.py": "",
            "app.py": "from p import a, m, b as c; from p import *\nimport p.m\nfrom x import y, z",
        },
    )
    tree, facts = read_tree(tmp_path)
    edges = resolve(tree, facts)
    assert [
        [fact.name for fact in symbols(edges, facts[edges.file[row]].imports, row)]
        for row in range(len(edges))
    ] == [["a", "b"], [], ["*"], [], ["y", "z"]]


def test_kinds_of_several_symbols_are_joined() -> None:
    tree, place = _one_file(), Span(1, 6, 1, 7)
    kinds = (Kind.ANNOTATION_ONLY, Kind.ANNOTATION_ONLY | Kind.REEXPORT, Kind.DEFERRED)
    imports = tuple(
        ImportFact(0, "x", name, name, kind, statement, 1, *place, *place)
        for name, kind, statement in zip("abc", kinds, (0, 0, 0), strict=True)
    )
    both = resolve(tree, Facts.of([FileFacts(imports=imports[:2])]))
    assert list(both.kinds) == [Kind.ANNOTATION_ONLY | Kind.REEXPORT]
    every = resolve(tree, Facts.of([FileFacts(imports=imports)]))
    assert list(every.kinds) == [Kind.REEXPORT | Kind.DEFERRED]


@pytest.mark.parametrize("base", ["", ".", "a..b", "..", "a.", ".a", " ", "os:path", "é", "a b"])
@pytest.mark.parametrize("level", [0, 1, 9])
@pytest.mark.parametrize("name", ["", "x", "*", ".", "a.b"])
def test_names_that_no_parser_gives_do_no_harm(base: str, level: int, name: str) -> None:
    place = Span(1, 1, 1, 2)
    fact = ImportFact(level, base, name, "", Kind.DYNAMIC, 0, 1, *place, *place)
    edges = resolve(_one_file(), Facts.of([FileFacts(imports=(fact,))]), parent_imports=True)
    assert all(imported == NONE for imported in edges.imported)
    assert len(edges) + len(edges.dangling) == 1


def _one_file() -> Tree:
    module = Module(0, "m", 0, "m.py", "", ("m",), False, Form.SOURCE, Role.PRODUCTION, (0,))
    return Tree("/", (Root("", "given", False),), (SourceFile(0, "m.py", 0, False),), (module,))
