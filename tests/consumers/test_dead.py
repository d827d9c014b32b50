"""What is dead, and why."""

import pytest

from tests.consumers.trees import SHOP, dead


def package(*names: str, text: str = "X = 1\n") -> dict[str, str]:
    return {f"shop/{name.replace('.', '/')}/__init__.py": text for name in names}


def test_the_outermost_dead_package_stands_for_all_below_it() -> None:
    assert dead({**SHOP, **package("a", "a.b", "a.b.c")}) == {"shop.a": "NO_IMPORTER"}


def test_a_chain_of_dead_importers_is_named_hop_by_hop() -> None:
    tree = {
        **SHOP,
        **package("a", text="import shop.b\n"),
        **package("b", text="import shop.c\n"),
        **package("c"),
    }
    assert dead(tree) == {
        "shop.a": "NO_IMPORTER",
        "shop.b": "DEAD_IMPORTERS shop.a",
        "shop.c": "DEAD_IMPORTERS shop.b",
    }


def test_a_dead_module_of_a_package_that_is_alive_is_named_itself() -> None:
    tree = {**SHOP, "shop/left.py": "import shop.a\n", **package("a")}
    assert dead(tree) == {"shop.a": "DEAD_IMPORTERS shop.left"}


def test_three_packages_can_be_one_island() -> None:
    ring = {name: f"import shop.{after}\n" for name, after in (("a", "b"), ("b", "c"), ("c", "a"))}
    tree = {f"shop/{name}/__init__.py": text for name, text in ring.items()}
    assert dead({**SHOP, **tree}) == {
        "shop.a": "ISLAND shop.b shop.c",
        "shop.b": "ISLAND shop.a shop.c",
        "shop.c": "ISLAND shop.a shop.b",
    }


@pytest.mark.parametrize(
    "test",
    [
        "shop/a/tests/test_x.py",
        "shop/a/x_test.py",
        "tests/test_a.py",
        "tests/a_test.py",
        "tests/unit/test_a.py",
        "tests/shop/test_a.py",
        "tests/shop/a/test_x.py",
        "tests/integration/a/conftest.py",
        "test/functional/a/test_deep/test_x.py",
        "shop/tests/test_a.py",
        "tests/test_a/test_x.py",
        "tests/unit/a_test/x.py",
    ],
)
def test_own_tests_do_not_count(test: str) -> None:
    tree = {**SHOP, **package("a", text="import shop.b\n"), **package("b")}
    assert dead({**tree, test: "import shop.a\n"}) == {
        "shop.a": "OWN_TESTS",
        "shop.b": "DEAD_IMPORTERS shop.a",
    }


def test_what_tests_share_is_no_test_by_its_name() -> None:
    tree = {**SHOP, **package("a"), "tests/a.py": "import shop.a\n"}
    assert dead(tree) == {"shop.a": "OWN_TESTS"}
    assert dead({**tree, "tests/test_b.py": "from tests.a import x\n"}) == {}
    assert dead({**tree, "shop/__main__.py": "import tests.a\n"}) == {"shop.a": "OWN_TESTS"}
    tree = {**SHOP, **package("a")}
    for test in ("tests/test_a.py", "tests/a/base.py"):
        shared = test.removesuffix(".py").replace("/", ".")
        users = {test: "import shop.a\n", "tests/test_b.py": f"import {shared}\n"}
        assert dead({**tree, **users}) == {"shop.a": "OWN_TESTS"}


def test_a_package_may_be_called_like_a_test() -> None:
    tree = {**SHOP, "shop/test_kit/__init__.py": "X = 1\n"}
    for test in ("tests/test_kit/test_x.py", "tests/test_test_kit.py", "tests/test_kit.py"):
        assert dead({**tree, test: "import shop.test_kit\n"}) == {"shop.test_kit": "OWN_TESTS"}


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("from shop.api import *\n", {"shop.api.b": "NO_IMPORTER"}),
        ("import shop.api\n", {"shop.api.a": "NO_IMPORTER", "shop.api.b": "NO_IMPORTER"}),
    ],
)
def test_a_star_imports_the_modules_that_all_names(run: str, expected: dict[str, str]) -> None:
    tree = {**SHOP, **package("api", text="__all__ = ['a', 'c']\n"), **package("api/a")}
    assert dead({**tree, **package("api/b"), "shop/__main__.py": run}) == expected


def test_what_is_walked_is_used_to_its_depth() -> None:
    tree = {**SHOP, **package("jobs"), **package("jobs/a"), **package("jobs/a/deep")}
    for walk, expected in (
        ("walk_packages", {}),
        ("iter_modules", {"shop.jobs.a.deep": "NO_IMPORTER"}),
    ):
        run = (
            f"import pkgutil\nimport shop.jobs\npkgutil.{walk}(shop.jobs.__path__, 'shop.jobs.')\n"
        )
        assert dead({**tree, "shop/__main__.py": run}) == expected


