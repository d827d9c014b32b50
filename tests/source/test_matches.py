"""Patterns find what Python's own `glob` finds, and leave behind what decided that."""

import glob
import os
import random
from pathlib import Path

import pytest

from archlint.source import sight
from archlint.source.disk import Disk
from archlint.source.matches import matching_files
from tests.source.trees import write

SEGMENTS = ("**", "*", "a", "b", "a*", "[ab]", "?", ".h", ".*", ".", "a**", "absent")
LAST = (*SEGMENTS, "c.toml", "*.toml", "")


def wild(top: Path, seed: int) -> Path:
    """A tree with links to files, to folders and to nowhere."""
    chance = random.Random(seed)
    folders = [""]
    for name in ("a", "b", ".h", "ab", "a", "b", ".h"):
        folders.append(f"{chance.choice(folders)}{name}/")
    write(top, [*folders[1:], "end/c.toml"])
    write(top, [chance.choice(folders) + name for name in ("c.toml", "af", ".hf", "x") * 3])
    for index in range(4):
        link = top / chance.choice(folders) / f"a{index}"
        link.symlink_to(top / chance.choice(("end", "nowhere", "end/c.toml")))
    return top


def expected(top: str, pattern: str) -> list[str]:
    hits = glob.glob(pattern, root_dir=top, recursive=True)
    return sorted({hit for hit in hits if os.path.isfile(os.path.join(top, hit))})


@pytest.mark.parametrize("seed", range(20))
def test_matches_are_those_of_glob(tmp_path: Path, seed: int) -> None:
    home = tmp_path / "beside"
    home.mkdir()
    top = str(wild(home, seed))
    chance = random.Random(seed)
    found = 0
    for _ in range(100):
        segments = [chance.choice(SEGMENTS) for _ in range(chance.randrange(4))]
        pattern = "/".join([*[".."] * (seed % 2), *segments, chance.choice(LAST)])
        hits = matching_files(Disk(top), pattern)
        assert hits == expected(top, pattern), pattern
        found += len(hits)
    assert found


def test_circles_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, ["a/c.toml", "b/"])
    for place, target in (("a/up", ".."), ("a/to_b", "../b"), ("b/to_a", "../a"), ("a/up2", "..")):
        (tmp_path / place).symlink_to(target)
    assert matching_files(Disk(str(tmp_path)), "**/c.toml") == ["a/c.toml", "b/to_a/c.toml"]
    assert matching_files(Disk(str(tmp_path)), "*/up/*/c.toml") == ["a/up/a/c.toml"]


def test_an_absolute_pattern_matches_where_it_says(tmp_path: Path) -> None:
    write(tmp_path, ["a/c.toml", "b/"])
    pattern = f"{tmp_path}/*/c.toml"
    assert matching_files(Disk(str(tmp_path / "b")), pattern) == [f"{tmp_path}/a/c.toml"]


def test_what_decides_is_remembered(tmp_path: Path) -> None:
    write(tmp_path, ["a/c.toml", "b/"])
    disk = Disk(str(tmp_path))
    assert matching_files(disk, "*/c.toml") == ["a/c.toml"]
    assert set(disk.sights["listing"]) == {""}
    assert {path: sight.kind(str(tmp_path / path)) for path in disk.sights["kind"]} == {
        "a/c.toml": "file",
        "b/c.toml": "absent",
    }
