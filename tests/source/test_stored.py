"""A stored tree comes back as it was, whatever is odd about it."""

import json
from pathlib import Path

from archlint.source.metadata.distributions import Distribution
from archlint.source.metadata.statement import Declared, Search, Statement
from archlint.source.options import SourceOptions
from archlint.source.stored import tree_from_plain, tree_to_plain
from archlint.source.tree import Form, Role, Tree
from tests.source.trees import build, write

ODD = {
    "pyproject.toml": (
        '[project]\nname = "Odd.One"\ndependencies = ["click>=8", "PyYAML"]\n'
        '[project.scripts]\nodd = "odd.cli:main"\n'
        '[tool.archlint]\n[tool.setuptools]\npackage-dir = {"" = "lib"}\npackages = ["odd"]\n'
        '[tool.setuptools_scm]\nwrite_to = "lib/odd/_version.py"\n'
    ),
    "lib/odd/__init__.py": "",
    "lib/odd/__init__.pyi": "",
    "lib/odd/both.py": "",
    "lib/odd/both.pyi": "",
    "lib/odd/fast.pyx": "",
    "lib/odd/stub.pyi": "",
    "lib/odd/plain/deep/er.py": "",
    "lib/odd/not-a.name.py": "",
    "lib/odd/not-a.name.pyi": "",
    "lib/odd/dash-ed/inner.v2.py": "",
    "lib/odd/dash-ed/inner.py": "",
    "lib/odd/class.py": "",
    "lib/odd/__init__.cpython-311-x86_64-linux-gnu.so": "",
    "lib/odd/testdata/ghost.py": "",
    "lib/oth.er/__init__.py": "",
    "requirements/dev.txt": "tox\n",
    "tests/__init__.py": "",
    "tests/test_odd.py": "import odd\n",
    "nested/setup.py": (
        "from setuptools import find_packages, setup\n"
        "setup(name='n', scripts=['x'], packages=find_packages('.', ['tests']))\n"
    ),
    "nested/setup.cfg": "[options.entry_points]\nconsole_scripts =\n  n = n:main\n",
    "nested/n.py": "",
    ".hidden/x.py": "",
    "scripts/run.py": "",
    "nested/archlint.toml": "",
    "setup.py": "",
}


def again(tree: Tree, top: str) -> Tree:
    return tree_from_plain(json.loads(json.dumps(tree_to_plain(tree))), top)


def test_an_odd_tree_comes_back(tmp_path: Path) -> None:
    write(tmp_path, ODD)
    (tmp_path / "linked").symlink_to("lib")
    (tmp_path / "gone.py").symlink_to("nowhere")
    (tmp_path / "\udcff.py").touch()
    tree = build(tmp_path, SourceOptions(source_roots=("lib", "stale"), tools=("scripts/", "x/")))
    assert {module.form for module in tree.modules} == {*Form}
    assert {module.role for module in tree.modules} == {*Role}
    # Whatever a tree may hold, this one does.
    assert [name for name, value in tree._asdict().items() if not value] == []
    assert len(tree.problems) == 2
    assert again(tree, tree.top) == tree
    assert repr(again(tree, tree.top).modules) == repr(tree.modules)
    assert again(tree, "/elsewhere").top == "/elsewhere"


def test_every_statement_of_a_distribution_comes_back() -> None:
    stated = Statement(
        name="n",
        roots=(("src", "told"), ("lib", "told, too")),
        packages=("src/n",),
        generated=("src/n/v.py",),
        dependencies=frozenset({"b", "a"}),
        is_distribution=True,
        entry_points=(Declared("group", "name", "n.cli:main", "setup.cfg"),),
        configs=("pyproject.toml",),
        searches=(Search("lib", ("n*",), ("n.x",), True),),
        names=(("sources", "n.y"),),
    )
    assert all(stated)
    bare = Tree(top="/", roots=(), files=(), modules=())
    tree = Tree("/", (), (), (), distributions=(Distribution("x", "x/setup.cfg", stated),))
    assert again(tree, "/") == tree != bare == again(bare, "/")


def test_this_repository_comes_back() -> None:
    tree = build(Path(__file__).parents[2])
    assert again(tree, tree.top) == tree
