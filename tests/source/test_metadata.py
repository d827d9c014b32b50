from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archlint.source.disk import Disk
from archlint.source.metadata.distributions import read_distributions
from archlint.source.metadata.import_names import import_names
from archlint.source.metadata.pyproject import read_hatch, read_pyproject
from archlint.source.metadata.setuptools import read_setup_cfg, read_setup_py
from archlint.source.metadata.statement import Search, Statement, required_names
from tests.source.trees import write

ROOTS = [
    ('[tool.setuptools]\npackage-dir = {"" = "lib"}', ["lib"]),
    ('[tool.setuptools]\npackage-dir = {"app.core" = "lib/app/core"}', ["lib"]),
    ('[tool.setuptools]\npackage-dir = {"app" = "sources"}', []),
    ('[tool.setuptools.packages.find]\nwhere = ["lib", "./more/"]', ["lib", "more"]),
    ('[tool.setuptools.packages.find]\nwhere = ["../out", "/abs"]', []),
    ('[tool.hatch.build.targets.wheel]\npackages = ["lib/app"]', ["lib"]),
    ('[tool.hatch.build]\npackages = ["app"]', [""]),
    ('[tool.hatch.build.targets.wheel]\nonly-include = ["lib"]\nsources = ["lib"]', ["lib"]),
    ('[tool.hatch.build.targets.wheel.sources]\n"lib" = ""\n"a" = "b"', ["lib"]),
    ('[tool.hatch.build]\ndev-mode-dirs = ["lib"]', ["lib"]),
    ('[[tool.poetry.packages]]\ninclude = "app"\nfrom = "lib"', ["lib"]),
    ('[[tool.poetry.packages]]\ninclude = "app"', [""]),
    ('[[tool.poetry.packages]]\ninclude = "tests"\nformat = "sdist"', []),
    ('[build-system]\nbuild-backend = "uv_build"', ["src"]),
    ('[tool.uv.build-backend]\nmodule-root = "lib"', ["lib"]),
    ('[tool.uv.build-backend]\nmodule-root = ""', [""]),
    ('[tool.pdm.build]\npackage-dir = "lib"', ["lib"]),
    ('[tool.maturin]\npython-source = "python"', ["python"]),
    ('[tool.ruff]\nsrc = ["lib"]', []),
]


@pytest.mark.parametrize(("text", "expected"), ROOTS)
def test_roots_of_each_backend(text: str, expected: list[str]) -> None:
    assert [root for root, _ in read_pyproject(text, "", "pyproject.toml").roots] == expected


def test_paths_are_seen_from_the_top_and_evidence_names_the_file() -> None:
    text = '[tool.setuptools]\npackage-dir = {"" = "lib"}'
    stated = read_pyproject(text, "packages/a", "packages/a/pyproject.toml")
    assert stated.roots == (
        ("packages/a/lib", "setuptools package-dir in packages/a/pyproject.toml"),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[tool.setuptools]\npackages = ["ns.app"]', ["ns/app"]),
        ('[tool.setuptools]\npackages = ["ns.app"]\npackage-dir = {"" = "lib"}', ["lib/ns/app"]),
        (
            '[tool.setuptools]\npackages = ["ns.app.x", "b"]\npackage-dir = {"ns.app" = "lib"}',
            ["lib/x", "b"],
        ),
        ('[[tool.poetry.packages]]\ninclude = "ns/**/*.py"\nfrom = "lib"', ["lib/ns"]),
        ('[tool.uv.build-backend]\nmodule-name = "ns.app"', ["src/ns/app"]),
        ('[tool.flit.module]\nname = "ns.app"', ["ns/app", "src/ns/app"]),
    ],
)
def test_declared_packages(text: str, expected: list[str]) -> None:
    assert list(read_pyproject(text, "", "pyproject.toml").packages) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[tool.setuptools_scm]\nversion_file = "a/_v.py"', ["a/_v.py"]),
        ('[tool.setuptools_scm]\nwrite_to = "a/_v.py"', ["a/_v.py"]),
        ('[tool.hatch.build.hooks.vcs]\nversion-file = "a/_v.py"', ["a/_v.py"]),
        ('[tool.pdm.version]\nwrite_to = "a/_v.py"', ["a/_v.py"]),
    ],
)
def test_generated_files(text: str, expected: list[str]) -> None:
    assert list(read_pyproject(text, "", "pyproject.toml").generated) == expected


def test_a_hatch_file_says_what_the_table_would() -> None:
    text = '[build.targets.wheel]\npackages = ["src/app"]\n[envs.x]\ndependencies = ["respx>1"]'
    stated = read_hatch(text, "", "hatch.toml")
    assert stated.roots == (("src", "hatch packages in hatch.toml"),)
    assert stated.dependencies == {"respx"}


