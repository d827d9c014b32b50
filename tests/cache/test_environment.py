import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import archlint

PROGRAM = """
from archlint.cache.environment import code_digest, code_signs, machinery
print(code_digest().hex(), repr(code_signs()), repr(machinery()))
"""


def says(folder: Path, *flags: str) -> list[str]:
    command = [sys.executable, *flags, "-c", PROGRAM]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.split(" ", 1)


def test_a_program_that_says_something_else_is_another(tmp_path: Path) -> None:
    copy = tmp_path / "archlint"
    shutil.copytree(Path(archlint.__file__).parent, copy)
    digest, signs = says(tmp_path)
    assert says(tmp_path) == [digest, signs]

    (copy / "__main__.py").touch()
    touched = says(tmp_path)
    assert touched[0] == digest
    assert touched[1] != signs

    (copy / "rules" / "one_more.py").write_text("")
    more = says(tmp_path)
    assert more[0] != digest

    (copy / "rules" / ".#one_more.py").symlink_to("somebody@somewhere.1")
    assert says(tmp_path) == more

    changed = copy / "facts" / "extract.py"
    changed.write_text(changed.read_text() + "# another fact\n")
    assert says(tmp_path)[0] != more[0]


def test_knows_the_libraries_by_their_versions(tmp_path: Path) -> None:
    (tmp_path / "grimp-99.1.dist-info").mkdir()
    (tmp_path / "grimpy-1.0.dist-info").mkdir()
    (tmp_path / "archlint").symlink_to(Path(archlint.__file__).parent)
    words = says(tmp_path)[1]
    assert "grimp-99.1.dist-info" in words
    assert "grimpy" not in words
    assert sys.version.split()[0] in words


def test_knows_whether_there_is_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "archlint").symlink_to(Path(archlint.__file__).parent)
    monkeypatch.setenv("PATH", str(tmp_path))
    without = says(tmp_path)
    (tmp_path / "git").touch()
    assert says(tmp_path) != without


def test_knows_how_long_a_number_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "archlint").symlink_to(Path(archlint.__file__).parent)
    before = says(tmp_path)
    monkeypatch.setenv("PYTHONINTMAXSTRDIGITS", "5000")
    assert says(tmp_path) != before
