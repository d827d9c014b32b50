"""What contracts find, where they say it, and what they say beside the verdict."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from archlint.config.load import load
from archlint.diagnostics import Diagnostic
from archlint.engine import check
from archlint.testing import run_rule
from tests.cli.conftest import Outcome
from tests.contracts.peer import own_report, write

LAYERS = """\
[importlinter]
root_package = pkg
[importlinter:contract:l]
name = two layers
type = layers
layers =
    pkg.hi
    pkg.lo
"""
TREE = {
    "pkg/__init__.py": "",
    "pkg/hi.py": "",
    "pkg/mid.py": "import pkg.hi\n",
    "pkg/lo/__init__.py": "",
    "pkg/lo/one.py": "import pkg.hi\n",
    "pkg/lo/two.py": "import pkg.mid\nfrom pkg import mid\n",
}


def shown(report_of: Path) -> list[str]:
    report = own_report(report_of, "import-contract", "unmatched-expression")
    return [f"{item.location} {item.severity} {item.instance}" for item in report.diagnostics]


def test_every_import_that_begins_a_chain_is_told_with_the_chain(tmp_path: Path) -> None:
    write(tmp_path, {**TREE, ".importlinter": LAYERS})
    report = own_report(tmp_path)
    assert [str(item.location) for item in report.diagnostics] == [
        "pkg/lo/one.py:1:8",
        "pkg/lo/two.py:1:8",
        "pkg/lo/two.py:2:17",
    ]
    first, second, third = report.diagnostics
    assert first.related == ()
    assert [str(place.location) for place in second.related] == ["pkg/mid.py:1:8"]
    assert second.message == (
        "`pkg.lo` may not import `pkg.hi`: `pkg.lo.two` reaches `pkg.hi` through `pkg.mid`"
    )
    assert (second.subject, second.object, second.instance) == ("pkg.lo.two", "pkg.mid", "l")
    assert second.why == "two layers"
    assert str(second.config) == ".importlinter:3:1"
    assert third.identity == second.identity


IGNORED = "ignore_imports =\n    pkg.lo.one -> pkg.hi\n    pkg.lo.** -> pkg.mid\n"


@pytest.mark.parametrize(
    ("alerting", "expected"),
    [
        ("", [".importlinter:12:5 error unmatched-expression"]),
        ("error", [".importlinter:12:5 error unmatched-expression"]),
        ("warn", [".importlinter:12:5 warning unmatched-expression"]),
        ("none", []),
    ],
)
def test_an_entry_that_matches_nothing(tmp_path: Path, alerting: str, expected: list[str]) -> None:
    stale = "    pkg.lo -> pkg.gone\n"
    text = LAYERS + IGNORED + stale
    if alerting:
        text += f"unmatched_ignore_imports_alerting = {alerting}\n"
    write(tmp_path, {**TREE, ".importlinter": text})
    assert shown(tmp_path) == expected


def test_an_entry_that_excuses_nothing(tmp_path: Path) -> None:
    idle = "    pkg.mid -> pkg.low\n    pkg.low -> pkg.lowest\n"
    files = {**TREE, "pkg/low.py": "import pkg.lowest\n", "pkg/lowest.py": ""}
    files["pkg/mid.py"] += "import pkg.low\n"
    write(tmp_path, {**files, ".importlinter": LAYERS + IGNORED + idle})
    assert shown(tmp_path) == [
        ".importlinter:12:5 warning unmatched-expression",
        ".importlinter:13:5 warning unmatched-expression",
    ]
    write(tmp_path, {"archlint.toml": "[import-contracts]\nstrict = true\n"})
    assert shown(tmp_path) == [
        ".importlinter:12:5 error unmatched-expression",
        ".importlinter:13:5 error unmatched-expression",
    ]


@pytest.mark.parametrize("roots", [["pkg", "pkg"], ["pkg.lo", "pkg"], ["pkg", "pkg.lo"]])
def test_root_packages_may_overlap(tmp_path: Path, roots: list[str]) -> None:
    listed = "root_packages =\n" + "".join(f"    {root}\n" for root in roots)
    text = LAYERS.replace("root_package = pkg\n", listed)
    write(tmp_path, {**TREE, ".importlinter": text})
    assert len(shown(tmp_path)) == 3


@pytest.mark.parametrize(
    "unread",
    [
        {"pkg/lo/one.py": "import pkg.hi as\n"},
        {"archlint.toml": 'extend-exclude = ["pkg/lo/one.py"]\n'},
    ],
)
def test_an_entry_for_a_file_that_is_not_read_may_be_right(
    tmp_path: Path, unread: dict[str, str]
) -> None:
    entries = "    pkg.lo.one -> pkg.gone\n    pkg.lo.two -> pkg.gone\n    pkg.lo.** -> pkg.mid\n"
    write(tmp_path, {**TREE, **unread, ".importlinter": LAYERS + "ignore_imports =\n" + entries})
    assert shown(tmp_path) == [".importlinter:11:5 error unmatched-expression"]


def test_what_is_excused_is_counted_and_shown(
    write: Callable[..., Path], archlint: Callable[..., Outcome]
) -> None:
    write({**TREE, ".importlinter": LAYERS + IGNORED})
    code, text, _ = archlint("check", "--select", "import-contract", "--verbose")
    assert code == 0
    assert "import contracts ignore 3 imports" in text
    assert "ignored: pkg/lo/two.py:2:17 (excused from `l` by `pkg.lo.** -> pkg.mid`)" in text


def test_more_than_agreed(tmp_path: Path) -> None:
    config = "[import-contracts.l]\nmax-ignored = {}\n"
    write(tmp_path, {**TREE, ".importlinter": LAYERS + IGNORED, "archlint.toml": config.format(2)})
    assert shown(tmp_path) == []
    write(tmp_path, {"archlint.toml": config.format(1)})
    (item,) = own_report(tmp_path).diagnostics
    assert str(item.location) == ".importlinter:10:5"
    assert str(item.config) == "archlint.toml:2:15"
    assert item.message == "contract `two layers` ignores 2 imports, 1 agreed"
    assert [str(place.location) for place in item.related] == [
        "pkg/lo/one.py:1:8",
        "pkg/lo/two.py:1:8",
        "pkg/lo/two.py:2:17",
    ]


def test_kinds_of_one_contract(tmp_path: Path) -> None:
    code = (
        "import typing\nif typing.TYPE_CHECKING:\n    import pkg.hi\n"
        "def f():\n    import pkg.hi\nclass C:\n    import pkg.hi\n"
    )
    write(tmp_path, {**TREE, "pkg/lo/one.py": code, "pkg/lo/two.py": "", ".importlinter": LAYERS})
    lines = {"typing": 3, "deferred": 5}
    for kinds in ([], ["typing"], ["deferred"], ["typing", "deferred"]):
        table = "".join(f'{kind}-imports = "ignore"\n' for kind in kinds)
        write(tmp_path, {"archlint.toml": f"[import-contracts.l]\n{table}"})
        left = {3, 5, 7} - {lines[kind] for kind in kinds}
        assert {item.location.line for item in own_report(tmp_path).diagnostics} == left


UNSEEN = {
    "pkg/__init__.py": "",
    "pkg/hi.py": "",
    "pkg/lo.py": "__import__('pkg.hi')\nimport pkg.orphan.m\n",
    "pkg/lo.pyi": "import pkg.hi\n",
    "pkg/orphan/m.py": "import pkg.hi\n",
}


def test_what_import_linter_does_not_see_is_a_warning(tmp_path: Path) -> None:
    write(tmp_path, {**UNSEEN, ".importlinter": LAYERS})
    assert shown(tmp_path) == [
        "pkg/lo.py:1:12 warning l",
        "pkg/lo.py:2:8 warning l",
        "pkg/lo.pyi:1:8 warning l",
    ]
    write(tmp_path, {"archlint.toml": "[import-contracts]\nstrict = true\n"})
    assert {line.split()[1] for line in shown(tmp_path)} == {"error"}


def test_wildcards_that_match_nothing_are_a_warning(tmp_path: Path) -> None:
    text = LAYERS.replace("pkg.hi", "hi").replace("pkg.lo", "lo")
    write(tmp_path, {**TREE, ".importlinter": f"{text}containers =\n    pkg\n    pkg.*.*.*\n"})
    assert ".importlinter:11:5 warning unmatched-expression" in shown(tmp_path)


PARENTS = {
    "pkg/__init__.py": "",
    "pkg/core.py": "from pkg.plot import axis\n",
    "pkg/plot/__init__.py": "import math\n",
    "pkg/plot/axis.py": "",
    ".importlinter": (
        "[importlinter]\nroot_package = pkg\ninclude_external_packages = True\n"
        "[importlinter:contract:chain]\nname = c\ntype = forbidden\n"
        "source_modules = pkg.core\nforbidden_modules = math\n"
        "[importlinter:contract:direct]\nname = d\ntype = forbidden\nas_packages = False\n"
        "source_modules = pkg.core\nforbidden_modules = pkg.plot\nallow_indirect_imports = True\n"
    ),
}


def test_chains_follow_parents_where_asked_and_direct_imports_do_not(
    write: Callable[..., Path], archlint: Callable[..., Outcome]
) -> None:
    top = write(PARENTS)
    assert shown(top) == []
    (top / "archlint.toml").write_text("parent-imports = true\n")
    assert shown(top) == ["pkg/core.py:1:22 error chain"]
    (item,) = own_report(top).diagnostics
    assert [str(place.location) for place in item.related] == ["pkg/plot/__init__.py:1:8"]
    assert item.note == "parent import"
    _, text, _ = archlint("show", "module", "pkg.core")
    assert "  imports pkg.plot at pkg/core.py:1:22 (parent import)\n" in text


def test_parents_of_what_is_told_or_ignored_are_not_told(tmp_path: Path) -> None:
    text = (
        "[importlinter]\nroot_package = pkg\n[importlinter:contract:f]\nname = f\n"
        "type = forbidden\nsource_modules = pkg.core\nforbidden_modules = pkg.plot\n"
    )
    write(tmp_path, {**PARENTS, ".importlinter": text, "archlint.toml": "parent-imports = true\n"})
    (item,) = own_report(tmp_path).diagnostics
    assert item.object == "pkg.plot.axis"
    write(tmp_path, {".importlinter": f"{text}ignore_imports =\n    pkg.core -> pkg.plot.axis\n"})
    assert shown(tmp_path) == []


def test_an_unlisted_layer_that_import_linter_does_not_see(tmp_path: Path) -> None:
    text = LAYERS.replace("pkg.hi", "hi").replace("pkg.lo", "lo")
    text += "    mid\ncontainers = pkg\nexhaustive = True\n"
    files = {"pkg/__init__.py": "", "pkg/hi.py": "", "pkg/lo.py": "", "pkg/mid.py": ""}
    write(tmp_path, {**files, "pkg/orphan/m.py": "", "pkg/new.py": "", ".importlinter": text})
    assert shown(tmp_path) == ["pkg/new.py:1:1 error l", "pkg/orphan/m.py:1:1 warning l"]


def test_parents_do_not_count_for_domains() -> None:
    files = {
        **PARENTS,
        "archlint.toml": (
            "parent-imports = true\n[domains.core]\nmodules = ['pkg.core']\nimports = ['axis']\n"
            "[domains.axis]\nmodules = ['pkg.plot.axis']\nimports = []\n"
            "[domains.rest]\nmodules = ['pkg']\nimports = ['axis']\n"
        ),
    }
    assert run_rule("forbidden-domain-import", files) == ()


def test_a_rule_that_is_not_selected_says_nothing_of_contracts() -> None:
    broken = {**TREE, "setup.cfg": LAYERS + "nonsense = 1\nignore_imports = pkg.a -> pkg.b\n"}
    assert run_rule("unmatched-expression", broken) == ()


def test_one_contract_can_be_told_from_another_in_the_config(tmp_path: Path) -> None:
    write(tmp_path, {**TREE, "setup.cfg": LAYERS, "archlint.toml": "disable=['import-contract']"})
    assert not [item for item in check(load([str(tmp_path)], None)).diagnostics if breach(item)]
    write(tmp_path, {"archlint.toml": "[rules]\nimport-contract = 'warning'\n"})
    found = check(load([str(tmp_path)], None)).diagnostics
    assert {item.severity.value for item in found if breach(item)} == {"warning"}


def breach(item: Diagnostic) -> bool:
    return item.rule == "import-contract"


def test_the_libraries_are_loaded_for_contracts_that_are_not_plain(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom archlint.engine import check\nfrom archlint.config.load import load\n"
        "check(load(['.'], None))\n"
        "print(sorted({'grimp', 'importlinter', 'rich'} & sys.modules.keys()))\n"
    )
    odd = f"{LAYERS}unknown = option\n"
    every = "['grimp', 'importlinter', 'rich']\n"
    for text, expected in (("", "[]\n"), (LAYERS, "[]\n"), (odd, every)):
        write(tmp_path, {**TREE, "setup.cfg": text})
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={"PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
        )
        assert done.stdout == expected, done.stderr


def test_every_run_says_the_same(
    write: Callable[..., Path], archlint: Callable[..., Outcome]
) -> None:
    files = {f"p/low/{name}.py": "import p.util\n" for name in "vwxyz"}
    files |= {f"p/high/{name}.py": "import p.low\n" for name in ("__init__", *"abc")}
    files |= {
        "p/__init__.py": "",
        "p/low/__init__.py": "",
        "p/util.py": "from p.high import a, b\n",
    }
    kinds = {
        "forbidden": "source_modules = p.*\nforbidden_modules =\n    p.high.*\n    p.low\n",
        "independence": "modules =\n    p.*\n",
        "acyclic_siblings": "ancestors =\n    p\n    p.*\n",
        "protected": "protected_modules =\n    p.high\n    p.*\nallowed_importers =\n    p.util\n",
    }
    text = "[importlinter]\nroot_package = p\n"
    for kind, options in kinds.items():
        text += f"[importlinter:contract:{kind}]\nname = {kind}\ntype = {kind}\n{options}"
    write({**files, ".importlinter": text})
    outcomes = {archlint("check", PYTHONHASHSEED=str(seed)) for seed in range(5)}
    assert len(outcomes) == 1
    assert outcomes.pop()[0] == 1
