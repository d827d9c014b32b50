"""Whether a module that the tree does not hold may be there all the same."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from archlint.source import gitignore
from archlint.source.disk import Disk
from archlint.source.globs import PatternSet, compile_covers
from archlint.source.names import KINDS
from archlint.source.walk import DEEPEST

_BECOMES_A_MODULE = (*KINDS, ".c", ".cc", ".cpp", ".cxx", ".py.in")
_BUILDS_MODULES = re.compile(rb"[Ee]xtension|ext_modules|cffi_modules")


@dataclass(frozen=True)
class Absent:
    """Asks about modules that are missing from a tree.

    `exclude` are the patterns of what is not analysed, `builds` the files that may tell what is
    compiled.
    """

    disk: Disk
    exclude: tuple[str, ...]
    builds: tuple[str, ...]
    _rules: dict[str, tuple[gitignore.Rules, bool]] = field(default_factory=dict, compare=False)

    def may_exist(self, folder: str, rest: str) -> bool:
        """Whether the module `rest`, as seen from the package in `folder`, may be there.

        It lies where the walk does not look, a build compiles it, or a file of its name would be
        excluded or ignored, as those are that a build writes.
        """
        path = f"{folder}/{rest.replace('.', '/')}".lstrip("/")
        if path.count("/") > DEEPEST:
            return False
        return (
            self._is_left_out(f"{path}.py")
            or self._is_left_out(f"{path}/__init__.py")
            or self._lies_unseen(folder, rest)
            or self._is_compiled(rest.partition(".")[0])
        )

    def _is_left_out(self, path: str) -> bool:
        folder, _, name = path.rpartition("/")
        rules, is_ignored = self._reaching(folder)
        return is_ignored or gitignore.is_ignored(rules, path, name) or self._excluded.holds(path)

    def _reaching(self, folder: str) -> tuple[gitignore.Rules, bool]:
        """The ignore files that reach a folder, and whether they ignore it."""
        known = self._rules
        if "" not in known:
            known[""] = gitignore.rules_above(self.disk) + gitignore.rules_in(self.disk, ""), False
        rules, is_ignored = known[""]
        path = ""
        for name in folder.split("/") if folder else ():
            path = f"{path}/{name}".lstrip("/")
            if path not in known:
                is_ignored = is_ignored or gitignore.is_ignored(rules, f"{path}/", f"{name}/")
                known[path] = rules + gitignore.rules_in(self.disk, path), is_ignored
            rules, is_ignored = known[path]
        return rules, is_ignored

    @cached_property
    def _excluded(self) -> PatternSet:
        return compile_covers(self.exclude)

    def _lies_unseen(self, folder: str, rest: str) -> bool:
        """Whether it is in a folder that is skipped, or a folder that holds no module."""
        for part in rest.split("."):
            try:
                listing = self.disk.listing(folder)
            except OSError:
                return False
            folder = f"{folder}/{part}".lstrip("/")
            if any(_becomes(name, part) for names in listing for name in names):
                return True
            if self.disk.is_file(f"{folder}/__init__.py"):
                return True
        return self.disk.is_folder(folder)

    def _is_compiled(self, name: str) -> bool:
        word = re.compile(rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)")
        return any(word.search(text) for text in self._build_texts)

    @cached_property
    def _build_texts(self) -> tuple[bytes, ...]:
        """What the build files say; a `setup.py` counts only where it compiles something."""
        texts = []
        for path in self.builds:
            try:
                text = self.disk.read(path)
            except OSError:  # what cannot be read is no evidence
                continue
            if not path.endswith("setup.py") or _BUILDS_MODULES.search(text):
                texts.append(text)
        return tuple(texts)


def _becomes(name: str, part: str) -> bool:
    """Whether the file of this name is a module called `part`, or what it is made from."""
    return name.startswith(f"{part}.") and name[len(part) :].endswith(_BECOMES_A_MODULE)
