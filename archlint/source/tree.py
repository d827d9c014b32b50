"""The source tree as values: roots, files and modules, and how to ask for them."""

import enum
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from archlint.diagnostics import Diagnostic
from archlint.source.metadata.distributions import Distribution
from archlint.source.names import stem_of


class Role(enum.IntEnum):
    """What a module is for."""

    PRODUCTION = 0
    TEST = 1
    TOOL = 2


class Form(enum.IntEnum):
    """How a module exists in the tree."""

    SOURCE = 0
    """A `.py` file, a package's `__init__.py` included, alone or with its `.pyi`."""
    STUB = 1
    """A `.pyi` alone."""
    EXTENSION = 2
    """A compiled module or a `.pyx`: known by name only."""
    NAMESPACE = 3
    """A folder without `__init__.py`."""
    SCRIPT = 4
    """A file whose name is no identifier: it imports, and nobody imports it."""
    GHOST = 5
    """An excluded, ignored or generated file: its name exists, its content is not looked at."""


class Root(NamedTuple):
    """A folder that dotted names start from.

    `path` is POSIX, relative to the root of the run, "" for that root itself. `evidence` says in
    words why it is a root. A `test_only` root holds no production module; what it
    has through a link counts only where it really lies.
    """

    path: str
    evidence: str
    test_only: bool


class Module(NamedTuple):
    """One module of the tree; `index` is its place in `Tree.modules`.

    `name` is the dotted name, or the path where the file has none (a script). `segments` are what
    domain expressions look at; a script's are its folder's and its stem. `package` is the dotted
    name that relative imports start from ("" at the top of a root). `path` is the file's (the
    `.py` of a pair, the folder of a namespace package). `files` are indices into `Tree.files`.
    """

    index: int  # type: ignore[assignment]  # a tuple's own method, of no use here
    name: str
    root: int
    path: str
    package: str
    segments: tuple[str, ...]
    is_package: bool
    form: Form
    role: Role
    files: tuple[int, ...]


class SourceFile(NamedTuple):
    """One file that is read; `module` is an index into `Tree.modules`."""

    index: int  # type: ignore[assignment]  # a tuple's own method, of no use here
    path: str
    module: int
    is_stub: bool


class _Laid(NamedTuple):
    top: str
    roots: tuple[Root, ...]
    files: tuple[SourceFile, ...]
    modules: tuple[Module, ...]
    declared: frozenset[str] = frozenset()
    dependencies: frozenset[str] = frozenset()
    builds: tuple[str, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    skipped: Mapping[str, int] = MappingProxyType({})
    unmatched: tuple[tuple[str, int], ...] = ()
    configs: tuple[str, ...] = ()
    distributions: tuple[Distribution, ...] = ()
    second_paths: tuple[str, ...] = ()


class Tree(_Laid):
    """Everything found on disk, before a single import is resolved.

    `top` is the absolute path of the root of the run. `declared` are the import names of the
    declared third-party dependencies, and `dependencies` those of them that the tree does not hold
    itself. `builds` are the files that may tell what is compiled. `problems` are what the walk
    could not follow. `skipped` counts what was left out, by reason. `unmatched` names the user's
    patterns that match no path, as option name and index. `configs` are configs of folders below.
    `distributions` are what the packaging metadata describes. `second_paths` are links to folders
    that lie in the tree as well.
    """

    @cached_property
    def by_name(self) -> tuple[dict[str, int], ...]:
        """For each root, dotted name to module index; scripts have no name here."""
        tables: tuple[dict[str, int], ...] = tuple({} for _ in self.roots)
        for module in self.modules:
            if module.form is not Form.SCRIPT:
                tables[module.root][module.name] = module.index
        return tables

    @cached_property
    def by_path(self) -> dict[str, int]:
        """Path of each file that is read to the index of its module."""
        return {file.path: file.module for file in self.files}

    @cached_property
    def by_place(self) -> dict[str, int]:
        """Path without suffix, of a package that of its folder, to module index."""
        places: dict[str, int] = {}
        for module in self.modules:
            folder, slash, name = module.path.rpartition("/")
            if module.form is Form.NAMESPACE:
                places[module.path] = module.index
            elif stem_of(name) == "__init__":
                places[folder] = module.index
            else:
                places.setdefault(f"{folder}{slash}{stem_of(name)}", module.index)
        return places

    @cached_property
    def roots_of(self) -> dict[str, tuple[int, ...]]:
        """For each dotted name, the roots that have it, in order."""
        found: dict[str, list[int]] = {}
        for module in self.modules:
            if module.form is not Form.SCRIPT:
                found.setdefault(module.name, []).append(module.root)
        return {name: tuple(roots) for name, roots in found.items()}

    def identity(self, module: Module) -> str:
        """The module's name in identities: with the root's path where several roots have it."""
        if module.form is Form.SCRIPT or len(self.roots_of[module.name]) == 1:
            return module.name
        return f"{self.roots[module.root].path or '.'}:{module.name}"
