"""A tree may be believed to be the same in another place, what lies around it may not."""

import shutil
import time
from pathlib import Path

from archlint.cache.folder import Folder
from archlint.cache.memory import Memory
from archlint.config.discover import discover
from archlint.report import Report
from archlint.run import Request, run
from archlint.timings import Stopwatch


def make(top: Path, *, repository: Path) -> None:
    (top / "app").mkdir(parents=True)
    (top / "app" / "__init__.py").write_text("")
    (top / "app" / "a.py").write_text("import app.b\n")
    (top / "app" / "b.py").write_text("import app.a\n")
    (top / "archlint.toml").write_text("[domains.app]\nimports = []\n")
    (repository / ".git").mkdir()


def check(top: Path, cache: Path) -> tuple[Report, str]:
    watch = Stopwatch()
    memory = Memory(Folder(str(cache)), str(top), False, time.time_ns())
    report = run(discover([str(top)]), Request(), memory, lap=watch.lap)
    return report, watch.table()


def test_what_lies_around_another_checkout_is_looked_at(tmp_path: Path) -> None:
    one, two, cache = tmp_path / "one" / "top", tmp_path / "two" / "top", tmp_path / "cache"
    make(one, repository=one.parent)
    make(two, repository=two.parent)
    assert "import-cycle" in {item.rule for item in check(one, cache)[0].diagnostics}
    (two.parent / ".gitignore").write_text("b.py\n")
    report, stages = check(two, cache)
    assert report.skipped == {"git-ignored files": 1}
    assert "import-cycle" not in {item.rule for item in report.diagnostics}
    assert "walk" in stages


def test_a_whole_repository_is_the_same_in_another_place(tmp_path: Path) -> None:
    one, two, cache = tmp_path / "one" / "top", tmp_path / "two" / "top", tmp_path / "cache"
    make(one, repository=one)
    here, _ = check(one, cache)
    shutil.copytree(one, two)
    there, stages = check(two, cache)
    assert there.diagnostics == here.diagnostics != ()
    assert there.root == str(two)
    assert "walk" not in stages