@pytest.mark.parametrize(
    "text",
    [
        '[project]\ndependencies = ["Foo>=1", "bar"]',
        '[project.optional-dependencies]\na = ["foo"]\nb = ["bar[x]; python_version > \'3\'"]',
        '[dependency-groups]\na = ["foo", {include-group = "b"}]\nb = ["bar"]',
        '[tool.poetry.dependencies]\npython = "^3"\nfoo = "1"\nbar = {version = "1"}',
        '[tool.poetry.group.x.dependencies]\nfoo = "1"\n[tool.poetry.dev-dependencies]\nbar = "1"',
        '[build-system]\nrequires = ["foo", "bar"]',
        '[tool.uv]\ndev-dependencies = ["foo", "bar"]',
        '[tool.pdm.dev-dependencies]\nx = ["foo", "bar"]',
        '[tool.hatch.envs.x]\ndependencies = ["foo"]\nextra-dependencies = ["bar"]',
    ],
)
def test_dependencies_wherever_they_are_declared(text: str) -> None:
    assert read_pyproject(text, "", "pyproject.toml").dependencies == {"foo", "bar"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[options]\npackage_dir =\n    = lib\n", ["lib"]),
        ("[options]\npackage_dir =\n    app = lib/app\n", ["lib"]),
        ("[options]\npackages = find:\n[options.packages.find]\nwhere = lib\n", ["lib"]),
        ("[flake8]\nmax = 1\n", []),
        ("no section = 1\n[options]\n", []),
    ],
)
def test_roots_in_setup_cfg(text: str, expected: list[str]) -> None:
    assert [root for root, _ in read_setup_cfg(text, "", "setup.cfg").roots] == expected


def test_the_rest_of_setup_cfg() -> None:
    text = (
        "[metadata]\nname = My.App\n[options]\npackages =\n    ns\n    ns.app\n"
        "install_requires =\n    foo>=1\n    # no\n[options.extras_require]\nx = bar\n"
    )
    stated = read_setup_cfg(text, "", "setup.cfg")
    assert stated.name == "my-app"
    assert stated.packages == ("ns", "ns/app")
    assert stated.dependencies == {"foo", "bar"}
    assert stated.is_distribution


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("setup(package_dir={'': 'lib'})", ["lib"]),
        ("setup(packages=find_packages('a') + find_packages(where='b'))", ["a", "b"]),
        ("PLACES = {'': 'lib'}\nsetuptools.setup(package_dir=PLACES)", ["lib"]),
        ("setup(package_dir=compute())", []),
        ("if True:\n    setup(packages=find_packages(WHERE))", []),
        ("setup(package_dir={'': 'lib'}", []),
        ("raise SystemExit('setup')", []),
    ],
)
def test_roots_in_setup_py(text: str, expected: list[str]) -> None:
    assert [root for root, _ in read_setup_py(text, "", "setup.py").roots] == expected


@pytest.mark.parametrize("key", ["write_to", "version_file"])
def test_generated_files_in_setup_py(key: str) -> None:
    text = f"setup(use_scm_version={{'{key}': 'a/_v.py', 'root': '.'}})"
    assert read_setup_py(text, "lib", "lib/setup.py").generated == ("lib/a/_v.py",)
    assert read_setup_py("setup(use_scm_version=True)", "", "setup.py").generated == ()


def test_the_rest_of_setup_py() -> None:
    text = (
        "R = ['foo>=1', 'bar']\n"
        "setup(name='App', install_requires=R, extras_require={'x': ['baz']}, packages=['app'])"
    )
    assert read_setup_py(text, "", "setup.py") == Statement(
        name="app",
        packages=("app",),
        dependencies=frozenset({"foo", "bar", "baz"}),
        is_distribution=True,
    )


def test_a_setup_module_that_sets_nothing_up_is_no_distribution() -> None:
    assert read_setup_py("def setup_logging(): ...\n", "", "setup.py") == Statement()


def test_requirement_lines() -> None:
    lines = [
        "Foo.Bar==1  # x",
        "-r more.txt",
        "--hash=sha256:1",
        "# no",
        "./local",
        "a @ https://x",
    ]
    lines += ["git+https://x/y", "zip", "", "b[x]>1;python_version>'3'", "c\\"]
    assert required_names(lines) == {"foo.bar", "a", "zip", "b"}


