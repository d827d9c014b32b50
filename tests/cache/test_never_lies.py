"""After any history of a tree, a run with a cache says what a run without one says."""

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from archlint.cache.folder import Folder
from archlint.cache.memory import Memory
from archlint.cache.seen import GRAIN
from archlint.config.discover import discover
from archlint.reporters import RenderOptions, renderer
from archlint.run import Request, run

FILES = (
    "app/__init__.py",
    "app/a.py",
    "app/b.py",
    "app/sub/__init__.py",
    "app/sub/c.py",
    "app/sub/c.pyi",
    "lib/__init__.py",
    "lib/d.py",
    "src/e.py",
    "tests/test_a.py",
    "setup.py",
)
SOURCES = (
    "",
    "import lib.d\n",
    "import app.a\n",
    "from app import b\n",
    "from app.sub import c\n",
    "from . import b\n",
    "import e\n",
    "import nowhere.at.all\nfrom lib import missing\n",
    "import app.b as b\n# the same length as the next\n",
    "import app.c as b\n# the same length as the last\n",
    "from typing import Protocol\nclass P(Protocol):\n    def f(self, x: int) -> int: ...\n",
    "from app.a import P\nclass Q(P):\n    def f(self) -> int:\n        return 1\n",
    "__path__ = []\n",
    "def broken(:\n",
    "if __name__ == '__main__':\n    import app.sub.c\n",
)
OTHERS = {
    "archlint.toml": (
        "",
        "[domains.app]\nimports = []\n",
        "[domains.app]\nimports = ['lib']\n[domains.lib]\nimports = []\n",
        "exclude = ['app/sub/**']\n",
        "include = ['*/archlint.toml']\n[domains.app]\nimports = []\n",
        "parent-imports = true\nsource-roots = ['src', '.']\n",
        "broken = \n",
    ),
    "lib/archlint.toml": ("", "[domains.lib]\nimports = []\n", "broken ="),
    ".gitignore": ("", "sub/\n", "*.py\n", "lib/d.py\n"),
    "pyproject.toml": (
        "",
        "[project]\nname = 'app'\nversion = '1'\nscripts = {run = 'lib.d:main'}\n",
        "[project]\nname = 'app'\nversion = '1'\ndependencies = ['lib']\n",
    ),
    ".importlinter": (
        "",
        (
            "[importlinter]\nroot_packages = app\n\n[importlinter:contract:1]\nname = 1\n"
            "type = independence\nmodules =\n    app.a\n    app.b\n"
        ),
    ),
    "Makefile": ("", "run:\n\tpython -m lib.d\n", "run:\n\tpython -m app.sub.c\n"),
    "data.json": ("{}", '{"load": "app.sub.c"}'),
}
PATHS = st.sampled_from(FILES + tuple(OTHERS))
CHOICES = st.integers(0, 14)


