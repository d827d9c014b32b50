import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archlint.cache.seen import GRAIN, Seen, columns, dump, in_columns, load
from archlint.source.disk import Disk
from archlint.source.sight import NEVER, Sight, Signature, look_again

LATER = time.time_ns() + 10**15
NUMBERS = st.integers(0, 2**62)
SIGNATURES = st.builds(Signature, NUMBERS, NUMBERS, NUMBERS, st.integers(1, 2**64 - 1))
SIGHTS = st.builds(Sight, st.none() | SIGNATURES, st.binary(max_size=16))
PATHS = st.text(st.characters(exclude_characters="\0"), max_size=5)


@given(st.dictionaries(PATHS, SIGHTS), st.dictionaries(PATHS, SIGHTS))
def test_columns_come_back(content: dict[str, Sight], kinds: dict[str, Sight]) -> None:
    seen = in_columns({"content": content, "kind": kinds}, "/top")
    assert load(dump(seen)) == seen


@given(st.binary(max_size=300))
def test_another_text_is_refused(content: bytes) -> None:
    whole = dump([columns("content", {"a": NEVER, "b": NEVER}.items())])
    for text in (content, whole[:-1], whole + content[:7]):
        try:
            again = load(text)
        except (ValueError, IndexError):
            continue
        assert dump(again) == text


def seen_by(look: Callable[[Disk], object], top: Path) -> Seen:
    disk = Disk(str(top))
    look(disk)
    (seen,) = in_columns(disk.sights, disk.top)
    return seen


def doubts(seen: Seen, top: Path, moment: int = LATER) -> list[str]:
    return [seen.paths[row] for row in seen.doubtful(str(top), moment)]


def is_confirmed(top: str, seen: Seen, row: int) -> bool:
    return seen.is_same(row, look_again(top, seen.look, seen.paths[row]))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.py"
    path.write_text("import b\n")
    return path


def test_what_is_old_enough_is_as_it_was(tmp_path: Path, file: Path) -> None:
    seen = seen_by(lambda disk: disk.read("a.py"), tmp_path)
    assert doubts(seen, tmp_path) == []


def test_what_is_young_is_looked_at_again(tmp_path: Path, file: Path) -> None:
    seen = seen_by(lambda disk: disk.read("a.py"), tmp_path)
    changed = file.stat().st_ctime_ns
    assert doubts(seen, tmp_path, changed + GRAIN) == ["a.py"]
    assert doubts(seen, tmp_path, changed + GRAIN + 1) == []
    assert is_confirmed(str(tmp_path), seen, 0)


def test_other_content_of_the_same_size_and_time_is_seen(tmp_path: Path, file: Path) -> None:
    before = file.stat()
    seen = seen_by(lambda disk: disk.read("a.py"), tmp_path)
    file.write_text("import c\n")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    # Within one tick of the clock the time of the change is the same, too.
    assert doubts(seen, tmp_path, before.st_ctime_ns) == ["a.py"]
    assert not is_confirmed(str(tmp_path), seen, 0)


def test_a_file_that_is_gone_or_new_is_seen(tmp_path: Path, file: Path) -> None:
    there = seen_by(lambda disk: disk.read("a.py"), tmp_path)
    folder = seen_by(lambda disk: disk.listing(""), tmp_path)
    nothing = seen_by(lambda disk: disk.kind("b.py"), tmp_path)
    file.rename(tmp_path / "b.py")
    for seen in (there, folder, nothing):
        assert doubts(seen, tmp_path)
        assert not is_confirmed(str(tmp_path), seen, 0)


def test_what_is_never_looked_at_changes_no_folder(tmp_path: Path, file: Path) -> None:
    seen = seen_by(lambda disk: disk.listing(""), tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / ".archlint_cache").mkdir()
    assert is_confirmed(str(tmp_path), seen, 0)


def test_what_was_not_twice_the_same_is_never_confirmed(tmp_path: Path, file: Path) -> None:
    disk = Disk(str(tmp_path))
    disk.read("a.py")
    file.write_text("import c\n")
    disk.read("a.py")
    (seen,) = in_columns(disk.sights, disk.top)
    assert doubts(seen, tmp_path) == ["a.py"]
    assert not is_confirmed(str(tmp_path), seen, 0)


def test_a_path_outside_of_the_root_is_absolute(tmp_path: Path, file: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    seen = seen_by(lambda disk: disk.read(str(file)), inner)
    assert doubts(seen, inner) == []
    assert is_confirmed(str(inner), seen, 0)
