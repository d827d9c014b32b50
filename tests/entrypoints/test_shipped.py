"""What a distribution ships is there for others to use, wherever the build backend finds it."""

import pytest

from tests.consumers.trees import dead

PORTION = {
    "acme/shop/__init__.py": "",
    "acme/shop/api.py": "import acme.shop._core\n",
    "acme/shop/orders/__init__.py": "X = 1\n",
    "acme/shop/_core/__init__.py": "X = 1\n",
    "acme/shop/_dead/__init__.py": "X = 1\n",
}
"""A package of a library in a namespace, of which one package is private and unused."""

PLAIN = {
    "acme/shop/api.py": "import acme.shop.orders.place\n",
    "acme/shop/orders/place.py": "X = 1\n",
}
"""The same without any `__init__`."""

FIND = '[project]\nname = "x"\n[tool.setuptools.packages.find]\n'


def below(folder: str, tree: dict[str, str]) -> dict[str, str]:
    return {f"{folder}/{path}": text for path, text in tree.items()}


@pytest.mark.parametrize(
    ("folder", "path", "text"),
    [
        (".", "pyproject.toml", '[project]\nname = "acme.shop"\n'),
        (".", "pyproject.toml", '[project]\nname = "acme-shop"\n'),
        ("src", "pyproject.toml", '[project]\nname = "acme-shop"\n'),
        ("src", "pyproject.toml", '[project]\nname = "other"\n'),
        (".", "pyproject.toml", f'{FIND}include = ["acme.*"]\n'),
        ("lib", "pyproject.toml", f'{FIND}where = ["lib"]\n'),
        ("src", "setup.cfg", "[options]\npackages = find_namespace:\npackage_dir =\n  = src\n"),
        (".", "setup.py", "setup(name='x', packages=find_namespace_packages())\n"),
        (".", "setup.py", "setup(packages=['acme.shop', 'acme.shop.orders'])\n"),
        (
            "src",
            "pyproject.toml",
            '[tool.poetry]\npackages = [{ include = "acme", from = "src" }]\n',
        ),
        ("src", "pyproject.toml", '[tool.uv.build-backend]\nmodule-name = "acme.shop"\n'),
        ("src", "pyproject.toml", '[tool.flit.module]\nname = "acme.shop"\n'),
        (".", "archlint.toml", 'kind = "library"\n'),
    ],
)
def test_a_library_may_lie_in_a_namespace(folder: str, path: str, text: str) -> None:
    said = {path: text}
    assert dead({**below(folder, PORTION), **said}) == {"acme.shop._dead": "NO_IMPORTER"}
    assert dead({**below(folder, PLAIN), **said}) == {}


def test_each_distribution_ships_its_own_portion() -> None:
    tree = {
        "packages/a/pyproject.toml": '[project]\nname = "acme-a"\n',
        "packages/a/src/acme/a/__init__.py": "X = 1\n",
        "packages/b/pyproject.toml": '[project]\nname = "acme-b"\nscripts = { b = "acme.b:run" }\n',
        "packages/b/src/acme/b/__init__.py": "def run(): ...\n",
        "packages/b/src/acme/b/old/__init__.py": "X = 1\n",
    }
    assert dead(tree) == {"acme.b.old": "NO_IMPORTER"}


def test_a_namespace_of_an_application_ships_nothing_by_itself() -> None:
    tree = {
        "pyproject.toml": '[project]\nname = "acme"\nscripts = { a = "acme.cli:run" }\n',
        "src/acme/cli.py": "def run(): ...\n",
        "src/acme/old/x.py": "import acme.older.y\n",
        "src/acme/older/y.py": "X = 1\n",
    }
    assert dead(tree) == {"acme.old": "NO_IMPORTER", "acme.older": "DEAD_IMPORTERS acme.old"}


TWO = {
    "bar/__init__.py": "",
    "bar/deep/__init__.py": "X = 1\n",
    "baz/__init__.py": "X = 1\n",
    "plain/x.py": "import plain.y\n",
    "plain/y.py": "X = 1\n",
    "tests/test_plain.py": "import plain.x\n",
}
"""Two packages beside each other, and a folder that only a search for namespaces finds."""


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("setup.py", "setup(name='x', packages=find_packages())\n", {"plain"}),
        (
            "setup.py",
            "setup(name='x', packages=find_packages(exclude=['baz']))\n",
            {"baz", "plain"},
        ),
        (
            "setup.py",
            "setup(name='x', packages=find_packages(include=['bar', 'bar.*']))\n",
            {"baz", "plain"},
        ),
        ("setup.cfg", "[metadata]\nname = x\n[options]\npackages = find:\n", {"plain"}),
        ("pyproject.toml", FIND, set()),
        ("pyproject.toml", f'{FIND}include = ["ba*"]\n', {"plain"}),
        (
            "pyproject.toml",
            '[project]\nname = "x"\n[build-system]\nbuild-backend = "pdm.backend"\n',
            {"plain"},
        ),
    ],
)
def test_a_backend_that_looks_for_packages_ships_all_it_finds(
    path: str, text: str, expected: set[str]
) -> None:
    assert dead({**TWO, path: text}).keys() == expected


def test_a_folder_of_packages_is_a_library_by_word_if_nothing_says_what_is_shipped() -> None:
    tree = {"bar/__init__.py": "X = 1\n", "baz/__init__.py": "X = 1\n"}
    stated = {**tree, "pyproject.toml": '[project]\nname = "x"\n'}
    assert dead(stated).keys() == {"bar", "baz"}
    assert dead({**stated, "archlint.toml": 'kind = "library"\n'}) == {}
    portion = {f"acme/{path}": text for path, text in stated.items() if path.startswith("ba")}
    assert dead({**portion, "archlint.toml": 'kind = "library"\n'}) == {}
