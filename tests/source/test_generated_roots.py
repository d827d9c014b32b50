"""Layouts made from the sys.path a project runs with: the roots that are found must agree."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.source.tree import Form
from tests.source.trees import names, spoken, tree_of

METADATA = {
    "src": {
        "pyproject.toml": [
            '[tool.setuptools]\npackage-dir = {{"" = "src"}}',
            '[tool.setuptools.packages.find]\nwhere = ["src"]',
            '[tool.hatch.build.targets.wheel]\npackages = ["src/{top}"]',
            '[[tool.poetry.packages]]\ninclude = "{top}"\nfrom = "src"',
            '[build-system]\nrequires = ["uv_build"]\nbuild-backend = "uv_build"',
            '[tool.flit.module]\nname = "{top}"',
            '[tool.pdm.build]\npackage-dir = "src"',
            '[project]\nname = "{top}"',
        ],
        "setup.cfg": ["[options]\npackage_dir =\n    = src\n"],
        "setup.py": ["setup(package_dir={{'': 'src'}})", "setup(packages=find_packages('src'))"],
    },
    "lib": {
        "pyproject.toml": [
            '[tool.setuptools]\npackage-dir = {{"" = "lib"}}',
            '[tool.hatch.build.targets.wheel]\nsources = ["lib"]',
            '[[tool.poetry.packages]]\ninclude = "{top}"\nfrom = "lib"',
            '[tool.uv.build-backend]\nmodule-root = "lib"',
            '[tool.pdm.build]\npackage-dir = "lib"',
        ],
        "setup.py": ["setup(packages=find_packages(where='lib'))"],
    },
    "": {
        "pyproject.toml": ['[project]\nname = "{top}"', '[tool.poetry]\nname = "{top}"'],
        "setup.cfg": ["[metadata]\nname = {top}\n"],
        "setup.py": ["setup(name='{top}')"],
    },
}


@dataclass
class Layout:
    """Files, and for those that a run could import the root and name they have there."""

    files: dict[str, str] = field(default_factory=dict)
    truth: dict[str, str] = field(default_factory=dict)

    def add(self, root: str, path: str, imports: tuple[str, ...] = ()) -> str:
        """Add a file below a root and return its dotted name."""
        dotted = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        full = f"{root}/{path}" if root else path
        self.files[full] = "".join(f"import {name}\n" for name in imports)
        self.truth[full] = f"{root}:{dotted}"
        return dotted


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    made = Layout()
    group = draw(st.sampled_from(["", "packages", "services", "libs/python"]))
    count = draw(st.integers(1, 3)) if group else 1
    same_name = group == "services" and draw(st.booleans())
    for index in range(count):
        home = f"{group}/{draw(st.sampled_from(['p', 'p-']))}{index}" if group else ""
        _project(draw, made, home, "app" if same_name else f"app{index}")
    if draw(st.booleans()):
        made.add("", "run.py")
    return made


def _project(draw: st.DrawFn, made: Layout, home: str, top: str) -> None:
    """One project: its packages below a root, its tests and its scripts."""
    base = f"{home}/" if home else ""
    inner = draw(st.sampled_from(["", "src", "lib"]))
    root = f"{base}{inner}".rstrip("/")
    metadata = draw(st.booleans())
    if metadata:
        kinds = METADATA[inner]
        file = draw(st.sampled_from(sorted(kinds)))
        made.files[base + file] = draw(st.sampled_from(kinds[file])).format(top=top)
    # Without metadata a namespace package that nobody imports looks like a folder of packages.
    namespace = draw(st.booleans()) and (inner == "src" or not home or metadata)
    inside = f"{top}ns/{top}" if namespace else top
    package = made.add(root, f"{inside}/__init__.py")
    # Below `src`, and below what metadata calls a root, nothing needs to be imported.
    sure = inner == "src" or (metadata and inner)
    shy = bool(sure) and draw(st.booleans())
    core = made.add(root, f"{inside}/core.py", () if shy else (package,))
    made.add(root, f"{inside}/sub/__init__.py", ("os", "json") if shy else (core, "typing"))
    if draw(st.booleans()):
        made.add(root, f"{inside}/tests/test_core.py", (core,))
    if draw(st.booleans()):
        made.add(root, f"{inside}/data/deep.py")
    if metadata or not home:
        _tests(draw, made, home, core)
    if draw(st.booleans()):
        common = made.add(f"{base}scripts", f"common_{top}.py")
        made.add(f"{base}scripts", "release.py", (common, core))


def _tests(draw: st.DrawFn, made: Layout, home: str, core: str) -> None:
    """Tests beside the packages, run in one of the ways people run them."""
    kind = draw(st.sampled_from(["none", "package", "namespace", "on the path", "mirror"]))
    folder = f"{home}/tests" if home else "tests"
    if kind == "package":
        made.add(home, "tests/__init__.py")
        kit = made.add(home, "tests/kit.py")
        made.add(home, "tests/unit/test_a.py", (core, kit))
    elif kind == "namespace":
        kit = made.add(home, "tests/kit.py")
        made.add(home, "tests/test_a.py", (core, kit, "typing", "json"))
        made.add(home, "tests/sub/test_b.py", (core,))
        made.add(home, "tests/typing/__init__.py")
    elif kind == "on the path":
        kit = made.add(folder, "kit.py")
        made.add(folder, "test_a.py", (core, kit))
        made.add(folder, "typing/__init__.py", ("typing", "collections"))
        made.add(folder, "sub/test_b.py", (core, kit))
    elif kind == "mirror":
        made.add(folder, f"{core.split('.')[0]}/__init__.py", (core,))
        made.add(folder, "test_a.py", (core,))


@settings(max_examples=100)
@given(layouts())
def test_roots_agree_with_the_path_the_project_runs_with(layout: Layout) -> None:
    with tempfile.TemporaryDirectory() as top:
        tree = tree_of(Path(top), layout.files)
    found = names(tree)
    assert {path: found[path] for path in layout.truth} == layout.truth


parts = st.sampled_from(["a", "b", "src", "tests", "x-y", "testing"])
files = st.sampled_from(["__init__.py", "a.py", "b.pyi", "a.pyi", "b.so", "z-z.py", "setup.py"])
paths = st.tuples(st.lists(parts, max_size=4), files).map(
    lambda pair: "/".join([*pair[0], pair[1]])
)


@settings(max_examples=100)
@given(
    st.sets(paths, min_size=1, max_size=14),
    st.lists(st.sampled_from(["a", "b", "a.b", "src.a", "tests.b"]), max_size=5),
    st.lists(st.sampled_from([".", "src", "a/b", "tests"]), max_size=2).map(tuple),
)
def test_every_path_has_one_root_and_one_name(
    chosen: set[str], imports: list[str], stated: tuple[str, ...]
) -> None:
    texts = {path: "" if path.endswith(".so") else "setup()\n" for path in chosen}
    texts["main.py"] = "".join(f"import {name}\n" for name in imports)
    with tempfile.TemporaryDirectory() as top:
        tree = tree_of(Path(top), texts, **({"source_roots": stated} if stated else {}))
    assert [file.path for file in tree.files] == sorted(
        path for path in texts if not path.endswith(".so")
    )
    for file in tree.files:
        module = tree.modules[file.module]
        folder = tree.roots[module.root].path
        assert file.index in module.files
        assert file.path.startswith(f"{folder}/" if folder else "")
    spoken_names = [spoken(tree, module) for module in tree.modules]
    assert len(set(spoken_names)) == len(spoken_names)
    regular = {
        module.path.rpartition("/")[0]
        for module in tree.modules
        if module.is_package and module.form is not Form.NAMESPACE
    }
    for root in tree.roots:
        steps = root.path.split("/") if root.path else []
        assert not {"/".join(steps[:end]) for end in range(1, len(steps) + 1)} & regular
    for module in tree.modules:
        above = module.name.rpartition(".")[0]
        if above and module.form is not Form.SCRIPT:
            assert tree.modules[tree.by_name[module.root][above]].is_package