def test_import_names() -> None:
    wanted = {"PyYAML": "yaml", "python-dateutil": "dateutil", "Pillow": "PIL", "a-b": "a_b"}
    for distribution, name in wanted.items():
        assert import_names([distribution]) == {name}
    assert import_names(["Zope.Event"]) == {"zope", "zope_event"}


def test_folders_gather_what_lies_in_them(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": '[project]\nname = "top"',
            "requirements/dev.in": "foo",
            "a/setup.cfg": "[metadata]\nname = one",
            "a/setup.py": "setup(name='two')",
            "b/requirements.txt": "bar",
        },
    )
    files = ["a/setup.cfg", "a/setup.py", "b/requirements.txt", "pyproject.toml"]
    found = read_distributions(
        Disk(str(tmp_path)).read, [*files, "requirements/dev.in", "absent/setup.py"]
    )
    assert [(one.folder, one.file, one.stated.name) for one in found] == [
        ("", "pyproject.toml", "top"),
        ("a", "a/setup.cfg", "one"),
        ("b", "", ""),
    ]
    assert found[0].stated.dependencies == {"foo"}


BROKEN = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.just("x")),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(st.just("k"), inner)),
    max_leaves=4,
)
KEYS = """
    project project.name project.dependencies project.optional-dependencies build-system
    build-system.requires dependency-groups tool tool.setuptools tool.setuptools.package-dir
    tool.setuptools.packages tool.setuptools.packages.find.where tool.setuptools_scm.write_to
    tool.hatch.build tool.hatch.build.sources tool.hatch.build.packages tool.hatch.envs
    tool.hatch.envs.x tool.poetry tool.poetry.packages tool.poetry.group tool.poetry.group.x
    tool.uv.build-backend tool.uv.build-backend.module-root tool.flit.module.name
    tool.pdm.build.package-dir tool.pdm.version tool.maturin tool.maturin.python-source
""".split()  # noqa: SIM905 - as a literal it is forty lines


@given(st.sampled_from(KEYS), BROKEN)
def test_wrong_shapes_say_nothing_and_break_nothing(key: str, value: object) -> None:
    assert isinstance(read_pyproject(f"{key} = {_toml(value)}", "", "pyproject.toml"), Statement)


@given(st.text(max_size=40))
def test_no_text_breaks_a_reader(text: str) -> None:
    for reader in (read_pyproject, read_hatch, read_setup_cfg, read_setup_py):
        assert isinstance(reader("[options]\nsetup" + text, "", "x"), Statement)
        assert isinstance(reader(text, "", "x"), Statement)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


EVERY = ("*",)
FIND_BELOW = "[options]\npackages = find_namespace:\n[options.packages.find]\nwhere = lib\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("setup.py", "setup(packages=find_packages())", Search("d", EVERY, (), False)),
        (
            "setup.py",
            "setup(packages=find_packages('lib', ['a', 'a.*'], include=('b*',)))",
            Search("d/lib", ("b*",), ("a", "a.*"), False),
        ),
        ("setup.py", "setup(packages=find_namespace_packages())", Search("d", EVERY, (), True)),
        ("setup.py", "setup(packages=find_packages(exclude=GONE))", Search("d", EVERY, (), False)),
        ("setup.cfg", "[options]\npackages = find:\n", Search("d", EVERY, (), False)),
        (
            "setup.cfg",
            f"{FIND_BELOW}exclude =\n    a\n    b.*\n",
            Search("d/lib", EVERY, ("a", "b.*"), True),
        ),
        ("pyproject.toml", "[tool.setuptools.packages.find]\n", Search("d", EVERY, (), True)),
        (
            "pyproject.toml",
            '[tool.setuptools.packages]\nfind = { include = ["a*"], namespaces = false }\n',
            Search("d", ("a*",), (), False),
        ),
        (
            "pyproject.toml",
            '[build-system]\nrequires = []\nbuild-backend = "pdm.backend"\n',
            Search("d", EVERY, (), False),
        ),
    ],
)
def test_where_the_backend_finds_packages(name: str, text: str, expected: Search) -> None:
    (found,) = read_distributions({f"d/{name}": text.encode()}.__getitem__, [f"d/{name}"])
    assert found.stated.searches == (expected,)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("setup.py", "setup(packages=['a'])"),
        ("setup.cfg", "[options]\npackages = a\n[options.packages.find]\nwhere = lib\n"),
        ("pyproject.toml", '[tool.setuptools]\npackages = ["a"]\n'),
    ],
)
def test_a_backend_that_is_told_the_packages_looks_for_none(name: str, text: str) -> None:
    (found,) = read_distributions({name: text.encode()}.__getitem__, [name])
    assert found.stated.searches == ()
