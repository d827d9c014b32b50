"""What a run loads: nothing that neither its command nor its tree needs."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Write = Callable[[Mapping[str, str]], Path]

PLAIN = {"plain.py": "import os\n\n\ndef f(): return os.sep\n"}
CONTRACT = """\
[importlinter]
root_package = shop

[importlinter:contract:apart]
name = apart
type = forbidden
source_modules = shop.a
forbidden_modules = shop.b
"""
NEEDED = {
    "a config": (
        {"archlint.toml": ""},
        {"tomllib", "archlint.config.read"},
    ),
    "a contract": (
        {
            ".importlinter": CONTRACT,
            "shop/__init__.py": "",
            "shop/a.py": "",
            "shop/b.py": "",
        },
        {"configparser", "archlint.contracts.run"},
    ),
    "a contract that import-linter has to judge": (
        {
            ".importlinter": CONTRACT.replace("forbidden\n", "forbidden\ncolour = red\n", 1),
            "shop/__init__.py": "",
            "shop/a.py": "",
            "shop/b.py": "",
        },
        {"importlinter"},
    ),
    "a class": (
        {"store.py": "class Store: ...\n"},
        {"archlint.conformance.claims"},
    ),
    "a package": (
        {"shop/__init__.py": ""},
        {"archlint.consumers.search", "archlint.entrypoints.texts"},
    ),
    "a word that is none": (
        {"archlint.toml": "selct = []\n"},
        {"difflib"},
    ),
    "code that does not parse": (
        {"broken.py": "def\n"},
        {"libcst"},
    ),
}


def loaded(folder: Path, *arguments: str) -> set[str]:
    """The modules that a run of the command line has loaded when it ends."""
    code = (
        "import atexit, sys\n"
        "from archlint.cli import main\n"
        "atexit.register(lambda: print(*sys.modules, sep='\\n'))\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1, 2), done.stderr
    return set(done.stdout.splitlines())


def test_help_loads_the_command_line_alone(tmp_path: Path) -> None:
    own = {name for name in loaded(tmp_path, "--help") if name.startswith("archlint")}
    assert {name.split(".")[1] for name in own if "." in name} == {
        "cli",
        "diagnostics",
        "errors",
        "version",
    }


@pytest.mark.parametrize("case", NEEDED)
def test_what_only_some_trees_need_is_loaded_for_these(write: Write, case: str) -> None:
    files, needed = NEEDED[case]
    assert not needed & loaded(write(PLAIN), "check", "--no-cache")
    assert needed <= loaded(write(files), "check", "--no-cache")


def test_a_plain_check_loads_no_library_but_click(write: Write) -> None:
    heavy = {"grimp", "rich", "pathspec", "subprocess", "traceback"}
    assert not heavy & loaded(write(PLAIN), "check", "--no-cache")


def test_rules_that_are_not_selected_are_not_loaded(write: Write) -> None:
    found = loaded(write(PLAIN), "check", "--no-cache", "--select", "syntax-error,import-cycle")
    assert {name for name in found if name.startswith("archlint.rules.")} == {
        "archlint.rules.import_cycle",
        "archlint.rules.syntax_error",
    }


def test_what_is_remembered_is_shown_without_what_found_it_out(write: Write) -> None:
    folder = write(PLAIN)
    loaded(folder, "check")
    found = loaded(folder, "check")
    rooms = {name.split(".")[1] for name in found if name.startswith("archlint.")}
    assert not rooms & {"engine", "rules", "registry", "facts", "resolve", "project", "domains"}
    assert "reporters" in rooms
