"""The law of a tree is one that holds in it, and the plant is one import that breaks it."""

import re
from pathlib import Path

import pytest

from benchmarks.errors import BenchmarkError
from benchmarks.law import (
    Law,
    derive,
    derive_siblings,
    imported_names,
    owner_of,
    plant,
    withdraw,
)

SHOP = {
    "shop/__init__.py": "",
    "shop/web/__init__.py": "from .. import text\n",
    "shop/web/pages.py": "from shop.store import orders\n",
    "shop/store/__init__.py": "",
    "shop/store/orders.py": "def save():\n    import shop.text.words\n",
    "shop/text/__init__.py": "",
    "shop/text/words.py": "WORDS = ()",
    "shop/mail/__init__.py": "",
    "shop/mail/queue.py": "import shop.text\n",
}


def write(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def test_domains_are_packages_that_leave_each_other_alone(tmp_path: Path) -> None:
    law = derive(write(tmp_path, SHOP))
    assert law == Law(("shop",), ("shop.mail", "shop.store"))


def test_a_tree_of_several_packages_is_ruled_by_its_packages(tmp_path: Path) -> None:
    files = {
        "a/__init__.py": "import b\n",
        "b/__init__.py": "",
        "c/__init__.py": "",
        "d/__init__.py": "",
    }
    assert derive(write(tmp_path, files)) == Law(("a", "b", "c", "d"), ("a", "c", "d"))


def test_a_tree_whose_packages_are_all_entangled_has_no_law(tmp_path: Path) -> None:
    names = ("shop", "shop/a", "shop/b")
    files = {f"{name}/__init__.py": "import shop.a, shop.b" for name in names}
    with pytest.raises(BenchmarkError, match="leave each other alone"):
        derive(write(tmp_path, files))


def test_shared_siblings_are_those_that_anything_else_imports(tmp_path: Path) -> None:
    found = derive_siblings(write(tmp_path, SHOP), "shop")
    assert found.shared == ("shop.store", "shop.text")
    assert found.law == Law(("shop",), ("shop.mail", "shop.web"))


@pytest.mark.parametrize("ending", ["", "\n"])
def test_a_plant_is_one_line_and_can_be_withdrawn(tmp_path: Path, ending: str) -> None:
    path = write(tmp_path, {**SHOP, "shop/mail/queue.py": f"A = 1\nB = 2{ending}"})
    planted = plant(path, Law(("shop",), ("shop.mail", "shop.store")))
    lines = (tmp_path / planted.path).read_text(encoding="utf-8").splitlines()
    assert planted == ("shop/mail/queue.py", 3, "shop.mail.queue", "shop.store")
    assert lines[planted.line - 1] == "import shop.store"
    withdraw(tmp_path, planted)
    assert (tmp_path / planted.path).read_text(encoding="utf-8") == "A = 1\nB = 2\n"


IMPORTS = {
    "import a.b, c": {"a.b", "c"},
    "from a import b, c": {"a", "a.b", "a.c"},
    "from . import b": {"shop.web", "shop.web.b"},
    "from ..text import words": {"shop.text", "shop.text.words"},
    "if x:\n    pass\nelse:\n    import a": {"a"},
    "try:\n    import a\nexcept E:\n    import b\nelse:\n    import c\nfinally:\n    import d": {
        *"abcd"
    },
    "match x:\n    case 1:\n        import a": {"a"},
    "class C:\n    async def f(self):\n        with x:\n            import a": {"a"},
}


@pytest.mark.parametrize("source", IMPORTS)
def test_imports_are_seen_wherever_statements_are(source: str) -> None:
    assert set(imported_names(source.encode(), "shop.web.pages", False)) == IMPORTS[source]


def test_relative_imports_of_a_package_begin_at_itself() -> None:
    assert set(imported_names(b"from . import b", "shop.web", True)) == {"shop.web", "shop.web.b"}


def test_the_owner_of_a_name_is_the_nearest_package_around_it() -> None:
    owners = frozenset({"a", "a.b"})
    names = ("a.b.c", "a.bc", "a", "ab")
    assert [owner_of(name, owners) for name in names] == ["a.b", "a", "a", None]


def test_lines_are_counted_as_python_counts_them(tmp_path: Path) -> None:
    files = {**SHOP, "shop/mail/queue.py": "A = '''\x0c\x1c'''\r\nB = 2\r\n"}
    planted = plant(write(tmp_path, files), Law(("shop",), ("shop.mail", "shop.store")))
    content = (tmp_path / planted.path).read_bytes()
    assert re.split(rb"\r\n|\r|\n", content)[planted.line - 1] == b"import shop.store"
