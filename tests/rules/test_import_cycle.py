"""What a diagnostic of import-cycle says, and which import it stands at."""

import pytest

from archlint.diagnostics import Diagnostic
from archlint.testing import run_rule


def found(files: dict[str, str]) -> Diagnostic:
    (diagnostic,) = run_rule("import-cycle", files)
    return diagnostic


def lines(diagnostic: Diagnostic) -> list[str]:
    return [f"{item.location} {item.message}" for item in diagnostic.related]


def test_two_modules() -> None:
    item = found({"shop/a.py": "import shop.b\n", "shop/b.py": "import os, shop.a\n"})
    assert str(item.location) == "shop/b.py:1:12"
    assert item.message == (
        "`shop.b` imports `shop.a`, which closes a cycle of 2 modules: "
        "`shop.b` -> `shop.a` -> `shop.b`"
    )
    assert (item.subject, item.object) == ("shop.b", "shop.a")
    assert lines(item) == ["shop/a.py:1:8 then `shop.a` imports `shop.b`"]
    assert item.help == (
        "move what `shop.b` needs of `shop.a` at run time to where both may import it",
        "or invert it: have `shop.b` take what it needs as an argument, and wire it outside",
    )


def test_of_a_larger_component_a_shortest_cycle_and_the_whole_cut_are_placed() -> None:
    item = found(
        {
            "shop/a.py": "from shop import b, c\n",
            "shop/b.py": "from shop import a\n",
            "shop/c.py": "import shop.a\nfrom shop import d\n",
            "shop/d.py": "import shop.c\nimport shop.a\nimport shop.a as again\n",
        }
    )
    assert str(item.location) == "shop/b.py:1:18"
    assert item.message == (
        "`shop.b` imports `shop.a`, which closes a cycle of 2 modules: "
        "`shop.b` -> `shop.a` -> `shop.b`; such cycles tie 4 modules together, "
        "and without 3 imports, this one included, there would be none"
    )
    assert lines(item) == [
        "shop/a.py:1:18 then `shop.a` imports `shop.b`",
        "shop/c.py:1:8 to be cut, too: `shop.c` imports `shop.a`",
        "shop/c.py:2:18 to be cut, too: `shop.c` imports `shop.d`",
    ]


def test_one_import_may_be_the_whole_cut() -> None:
    item = found(
        {
            "shop/a.py": "from shop import d\n",
            "shop/b.py": "from shop import a\n",
            "shop/c.py": "from shop import a\n",
            "shop/d.py": "from shop import b, c\n",
        }
    )
    assert item.message.endswith(
        "; such cycles tie 4 modules together, and without this import there would be none"
    )
    assert lines(item) == [
        "shop/d.py:1:18 then `shop.d` imports `shop.b`",
        "shop/b.py:1:18 then `shop.b` imports `shop.a`",
    ]


def test_more_statements_weigh_more_and_each_is_placed() -> None:
    files = {
        "shop/a.py": "import shop.b\nimport shop.b as again\n",
        "shop/b.py": "import shop.a\nimport shop.a as again\nfrom shop.a import one, two\n",
    }
    item = found(files)
    assert str(item.location) == "shop/a.py:1:8"
    assert lines(item) == [
        "shop/b.py:1:8 then `shop.b` imports `shop.a`",
        "shop/a.py:2:8 to be cut, too: `shop.a` imports `shop.b`",
    ]


def test_between_packages_a_statement_counts_once_and_modules_are_named_at_their_places() -> None:
    item = found(
        {
            "archlint.toml": "[rules]\nimport-cycle = { level = 'package' }\n",
            "shop/a/x.py": "from shop.b import y, z\n",
            "shop/b/y.py": "from shop.a import x\n",
            "shop/b/z.py": "import shop.a.x\n",
        }
    )
    assert str(item.location) == "shop/a/x.py:1:20"
    assert item.message == (
        "`shop.a` imports `shop.b`, which closes a cycle of 2 packages: "
        "`shop.a` -> `shop.b` -> `shop.a`"
    )
    assert (item.subject, item.object) == ("shop.a", "shop.b")
    assert lines(item) == ["shop/b/y.py:1:20 then `shop.b.y` imports `shop.a.x`"]


def test_between_domains_names_decide_ties_and_not_their_order_in_the_config() -> None:
    tables = ["[domains.b]\nimports = ['*']\n", "[domains.a]\nimports = ['b']\n"]
    rule = "[rules]\nimport-cycle = { level = 'domain' }\n"
    files = {"a.py": "import b\n", "b.py": "import a\n"}
    one = found({**files, "archlint.toml": "".join((*tables, rule))})
    other = found({**files, "archlint.toml": "".join((*reversed(tables), rule))})
    assert str(one.location) == "b.py:1:8"
    assert one == other


def test_an_unchecked_domain_closes_no_cycle_of_domains() -> None:
    config = """
        [domains.a]
        imports = ["b"]
        [domains.b]
        unchecked = true
        [rules]
        import-cycle = { level = "domain" }
    """
    files = {"archlint.toml": config, "a.py": "import b\n", "b.py": "import a\n"}
    assert run_rule("import-cycle", files) == ()


def test_of_one_name_in_two_roots_each_is_its_own_module() -> None:
    files = {
        "archlint.toml": "source-roots = ['one', 'two']\n",
        **{
            f"{root}/{name}.py": f"import {other}\n"
            for root in ("one", "two")
            for name, other in (("a", "b"), ("b", "a"))
        },
    }
    one, two = run_rule("import-cycle", files)
    assert (one.subject, one.object) == ("one:b", "one:a")
    assert (two.subject, two.object) == ("two:b", "two:a")


@pytest.mark.parametrize("level", ["module", "package"])
def test_a_script_is_part_of_no_cycle(level: str) -> None:
    files = {
        "archlint.toml": f"[rules]\nimport-cycle = {{ level = '{level}' }}\n",
        "shop/a/__init__.py": "",
        "shop/a/run-it.py": "import shop.b\n",
        "shop/b/__init__.py": "import shop.a\n",
    }
    assert run_rule("import-cycle", files) == ()


def test_only_annotations_need_the_import() -> None:
    item = found(
        {
            "shop/a.py": "from shop.b import B\ndef a(b: B) -> None: ...\n",
            "shop/b.py": "from shop.a import a\nB = a\n",
        }
    )
    assert str(item.location) == "shop/a.py:1:6"
    assert item.help == (
        "only annotations of `shop.a` need it: quote them, and move it under `if TYPE_CHECKING:`",
    )


@pytest.mark.parametrize(("config", "is_found"), [("", False), ("parent-imports = true\n", True)])
def test_a_package_that_runs_because_of_what_is_in_it(config: str, is_found: bool) -> None:
    files = {
        "shop/a.py": "from shop.b.c import X\n",
        "shop/b/__init__.py": "from shop.a import X\n",
        "shop/b/c.py": "X = 1\n",
        "archlint.toml": config,
    }
    messages = [item.message for item in run_rule("import-cycle", files)]
    cycle = "`shop.b` imports `shop.a`, which closes a cycle of 2 modules: "
    expected = [f"{cycle}`shop.b` -> `shop.a` -> `shop.b`"] if is_found else []
    assert messages == expected


def test_a_typing_import_runs_no_package_either() -> None:
    files = {
        "shop/a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import shop.b.c\n",
        "shop/b/__init__.py": "from shop.a import X\n",
        "shop/b/c.py": "X = 1\n",
        "archlint.toml": "parent-imports = true\n",
    }
    assert not run_rule("import-cycle", files)
