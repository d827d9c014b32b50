"""One description of what may not be imported, derived from a tree in which it holds."""

import ast
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.errors import BenchmarkError

MOST_DOMAINS = 8


class Law(NamedTuple):
    """Packages that may not import each other directly; everything else is free."""

    roots: tuple[str, ...]
    domains: tuple[str, ...]


class Siblings(NamedTuple):
    """Children of a package that are independent, if imports into the shared ones are left out.

    `law` has two that nothing outside of them imports.
    """

    package: str
    shared: tuple[str, ...]
    law: Law


class Plant(NamedTuple):
    """One import that breaks the law: a line at the end of a file."""

    path: str
    line: int
    importer: str
    imported: str


def derive(folder: Path) -> Law:
    """Packages of a tree of which none imports another, directly: many, and large ones.

    Candidates are the top packages, or the children of a package that is alone or holds more than
    half of the tree.

    Raises:
        BenchmarkError: there are no two such packages.
    """
    modules = dict(_modules(folder))
    roots = sorted({name.partition(".")[0] for name in modules})
    candidates = _candidates(roots, modules)
    crossings = _crossings(modules, frozenset(candidates))
    pairs = {frozenset((owner, other)) for owner, other in crossings if owner and owner != other}
    domains = _apart(candidates, _sizes(modules), pairs)
    if len(domains) < 2:
        raise BenchmarkError(f"no two packages of {folder} leave each other alone")
    return Law(tuple(roots), domains)


def derive_siblings(folder: Path, package: str) -> Siblings:
    """The children of a package, and which of them anything outside of them imports."""
    modules = dict(_modules(folder))
    children = frozenset(name for name in modules if name.rpartition(".")[0] == package)
    shared = {other for owner, other in _crossings(modules, children) if owner != other}
    apart = [name for name in _by_size(children - shared, modules) if name in _packages(modules)]
    law = Law((package.partition(".")[0],), tuple(apart[:2]))
    return Siblings(package, tuple(sorted(shared)), law)


def plant(folder: Path, law: Law) -> Plant:
    """Break the law in one file, the largest module of the first domain.

    `withdraw` takes the import away again.
    """
    importing, imported = law.domains[:2]
    package = folder / importing.replace(".", "/")
    target = max(sorted(package.rglob("*.py")), key=lambda path: path.stat().st_size)
    text = target.read_bytes()
    gap = b"" if text.endswith(b"\n") or not text else b"\n"
    target.write_bytes(text + gap + f"import {imported}\n".encode())
    path = target.relative_to(folder)
    line = len((text + gap).splitlines()) + 1
    return Plant(path.as_posix(), line, _name(path), imported)


def withdraw(folder: Path, planted: Plant) -> None:
    """Take a planted import away."""
    target = folder / planted.path
    line = f"import {planted.imported}\n".encode()
    target.write_bytes(target.read_bytes().removesuffix(line))


def _modules(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*.py")):
        yield _name(path.relative_to(folder)), path


def _name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _candidates(roots: Iterable[str], modules: Mapping[str, Path]) -> list[str]:
    """Packages to choose from, the largest first."""
    packages = _packages(modules)
    sizes = _sizes(modules)
    chosen = [root for root in roots if root in packages]
    while large := [name for name in chosen if len(chosen) == 1 or 2 * sizes[name] > len(modules)]:
        children = [name for name in packages if name.rpartition(".")[0] in large]
        if not children:
            break
        chosen = [name for name in chosen if name not in large] + children
    return _by_size(chosen, modules)


def _packages(modules: Mapping[str, Path]) -> frozenset[str]:
    return frozenset(name for name, path in modules.items() if path.name == "__init__.py")


def _by_size(names: Iterable[str], modules: Mapping[str, Path]) -> list[str]:
    sizes = _sizes(modules)
    return sorted(names, key=lambda name: (-sizes[name], name))


def _sizes(modules: Mapping[str, Path]) -> Counter[str]:
    """How many modules there are at and below each name."""
    sizes: Counter[str] = Counter()
    for name in modules:
        parts = name.split(".")
        sizes.update(".".join(parts[:depth]) for depth in range(1, len(parts) + 1))
    return sizes


def _crossings(
    modules: Mapping[str, Path], owners: frozenset[str]
) -> Iterator[tuple[str | None, str]]:
    """Imports of what an owner holds, as importing owner (None outside of all) and imported."""
    for name, path in modules.items():
        importing = owner_of(name, owners)
        for imported in imported_names(path.read_bytes(), name, path.name == "__init__.py"):
            other = owner_of(imported, owners)
            if other is not None:
                yield importing, other


def imported_names(source: bytes, module: str, is_package: bool) -> Iterator[str]:
    """Every dotted name that a module may import, including what `from` takes out of it."""
    for node in _statements(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                kept = len(parts) - node.level + is_package
                base = ".".join([*parts[:kept], *filter(None, [base])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _statements(source: bytes) -> Iterator[ast.AST]:
    """All statements and what holds some; no expression does."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        pending: list[ast.AST] = [ast.parse(source)]
    while pending:
        node = pending.pop()
        yield node
        for field in ("body", "handlers", "orelse", "finalbody", "cases"):
            pending.extend(getattr(node, field, ()))


def owner_of(name: str, owners: frozenset[str]) -> str | None:
    """The longest of the names that is the name itself or a package around it."""
    while name and name not in owners:
        name = name.rpartition(".")[0]
    return name or None


def _apart(
    candidates: Sequence[str], sizes: Mapping[str, int], pairs: set[frozenset[str]]
) -> tuple[str, ...]:
    """The most that are found from any beginning; of several such lots, the largest."""
    found = [_apart_from(first, candidates, pairs) for first in candidates]
    return max(found, key=lambda lot: (len(lot), sum(sizes[name] for name in lot)), default=())


def _apart_from(
    first: str, candidates: Sequence[str], pairs: set[frozenset[str]]
) -> tuple[str, ...]:
    chosen = [first]
    for name in candidates:
        apart = all(name != other and frozenset((name, other)) not in pairs for other in chosen)
        if apart and len(chosen) < MOST_DOMAINS:
            chosen.append(name)
    return tuple(chosen)
