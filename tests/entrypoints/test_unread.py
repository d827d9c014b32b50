"""What Python files may import that could not be read."""

import pytest

from tests.consumers.trees import SHOP, dead

TREE = {**SHOP, "shop/a/__init__.py": "X = 1\n"}
BROKEN = "def (:\n"
NEWER = "x = t'{y}'\ntype T = int\n"


@pytest.mark.parametrize("fault", [BROKEN, NEWER])
@pytest.mark.parametrize("line", ["import shop.a", "from . import a", "from shop import (\n  a)"])
def test_a_package_that_an_unread_file_names_is_not_called_dead(line: str, fault: str) -> None:
    assert dead({**TREE, "shop/new.py": f"{line}\n{fault}"}) == {}


@pytest.mark.parametrize("line", ["import shop.ab", "import shop.b_a", "x = 1"])
def test_one_that_it_does_not_name_is(line: str) -> None:
    assert [*dead({**TREE, "shop/new.py": f"{line}\n{BROKEN}"})] == ["shop.a"]


def test_a_package_does_not_keep_itself_alive() -> None:
    assert [*dead({**TREE, "shop/a/new.py": f"import shop.a\n{BROKEN}"})] == ["shop.a"]


def test_a_test_that_could_not_be_read_counts_where_tests_do() -> None:
    tree = {**TREE, "tests/test_all.py": f"import shop.a\n{BROKEN}"}
    assert dead(tree) == {}
    assert [*dead(tree, test_consumers="ignore")] == ["shop.a"]