@pytest.mark.parametrize(
    "test", ["tests/test_b.py", "tests/b/test_a.py", "tests/test_shop.py", "shop/b/tests/test_x.py"]
)
def test_tests_of_others_count_unless_told_not_to(test: str) -> None:
    tree = {**SHOP, **package("a"), test: "from shop.a import X\n"}
    assert dead(tree) == {}
    assert dead(tree, test_consumers="ignore") == {"shop.a": "TESTS"}


def test_an_own_test_does_not_reach_its_package_through_the_parent() -> None:
    tree = {
        "shop/__init__.py": "from .a import X\n",
        "shop/__main__.py": "Y = 1\n",
        **package("a"),
        "tests/test_a.py": "from shop import X\n",
    }
    assert dead(tree) == {"shop.a": "NO_IMPORTER"}
    assert dead({**tree, "tests/test_other.py": "from shop import X\n"}) == {}


def test_a_package_that_only_its_tests_use_is_dead_with_all_its_parts() -> None:
    tree = {
        "shop/__init__.py": "",
        **package("a", "b"),
        "shop/tests/test_all.py": "import shop.a\nimport shop.b\n",
    }
    assert dead(tree) == {"shop": "OWN_TESTS"}


@pytest.mark.parametrize(
    ("parent", "user", "alive"),
    [
        ("from .a import X\n", "from shop import X\n", True),
        ("from .a import X\n", "import shop\n", True),
        ("from .a import X\n", "from shop import *\n", True),
        ("from .a import X\n", "from shop import Y\n", False),
        ("from .a import X as Y\n", "from shop import Y\n", True),
        ("from .a import X as Y\n", "from shop import X\n", False),
        ("from .a import *\n", "from shop import X\n", True),
        ("from .a import *\n", "from shop import Z\n", False),
        ("from .a import X\nprint(X)\n", "Z = 1\n", True),
        ("from .a import X\n__all__ = ['X']\n", "Z = 1\n", False),
        ("from .a import X\n__all__ = []\n", "from shop import *\n", False),
        ("import shop.a\n", "Z = 1\n", True),
        ("from . import a\n", "Z = 1\n", True),
        ("def load():\n    from .a import X\n", "Z = 1\n", True),
    ],
)
def test_what_a_parent_passes_on(parent: str, user: str, alive: bool) -> None:
    tree = {"shop/__init__.py": parent, "shop/__main__.py": user, **package("a")}
    assert dead(tree) == ({} if alive else {"shop.a": "NO_IMPORTER"})


def test_what_is_passed_on_twice_is_taken_through_both_parents() -> None:
    tree = {
        "shop/__init__.py": "from .a import X\n",
        "shop/__main__.py": "from shop import X\n",
        "shop/a/__init__.py": "from .b import X\n",
        **package("a.b"),
    }
    assert dead(tree) == {}
    assert dead({**tree, "shop/__main__.py": "from shop import Z\n"}) == {"shop.a": "NO_IMPORTER"}


def test_the_child_itself_is_nobody_who_takes() -> None:
    tree = {
        "shop/__init__.py": "from .a import X\n",
        "shop/__main__.py": "Z = 1\n",
        **package("a"),
        "shop/a/inner.py": "from shop import X\n",
    }
    assert dead(tree) == {"shop.a": "NO_IMPORTER"}


def test_single_modules() -> None:
    tree = {
        **SHOP,
        "shop/left.py": "X = 1\n",
        **package("a"),
        "tests/test_left.py": "import shop.left",
    }
    assert dead(tree) == {"shop.a": "NO_IMPORTER"}
    assert dead(tree, unit="module") == {"shop.a": "NO_IMPORTER", "shop.left": "OWN_TESTS"}


@pytest.mark.parametrize(
    "files",
    [
        {"shop/a/__init__.py": ""},
        {"shop/a/__init__.py": '"""Later."""\n'},
        {"shop/a/__init__.py": "", "shop/a/x_test.py": "X = 1\n"},
        {
            "shop/a/__init__.py": "",
            "shop/a/x_test.py": "X = 1\n",
            "tests/test_x.py": "import shop.a",
        },
        {"shop/a/__init__.pyi": "X: int\n", "shop/a/b.pyi": "X: int\n"},
        {"shop/a/__init__.py": "", "shop/a/tests/helper.py": "X = 1\n"},
    ],
)
def test_inert_and_test_only_packages_are_none(files: dict[str, str]) -> None:
    assert dead({**SHOP, **files}) == {}


def test_a_folder_without_init_is_a_package() -> None:
    assert dead({**SHOP, "shop/old/x.py": "X = 1\n"}) == {"shop.old": "NO_IMPORTER"}
    used = {**SHOP, "shop/__main__.py": "import shop.old.x\n", "shop/old/x.py": "X = 1\n"}
    assert dead(used) == {}


def test_a_file_that_cannot_be_parsed_is_code() -> None:
    assert dead({**SHOP, "shop/a/__init__.py": "def (:\n"}) == {"shop.a": "NO_IMPORTER"}


def test_what_runs_in_a_package_keeps_it_and_its_parents() -> None:
    tree = {**SHOP, **package("a", "a.b"), "shop/a/b/run.py": 'if __name__ == "__main__": ...\n'}
    assert dead(tree) == {}
