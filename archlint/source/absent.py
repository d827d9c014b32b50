"""Whether a module that the tree does not hold may be there all the same."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from archlint.source import gitignore
from archlint.source.compiled import Compiled
from archlint.source.disk import Disk
from archlint.source.globs import PatternSet, compile_covers
from archlint.source.names import KINDS
from archlint.source.walk import DEEPEST

_BECOMES_A_MODULE = (*KINDS, ".c", ".cc", ".cpp", ".cxx", ".py.in")
_WRITES_MODULES = {
    # protoc and its plugins for gRPC, the compilers of Qt, ANTLR.
    ".proto": ("{}_pb2", "{}_pb2_grpc", "{}_grpc"),
    ".ui": ("ui_{}", "{}_ui"),
    ".qrc": ("{}_rc", "rc_{}"),
    ".g4": ("{}Lexer", "{}Parser", "{}Listener", "{}Visitor"),
}
"""By suffix: what the usual generator calls the modules that it writes beside a file."""


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
    _made: dict[str, frozenset[str]] = field(default_factory=dict, compare=False)

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
            or self._compiled.makes(folder, rest)
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
            if part in self._made_in(folder):
                return True
            folder = f"{folder}/{part}".lstrip("/")
            if self.disk.is_file(f"{folder}/__init__.py"):
                return True
        return self.disk.is_folder(folder)

    def _made_in(self, folder: str) -> frozenset[str]:
        """The modules that the files directly in a folder are, or that are made from them."""
        if folder not in self._made:
            self._made[folder] = frozenset(
                made for name in self._names_in(folder) for made in _become(name)
            )
        return self._made[folder]

    def _names_in(self, folder: str) -> Iterator[str]:
        try:
            listing = self.disk.listing(folder)
        except OSError:
            return
        for names in listing:
            yield from names

    @cached_property
    def _compiled(self) -> Compiled:
        return Compiled(self.disk, self.builds)


def _become(name: str) -> Iterator[str]:
    """The modules that a file of this name is, or that are made from it."""
    if name.endswith(_BECOMES_A_MODULE):
        yield name.partition(".")[0]
    stem, dot, suffix = name.rpartition(".")
    for pattern in _WRITES_MODULES.get(dot + suffix, ()):
        yield pattern.format(stem.replace("-", "_"))
