import os
import subprocess
from pathlib import Path

import pytest

from archlint.source.disk import Disk
from archlint.source.options import SourceOptions
from archlint.source.walk import walk
from archlint.source.walked import Walk
from tests.source.trees import write


def git(top: Path, *arguments: str) -> None:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    subprocess.run(["git", "-C", str(top), *arguments], check=True, env=environment)


def walked(top: Path) -> Walk:
    return walk(SourceOptions(), Disk(str(top)))


def sources(top: Path) -> list[str]:
    return [path for path, _ in walked(top).sources]


def test_ignored_files_are_names_only(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "gen/\n*_pb2.py\n", "gen/a.py": "", "b_pb2.py": "", "c.py": ""})
    found = walked(tmp_path)
    assert found.ignored == ("b_pb2.py", "gen/a.py")
    assert found.skipped == {"git-ignored files": 2}
    assert found.sources == (("c.py", False),)


@pytest.mark.parametrize(
    ("rules", "files", "left"),
    [
        ({".gitignore": "/a.py"}, ["a.py", "x/a.py"], ["x/a.py"]),
        ({"x/.gitignore": "/a.py"}, ["a.py", "x/a.py", "x/y/a.py"], ["a.py", "x/y/a.py"]),
        ({".gitignore": "*.py", "x/.gitignore": "!a.py"}, ["a.py", "x/a.py"], ["x/a.py"]),
        ({".gitignore": "x/\n!x/a.py"}, ["x/a.py"], []),
        ({".gitignore": "x/*\n!x/a.py"}, ["x/a.py", "x/b.py"], ["x/a.py"]),
        ({".gitignore": "x[12]\n!x1"}, ["x1/a.py", "x2/a.py"], ["x1/a.py"]),
        ({".gitignore": "x/y.py"}, ["x/y.py", "z/x/y.py"], ["z/x/y.py"]),
        ({".gitignore": "# a.py\n\n!\n[\n"}, ["a.py"], ["a.py"]),
        ({".gitignore": "a.py\r\n"}, ["a.py", "b.py"], ["b.py"]),
    ],
)
def test_rules_without_git(
    tmp_path: Path, rules: dict[str, str], files: list[str], left: list[str]
) -> None:
    write(tmp_path, files)
    write(tmp_path, rules)
    assert sources(tmp_path) == left


def test_an_ignore_file_that_is_no_text_or_no_file_is_harmless(tmp_path: Path) -> None:
    write(tmp_path, ["a.py", "x/.gitignore/", "x/b.py"])
    (tmp_path / ".gitignore").write_bytes(b"\xff\na.py\n")
    assert sources(tmp_path) == ["x/b.py"]


def test_tracked_files_are_source_though_ignored(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "gen/", "gen/a.py": "", "gen/b.py": "", "c.py": ""})
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-f", "gen/a.py")
    assert sources(tmp_path) == ["c.py", "gen/a.py"]


def test_the_index_of_a_hook_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {".gitignore": "gen/", "gen/a.py": ""})
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-f", "gen/a.py")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "absent"))
    monkeypatch.setenv("GIT_INDEX_FILE", "absent")
    assert sources(tmp_path) == ["gen/a.py"]


def test_rules_above_the_top_count(tmp_path: Path) -> None:
    write(
        tmp_path, {".gitignore": "top/x/\nb.py", "top/x/a.py": "", "top/b.py": "", "top/c.py": ""}
    )
    write(tmp_path, {"top/.gitignore": "!b.py"})
    assert sources(tmp_path / "top") == ["b.py", "c.py", "x/a.py"]
    git(tmp_path, "init", "-q")
    assert sources(tmp_path / "top") == ["b.py", "c.py"]


def test_an_ignored_top_is_looked_at_all_the_same(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "build/", "build/top/a.py": ""})
    git(tmp_path, "init", "-q")
    assert sources(tmp_path / "build" / "top") == ["a.py"]


def test_rules_kept_beside_the_objects_count_in_every_work_tree(tmp_path: Path) -> None:
    main = write(tmp_path / "main", ["a.py", "b.py"])
    git(main, "init", "-q")
    git(
        main,
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "a",
    )
    git(main, "worktree", "add", "-q", "../other")
    write(main, {".git/info/exclude": "a.py"})
    write(tmp_path / "other", ["a.py", "b.py"])
    assert sources(main) == ["b.py"]
    assert sources(tmp_path / "other") == ["b.py"]


def test_a_repository_inside_has_its_own_rules(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "a.py", "inner/a.py": "", "inner/b.py": "", "a.py": ""})
    git(tmp_path / "inner", "init", "-q")
    write(tmp_path, {"inner/.git/info/exclude": "b.py"})
    assert sources(tmp_path) == ["inner/a.py"]


def test_git_runs_no_program_of_the_repository(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "gen/", "gen/a.py": "", "hook": "#!/bin/sh\ntouch ran\n"})
    (tmp_path / "hook").chmod(0o755)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-f", "gen/a.py")
    git(tmp_path, "config", "core.fsmonitor", str(tmp_path / "hook"))
    assert sources(tmp_path) == ["gen/a.py"]
    assert not (tmp_path / "ran").exists()


def test_without_git_the_rules_still_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {".gitignore": "gen/", "gen/a.py": "", "b.py": ""})
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-f", "gen/a.py")
    monkeypatch.setenv("PATH", "")
    assert sources(tmp_path) == ["b.py"]
