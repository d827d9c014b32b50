"""archlint and import-linter hold on this repository."""

import configparser
import re
import subprocess
import sys
from pathlib import Path

import pytest

from archlint.config.load import load
from archlint.engine import check
from archlint.testing import run_rule

ROOT = Path(__file__).parent.parent


def test_this_repository_is_clean() -> None:
    report = check(load([str(ROOT)], None))
    assert report.diagnostics == ()
    assert report.exit_code() == 0
    assert report.counts.assigned == report.counts.production
    assert report.counts.unchecked == 0


def test_import_contracts_hold() -> None:
    command = "from importlinter.cli import lint_imports_command as run; run()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache", "--config", ".importlinter"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_the_map_and_the_contract_for_rules_name_every_room() -> None:
    """Layers are exhaustive by themselves; a list of what is forbidden is not."""
    rooms = {
        path.stem
        for path in (ROOT / "archlint").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    } - {"__init__", "__main__", "rules"}
    laws = configparser.ConfigParser()
    laws.read(ROOT / ".importlinter", encoding="utf-8")
    forbidden = laws["importlinter:contract:built-in-rules"]["forbidden_modules"].split()
    assert forbidden == [f"archlint.{room}" for room in sorted(rooms)]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## Rooms")[2].partition("## Where to add")[0]
    named = [
        name.rstrip("/")
        for row in re.findall(r"^\| (`.*?) \|", table, re.M)
        for name in re.findall(r"`(.*?)`", row)
    ]
    assert sorted(named) == sorted({*rooms, "rules"})


def model_tree(extra: dict[str, str]) -> dict[str, str]:
    """A copy of the subjects and of the law, with a telemetry domain beside them."""
    files = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in ("model", "critic")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }
    law = (ROOT / "archlint.toml").read_text(encoding="utf-8")
    tables = [table for table in law.split("\n\n") if "[domains.model]" in table]
    return {
        **files,
        "archlint.toml": "\n\n".join(tables) + "\n\n[domains.telemetry]\nimports = []\n",
        "telemetry/__init__.py": "def span(): ...\n",
        "telemetry/sinks.py": "def emit(): ...\n",
        **extra,
    }


PLANTS = {
    "plain": ("import telemetry\n", (1, 8)),
    "plain, submodule": ("import telemetry.sinks\n", (1, 8)),
    "aliased": ("import os, telemetry.sinks as out\n", (1, 12)),
    "from": ("from telemetry import span\n", (1, 6)),
    "from, submodule": ("from telemetry import (\n    sinks as out,\n)\n", (2, 5)),
    "star": ("from telemetry import *\n", (1, 6)),
    "in a function": ("def f():\n    import telemetry\n", (2, 12)),
    "in a method": ("class C:\n    def f(self):\n        from telemetry import span\n", (3, 14)),
    "in a class": ("class C:\n    import telemetry\n", (2, 12)),
    "in try": ("try:\n    import telemetry\nexcept ImportError:\n    pass\n", (2, 12)),
    "in except": ("try:\n    pass\nexcept ImportError:\n    import telemetry\n", (4, 12)),
    "TYPE_CHECKING": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import telemetry\n",
        (3, 12),
    ),
    "TYPE_CHECKING, qualified": (
        "import typing\nif typing.TYPE_CHECKING:\n    import telemetry\n",
        (3, 12),
    ),
    "TYPE_CHECKING, module aliased": (
        "import typing as t\nif t.TYPE_CHECKING:\n    import telemetry\n",
        (3, 12),
    ),
    "TYPE_CHECKING, aliased": (
        "from typing import TYPE_CHECKING as TC\nif TC:\n    import telemetry\n",
        (3, 12),
    ),
    "TYPE_CHECKING, else of not": (
        "import typing\nif not typing.TYPE_CHECKING:\n    pass\nelse:\n    import telemetry\n",
        (5, 12),
    ),
    "TYPE_CHECKING, elif": (
        "import typing\nif 0:\n    pass\nelif typing.TYPE_CHECKING:\n    import telemetry\n",
        (5, 12),
    ),
    "import_module": (
        "import importlib\nimportlib.import_module('telemetry.sinks')\n",
        (2, 25),
    ),
    "import_module, aliased": (
        "from importlib import import_module as load\nload(name='telemetry')\n",
        (2, 11),
    ),
    "import_module, constant": (
        "import importlib\nHOME = 'telemetry'\nimportlib.import_module(HOME + '.sinks')\n",
        (3, 25),
    ),
    "__import__": ("__import__('telemetry')\n", (1, 12)),
}

LOOK_ALIKES = {
    "a name that only begins so": "import telemetry_sdk\n",
    "the word in a string": "HELP = 'import telemetry'\n",
    "the word in a comment": "# import telemetry\n",
    "an attribute": "import os\nos.telemetry = 1\n",
    "a submodule of its own": "from model import errors as telemetry\n",
    "a function of its own": "def import_module(name): ...\nimport_module('telemetry')\n",
    "a name that cannot be read": "import importlib\ndef f(n):\n    importlib.import_module(n)\n",
}


@pytest.mark.parametrize("form", PLANTS)
def test_an_import_of_telemetry_in_model_is_caught_at_its_place(form: str) -> None:
    source, place = PLANTS[form]
    found = run_rule("forbidden-domain-import", model_tree({"model/planted.py": source}))
    assert [(item.location.path, item.location.line, item.location.column) for item in found] == [
        ("model/planted.py", *place)
    ]


def test_a_relative_import_of_telemetry_is_caught() -> None:
    files = {
        "archlint.toml": '[domains.model]\nmodules = ["app.model"]\nimports = []\n'
        '[domains.telemetry]\nmodules = ["app.telemetry"]\nimports = []\n',
        "app/__init__.py": "",
        "app/telemetry.py": "def span(): ...\n",
        "app/model/__init__.py": "from ..telemetry import span\nfrom .. import telemetry\n",
    }
    found = run_rule("forbidden-domain-import", files)
    assert [(item.location.line, item.location.column) for item in found] == [(1, 6), (2, 16)]


@pytest.mark.parametrize("kind", LOOK_ALIKES)
def test_look_alikes_in_model_are_clean(kind: str) -> None:
    tree = model_tree({"model/planted.py": LOOK_ALIKES[kind]})
    assert run_rule("forbidden-domain-import", tree) == ()


def test_every_file_of_model_is_held_to_it() -> None:
    files = sorted(path for path in model_tree({}) if path.startswith("model/"))
    assert files
    for path in files:
        tree = model_tree({})
        lines = tree[path].count("\n") + 1
        tree[path] += "import telemetry\n"
        found = run_rule("forbidden-domain-import", tree)
        assert [(item.location.path, item.location.line) for item in found] == [(path, lines)]
