"""What a run remembers of the disk, and that another look tells whether it is still so."""

import errno
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from archlint.source import sight
from archlint.source.digest import digest
from archlint.source.disk import Disk
from archlint.source.sight import NEVER, Listing, Look, Sight
from tests.source.trees import write

Change = Callable[[Path], object]


def changed(disk: Disk) -> list[tuple[Look, str]]:
    """What a later run would find to be another."""
    return [
        (look, path)
        for look, sights in disk.sights.items()
        for path, seen in sights.items()
        if sight.look_again(disk.top, look, path).digest != seen.digest or seen == NEVER
    ]


def test_a_read_file_is_remembered_with_what_tells_of_a_change(tmp_path: Path) -> None:
    write(tmp_path, {"a/b.py": "x = 1\n"})
    disk = Disk(str(tmp_path))
    assert disk.read("a/b.py") == b"x = 1\n"
    status = os.stat(tmp_path / "a/b.py")
    times = (status.st_mtime_ns, status.st_ctime_ns, 6, status.st_ino)
    assert disk.sights["content"] == {"a/b.py": Sight(sight.Signature(*times), digest(b"x = 1\n"))}
    assert sight.signature(disk.top, "a/b.py") == times
    assert sight.signature(disk.top, "absent.py") is None


@pytest.mark.parametrize("when", [2**63, -(2**63)])
def test_a_time_that_fits_no_column_is_no_signature(when: int) -> None:
    status = os.stat_result(range(10), {"st_mtime_ns": when, "st_ctime_ns": 0})
    assert sight.signed(status) is None
    status = os.stat_result(range(10), {"st_mtime_ns": when // 2, "st_ctime_ns": 0})
    assert sight.signed(status) == (when // 2, 0, 6, 1)


@pytest.mark.parametrize("target", ["pipe", "/dev/zero"])
def test_what_is_no_file_is_not_read(tmp_path: Path, target: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(target)
    disk = Disk(str(tmp_path))
    with pytest.raises(OSError, match="regular"):
        disk.read("link")
    assert changed(disk) == []


def test_a_listing_tells_what_things_are_themselves(tmp_path: Path) -> None:
    write(tmp_path, ["b.py", "a.py", "z/", "__pycache__/", ".archlint_cache/", ".github/"])
    (tmp_path / "l.py").symlink_to("a.py")
    (tmp_path / "k").symlink_to("z")
    os.mkfifo(tmp_path / "pipe")
    listing = Disk(str(tmp_path)).listing("")
    assert listing == Listing(["a.py", "b.py"], [".github", "z"], ["k", "l.py"], ["pipe"])
    assert [listing.holds(name) for name in ("a.py", "z", "k", "pipe", "nope")] == [1, 1, 1, 1, 0]


def test_what_cannot_be_looked_at_is_remembered_too(tmp_path: Path) -> None:
    disk = Disk(str(write(tmp_path, ["folder/"])))
    for look in (disk.read, disk.listing):
        with pytest.raises(FileNotFoundError):
            look("absent")
    with pytest.raises(IsADirectoryError):
        disk.read("folder")
    numbers = {path: int.from_bytes(seen.digest) for path, seen in disk.sights["content"].items()}
    assert numbers == {"absent": errno.ENOENT, "folder": errno.EISDIR}
    assert changed(disk) == []
    write(tmp_path, ["absent"])
    assert changed(disk) == [("content", "absent"), ("listing", "absent")]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda top: os.utime(top / "a.py", (1, 1)), []),
        (lambda top: (top / "__pycache__").mkdir(), []),
        (lambda top: (top / ".archlint_cache").mkdir(), []),
        (lambda top: (top / "a.py").write_text("other"), [("content", "a.py")]),
        (lambda top: (top / "c.py").touch(), [("listing", "")]),
        (
            lambda top: (top / "f").rename(top / "g"),
            [("listing", ""), ("kind", "f"), ("kind", "link")],
        ),
        (
            lambda top: ((top / "f").rmdir(), (top / "f").touch()),
            [("listing", ""), ("kind", "f"), ("kind", "link")],
        ),
        (
            lambda top: ((top / "link").unlink(), (top / "link").symlink_to("a.py")),
            [("kind", "link"), ("target", "link")],
        ),
    ],
)
def test_a_change_is_seen_by_the_look_that_it_concerns(
    tmp_path: Path, change: Change, expected: list[tuple[Look, str]]
) -> None:
    write(tmp_path, {"a.py": "1", "f/": ""})
    (tmp_path / "link").symlink_to("f")
    disk = Disk(str(tmp_path))
    disk.read("a.py")
    disk.listing("")
    assert [disk.kind(path) for path in ("f", "link", "a.py")] == ["folder", "folder", "file"]
    assert disk.target("link") == os.path.realpath(tmp_path / "f")
    assert changed(disk) == []
    change(tmp_path)
    assert changed(disk) == expected


def test_a_link_that_leads_nowhere_is_broken(tmp_path: Path) -> None:
    disk = Disk(str(tmp_path))
    (tmp_path / "link").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    paths = ("link", "nowhere", "pipe", "", "nul\0")
    assert [disk.kind(path) for path in paths] == ["broken", "absent", "other", "folder", "absent"]


def test_what_changes_within_a_run_is_never_trusted(tmp_path: Path) -> None:
    disk = Disk(str(write(tmp_path, {"a.py": "1", "b.py": "1"})))
    for text in ("1", "2", "1"):
        write(tmp_path, {"a.py": text})
        disk.read("a.py")
        disk.read("b.py")
    assert disk.sights["content"]["a.py"] == NEVER
    assert changed(disk) == [("content", "a.py")]


def test_what_a_worker_read_is_noted(tmp_path: Path) -> None:
    disk = Disk(str(write(tmp_path, {"a.py": "1", "b.py": "1"})))
    for path, content in (("a.py", b"1"), ("b.py", b"2")):
        seen = sight.Sight(sight.signature(disk.top, path), digest(content))
        disk.note("content", [(path, seen)])
    disk.note("content", [("absent.py", sight.Sight(None, b""))])
    assert changed(disk) == [("content", "b.py")]
    disk.read("b.py")
    assert disk.sights["content"]["b.py"] == NEVER


def git(top: Path, *arguments: str) -> None:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    subprocess.run(["git", "-C", str(top), *arguments], check=True, env=environment)


def test_what_git_tracks_has_the_signature_of_the_index(tmp_path: Path) -> None:
    git(write(tmp_path, ["below/a.py", "b.py"]), "init", "-q")
    disk = Disk(str(tmp_path / "below"))
    assert disk.tracked() == frozenset()
    git(tmp_path, "add", "below")
    index = str(tmp_path / ".git" / "index")
    assert changed(disk) == [("tracked", index)]
    disk = Disk(str(tmp_path / "below"))
    assert disk.tracked() == {"a.py"}
    assert disk.sights["tracked"][index].signature == sight.signature("", index)
    git(tmp_path, "add", "b.py")
    assert changed(disk) == []
    (tmp_path / ".git" / "HEAD").unlink()
    assert ("kind", str(tmp_path / ".git" / "HEAD")) in changed(disk)


def test_an_index_that_git_may_not_ask_is_no_proof(tmp_path: Path) -> None:
    for name in ("one", "two"):
        git(write(tmp_path, [f"{name}/below/a.py"]) / name, "init", "-q")
        git(tmp_path / name, "add", "below")
    (tmp_path / "one" / "link").symlink_to(tmp_path / "two" / "below")
    (tmp_path / "two" / "below" / ".git").mkdir()
    (tmp_path / "two" / "below" / ".git" / "index").touch()
    for top in (tmp_path / "one" / "link", tmp_path / "two" / "below"):
        disk = Disk(str(top))
        assert disk.tracked() == {"a.py"}
        assert [seen.signature for seen in disk.sights["tracked"].values()] == [None]


def test_a_silent_git_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(write(tmp_path, ["a.py"]), "init", "-q")
    git(tmp_path, "add", "a.py")
    disk = Disk(str(tmp_path))
    with monkeypatch.context() as patch:
        patch.setenv("PATH", "")
        assert disk.tracked() == frozenset()
        assert changed(disk) == []
    index = str(tmp_path / ".git" / "index")
    assert disk.sights["tracked"][index].signature is None
    assert changed(disk) == [("tracked", index)]