class Histories(RuleBasedStateMachine):
    """A tree with two checkouts, one cache for both, and one for each."""

    @initialize()
    def begin(self) -> None:
        self.home = Path(tempfile.mkdtemp())
        self.top = self.home / "one"
        self.other = self.home / "two"
        self.branch = self.home / "branch"
        for folder in (self.top, self.other):
            (folder / ".git").mkdir(parents=True)
            (folder / "app").mkdir()
            (folder / "app" / "a.py").write_text("import lib\n")
        shutil.copytree(self.top, self.branch)

    def teardown(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)

    @rule(path=PATHS, choice=CHOICES)
    def write(self, path: str, choice: int) -> None:
        contents = OTHERS.get(path, SOURCES)
        place = self.top / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(contents[choice % len(contents)])

    @rule(path=PATHS, choice=CHOICES)
    def write_with_the_same_time(self, path: str, choice: int) -> None:
        place = self.top / path
        if place.is_file():
            before = place.stat()
            self.write(path, choice)
            os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))

    @rule(path=PATHS, choice=CHOICES)
    def replace(self, path: str, choice: int) -> None:
        """As editors do, that never write into a file."""
        if (self.top / path).is_file():
            self.write("spare.txt", 0)
            contents = OTHERS.get(path, SOURCES)
            (self.top / "spare.txt").write_text(contents[choice % len(contents)])
            os.replace(self.top / "spare.txt", self.top / path)

    @rule(path=PATHS)
    def delete(self, path: str) -> None:
        (self.top / path).unlink(missing_ok=True)

    @rule(path=PATHS)
    def touch(self, path: str) -> None:
        if (self.top / path).is_file():
            (self.top / path).touch()

    @rule(old=st.sampled_from(FILES), new=st.sampled_from(FILES))
    def rename(self, old: str, new: str) -> None:
        if (self.top / old).is_file():
            (self.top / new).parent.mkdir(parents=True, exist_ok=True)
            os.replace(self.top / old, self.top / new)

    @rule()
    def move_a_folder(self) -> None:
        here, there = self.top / "app" / "sub", self.top / "lib" / "sub"
        if here.is_dir() and not there.exists() and there.parent.is_dir():
            here.rename(there)

    @rule()
    def link_a_folder(self) -> None:
        link = self.top / "linked"
        if link.is_symlink():
            link.unlink()
        link.symlink_to(self.top / "lib" if (self.top / "lib").is_dir() else self.top / "app")

    @rule()
    def switch_the_branch(self) -> None:
        for name in os.listdir(self.top):
            if name not in (".archlint_cache", ".git"):
                place = self.top / name
                if place.is_dir() and not place.is_symlink():
                    shutil.rmtree(place)
                else:
                    place.unlink()
        shutil.copytree(self.branch, self.top, symlinks=True, dirs_exist_ok=True)

    @rule()
    def commit_to_the_branch(self) -> None:
        shutil.rmtree(self.branch)
        leave = shutil.ignore_patterns(".archlint_cache", ".git")
        shutil.copytree(self.top, self.branch, symlinks=True, ignore=leave)

    @rule()
    def go_to_the_other_checkout(self) -> None:
        self.top, self.other = self.other, self.top

    @rule(which=CHOICES, share=st.integers(0, 100), kind=st.integers(0, 3))
    def damage(self, which: int, share: int, kind: int) -> None:
        files = sorted(self.home.rglob("*-cpython-*"))
        if files:
            path = files[which % len(files)]
            content = path.read_bytes()
            start = len(content) * share // 100
            damaged = (
                content[:start],
                content[:start] + b"\0" + content[start + 1 :],
                files[0].read_bytes(),
                b"\x80\x04not ours",
            )
            path.write_bytes(damaged[kind])

    @rule(
        shared=st.booleans(),
        by_content=st.booleans(),
        is_later=st.booleans(),
        select=st.sampled_from([(), ("unused-package",), ("import-cycle", "unresolved-import")]),
    )
    def check(
        self, shared: bool, by_content: bool, is_later: bool, select: tuple[str, ...]
    ) -> None:
        place = self.home / "shared" if shared else self.top / ".archlint_cache"
        if is_later:
            # Let what was written until now be older than the grain of any clock.
            _tick(self.home)
        moment = os.stat(_tick(self.home)).st_ctime_ns + is_later * 2 * GRAIN
        memory = Memory(Folder(str(place)), str(self.top), by_content, moment)
        assert self.says(select, memory) == self.says(select, None)

    @rule()
    def check_again(self) -> None:
        self.check(shared=False, by_content=False, is_later=True, select=())

    @rule(path=PATHS, choice=CHOICES)
    def write_and_check(self, path: str, choice: int) -> None:
        self.write(path, choice)
        self.check(shared=False, by_content=False, is_later=True, select=())

    def says(self, select: tuple[str, ...], memory: Memory | None) -> str:
        from archlint.errors import ConfigError

        try:
            found = discover([str(self.top)])
        except ConfigError as error:
            return error.message
        report = run(found, Request(select=select, with_remarks=True), memory)
        return renderer("text")(report, RenderOptions(folder=str(self.top), verbose=True))


def _tick(folder: Path) -> str:
    """A file that is newer than all others: the clock of the file system has moved on."""
    path = folder / "clock"
    path.touch()
    before = path.stat().st_ctime_ns
    while path.stat().st_ctime_ns == before:
        path.touch()
    return str(path)


TestHistories = Histories.TestCase
TestHistories.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
