"""The law of the memory of disk: where a run would come to something else, a look tells."""

import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from archlint.errors import SourceError
from archlint.source import sight
from archlint.source.absent import Absent
from archlint.source.build import build_tree
from archlint.source.disk import Disk
from archlint.source.matches import matching_files
from archlint.source.metadata.distributions import read_distributions
from archlint.source.options import SourceOptions
from archlint.source.texts import find_texts
from archlint.source.walk import walk

FOLDERS = ("", "a", "b", "a/src", "a/b", "tests", "build", ".github", "venv", "src", "src/p")
NAMES = (
    *("a.py", "b.py", "__init__.py", "test_a.py", "c.pyi", "d.so", "x.pyx", "gen.py", "README.md"),
    *(".gitignore", "pyproject.toml", "setup.py", "requirements.txt", "archlint.toml"),
    *("ci.yml", "Makefile", "pyvenv.cfg", "meson.build"),
)
TEXTS = {
    ".gitignore": ("gen.py\n", "/b/\n!a.py\n", "*.py\n!__init__.py\n", "build\nsrc/**\n", "*.md"),
    "pyproject.toml": (
        '[project]\nname = "p"\ndependencies = ["click"]\n',
        '[tool.setuptools]\npackage-dir = {"" = "src"}\n',
        "[tool.archlint]\n",
        "[[",
    ),
    "setup.py": ("setup(name='q', py_modules=['m'])", "setup(ext_modules=[Extension('gone')])"),
    "requirements.txt": ("tox\n", "nox\n"),
    "meson.build": ("gone", "other"),
}


def test_what_a_run_comes_to_is_another_only_where_a_look_is(tmp_path: Path) -> None:
    different = same = 0
    for seed in range(60):
        chance = random.Random(seed)
        home = tmp_path / str(seed)
        top = home / "above" / "top"
        top.mkdir(parents=True)
        for _ in range(25):
            change(home, top, chance)
        disk = Disk(str(top))
        before = outcome(disk)
        for _ in range(6):
            change(home, top, chance)
            if outcome(Disk(str(top))) == before:
                same += 1
                continue
            different += 1
            assert not is_confirmed(disk), seed
        shutil.rmtree(home)
    assert different > 120
    assert same > 40


def is_confirmed(disk: Disk) -> bool:
    return all(
        sight.look_again(disk.top, look, path).digest == seen.digest
        for look, sights in disk.sights.items()
        for path, seen in sights.items()
    )


def outcome(disk: Disk) -> object:
    """All that the room of source says of a tree, if imports say nothing."""
    options = SourceOptions(extend_exclude=("a/src/",))
    absent = Absent(disk, options.exclude_patterns, ("setup.py", "a/meson.build"))
    asked = [absent.may_exist(folder, "gone") for folder in ("", "a", "a/b", "b", "src/p")]
    configs = matching_files(disk, "*/archlint.toml"), matching_files(disk, "**/archlint.toml")
    found = walk(options, disk)
    distributions = read_distributions(disk.read, found.metadata)
    try:
        tree = build_tree(disk.top, options, found, distributions, lambda names: (), frozenset())
    except SourceError as error:
        return asked, configs, found, find_texts(disk), str(error)
    return asked, configs, found, find_texts(disk), tree


def change(home: Path, top: Path, chance: random.Random) -> None:
    """Do one thing to a tree, or to what lies above it."""
    place = top / chance.choice(FOLDERS) / chance.choice(NAMES)
    deeds: tuple[Callable[[], object], ...] = (
        lambda: put(place, chance),
        lambda: put(place, chance),
        lambda: put(place, chance),
        lambda: put(place, chance),
        lambda: put(chance.choice((home, home / "above")) / ".gitignore", chance),
        lambda: put(home / ".git" / "info" / "exclude", chance),
        lambda: remove(place),
        lambda: remove(top / chance.choice(FOLDERS[1:])),
        lambda: link(top / chance.choice(FOLDERS), top / chance.choice(FOLDERS), chance),
        lambda: link(top / chance.choice(FOLDERS), place, chance),
        lambda: link(top / chance.choice(FOLDERS), home / "above", chance),
        lambda: place.rename(place.with_name(chance.choice(NAMES))),
        lambda: (home / ".git").mkdir(),
        lambda: remove(home / ".git"),
        lambda: (top / "a" / ".git").mkdir(),
    )
    try:
        chance.choice(deeds)()
    except OSError:  # something of another kind is in the way
        return


def put(place: Path, chance: random.Random) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    texts = TEXTS.get(".gitignore" if place.name == "exclude" else place.name, ("", "x = 1\n"))
    place.write_text(chance.choice(texts))


def remove(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink()


def link(folder: Path, target: Path, chance: random.Random) -> None:
    place = folder / chance.choice(("link", "link.py", "a", "__init__.py"))
    if place.is_symlink():
        place.unlink()
    place.symlink_to(target)


@pytest.mark.parametrize("tracked_later", ["gen.py", "deep/gen.py"])
def test_what_is_tracked_later_is_a_change(tmp_path: Path, tracked_later: str) -> None:
    def git(*arguments: str) -> None:
        environment = {key: text for key, text in os.environ.items() if key[:4] != "GIT_"}
        subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True, env=environment)

    git("init", "-q")
    (tmp_path / "deep").mkdir()
    for path in ("a.md", "a.py", "gen.py", "deep/gen.py"):
        (tmp_path / path).touch()
    (tmp_path / ".gitignore").write_text("gen.py\n")
    disk = Disk(str(tmp_path))
    before = outcome(disk)
    git("add", "a.md")
    assert outcome(Disk(str(tmp_path))) == before
    assert is_confirmed(disk)
    git("add", "-f", tracked_later)
    assert outcome(Disk(str(tmp_path))) != before
    assert not is_confirmed(disk)
