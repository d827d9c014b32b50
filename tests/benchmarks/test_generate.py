"""Generated trees are the same every time, of the size asked for, and keep their law."""

import ast
import random
from pathlib import Path
from statistics import mean

import pytest

from benchmarks.generate import Module, generate, layer, text
from benchmarks.law import imported_names, owner_of


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.py")}


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("grown")
    generate(folder, 1_000)
    return folder


def test_the_same_size_gives_the_same_bytes(grown: Path, tmp_path: Path) -> None:
    generate(tmp_path, 1_000)
    assert contents(tmp_path) == contents(grown)


@pytest.mark.parametrize("size", [1_000, 2_000])
def test_there_are_about_as_many_modules_as_asked_for(tmp_path: Path, size: int) -> None:
    generate(tmp_path, size)
    assert 0.9 * size < len(contents(tmp_path)) < 1.1 * size


def test_modules_are_of_a_realistic_size(grown: Path) -> None:
    bodies = [body for path, body in contents(grown).items() if "__init__" not in path]
    assert 120 < mean(body.count(b"\n") for body in bodies) < 180
    assert 10 < mean(body.count(b"import ") for body in bodies) < 17


def test_every_import_leads_to_a_module_and_none_to_a_higher_layer(grown: Path) -> None:
    files = contents(grown)
    names = {path: ".".join(Path(path).with_suffix("").parts) for path in files}
    names = {path: name.removesuffix(".__init__") for path, name in names.items()}
    modules = frozenset(names.values())
    count = 1 + max(package_of(name) for name in modules)
    for path, name in names.items():
        for imported in imported_names(files[path], name, path.endswith("__init__.py")):
            if not imported.startswith("grown"):
                continue
            assert owner_of(imported, modules) not in (None, "grown"), (path, imported)
            here, there = package_of(name), package_of(imported)
            assert here == there or layer(there, count) < layer(here, count)


def package_of(name: str) -> int:
    parts = name.split(".")
    return int(parts[1][1:]) if len(parts) > 1 else -1


def test_the_law_holds_in_the_tree_it_comes_with(tmp_path: Path) -> None:
    law = generate(tmp_path, 3_000)
    domains = frozenset(law.domains)
    assert len(domains) >= 2
    for path, body in contents(tmp_path).items():
        name = ".".join(Path(path).with_suffix("").parts).removesuffix(".__init__")
        own = owner_of(name, domains)
        if own is not None:
            is_package = path.endswith("__init__.py")
            used = {owner_of(other, domains) for other in imported_names(body, name, is_package)}
            assert used <= {own, None}


def test_a_module_is_valid_python() -> None:
    source = text(Module(30, 4, 5), 40, random.Random(1))
    tree = ast.parse(source)
    assert ast.get_docstring(tree) == "Step 5 of part 4."
