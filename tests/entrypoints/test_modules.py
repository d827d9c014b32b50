"""Modules that are run, by what they say and by where they lie."""

import pytest

from tests.consumers.trees import SHOP, dead

CORE = {**SHOP, "shop/core/__init__.py": "X = 1\n"}
TRIES = {**CORE, "tries/one.py": "import shop.core\nimport tries.two\n", "tries/two.py": "X = 1\n"}
"""Scripts in a folder that nobody calls a package."""


def test_files_in_a_folder_that_nobody_calls_a_package_are_run_by_their_paths() -> None:
    assert dead(CORE) == {"shop.core": "NO_IMPORTER"}
    assert dead(TRIES) == {}
    deep = {**CORE, "tries/a/one.py": "import shop.core\n", "other/b/two.py": "import c.d\n"}
    assert dead(deep) == {}


@pytest.mark.parametrize(
    "further",
    [
        {"tries/__init__.py": ""},
        {"tests/tries/test_one.py": "import tries.one\n"},
        {"archlint.toml": "source-roots = ['.']\n"},
        {"setup.py": "setup(packages=['shop', 'tries'], scripts=['x'])\n"},
        {"setup.py": "setup(scripts=['x'], packages=find_namespace_packages(include=['tries']))\n"},
    ],
)
def test_a_folder_that_something_calls_a_package_is_one(further: dict[str, str]) -> None:
    expected = {"shop.core": "DEAD_IMPORTERS tries", "tries": "NO_IMPORTER"}
    if "tests/tries/test_one.py" in further:
        expected["tries"] = "OWN_TESTS"
    assert dead({**TRIES, **further}) == expected


def test_a_search_of_the_whole_project_calls_nothing_a_package() -> None:
    setup = {"setup.py": "setup(packages=find_namespace_packages(), scripts=['x'])\n"}
    assert dead({**TRIES, **setup}) == {}


def test_a_folder_that_can_be_run_as_a_module_is_a_package() -> None:
    tree = {**CORE, "kit/__main__.py": "X = 1\n", "kit/old/one.py": "import shop.core\n"}
    assert dead(tree) == {"kit.old": "NO_IMPORTER", "shop.core": "DEAD_IMPORTERS kit.old"}


def test_a_folder_in_src_is_a_package() -> None:
    tree = {f"src/{path}": text for path, text in TRIES.items()}
    assert dead(tree) == {"shop.core": "DEAD_IMPORTERS tries", "tries": "NO_IMPORTER"}


def test_a_package_in_such_a_folder_is_one_all_the_same() -> None:
    tree = {**CORE, "tries/run.py": "X = 1\n", "tries/kit/__init__.py": "import shop.core\n"}
    found = dead({**tree, "tries/use.py": "import tries.run\n"})
    assert {name.rpartition(".")[2] for name in found} == {"core", "kit"}


def test_a_line_that_names_an_interpreter_says_nothing_in_a_package() -> None:
    start = {"shop/core/__init__.py": "", "shop/core/run.py": "#!/usr/bin/env python3\nX = 1\n"}
    assert dead({**SHOP, **start}) == {"shop.core": "NO_IMPORTER"}
    assert dead({**SHOP, "tries/run.py": "#!/usr/bin/env python3\nX = 1\n"}) == {}
