"""What the options of the cache do, and what a run reads that has nothing new to learn."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from archlint.cli.asked import Asked
from archlint.cli.remembering import Remembering
from archlint.config import load
from archlint.facts import gather
from archlint.facts.extract import extract
from archlint.facts.imports import FileFacts
from tests.cli.conftest import Outcome

Archlint = Callable[..., Outcome]
Write = Callable[[Mapping[str, str]], Path]

TREE = {
    "app/__init__.py": "",
    "app/a.py": "import app.b\n",
    "app/b.py": "import app.a\n",
    "pyproject.toml": "[project]\nname = 'app'\nversion = '1'\n",
}


@pytest.fixture
def tree(write: Write) -> Path:
    return write(TREE)


def files(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        path.name: (path.stat().st_mtime_ns, path.read_bytes())
        for path in folder.iterdir()
        if path.is_file()
    }


def stages(outcome: Outcome) -> list[str]:
    return [line.split(" s  ")[1] for line in outcome[2].splitlines() if " s  " in line]


def test_the_folder_marks_itself(tree: Path, archlint: Archlint) -> None:
    archlint("check")
    found = files(tree / ".archlint_cache")
    assert found[".gitignore"][1] == b"*\n"
    assert found["CACHEDIR.TAG"][1].startswith(b"Signature: 8a477f597d28d172789f06886806bc55\n")
    assert len(found) == 4


def test_says_the_same_again_from_memory(tree: Path, archlint: Archlint) -> None:
    cold = archlint("check")
    before = files(tree / ".archlint_cache")
    again = archlint("check", "--timings")
    assert again[:2] == cold[:2]
    assert cold[0] == 1
    assert stages(again) == [
        "start-up",
        "finding of the config",
        "recall of the report",
        "output",
        "all",
    ]
    assert files(tree / ".archlint_cache") == before


def test_no_cache_leaves_and_takes_nothing(tree: Path, archlint: Archlint) -> None:
    cold = archlint("check", "--no-cache")
    assert not (tree / ".archlint_cache").exists()
    assert archlint("check")[:2] == cold[:2]
    assert "facts" in stages(archlint("check", "--no-cache", "--timings"))


def test_the_folder_may_be_elsewhere(tree: Path, tmp_path: Path, archlint: Archlint) -> None:
    for _ in range(2):  # after the first there is one folder more to look into
        archlint("check", "--cache-dir", "elsewhere/deep")
    assert not (tree / ".archlint_cache").exists()
    assert "walk" not in stages(archlint("check", "--cache-dir", "elsewhere/deep", "--timings"))


def test_a_folder_of_the_users_own_is_not_marked(tree: Path, archlint: Archlint) -> None:
    (tree / "mine").mkdir()
    archlint("check", "--cache-dir", "mine")
    assert ".gitignore" not in files(tree / "mine")
    assert any(name.startswith("facts-") for name in files(tree / "mine"))


def test_a_folder_that_cannot_be_written_is_no_trouble(tree: Path, archlint: Archlint) -> None:
    (tree / ".archlint_cache").write_text("in the way")
    assert archlint("check")[:2] == archlint("check", "--no-cache")[:2]
    assert (tree / ".archlint_cache").read_text() == "in the way"


def test_where_ci_is_set_times_prove_nothing(tree: Path, archlint: Archlint) -> None:
    cold = archlint("check")
    for path in tree.rglob("*.py"):
        os.utime(path, (1, 1))
    before = files(tree / ".archlint_cache")
    for arguments, environment in (
        (["--cache-strategy", "content"], {}),
        ([], {"CI": "true"}),
    ):
        again = archlint("check", "--timings", *arguments, **environment)
        assert again[:2] == cold[:2]
        assert "facts" not in stages(again)
        assert files(tree / ".archlint_cache") == before


def test_rules_of_the_users_own_run_every_time(write: Write, archlint: Archlint) -> None:
    rule = (
        "from archlint import Diagnostic, Location, Rule\n"
        "from dataclasses import dataclass\n"
        "import os\n\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class Moody(Rule):\n"
        '    """Checks for a mood."""\n\n'
        "    def check(self, project):\n"
        '        mood = os.environ.get("MOOD", "")\n'
        "        if mood:\n"
        '            place = Location("app/a.py")\n'
        '            yield Diagnostic(rule="moody", message=mood, location=place, subject=mood)\n'
    )
    write(
        {
            **TREE,
            "archlint.toml": 'plugins = [".laws"]\n',
            "laws/__init__.py": "",
            "laws/moody.py": rule,
        }
    )
    before = archlint("check", "--format", "concise")
    again = archlint("check", "--format", "concise", "--timings", MOOD="bad")
    assert "import-cycle" not in stages(again)
    assert "moody" in stages(again)
    assert "app/a.py:1:1: error moody bad" in again[1]
    assert [line for line in again[1].splitlines() if "moody" not in line] == before[1].splitlines()


def test_which_rules_there_are_is_never_recalled(write: Write, archlint: Archlint) -> None:
    config = 'plugins = [".laws"]\nexclude = ["laws.py"]\n[rules.local]\ntype = "import-cycle"\n'
    tree = write({**TREE, "archlint.toml": config})
    for name in ("Some", "Other", "Local", "Other"):
        text = (
            "from archlint import Rule\n\n"
            f"class {name}(Rule):\n"
            '    """Checks nothing."""\n\n'
            "    def check(self, project):\n"
            "        return iter(())\n"
        )
        (tree / "laws.py").write_text(text)
        outcome = archlint("check", "--verbose")
        assert outcome == archlint("check", "--verbose", "--no-cache")
        names = outcome[1].rpartition("rules: ")[2]
        is_taken = "another rule is called `local`" in outcome[1]
        assert is_taken if name == "Local" else name.lower() in names
    assert "import-cycle" not in stages(archlint("check", "--verbose", "--timings"))


def test_a_mark_that_is_gone_comes_back(tree: Path, archlint: Archlint) -> None:
    (tree / ".archlint_cache").mkdir()
    archlint("check")
    assert (tree / ".archlint_cache" / ".gitignore").read_text() == "*\n"
    (tree / ".archlint_cache" / ".gitignore").unlink()
    (tree / "app" / "a.py").write_text("import os\n")
    archlint("check")
    assert (tree / ".archlint_cache" / ".gitignore").read_text() == "*\n"


@pytest.mark.parametrize("folder", ["", "pyproject.toml"])
def test_what_can_be_no_folder_is_refused(tree: Path, archlint: Archlint, folder: str) -> None:
    code, output, error = archlint("check", "--cache-dir", folder)
    assert (code, output) == (2, "")
    assert f"`{folder}` is no folder" in error


def test_a_folder_among_the_sources_is_not_looked_into(tree: Path, archlint: Archlint) -> None:
    (tree / "mine").mkdir()
    for _ in range(2):
        archlint("check", "--cache-dir", "mine")
    assert "config" not in stages(archlint("check", "--cache-dir", "mine", "--timings"))


def test_only_what_was_done_took_time(tree: Path, archlint: Archlint) -> None:
    done = stages(archlint("check", "--no-cache", "--timings"))
    assert not [stage for stage in done if "recall" in stage or "keeping" in stage]


def test_domains_are_answered_from_facts(write: Write, archlint: Archlint) -> None:
    write({**TREE, "archlint.toml": "[domains.app]\nimports = []\n"})
    whole = archlint("check")
    limited = archlint("check", "app", "--timings")
    assert limited[:2] == whole[:2]
    assert "walk" not in stages(limited)
    assert "import-cycle" not in stages(limited)


def test_eight_answers_are_kept(tree: Path, archlint: Archlint) -> None:
    rules = ["import-cycle", "unresolved-import", "syntax-error", "unreadable-file"]
    for number in range(10):
        select = ",".join(rules[bit] for bit in range(4) if (number + 1) >> bit & 1)
        archlint("check", "--select", select)
    names = [name for name in files(tree / ".archlint_cache") if name.startswith("answer-")]
    assert len(names) == 8


def test_other_commands_share_the_config(
    write: Write, archlint: Archlint, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = write({**TREE, "archlint.toml": "[domains.app]\nimports = []\n"})
    archlint("check")
    monkeypatch.chdir(top)
    monkeypatch.setattr(load, "read_config", None)
    (domain,) = Asked(None, Remembering()).project().config.domains
    assert domain.name == "app"


LOOKS = [
    (("show",), ("module", "app.a")),
    (("why",), ("app",)),
    (("conformance",), ()),
]


def test_other_commands_share_what_files_say(
    tree: Path, archlint: Archlint, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[bytes] = []

    def counting_extract(content: bytes, *, is_stub: bool = False) -> FileFacts:
        parsed.append(content)
        return extract(content, is_stub=is_stub)

    monkeypatch.setattr(gather, "extract", counting_extract)
    monkeypatch.chdir(tree)
    Asked(None, Remembering(is_off=True)).project()
    assert len(parsed) == 3
    archlint("check")
    project = Asked(None, Remembering()).project()
    assert len(parsed) == 3
    assert [module.name for module in project.modules] == ["app", "app.a", "app.b"]


@pytest.mark.parametrize(("command", "words"), LOOKS)
def test_other_commands_keep_what_they_find_out(
    tree: Path, archlint: Archlint, command: tuple[str, ...], words: tuple[str, ...]
) -> None:
    outcome = archlint(*command, "--no-cache", *words)
    assert not (tree / ".archlint_cache").exists()
    assert archlint(*command, *words) == outcome
    assert archlint(*command, *words) == outcome
    assert "walk" not in stages(archlint("check", "--timings"))
    (tree / "app/c.py").write_text("import app.a\n")
    assert archlint(*command, *words) == archlint(*command, "--no-cache", *words)


@pytest.mark.parametrize(("command", "words"), LOOKS)
def test_other_commands_have_the_options_of_the_cache(
    tree: Path, archlint: Archlint, command: tuple[str, ...], words: tuple[str, ...]
) -> None:
    assert archlint(*command, "--cache-strategy", "content", "--cache-dir", "c", *words)[0] == 0
    assert (tree / "c").is_dir()
    assert not (tree / ".archlint_cache").exists()


def test_a_type_of_contract_of_the_users_own_keeps_no_report(
    write: Write, archlint: Archlint
) -> None:
    kind = (
        "from importlinter import Contract, ContractCheck\n\n"
        "class Mine(Contract):\n"
        "    def check(self, graph, verbose):\n"
        "        return ContractCheck(kept=True)\n\n"
        "    def render_broken_contract(self, check):\n"
        "        pass\n"
    )
    contracts = (
        "[importlinter]\nroot_package = app\ncontract_types =\n    mine: kinds.Mine\n\n"
        "[importlinter:contract:1]\nname = 1\ntype = mine\n"
    )
    tree = write({**TREE, "kinds.py": kind, ".importlinter": contracts})
    assert "1 import contract" in archlint("check")[1]
    assert not [name for name in files(tree / ".archlint_cache") if name.startswith("answer-")]


def test_the_page_names_the_options_that_there_are(archlint: Archlint) -> None:
    page = (Path(__file__).parents[2] / "docs" / "cache.md").read_text(encoding="utf-8")
    named = {line.split("`")[1].split()[0] for line in page.splitlines() if line[:5] == "| `--"}
    offered = set(archlint("check", "--help")[1].split())
    assert named == {"--cache-dir", "--no-cache", "--cache-strategy", "--timings"}
    assert named <= offered
