"""Archives are written below the folder they are meant for, or not at all."""

import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks import unpack
from benchmarks.corpora import TREES, Archive, Corpora, find_archive, pinned
from benchmarks.errors import BenchmarkError
from benchmarks.unpack import path_below, unpack_folder


def archive(folder: Path, members: Mapping[str, bytes | None]) -> Path:
    """An archive of files; a member without content is a link that leads out of it."""
    path = folder / "some-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as out:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            if content is None:
                info.type, info.linkname = tarfile.SYMTYPE, "../../outside"
                out.addfile(info)
            else:
                info.size = len(content)
                out.addfile(info, io.BytesIO(content))
    return path


def test_one_folder_is_unpacked(tmp_path: Path) -> None:
    members = {
        "some-1.0/src/some/__init__.py": b"A = 1\n",
        "some-1.0/src/some/deep/data.json": b"{}",
        "some-1.0/src/something/__init__.py": b"",
        "some-1.0/setup.py": b"raise SystemExit",
        "some-1.0/src/some/link.py": None,
    }
    unpack_folder(archive(tmp_path, members), "src/some", tmp_path / "out" / "some")
    found = [path.relative_to(tmp_path / "out") for path in (tmp_path / "out").rglob("*.*")]
    assert sorted(map(str, found)) == ["some/__init__.py", "some/deep/data.json"]


@pytest.mark.parametrize(
    "name", ["/etc/some", "some-1.0/../../out", "some-1.0/some/../../../out", "some-1.0\\..\\out"]
)
def test_names_that_lead_out_are_refused(tmp_path: Path, name: str) -> None:
    members = {"some-1.0/some/__init__.py": b"", name: b"x"}
    with pytest.raises(BenchmarkError, match="leads out of it"):
        unpack_folder(archive(tmp_path, members), "some", tmp_path / "out" / "some")
    assert not (tmp_path / "out" / "some").exists()


def test_an_archive_without_the_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="has no folder"):
        unpack_folder(archive(tmp_path, {"some-1.0/setup.py": b"x"}), "some", tmp_path / "some")


def test_an_archive_that_never_ends_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpack, "MOST_BYTES", 10)
    members = {"some-1.0/some/a.py": b"123456", "some-1.0/some/b.py": b"123456"}
    with pytest.raises(BenchmarkError, match="more than 10 bytes"):
        unpack_folder(archive(tmp_path, members), "some", tmp_path / "some")
    assert not (tmp_path / "some").exists()


def test_paths_begin_below_the_folder() -> None:
    assert path_below("some-1.0/src/some/a.py", "src/some") == "a.py"
    assert path_below("./some-1.0/src/some/a/b.py", "src/some") == "a/b.py"
    assert path_below("some-1.0/src/some", "src/some") is None
    assert path_below("some-1.0/src/other/a.py", "src/some") is None


def test_archives_are_found_however_they_are_spelled(tmp_path: Path) -> None:
    (tmp_path / "archives").mkdir()
    found = tmp_path / "archives" / "Apache_Airflow-2.10.4.tar.gz"
    found.touch()
    wanted = Archive("apache-airflow", "2.10.4", "", "airflow")
    assert find_archive(Corpora(tmp_path), wanted) == found
    assert find_archive(Corpora(tmp_path), wanted._replace(version="2.10")) is None


def test_every_package_of_a_tree_has_its_archive() -> None:
    packages = [entry.package for entry in pinned()]
    assert len(set(packages)) == len(packages)
    assert {package for tree in TREES.values() for package in tree} == set(packages)
    assert all(len(entry.sha256) == 64 for entry in pinned())
