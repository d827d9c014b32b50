"""The commands why and show entry-points."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Outcome

Write = Callable[[Mapping[str, str]], Path]
Run = Callable[..., Outcome]

TREE = {
    "pyproject.toml": '[project]\nname = "shop"\n\n[project.scripts]\nrun = "shop.cli:main"\n',
    "shop/__init__.py": "",
    "shop/cli.py": "import shop.used\n\n\ndef main(): ...\n",
    "shop/used/__init__.py": "X = 1\n",
    "shop/left/__init__.py": "import shop.freed\n",
    "shop/left/inner/__init__.py": "X = 1\n",
    "shop/freed/__init__.py": "X = 1\n",
    "shop/empty/__init__.py": "",
    "tests/test_left.py": "import shop.left\nimport shop.used\n",
}


@pytest.mark.parametrize("name", ["shop.used", "shop/used", "shop/used/__init__.py"])
def test_why_a_package_is_alive(write: Write, archlint: Run, name: str) -> None:
    write(TREE)
    code, out, err = archlint("why", name)
    assert (code, err) == (0, "")
    assert out == (
        "`shop.used` is alive: `shop.cli` leads to it (script `run`)\n"
        "pyproject.toml:5:8  shop.cli   script `run`\n"
        "shop/cli.py:1:8     shop.used  import\n"
        "users outside of it: 2, 1 of them tests\n"
    )


def test_why_a_package_is_dead_and_what_goes_with_it(write: Write, archlint: Run) -> None:
    write(TREE)
    code, out, err = archlint("why", "shop.left")
    assert (code, err) == (0, "")
    assert out == (
        "`shop.left` is dead: it is imported only by its own tests\n"
        "searched from: 2 entry points, 0 tools, 1 tests\n"
        "searched for its name: strings, and files beside the source\n"
        "did not count:\n"
        "tests/test_left.py:1:8  tests.test_left  its own test\n"
        "goes with it: `shop.freed`\n"
    )
    assert (
        "`shop.left.inner` is dead: `shop.left`, which holds it,"
        in archlint("why", "shop.left.inner")[1]
    )
    assert (
        "is dead: it is imported only by what is dead: `shop.left`\n"
        in archlint("why", "shop.freed")[1]
    )


def test_why_a_package_needs_no_importer(write: Write, archlint: Run) -> None:
    write(TREE)
    assert "`shop.empty` holds no production code" in archlint("why", "shop.empty")[1]
    assert "`tests.test_left`" in archlint("why", "tests.test_left")[1]


def test_why_nothing(write: Write, archlint: Run) -> None:
    write(TREE)
    code, out, err = archlint("why", "shop.usde")
    assert (code, out) == (2, "")
    assert "no package is called `shop.usde`: did you mean `shop.used`?" in err


def test_why_goes_by_what_the_config_says_of_tests(write: Write, archlint: Run) -> None:
    config = '[rules]\nunused-package = { test-consumers = "ignore" }\n'
    tree = {"shop/__init__.py": "X = 1\n", "tests/test_x.py": "import shop\n"}
    write(tree)
    assert "`shop` is alive" in archlint("why", "shop")[1]
    write({"archlint.toml": config})
    assert "`shop` is dead: it is imported only by tests" in archlint("why", "shop")[1]


def test_show_entry_points(write: Write, archlint: Run) -> None:
    write(TREE)
    code, out, err = archlint("show", "entry-points")
    assert (code, err) == (0, "")
    assert out == (
        "pyproject.toml:5:8  shop.cli  script `run`\n"
        "pyproject.toml:1:1  shop      shipped by the distribution `shop`\n"
        "besides: 1 test modules, 0 tool modules\n"
    )


def test_a_block_stands_for_its_findings_until_all_are_asked_for(
    write: Write, archlint: Run
) -> None:
    dead = {f"shop/many/{name}/__init__.py": "X = 1\n" for name in "abcde"}
    write({**TREE, **dead, "shop/many/__init__.py": "X = 1\n", "shop/cli.py": "import shop.many\n"})
    _, out, _ = archlint("check", "--select", "unused-package")
    assert "5 of the 5 children of `shop.many` that hold code are dead: a, b, c, d, e\n" in out
    assert "`shop.many.a`" not in out
    _, out, _ = archlint("check", "--select", "unused-package", "--all")
    assert "`shop.many.a` has no importer (1 module, 1 line)" in out
    _, out, _ = archlint("check", "--select", "unused-package", "--format", "concise")
    assert out.count("unused-package") == 7
