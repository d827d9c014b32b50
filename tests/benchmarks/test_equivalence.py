"""The configs of all tools say the same, and the comparison notices if one does not."""

import configparser
import sys
import tomllib
from pathlib import Path

import pytest

from benchmarks import configs, equivalence
from benchmarks.errors import BenchmarkError
from benchmarks.law import Law, Siblings
from benchmarks.tools import ARCHLINT, CONTRACTS, LINT_IMPORTS, TACH, Breach, Tools, breaches
from tests.benchmarks.test_law import SHOP, write

INSTALLED = Tools(Path(sys.executable).with_name("archlint"), Path(sys.executable).parent)
JUDGES = (ARCHLINT, CONTRACTS, LINT_IMPORTS)
"""tach is no dependency of this repository."""

LAW = Law(("shop",), ("shop.mail", "shop.store"))


def stage(folder: Path, law: Law = LAW) -> Path:
    write(folder, SHOP)
    configs.write(folder, law)
    return folder


def test_archlint_and_import_linter_pass_and_find_the_same(tmp_path: Path) -> None:
    tree = stage(tmp_path / "tree")
    planted = equivalence.confirm(INSTALLED, tree, LAW, tmp_path / "out", JUDGES)
    assert planted.importer == "shop.mail.queue"
    assert (tree / "shop/mail/queue.py").read_text() == SHOP["shop/mail/queue.py"]


def test_long_names_are_read_whole(tmp_path: Path) -> None:
    importing, imported = f"shop.{'a' * 60}", f"shop.{'b' * 60}"
    law = Law(("shop",), (importing, imported))
    files = {f"{name.replace('.', '/')}/__init__.py": "" for name in ("shop", *law.domains)}
    tree = write(tmp_path / "tree", files)
    configs.write(tree, law)
    planted = equivalence.confirm(INSTALLED, tree, law, tmp_path / "out", JUDGES)
    assert planted.importer == importing


@pytest.mark.parametrize("judge", JUDGES)
def test_a_tree_that_breaks_the_law_is_not_measured(tmp_path: Path, judge: str) -> None:
    law = Law(("shop",), ("shop.mail", "shop.text"))
    tree = stage(tmp_path / "tree", law)
    with pytest.raises(BenchmarkError, match=f"{judge} ended with 1"):
        equivalence.confirm(INSTALLED, tree, law, tmp_path / "out", [judge])


@pytest.mark.parametrize("judge", JUDGES)
def test_a_config_that_says_less_is_noticed(tmp_path: Path, judge: str) -> None:
    tree = stage(tmp_path / "tree", Law(("shop",), ("shop.mail", "shop.web")))
    with pytest.raises(BenchmarkError, match=f"{judge} ended with 0"):
        equivalence.confirm(INSTALLED, tree, LAW, tmp_path / "out", [judge])


def test_siblings_are_independent_but_for_the_shared_ones(tmp_path: Path) -> None:
    tree = stage(tmp_path / "tree")
    law = Law(("shop",), ("shop.web", "shop.mail"))
    found = Siblings("shop", ("shop.store", "shop.text"), law)
    contract = configs.import_linter_siblings(found)
    (tree / ".importlinter").write_text(contract, encoding="utf-8")
    judges = (CONTRACTS, LINT_IMPORTS)
    planted = equivalence.confirm(INSTALLED, tree, law, tmp_path / "out", judges)
    assert planted.imported == "shop.mail"


def test_every_tool_is_told_of_the_same_domains_and_roots() -> None:
    law = Law(("a", "b", "c"), ("a", "b"))
    own = tomllib.loads(configs.archlint_domains(law, ["all"]))["domains"]
    assert own == {
        "a": {"modules": ["a"], "imports": [], "tests": "check"},
        "b": {"modules": ["b"], "imports": [], "tests": "check"},
        "rest": {"modules": ["c"], "unchecked": True},
    }
    peer = configparser.ConfigParser()
    peer.read_string(configs.import_linter(law))
    assert peer["importlinter"]["root_packages"].split() == ["a", "b", "c"]
    pairs = [
        (section["source_modules"], section["forbidden_modules"].split())
        for name, section in peer.items()
        if ":" in name
    ]
    assert pairs == [("a", ["b"]), ("b", ["a"])]
    modules = tomllib.loads(configs.tach(law))["modules"]
    assert modules == [{"path": "a", "depends_on": []}, {"path": "b", "depends_on": []}]


SAID = {
    ARCHLINT: "shop/web.py:3:8: error forbidden-domain-import `web` may not import `store`\n",
    LINT_IMPORTS: "shop.web is not allowed to import shop.store:\n\n"
    "-   shop.web -> shop.store (l.3)\n",
    TACH: "[FAIL] shop/web.py:3: Cannot use 'shop.store'. Module 'shop.web' cannot depend on it.\n",
}


@pytest.mark.parametrize("label", SAID)
def test_breaches_are_read_from_what_tools_print(label: str) -> None:
    place = "shop.web" if label == LINT_IMPORTS else "shop/web.py"
    assert breaches(label, SAID[label]) == {Breach(place, 3)}
    assert breaches(label, "All is well: 1 kept, 0 broken.\n") == set()


def test_every_line_of_an_import_that_is_there_twice_is_a_breach() -> None:
    text = "-   shop.web -> shop.store (l.3, l.14)\n"
    assert breaches(LINT_IMPORTS, text) == {Breach("shop.web", 3), Breach("shop.web", 14)}
