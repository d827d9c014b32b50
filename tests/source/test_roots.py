from pathlib import Path

import pytest

from archlint.errors import SourceError
from archlint.source.options import SourceOptions
from archlint.source.tree import Tree
from tests.source.trees import build, names, roots, tree_of, write

CASES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "flat": (
        {"app/__init__.py": "", "app/a.py": "", "tests/test_a.py": "import app.a"},
        {"app/a.py": ":app.a", "tests/test_a.py": ":tests.test_a"},
    ),
    "src": (
        {"src/app/__init__.py": "", "src/app/a.py": ""},
        {"src/app/a.py": "src:app.a"},
    ),
    "src that is a package": (
        {"src/__init__.py": "", "src/a.py": ""},
        {"src/a.py": ":src.a"},
    ),
    "src that is imported as a namespace": (
        {"src/app/__init__.py": "", "src/a.py": "", "run.py": "from src.a import b"},
        {"src/a.py": ":src.a"},
    ),
    "src that metadata confirms is no namespace": (
        {"pyproject.toml": "[project]", "src/a.py": "", "run.py": "from src.a import b"},
        {"src/a.py": "src:a"},
    ),
    "namespace package in src": (
        {"src/ns/core/__init__.py": "", "src/ns/web/a.py": "import ns.core"},
        {"src/ns/core/__init__.py": "src:ns.core", "src/ns/web/a.py": "src:ns.web.a"},
    ),
    "services in src, each a world": (
        {
            "src/one/app/__init__.py": "",
            "src/one/app/a.py": "from app import b",
            "src/two/app/__init__.py": "from app.c import d",
            "src/two/app/c.py": "",
        },
        {"src/one/app/a.py": "src/one:app.a", "src/two/app/c.py": "src/two:app.c"},
    ),
    "lib by metadata": (
        {"setup.py": "setup(package_dir={'': 'lib'})", "lib/app/__init__.py": "", "x/a.py": ""},
        {"lib/app/__init__.py": "lib:app", "x/a.py": ":x.a"},
    ),
    "lib by what is imported": (
        {"lib/a.py": "", "lib/b.py": "import a"},
        {"lib/b.py": "lib:b"},
    ),
    "namespace by what is imported": (
        {"backend/a/__init__.py": "", "run.py": "import backend.a"},
        {"backend/a/__init__.py": ":backend.a"},
    ),
    "namespace by relative imports of its modules": (
        {"org/a.py": "from . import b", "org/b/__init__.py": ""},
        {"org/a.py": ":org.a", "org/b/__init__.py": ":org.b"},
    ),
    "namespace by relative imports between its packages": (
        {"org/one/a/__init__.py": "", "org/one/b/c.py": "from ...one.a import d"},
        {"org/one/a/__init__.py": ":org.one.a", "org/one/b/c.py": ":org.one.b.c"},
    ),
    "relative imports inside a package, and those that lead nowhere, say nothing": (
        {"lib/a/__init__.py": "from . import b\nfrom ..c import d", "lib/a/b.py": ""},
        {"lib/a/b.py": "lib:a.b"},
    ),
    "imports as a root outweigh fewer relative ones": (
        {"lib/a.py": "from . import b\nimport b\nimport c", "lib/b.py": "", "lib/c.py": ""},
        {"lib/a.py": "lib:a"},
    ),
    "more imports win": (
        {"backend/a.py": "", "backend/b.py": "import a", "run.py": "import backend.a\nimport a"},
        {"backend/a.py": "backend:a"},
    ),
    "a tie is a root if it holds a package": (
        {"one/a/__init__.py": "", "two/b.py": ""},
        {"one/a/__init__.py": "one:a", "two/b.py": ":two.b"},
    ),
    "services, each a world": (
        {
            "services/one/app/__init__.py": "",
            "services/one/app/a.py": "from app.b import c",
            "services/one/app/b.py": "",
            "services/two/app/__init__.py": "",
        },
        {
            "services/one/app/a.py": "services/one:app.a",
            "services/two/app/__init__.py": "services/two:app",
        },
    ),
    "monorepo of src": (
        {"packages/a/src/a/__init__.py": "", "packages/b/src/b/__init__.py": "import a"},
        {
            "packages/a/src/a/__init__.py": "packages/a/src:a",
            "packages/b/src/b/__init__.py": "packages/b/src:b",
        },
    ),
    "projects inside with metadata of their own": (
        {
            "backend/pyproject.toml": "[project]",
            "backend/app/__init__.py": "",
            "backend/tests/test_a.py": "import app",
            "tools-of-ours/b.py": "",
        },
        {
            "backend/app/__init__.py": "backend:app",
            "backend/tests/test_a.py": "backend:tests.test_a",
            "tools-of-ours/b.py": "tools-of-ours:b",
        },
    ),
    "settings of tools make no project": (
        {
            "backend/pyproject.toml": "[tool.ruff]",
            "backend/a/__init__.py": "",
            "b.py": "import backend.a",
        },
        {"backend/a/__init__.py": ":backend.a"},
    ),
    "metadata inside a package is data": (
        {"app/__init__.py": "", "app/skeleton/setup.py": "setup()", "app/skeleton/src/a.py": ""},
        {"app/skeleton/src/a.py": ":app.skeleton.src.a"},
    ),
    "a declared namespace package needs no import": (
        {"pyproject.toml": '[tool.flit.module]\nname = "ns.app"', "ns/app/__init__.py": ""},
        {"ns/app/__init__.py": ":ns.app"},
    ),
    "packages that a backend finds are no roots, whatever they import": (
        {
            "pyproject.toml": '[tool.setuptools.packages.find]\nwhere = ["lib"]',
            "lib/shop/web/a.py": "import b",
            "lib/shop/web/b.py": "",
            "lib/shop/web-ui/c.py": "",
        },
        {"lib/shop/web/a.py": "lib:shop.web.a", "lib/shop/web-ui/c.py": "lib/shop/web-ui:c"},
    ),
    "folders that a backend leaves out speak for themselves": (
        {
            "pyproject.toml": "[tool.setuptools.packages.find]\n"
            'where = ["lib"]\ninclude = ["shop*"]\nexclude = ["shop.jobs*"]',
            "lib/shop/web/a.py": "import b",
            "lib/shop/web/b.py": "",
            "lib/shop/jobs/c.py": "import d",
            "lib/shop/jobs/d.py": "",
            "lib/more/e.py": "import f",
            "lib/more/f.py": "",
        },
        {
            "lib/shop/web/a.py": "lib:shop.web.a",
            "lib/shop/jobs/c.py": "lib/shop/jobs:c",
            "lib/more/e.py": "lib/more:e",
        },
    ),
    "a backend that finds regular packages alone says nothing of others": (
        {
            "setup.py": "setup(packages=find_packages('lib'))",
            "lib/shop/__init__.py": "",
            "lib/jobs/c.py": "import d",
            "lib/jobs/d.py": "",
        },
        {"lib/jobs/c.py": "lib/jobs:c"},
    ),
    "a search of the whole project says nothing of its scripts": (
        {
            "setup.py": "setup(packages=find_namespace_packages())",
            "shop/__init__.py": "",
            "jobs/c.py": "import d",
            "jobs/d.py": "",
        },
        {"jobs/c.py": "jobs:c"},
    ),
    "what lies in a package that metadata names is part of it": (
        {
            "pyproject.toml": '[tool.hatch.build.targets.wheel]\npackages = ["lib/shop"]',
            "lib/shop/web/deep/a.py": "import b",
            "lib/shop/web/deep/b.py": "",
            "lib/jobs/c.py": "import d",
            "lib/jobs/d.py": "",
        },
        {"lib/shop/web/deep/a.py": "lib:shop.web.deep.a", "lib/jobs/c.py": "lib/jobs:c"},
    ),
    "a package that is called otherwise than its folder": (
        {
            "setup.py": "setup(package_dir={'shop': 'sources', 'shop.web': 'pages'})",
            "sources/__init__.py": "",
            "sources/data/a.py": "",
            "pages/__init__.py": "import shop.data.a",
            "pages/b-c.py": "",
            "tests/test_a.py": "",
        },
        {
            "sources/__init__.py": ":shop",
            "sources/data/a.py": ":shop.data.a",
            "pages/__init__.py": ":shop.web",
            "pages/b-c.py": ":pages/b-c.py",
            "tests/test_a.py": ":tests.test_a",
        },
    ),
    "a project whose own folder is the package": (
        {
            "setup.cfg": "[options]\npackage_dir =\n    ns.shop = .\n",
            "__init__.py": "",
            "a.py": "import ns.shop.a",
            "b/c.py": "",
        },
        {"__init__.py": ":ns.shop", "a.py": ":ns.shop.a", "b/c.py": ":ns.shop.b.c"},
    ),
    "a project inside whose own folder is renamed by hatch": (
        {
            "one/pyproject.toml": '[tool.hatch.build.targets.wheel.sources]\n"lib/a" = "shop"',
            "one/lib/a/__init__.py": "",
            "one/lib/a/b.py": "",
        },
        {"one/lib/a/b.py": "one/lib:shop.b"},
    ),
    "a name that a package has already is given to no other": (
        {
            "setup.py": "setup(package_dir={'shop': 'sources', 'c-d': 'c'})",
            "shop/__init__.py": "",
            "sources/__init__.py": "",
            "c/__init__.py": "",
            "one/setup.py": "setup(package_dir={'data': '.'})",
            "one/x.py": "",
        },
        {
            "shop/__init__.py": ":shop",
            "sources/__init__.py": ":sources",
            "c/__init__.py": ":c",
            "one/x.py": "one:x",
        },
    ),
    "of two folders of one name the first gets it": (
        {
            "setup.cfg": "[options]\npackage_dir =\n    shop = one\n",
            "setup.py": "setup(package_dir={'shop': 'two'})",
            "one/__init__.py": "",
            "two/__init__.py": "",
        },
        {"one/__init__.py": ":shop", "two/__init__.py": ":two"},
    ),
    "tests without packages": (
        {"tests/test_one.py": "", "tests/sub/test_two.py": ""},
        {"tests/test_one.py": ":tests.test_one", "tests/sub/test_two.py": ":tests.sub.test_two"},
    ),
    "tests that import what lies beside them": (
        {"tests/test_one.py": "import common", "tests/common.py": "", "tests/sub/test_two.py": ""},
        {"tests/test_one.py": "tests:test_one", "tests/sub/test_two.py": "tests:sub.test_two"},
    ),
    "what lies beside the importer comes first": (
        {
            "tests/unit/test_one.py": "import common",
            "tests/unit/common.py": "",
            "tests/common.py": "",
            "run.py": "import tests.common",
        },
        {"tests/common.py": ":tests.common", "tests/unit/common.py": "tests/unit:common"},
    ),
    "the standard library speaks for nothing": (
        {"tests/typing/__init__.py": "", "tests/a.py": "", "b.py": "import typing\nimport tests.a"},
        {"tests/typing/__init__.py": ":tests.typing"},
    ),
    "dependencies speak for nothing": (
        {
            "requirements.txt": "docker",
            "tests/docker/__init__.py": "",
            "tests/a.py": "",
            "b.py": "import docker\nimport docker.x\nimport tests.a",
        },
        {"tests/docker/__init__.py": ":tests.docker"},
    ),
    "packages of known roots speak for nothing": (
        {
            "app/__init__.py": "",
            "app/a.py": "import app.a\nimport tests.b",
            "tests/app/__init__.py": "",
            "tests/app/a.py": "import app.a\nimport app",
            "tests/b.py": "",
        },
        {"tests/app/a.py": ":tests.app.a"},
    ),
    "packages of tests in another project speak for nothing": (
        {
            "one/pyproject.toml": "[project]",
            "one/tests/__init__.py": "",
            "two/pyproject.toml": "[project]",
            "two/tests/a.py": "import tests.b",
            "two/tests/b.py": "",
            "two/tests/c/__init__.py": "",
        },
        {"two/tests/a.py": "two:tests.a", "one/tests/__init__.py": "one:tests"},
    ),
    "an init at the top makes no package": (
        {"__init__.py": "", "a.py": "", "b/__init__.py": ""},
        {"__init__.py": ":__init__.py", "a.py": ":a", "b/__init__.py": ":b"},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_roots(tmp_path: Path, case: str) -> None:
    files, expected = CASES[case]
    found = names(tree_of(tmp_path, files))
    assert {path: found[path] for path in expected} == expected


@pytest.mark.parametrize(
    ("stated", "files", "expected"),
    [
        (("lib",), ["lib/a.py", "b.py"], {"lib/a.py": "lib:a", "b.py": ":b"}),
        (("./lib/",), ["lib/a.py"], {"lib/a.py": "lib:a"}),
        ((".",), ["src/a/__init__.py"], {"src/a/__init__.py": ":src.a"}),
        (("lib",), ["lib/x/a/__init__.py"], {"lib/x/a/__init__.py": "lib:x.a"}),
        (("lib", "lib/x"), ["lib/x/a.py"], {"lib/x/a.py": "lib/x:a"}),
        (("lib",), ["lib/x-y/a.py"], {"lib/x-y/a.py": "lib:lib/x-y/a.py"}),
        (("lib",), ["lib/__init__.py", "lib/a.py"], {"lib/a.py": "lib:a"}),
        (
            ("app/sub",),
            ["app/__init__.py", "app/sub/a.py", "src/b.py"],
            {"app/sub/a.py": ":app.sub.a", "src/b.py": "src:b"},
        ),
        (("packages/*/lib",), ["packages/a/lib/b.py"], {"packages/a/lib/b.py": "packages/a/lib:b"}),
    ],
)
def test_stated_roots_come_first(
    tmp_path: Path, stated: tuple[str, ...], files: list[str], expected: dict[str, str]
) -> None:
    found = names(tree_of(tmp_path, files, source_roots=stated))
    assert {path: found[path] for path in expected} == expected


def test_where_names_begin_is_for_the_owner_to_say(tmp_path: Path) -> None:
    files = {
        "setup.py": "setup(package_dir={'shop': 'lib'})",
        "lib/__init__.py": "",
        "lib/a.py": "",
    }
    assert names(tree_of(tmp_path, files))["lib/a.py"] == ":shop.a"
    assert names(tree_of(tmp_path, files, source_roots=("lib",)))["lib/a.py"] == "lib:a"


def test_evidence_is_said_in_words(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        {
            "pyproject.toml": '[tool.setuptools]\npackage-dir = {"" = "lib"}',
            "lib/app/__init__.py": "",
            "a.py": "",
            "x/b.py": "",
            "x/c.py": "import b\nimport b",
            "y/d.py": "",
            "y/e.py": "import d",
            "my-tool/f.py": "",
            "z/g/__init__.py": "",
            "w/src/h.py": "",
        },
    )
    assert roots(tree) == {
        "": "folder of pyproject.toml",
        "lib": "setuptools package-dir in pyproject.toml",
        "my-tool": "no import can go through `my-tool`",
        "w/src": "`src` without `__init__.py`",
        "x": "2 imports resolve from here, 0 through `x.`",
        "y": "1 import resolves from here, 0 through `y.`",
        "z": "holds packages, and no import says otherwise",
    }


def test_roots_without_production_are_marked(tmp_path: Path) -> None:
    files = {"src/a.py": "", "tests/test_a.py": "import b", "tests/b.py": "", "docs/conf.py": ""}
    tree = tree_of(tmp_path, files)
    assert [(root.path, root.test_only) for root in tree.roots] == [
        ("", True),
        ("src", False),
        ("tests", True),
    ]


def test_imports_are_asked_only_where_it_matters(tmp_path: Path) -> None:
    from archlint.source.build import build_tree
    from archlint.source.disk import Disk
    from archlint.source.walk import walk

    def refuse(names: frozenset[str]) -> list[tuple[str, str]]:
        raise AssertionError(names)

    def built() -> Tree:
        options, disk = SourceOptions(), Disk(str(tmp_path))
        return build_tree(disk.top, options, walk(options, disk), (), refuse, frozenset())

    write(tmp_path, ["app/__init__.py", "app/a.py", "b.py"])
    assert len(built().modules) == 3
    write(tmp_path, ["lib/c.py"])
    with pytest.raises(AssertionError, match=r"frozenset\(\{('c', 'lib'|'lib', 'c')\}\)"):
        built()


def test_dependencies_are_import_names_of_others(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        {
            "pyproject.toml": '[project]\nname = "own"\ndependencies = ["PyYAML", "other", "own"]',
            "packages/other/pyproject.toml": '[project]\nname = "other"\ndependencies = ["a"]',
            "tests/data/pyproject.toml": '[project]\nname = "PyYAML"\ndependencies = ["fixture"]',
            "requirements.txt": "shipped\n",
            "tests/requirements.txt": "respx\n",
            "shipped/__init__.py": "",
        },
    )
    assert tree.dependencies == {"yaml", "a", "respx"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"source_roots": ("src", "absent")}, [("source-roots", 1)]),
        ({"source_roots": ("/src", "../src")}, [("source-roots", 0), ("source-roots", 1)]),
        ({"exclude": ("gen/**", "absent/**")}, [("exclude", 1)]),
        ({"extend_exclude": (".venv", "**/node_modules/**", "src/build/")}, []),
        ({"extend_exclude": ("build/**", "**/dist")}, []),
        ({"tests": ("src/**", "gen/**")}, [("tests", 1)]),
        ({"extend_tests": ("a.py", "src/a.py")}, []),
        (
            {"tools": ("x.py",), "extend_tools": ("!a.py", "#a.py")},
            [("tools", 0), ("extend-tools", 1)],
        ),
        ({"production": ("src/a.py", "src/b.py")}, [("production", 1)]),
    ],
)
def test_what_the_owner_says_must_match(
    tmp_path: Path, options: dict[str, tuple[str, ...]], expected: list[tuple[str, int]]
) -> None:
    write(tmp_path, ["src/a.py", "gen/b.py", "src/build/c.py"])
    given = {"exclude": ("gen/**",), **options}
    assert list(build(tmp_path, SourceOptions(**given)).unmatched) == expected


def test_no_file_at_all_is_an_error_that_says_where_and_why(tmp_path: Path) -> None:
    write(tmp_path, [".venv/a.py", "gen/b.py", "dist/c.py", "notes.md"])
    (tmp_path / "gone.py").symlink_to("nowhere")
    with pytest.raises(SourceError) as caught:
        build(tmp_path, SourceOptions(exclude=("gen/**",)))
    assert caught.value.message == (
        f"no Python file to analyse below `{tmp_path}`; skipped: build output (1), "
        "excluded files (1), hidden folders (1); paths that could not be read: 1"
    )
