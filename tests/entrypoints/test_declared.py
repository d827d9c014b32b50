"""Entry points that metadata and the config declare."""

import pytest

from archlint.testing import run_rule
from tests.consumers.trees import SHOP, dead

TREE = {**SHOP, "shop/a/__init__.py": "def main(): ...\n"}
CFG = "[metadata]\nname = shop\n[options.entry_points]\n"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pyproject.toml", '[project]\nname = "shop"\nscripts = { x = "shop.a:main" }\n'),
        ("pyproject.toml", '[project]\nname = "shop"\ngui-scripts = { x = "shop.a:main" }\n'),
        ("pyproject.toml", '[project.entry-points."x.y"]\nz = "shop.a"\n'),
        ("pyproject.toml", '[tool.poetry.scripts]\nx = "shop.a:main"\n'),
        (
            "pyproject.toml",
            '[tool.poetry.scripts]\nx = { reference = "shop.a:main", type = "c" }\n',
        ),
        ("pyproject.toml", '[tool.poetry.plugins."x.y"]\nz = "shop.a:main"\n'),
        ("pyproject.toml", '[tool.flit.entrypoints."x.y"]\nz = "shop.a:main"\n'),
        ("setup.cfg", f"{CFG}console_scripts =\n    x = shop.a:main\n"),
        ("setup.cfg", f"{CFG}x.y =\n    z = shop.a:main [extra]\n"),
        ("setup.py", "setup(entry_points={'console_scripts': ['x=shop.a:main']})\n"),
        ("setup.py", "setup(entry_points='[x.y]\\nz = shop.a:main\\n')\n"),
        ("setup.py", "KEYS = {'entry_points': {'x.y': ['z = shop.a']}}\nsetup(**KEYS)\n"),
        ("setup.py", "S = []\nS.append('x = shop.a:main')\nsetup(entry_points=f(S))\n"),
        ("archlint.toml", 'entry-points = [{ modules = "shop.a", why = "x" }]\n'),
        ("archlint.toml", 'entry-points = [{ modules = "shop.*", why = "x" }]\n'),
        ("archlint.toml", 'plugins = [".shop.a"]\n'),
    ],
)
def test_each_keeps_what_it_names(path: str, text: str) -> None:
    assert dead(TREE) == {"shop.a": "NO_IMPORTER"}
    assert dead({**TREE, path: text}) == {}


@pytest.mark.parametrize(
    "text",
    [
        '[project]\nname = "shop"\n[tool.setuptools]\npackages = ["shop", "shop.a"]\n',
        '[project]\nname = "shop"\n[tool.coverage.run]\nomit = ["shop.a"]\n',
        '[project]\nname = "shop"\n[[tool.mypy.overrides]]\nmodule = "shop.a"\n',
        '[project]\nname = "shop"\n[tool.importlinter]\nroot_package = "shop.a"\n',
        '[project]\nname = "shop"\n[tool.ruff.lint]\nx = ["shop.a"]\n',
    ],
)
def test_tables_of_linters_and_of_the_build_backend_say_nothing(text: str) -> None:
    law = '[domains.x]\nmodules = ["shop.a"]\nimports = []\n'
    tree = {**TREE, "archlint.toml": law, "pyproject.toml": text}
    assert dead(tree) == {"shop.a": "NO_IMPORTER"}


def test_a_setup_script_lists_packages_and_does_not_use_them() -> None:
    text = "setup(name='shop', packages=['shop', 'shop.a'], package_data={'shop.a': ['x']})\n"
    assert dead({**TREE, "setup.py": text}) == {"shop.a": "NO_IMPORTER"}


@pytest.mark.parametrize("kind", ["application", "library"])
def test_a_library_is_one_by_what_it_installs_or_by_word(kind: str) -> None:
    library = {
        "pyproject.toml": '[project]\nname = "shop"\n',
        "shop/__init__.py": "",
        "shop/a/__init__.py": "X = 1\n",
        "shop/_b/__init__.py": "X = 1\n",
    }
    private = {"shop._b": "NO_IMPORTER"}
    assert dead(library) == private
    program = {**library, "shop/__main__.py": "X = 1\n"}
    assert dead(program) == {**private, "shop.a": "NO_IMPORTER"}
    said = {"archlint.toml": f'kind = "{kind}"\n'}
    expected = private if kind == "library" else {**private, "shop.a": "NO_IMPORTER"}
    assert dead({**library, **said}) == dead({**program, **said}) == expected


def test_a_tree_without_metadata_can_be_called_a_library() -> None:
    tree = {path: TREE[path] for path in TREE if path != "shop/__main__.py"}
    assert dead(tree) == {"shop": "NO_IMPORTER"}
    assert dead({**tree, "archlint.toml": 'kind = "library"\n'}) == {}


def test_users_of_a_library_import_public_modules_too() -> None:
    tree = {
        "pyproject.toml": '[project]\nname = "shop"\n',
        "shop/__init__.py": "",
        "shop/extra.py": "import shop._one\n",
        "shop/_inner.py": "import shop._two\n",
        "shop/_one/__init__.py": "X = 1\n",
        "shop/_two/__init__.py": "X = 1\n",
    }
    assert dead(tree) == {"shop._two": "DEAD_IMPORTERS shop._inner"}


@pytest.mark.parametrize("name", ["entry-points", "overrides"])
def test_a_table_of_the_config_whose_modules_are_none_is_a_finding(name: str) -> None:
    said = {"entry-points": 'why = "x"', "overrides": "rules = { import-cycle = 'off' }"}[name]
    config = f'{name} = [{{ modules = ["shop.gone.*"], {said} }}]\n'
    (found,) = run_rule("unmatched-expression", {**TREE, "archlint.toml": config})
    assert str(found.location) == f"archlint.toml:1:{config.index('shop')}"
    assert found.message == f"`shop.gone.*` of `{name}` matches no module"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('{ modules = "shop.a" }', "an entry point needs `why`"),
        ('{ why = "x" }', "an entry point needs `modules`"),
        ('{ modules = "shop.a", why = "x", typo = 1 }', "unknown key `typo`"),
        ('"shop.a"', "an item of `entry-points` is a string, expected a table"),
    ],
)
def test_malformed_entry_points(entry: str, message: str) -> None:
    found = run_rule("unmatched-expression", {**TREE, "archlint.toml": f"entry-points = [{entry}]"})
    assert [item.message for item in found] == [message]


def test_an_entry_point_takes_one_name_of_a_package() -> None:
    tree = {
        "pyproject.toml": '[project.scripts]\nx = "shop:run"\n',
        "shop/__init__.py": "from .a import run\nfrom .b import other\n__all__ = ['run']\n",
        "shop/a/__init__.py": "def run(): ...\n",
        "shop/b/__init__.py": "def other(): ...\n",
    }
    assert dead(tree) == {"shop.b": "NO_IMPORTER"}
