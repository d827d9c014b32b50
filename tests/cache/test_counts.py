"""How often a run reads and parses a file: each once, and none of them again."""

import io
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from archlint import loading
from archlint.cache.folder import Folder
from archlint.cache.memory import Memory
from archlint.cache.seen import GRAIN
from archlint.config.discover import discover
from archlint.contracts import check_contracts
from archlint.facts import extract, gather
from archlint.findings import ContractFindings
from archlint.project import Project
from archlint.report import Report
from archlint.rules.import_cycle import ImportCycle
from archlint.run import Request, run
from archlint.source import sight
from archlint.source.git import tracked_files

FILES = {
    "app/__init__.py": "",
    "app/a.py": "import app.b\n",
    "app/b.py": "import app.a\n",
    "app/main.py": "import app.a\nif __name__ == '__main__':\n    print()\n",
    "archlint.toml": "[domains.app]\nimports = []\n",
}
SOURCES = sorted(path for path in FILES if path.endswith(".py"))


class Tree:
    """A tree, and what the runs on it read and parse."""

    def __init__(self, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.top = top
        self.read: Counter[str] = Counter()
        self.parsed = 0
        for path, text in FILES.items():
            (top / path).parent.mkdir(exist_ok=True)
            (top / path).write_text(text)
        opened = sight.opened

        def counting_opened(place: str) -> io.FileIO:
            self.read[os.path.relpath(place, self.top)] += 1
            return opened(place)

        def counting_extract(content: bytes, *, is_stub: bool = False) -> object:
            self.parsed += 1
            return extract.extract(content, is_stub=is_stub)

        monkeypatch.setattr(sight, "opened", counting_opened)
        monkeypatch.setattr(gather, "extract", counting_extract)

    def run(self, select: tuple[str, ...] = (), *, by_content: bool = False) -> Report:
        """A run at a time when all that was written until now is old."""
        self.read.clear()
        self.parsed = 0
        probe = self.top.parent / "probe"
        probe.touch()
        moment = probe.stat().st_ctime_ns + 2 * GRAIN
        memory = Memory(
            Folder(str(self.top / ".archlint_cache")), str(self.top), by_content, moment
        )
        return run(discover([str(self.top)]), Request(select=select), memory)

    def sources_read(self) -> dict[str, int]:
        return {path: count for path, count in sorted(self.read.items()) if path in SOURCES}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    top = tmp_path / "top"
    top.mkdir()
    return Tree(top, monkeypatch)


def test_a_cold_run_reads_each_source_once_and_parses_it_once(tree: Tree) -> None:
    report = tree.run(("forbidden-domain-import", "unresolved-import"))
    assert report.diagnostics == ()
    assert tree.sources_read() == dict.fromkeys(SOURCES, 1)
    assert tree.parsed == len(SOURCES)


def test_a_warm_run_reads_only_what_it_shows(tree: Tree) -> None:
    cold = tree.run()
    assert {item.rule for item in cold.diagnostics} == {"import-cycle"}
    assert tree.run() == cold
    assert tree.sources_read() == {"app/b.py": 1}
    assert tree.parsed == 0


def test_another_question_about_the_same_tree_parses_nothing(tree: Tree) -> None:
    tree.run(("forbidden-domain-import",))
    tree.run(("unresolved-import",))
    assert tree.sources_read() == {}
    assert tree.parsed == 0


def _with_dead_package(tree: Tree) -> Report:
    (tree.top / "dead").mkdir()
    (tree.top / "dead" / "__init__.py").write_text("X = 1\n")
    (tree.top / "data.json").write_text('{"load": "d"}')
    report = tree.run(("unused-package",))
    assert [item.location.path for item in report.diagnostics] == ["dead/__init__.py"]
    assert tree.read["data.json"] == 1
    return report


def test_an_edit_lets_no_text_be_read_that_names_nothing_dead(tree: Tree) -> None:
    cold = _with_dead_package(tree)
    for number in range(2):
        (tree.top / "app" / "b.py").write_text(f"import app.a\nX = {number}\n")
        assert tree.run(("unused-package",)).diagnostics == cold.diagnostics
        assert tree.read["data.json"] == 0


def test_an_edited_text_is_read(tree: Tree) -> None:
    cold = _with_dead_package(tree)
    (tree.top / "data.json").write_text('{"load": "dead:X"}')
    assert tree.run(("unused-package",)).diagnostics == ()
    (tree.top / "data.json").write_text('{"load": "d"}')
    assert tree.run(("unused-package",)).diagnostics == cold.diagnostics


def test_a_text_is_read_for_what_else_is_dead(tree: Tree) -> None:
    _with_dead_package(tree)
    (tree.top / "d").mkdir()
    (tree.top / "d" / "__init__.py").write_text("X = 1\n")
    assert len(tree.run(("unused-package",)).diagnostics) == 2
    assert tree.read["data.json"] >= 1


def test_no_times_vouch_for_texts_where_contents_are_asked_for(tree: Tree) -> None:
    cold = _with_dead_package(tree)
    (tree.top / "app" / "b.py").write_text("import app.a\n")
    assert tree.run(("unused-package",), by_content=True).diagnostics == cold.diagnostics
    assert tree.read["data.json"] >= 1


def test_an_edited_file_is_the_only_one_that_is_read(tree: Tree) -> None:
    tree.run(("unresolved-import",))
    (tree.top / "app" / "b.py").write_text("import app.nowhere\n")
    report = tree.run(("unresolved-import",))
    assert [item.location.line for item in report.diagnostics] == [1]
    # Once to see what it says, and once to show it.
    assert tree.sources_read() == {"app/b.py": 2}
    assert tree.parsed == 1


@pytest.mark.parametrize("by_content", [False, True])
def test_what_was_known_by_content_is_not_parsed_again(tree: Tree, by_content: bool) -> None:
    tree.run()
    before = (tree.top / "app" / "b.py").read_text()

    def rename() -> None:
        os.rename(tree.top / "app" / "b.py", tree.top / "app" / "c.py")

    def rename_back() -> None:
        os.rename(tree.top / "app" / "c.py", tree.top / "app" / "b.py")

    def another_branch() -> None:
        (tree.top / "app" / "b.py").write_text("import os\n")

    def back_to_the_first() -> None:
        (tree.top / "app" / "b.py").write_text(before)

    def new_times() -> None:
        for path in SOURCES:
            os.utime(tree.top / path, (1, 1))

    def moved_checkout() -> None:
        shutil.copytree(tree.top, tree.top.parent / "copy")
        tree.top = tree.top.parent / "copy"

    steps: list[tuple[Callable[[], None], int]] = [
        (rename, 0),
        (rename_back, 0),
        (another_branch, 1),
        (back_to_the_first, 0),
        (new_times, 0),
        (moved_checkout, 0),
    ]
    for step, parsed in steps:
        step()
        tree.run(by_content=by_content)
        assert tree.parsed == parsed, step.__name__


def test_contracts_are_judged_again_only_where_something_changed(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = []

    def counting_check(project: Project) -> ContractFindings:
        judged.append(project)
        return check_contracts(project)

    monkeypatch.setattr(loading, "check_contracts", counting_check)
    config = tree.top / "archlint.toml"
    config.write_text(f'plugins = [".laws"]\nexclude = ["laws.py"]\n{config.read_text()}')
    (tree.top / "laws.py").write_text(
        "from archlint import Rule\n\n"
        "class Mine(Rule):\n"
        '    """Checks nothing."""\n\n'
        "    def check(self, project):\n"
        "        return iter(())\n"
    )
    before = tree.run()
    assert "mine" in before.rules
    assert len(judged) == 1
    assert tree.run() == before
    assert len(judged) == 1
    (tree.top / "app" / "b.py").write_text("import app.nowhere\n")
    tree.run()
    assert len(judged) == 2


def test_git_is_asked_again_only_about_another_index(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def counting_tracked_files(top: str) -> frozenset[str] | None:
        asked.append(top)
        return tracked_files(top)

    def git(*arguments: str) -> None:
        subprocess.run(["git", "-C", str(tree.top), *arguments], check=True)

    monkeypatch.setattr(sight, "tracked_files", counting_tracked_files)
    (tree.top / ".gitignore").write_text("b.py\n")
    git("init", "-q")
    git("add", "--all")
    before = tree.run()
    assert len(asked) == 1
    assert tree.run() == before
    assert len(asked) == 1
    git("add", "--force", "app/b.py")
    assert tree.run() != before
    assert len(asked) > 1


def test_what_may_be_want_of_memory_is_not_kept(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    def short_of_memory(text: str) -> object:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(extract, "_tree", short_of_memory)
        assert "syntax-error" in {item.rule for item in tree.run().diagnostics}
    assert {item.rule for item in tree.run().diagnostics} == {"import-cycle"}


def test_a_run_in_which_a_rule_failed_is_not_kept(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(rule: ImportCycle, project: object) -> object:
        raise RuntimeError("by accident")

    with monkeypatch.context() as patch:
        patch.setattr(ImportCycle, "check", broken)
        assert "by accident" in tree.run().failures[0]
    assert tree.run().failures == ()
    assert {item.rule for item in tree.run().diagnostics} == {"import-cycle"}
