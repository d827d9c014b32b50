"""The command check: exit codes, what limits a report, and what every format says of a fault."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from archlint.reporters import FORMATS
from tests.cli.conftest import Outcome

Write = Callable[[Mapping[str, str]], Path]
Run = Callable[..., Outcome]

CONFIG = """\
[domains.store]
modules = ["shop.store"]
imports = []

[domains.web]
modules = ["shop.web"]
imports = ["store"]
"""
BAD = {
    "archlint.toml": CONFIG,
    "shop/store.py": "import shop.web\n",
    "shop/web.py": "def load():\n    import shop.store\n",
    "tests/test_all.py": "import shop.web\n",
}
GOOD = {**BAD, "shop/store.py": "X = 1\n"}


@pytest.mark.parametrize("name", FORMATS)
def test_exit_codes_are_the_same_in_every_format(write: Write, archlint: Run, name: str) -> None:
    write(GOOD)
    assert archlint("check", "--format", name)[0] == 0
    write(BAD)
    assert archlint("check", "--format", name)[0] == 1
    write({"archlint.toml": CONFIG + "typo = 1\n"})
    assert archlint("check", "--format", name)[0] == 2


def test_findings_go_to_standard_output_and_nothing_to_standard_error(
    write: Write, archlint: Run
) -> None:
    write(BAD)
    code, out, err = archlint("check")
    assert code == 1
    assert out.startswith("shop/store.py:1:8: error[forbidden-domain-import] ")
    assert err == ""


def test_warnings_count_only_when_asked(write: Write, archlint: Run) -> None:
    write({**GOOD, "tests/test_x.py": "def (:\n"})
    assert archlint("check")[0] == 0
    code, out, _ = archlint("check", "--fail-on", "warning", "--format", "concise")
    assert (code, out) == (1, "tests/test_x.py:1:5: warning syntax-error invalid syntax\n")


def test_the_verdict_does_not_depend_on_the_current_folder(write: Write, archlint: Run) -> None:
    top = write(BAD)
    message = (
        " error forbidden-domain-import `store` is a leaf and may not import `web`: "
        "`shop.store` imports `shop.web`\n"
    )
    for folder, place in ((top, "shop/store.py:1:8:"), (top / "shop", "store.py:1:8:")):
        assert archlint("check", "--format", "concise", folder=folder)[:2] == (1, place + message)
    elsewhere = top.parent
    code, out, _ = archlint("check", str(top), "--format", "concise", folder=elsewhere)
    assert (code, out) == (1, f"{top.name}/shop/store.py:1:8:{message}")


def test_paths_limit_the_report_and_not_the_analysis(write: Write, archlint: Run) -> None:
    write({**BAD, "shop/store/__init__.py": "", "shop/store/a.py": "import shop.web\n"})
    (Path(write({})) / "shop/store.py").unlink()
    assert archlint("check", "shop/web.py")[:2] == (
        0,
        (
            "0 errors, 0 warnings in 4 files, 3 imports\n"
            "domains cover 2 of 2 modules (100%)\n"
            "1 diagnostic outside the paths given not shown\n"
        ),
    )
    assert archlint("check", "shop/store")[0] == 1
    assert archlint("check", "shop/store/a.py", "shop/web.py")[0] == 1


def test_a_domain_limits_the_report(write: Write, archlint: Run) -> None:
    write(BAD)
    assert archlint("check", "web")[0] == 0
    assert archlint("check", "store")[0] == 1


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_no_path_and_no_domain_is_said(write: Write, archlint: Run, name: str) -> None:
    write(BAD)
    code, out, err = archlint("check", "stroe", "--format", name)
    assert code == 2
    assert "`stroe` is neither a path nor a domain: did you mean `store`?" in out + err


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_to_analyse_is_an_error(write: Write, archlint: Run, name: str) -> None:
    write({"archlint.toml": "", "readme.txt": "no Python here"})
    code, out, err = archlint("check", "--format", name)
    assert code == 2
    assert "Python file" in out + err
    if name == "json":
        assert json.loads(out)["failures"]


@pytest.mark.parametrize("name", FORMATS)
def test_an_unreadable_config_is_said_in_every_format(
    write: Write, archlint: Run, name: str
) -> None:
    write(GOOD)
    code, out, err = archlint("check", "--config", "gone.toml", "--format", name)
    assert code == 2
    assert "gone.toml" in out + err
    assert "Traceback" not in out + err


def test_a_malformed_config_drops_its_part_and_checks_the_rest(write: Write, archlint: Run) -> None:
    write({**BAD, "archlint.toml": CONFIG + "imprts = 1\n"})
    code, out, _ = archlint("check", "--format", "concise")
    assert code == 2
    assert [line.split()[:3] for line in out.splitlines()] == [
        ["archlint.toml:8:1:", "error", "malformed-config"],
        ["shop/store.py:1:8:", "error", "forbidden-domain-import"],
    ]


def test_a_stale_expression_is_a_finding_and_hides_none(write: Write, archlint: Run) -> None:
    write({**BAD, "archlint.toml": CONFIG + "[domains.gone]\nimports = []\n"})
    code, out, _ = archlint("check", "--format", "concise")
    assert code == 1
    assert [line.split()[:3] for line in out.splitlines()] == [
        ["archlint.toml:8:10:", "error", "unmatched-expression"],
        ["shop/store.py:1:8:", "error", "forbidden-domain-import"],
    ]


def test_select_and_disable(write: Write, archlint: Run) -> None:
    write(BAD)
    assert archlint("check", "--select", "syntax-error,unassigned-package")[0] == 0
    assert archlint("check", "--select", "syntax-error", "--select", "default")[0] == 1
    assert archlint("check", "--disable", "forbidden-domain-import")[0] == 0
    code, _, _err = archlint("check", "--select", "forbidden-domain-imports")
    assert code == 2
    code, _, _err = archlint("check", "--disable", "all")
    assert code == 2


@pytest.mark.parametrize("name", FORMATS)
def test_an_unknown_rule_is_said(write: Write, archlint: Run, name: str) -> None:
    write(BAD)
    code, out, err = archlint("check", "--select", "forbidden-import", "--format", name)
    assert code == 2
    assert "no rule is called `forbidden-import`: did you mean" in out + err


def test_a_config_that_cannot_be_used_is_said_once(write: Write, archlint: Run) -> None:
    write({**GOOD, "pyproject.toml": "[tool.archlint]\n"})
    code, out, err = archlint("check")
    assert code == 2
    assert (out + err).count("both configure archlint in one folder") == 1
    assert "\n1 fault that kept" in out


def test_unread_files_are_never_passed_over_in_silence(write: Write, archlint: Run) -> None:
    write({**GOOD, "shop/web.py": "def (:\n"})
    _code, out, _ = archlint("check", "--select", "forbidden-domain-import")
    assert "1 file could not be checked" in out
    override = '[[overrides]]\nmodules = ["shop.web"]\nrules = { syntax-error = "off" }\n'
    write({"archlint.toml": CONFIG + override})
    code, out, _ = archlint("check")
    assert (code, "1 file could not be checked" in out) == (0, True)


def test_output_to_a_file(write: Write, archlint: Run) -> None:
    top = write(BAD)
    code, out, _ = archlint("check", "--format", "json", "--output", "report.json")
    assert (code, out) == (1, "")
    assert json.loads((top / "report.json").read_bytes())["summary"]["errors"] == 1
    code, _, err = archlint("check", "--output", "no/such/folder/report.txt")
    assert code == 2
    assert "cannot write" in err


def test_code_of_the_project_that_exits_is_no_clean_run(write: Write, archlint: Run) -> None:
    write(
        {
            **GOOD,
            ".importlinter": "[importlinter]\nroot_package = shop\ncontract_types = x: laws.X\n"
            "[importlinter:contract:one]\nname = one\ntype = x\n",
            "laws.py": "import sys\nfrom importlinter import Contract\n\n"
            "class X(Contract):\n    def check(self, graph, verbose):\n        sys.exit(0)\n\n"
            "    def render_broken_contract(self, check): ...\n",
        }
    )
    code, out, err = archlint("check")
    assert code == 2, out
    assert "SystemExit" in out or "ended the run" in err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")
def test_standard_output_that_is_full(write: Write) -> None:
    top = write(BAD)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "archlint", "check"],
            cwd=top,
            env={"PYTHONPATH": str(Path(__file__).parents[2])},
            stdout=full,
            stderr=subprocess.PIPE,
        )
    assert done.returncode == 2
    said = os.strerror(errno.ENOSPC)
    assert done.stderr.decode() == f"archlint: cannot write to standard output: {said}\n"


def test_a_folder_without_code_is_an_error(write: Write, archlint: Run) -> None:
    write({**BAD, "docs/index.md": "", "tools/sub/a.py": ""})
    code, out, err = archlint("check", "docs", "shop")
    assert (code, err) == (2, "")
    assert "there is no Python file below `docs`" in out
    assert archlint("check", "tools", "archlint.toml")[0] == 0


def test_a_typo_alone_in_select_has_its_place(write: Write, archlint: Run) -> None:
    write({**GOOD, "archlint.toml": f'select = ["import-cycles"]\n{CONFIG}'})
    code, out, _ = archlint("check", "--format", "concise", "--quiet")
    assert code == 2
    assert "archlint.toml:1:11: error malformed-config no rule is called `import-cycles`" in out


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8", "latin-1"])
def test_any_terminal_can_show_any_name(write: Write, archlint: Run, encoding: str) -> None:
    write(
        {
            "archlint.toml": CONFIG.replace("shop.store", "shop.l\u00f6w"),
            "shop/l\u00f6w.py": "import shop.web; x = '\u6f22\u5b57 \U0001f389'\n",
            "shop/web.py": "X = 1\n",
        }
    )
    code, out, err = archlint("check", PYTHONIOENCODING=f"{encoding}:strict")
    assert code == 1
    assert "web.py" not in err
    assert err == ""
    assert "forbidden-domain-import" in out


def test_a_bug_keeps_its_traceback_and_exits_with_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from archlint.cli.guard import guarded

    def broken() -> None:
        raise KeyError("lost")

    assert guarded(broken) == 3
    shown = capsys.readouterr().err
    assert "KeyError: 'lost'" in shown
    assert "bug in archlint" in shown


def test_a_reader_that_leaves_is_no_error(write: Write, tmp_path: Path) -> None:
    import subprocess
    import sys

    write({"archlint.toml": "", **{f"m{number}.py": "def (:\n" for number in range(400)}})
    command = f"{sys.executable} -m archlint check --all | head -1"
    done = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith("m0.py:1:5: error[syntax-error]")
    assert done.stderr == ""


@pytest.mark.parametrize("seed", ["0", "1", "2", "3", "4"])
def test_same_bytes_whatever_the_hash_seed(write: Write, archlint: Run, seed: str) -> None:
    files = {
        f"shop/{name}.py": f"import shop.{other}\nfrom shop import {other}\nimport {name}x\n"
        for name, other in zip("abcdefgh", "hgfedcba", strict=True)
    }
    domains = "".join(
        f'[domains.{name}]\nmodules = ["shop.{name}"]\nimports = []\nexternal = []\n'
        for name in "abcdefgh"
    )
    write({"archlint.toml": domains, **files})
    code, out, _ = archlint("check", "--format", "json", PYTHONHASHSEED=seed)
    assert code == 1
    assert out == archlint("check", "--format", "json", PYTHONHASHSEED="99")[1]


def test_what_cannot_be_judged_is_listed_in_a_verbose_run(write: Write, archlint: Run) -> None:
    write(
        {
            "archlint.toml": 'entry-points = [{ modules = "shop", why = "a script" }]\n',
            "shop/__init__.py": "",
            "shop/ports.py": "from typing import Protocol\n\n\n"
            "class Store(Protocol):\n    def get(self, key): ...\n",
            "shop/memory.py": "from elsewhere import magic\nfrom shop.ports import Store\n\n\n"
            "class Memory(Store):\n    @magic\n    def get(self, key):\n        return key\n",
        }
    )
    _, out, _ = archlint("check", "--verbose")
    assert "nonconforming-type: cannot judge `shop.memory.Memory` as `shop.ports.Store`: " in out
    assert "cannot judge" not in archlint("check")[1]
