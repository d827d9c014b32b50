"""Trees as values that JSON knows, and back, in less time than it takes to build them.

What nearly always follows from something else, as segments do from a name, is stored only where it
does not.
"""

from collections.abc import Sequence
from functools import partial
from typing import TypedDict, cast

from archlint.diagnostics import Severity
from archlint.source.metadata.distributions import Distribution
from archlint.source.metadata.statement import Declared, Search, Statement
from archlint.source.tree import Form, Module, Role, Root, SourceFile, Tree
from archlint.source.unreadable import unreadable

_FORMS = tuple(Form)
_ROLES = tuple(Role)
# What makes values of rows, without a call in Python.
_MODULE = partial(tuple.__new__, Module)
_FILE = partial(tuple.__new__, SourceFile)

_Distribution = tuple[
    str,
    str,
    str,
    list[tuple[str, str]],
    list[str],
    list[str],
    list[str],
    bool,
    list[tuple[str, str, str, str]],
    list[str],
    list[tuple[str, list[str], list[str], bool]],
    list[tuple[str, str]],
]
"""Folder and file, then the fields of what is stated; JSON makes lists of tuples."""


class _Modules(TypedDict):
    """Columns of modules; `odd` are index, package and segments of those not called by these."""

    names: list[str]
    roots: list[int]
    paths: list[str]
    are_packages: list[bool]
    forms: list[int]
    roles: list[int]
    odd: list[tuple[int, str, list[str]]]


class _Files(TypedDict):
    """The module of each file, and index and path of those that are not its first; stubs."""

    modules: list[int]
    others: list[tuple[int, str]]
    stubs: list[int]


class _Plain(TypedDict):
    roots: list[tuple[str, str, bool]]
    modules: _Modules
    files: _Files
    declared: list[str]
    dependencies: list[str]
    builds: list[str]
    problems: list[tuple[str, str, str]]
    skipped: dict[str, int]
    unmatched: list[tuple[str, int]]
    configs: list[str]
    distributions: list[_Distribution]
    second_paths: list[str]


def tree_to_plain(tree: Tree) -> object:
    """The tree but for its top, made of nothing that JSON does not know."""
    return _Plain(
        roots=[(root.path, root.evidence, root.test_only) for root in tree.roots],
        modules=_from_modules(tree.modules),
        files=_from_files(tree),
        declared=sorted(tree.declared),
        dependencies=sorted(tree.dependencies),
        builds=[*tree.builds],
        problems=[(one.location.path, one.message, one.severity.value) for one in tree.problems],
        skipped={**tree.skipped},
        unmatched=[*tree.unmatched],
        configs=[*tree.configs],
        distributions=[_from_distribution(one) for one in tree.distributions],
        second_paths=[*tree.second_paths],
    )


def tree_from_plain(stored: object, top: str) -> Tree:
    """The tree that `tree_to_plain` was given, below a top."""
    plain = cast(_Plain, stored)
    files = _to_files(plain["files"], plain["modules"]["paths"])
    return Tree(
        top=top,
        roots=tuple(Root(*row) for row in plain["roots"]),
        files=files,
        modules=_to_modules(plain["modules"], files),
        declared=frozenset(plain["declared"]),
        dependencies=frozenset(plain["dependencies"]),
        builds=tuple(plain["builds"]),
        problems=tuple(
            unreadable(path, message, Severity(severity))
            for path, message, severity in plain["problems"]
        ),
        skipped=plain["skipped"],
        unmatched=tuple((option, index) for option, index in plain["unmatched"]),
        configs=tuple(plain["configs"]),
        distributions=tuple(_to_distribution(row) for row in plain["distributions"]),
        second_paths=tuple(plain["second_paths"]),
    )


def _from_modules(modules: Sequence[Module]) -> _Modules:
    return _Modules(
        names=[module.name for module in modules],
        roots=[module.root for module in modules],
        paths=[module.path for module in modules],
        are_packages=[module.is_package for module in modules],
        forms=[int(module.form) for module in modules],
        roles=[int(module.role) for module in modules],
        odd=[
            (module.index, module.package, [*module.segments])
            for module in modules
            if module.segments != _segments(module.name)
            or module.package != _package(module.name, module.is_package)
        ],
    )


def _to_modules(plain: _Modules, files: Sequence[SourceFile]) -> tuple[Module, ...]:
    names = plain["names"]
    packages = list(map(_package, names, plain["are_packages"]))
    segments = list(map(_segments, names))
    for index, package, steps in plain["odd"]:
        packages[index] = package
        segments[index] = tuple(steps)
    held: list[tuple[int, ...]] = [()] * len(names)
    for file in files:
        held[file.module] += (file.index,)
    rows = zip(
        range(len(names)),
        names,
        plain["roots"],
        plain["paths"],
        packages,
        segments,
        plain["are_packages"],
        map(_FORMS.__getitem__, plain["forms"]),
        map(_ROLES.__getitem__, plain["roles"]),
        held,
        strict=True,
    )
    return tuple(map(_MODULE, rows))


def _segments(name: str) -> tuple[str, ...]:
    return tuple(name.split("."))


def _package(name: str, is_package: bool) -> str:
    return name if is_package else name.rpartition(".")[0]


def _from_files(tree: Tree) -> _Files:
    return _Files(
        modules=[file.module for file in tree.files],
        others=[
            (file.index, file.path)
            for file in tree.files
            if file.path != tree.modules[file.module].path
        ],
        stubs=[file.index for file in tree.files if file.is_stub],
    )


def _to_files(plain: _Files, module_paths: Sequence[str]) -> tuple[SourceFile, ...]:
    modules = plain["modules"]
    paths = [module_paths[module] for module in modules]
    for index, path in plain["others"]:
        paths[index] = path
    are_stubs = [False] * len(modules)
    for index in plain["stubs"]:
        are_stubs[index] = True
    rows = zip(range(len(modules)), paths, modules, are_stubs, strict=True)
    return tuple(map(_FILE, rows))


def _from_distribution(distribution: Distribution) -> _Distribution:
    stated = distribution.stated
    return (
        distribution.folder,
        distribution.file,
        stated.name,
        [*stated.roots],
        [*stated.packages],
        [*stated.generated],
        sorted(stated.dependencies),
        stated.is_distribution,
        [(*declared,) for declared in stated.entry_points],
        [*stated.configs],
        [(one.root, [*one.include], [*one.exclude], one.namespaces) for one in stated.searches],
        [*stated.names],
    )


def _to_distribution(row: _Distribution) -> Distribution:
    folder, file, name, roots, packages, generated, dependencies, is_one = row[:8]
    declared, configs, searches, names = row[8:]
    stated = Statement(
        name=name,
        roots=tuple((root, evidence) for root, evidence in roots),
        packages=tuple(packages),
        generated=tuple(generated),
        dependencies=frozenset(dependencies),
        is_distribution=is_one,
        entry_points=tuple(Declared(*one) for one in declared),
        configs=tuple(configs),
        searches=tuple(
            Search(root, tuple(include), tuple(exclude), namespaces)
            for root, include, exclude, namespaces in searches
        ),
        names=tuple((place, given) for place, given in names),
    )
    return Distribution(folder, file, stated)
