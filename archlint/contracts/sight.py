"""The graphs of a project that contracts are checked on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from archlint.contracts.guards import Guards
from archlint.contracts.modules import Names
from archlint.contracts.session import Session
from archlint.contracts.view import Pair, View
from archlint.facts.imports import Kind
from archlint.imports import Import
from archlint.project import Project
from archlint.resolve.edges import NONE
from archlint.resolve.one_root import absolute_name

_DYNAMIC, _TYPING = int(Kind.DYNAMIC), int(Kind.TYPING)


class Views(NamedTuple):
    """The graph as import-linter sees it, and as Python does, which holds more."""

    narrow: View
    wide: View


def views(project: Project, names: Names, session: Session, *, without: Kind) -> Views:
    """The graphs of a session's root packages; imports of the kinds `without` are left out."""
    guards = Guards(project)
    sight = _Sight(project, names, session)
    narrow, wide = _Half(sight.listed), _Half(sight.listed.union(names.further.values()))
    edges = project.edges
    skipped, typing = int(without), _TYPING if session.skip_typing else 0
    for row, (index, kinds) in enumerate(zip(edges.importer, edges.kinds, strict=True)):
        importer = sight.known.get(index)
        if importer is None or kinds & skipped:
            continue
        foreign = sight.foreign[edges.external[row]]
        if foreign and not session.external:
            continue
        if not kinds & typing or not guards.cover(Import(project.table, row)):
            narrow.add(importer, sight.seen(row, foreign), row, session.external)
        if not kinds & typing:
            wide.add(importer, foreign or sight.target(row), row, session.external)
    return Views(narrow.view(), wide.view())


class _Half:
    """One of the graphs while it grows."""

    def __init__(self, modules: frozenset[str]) -> None:
        self.modules = modules
        self.external: set[str] = set()
        self.links: dict[Pair, list[int]] = {}

    def add(self, importer: str, imported: str | None, row: int, external: bool) -> None:
        if imported is None or imported == importer:
            return
        if imported not in self.modules:
            if not external:
                return
            self.external.add(imported)
        self.links.setdefault((importer, imported), []).append(row)

    def view(self) -> View:
        return View(self.modules, frozenset(self.external), self.links)


@dataclass(frozen=True)
class _Sight:
    """Tells what a row of the project's edges imports, by the name that it has in a graph."""

    project: Project
    names: Names
    session: Session

    @cached_property
    def roots(self) -> tuple[str, ...]:
        return self.session.root_names

    @cached_property
    def listed(self) -> frozenset[str]:
        return self.names.namespaces.union(self.names.listed.values())

    @cached_property
    def known(self) -> dict[int, str]:
        return {**self.names.listed, **self.names.further}

    @cached_property
    def foreign(self) -> tuple[str, ...]:
        """The external module of each external name that has nothing in common with a root.

        "" for the others and, at the end, for `NONE`.
        """
        tops = {root.partition(".")[0] for root in self.roots}
        firsts = (name.partition(".")[0] for name in self.project.edges.externals)
        return (*("" if first in tops else first for first in firsts), "")

    @cached_property
    def stubs(self) -> frozenset[int]:
        return frozenset(file.index for file in self.project.tree.files if file.is_stub)

    def target(self, row: int) -> str | None:
        """What a row imports: a module of the root packages, or the whole external one."""
        edges = self.project.edges
        index = edges.imported[row]
        if index == NONE:
            return _external(edges.externals[edges.external[row]], self.roots)
        return self.known.get(index) or _external(self.project.modules[index].name, self.roots)

    def seen(self, row: int, foreign: str) -> str | None:
        """The same as import-linter reads it; `foreign` is what is known of the external name.

        What is written means a module that it lists, or else its parent does, or else it is
        external: below a root package with a plain name, that is the root package itself.
        """
        edges = self.project.edges
        if (
            edges.importer[row] not in self.names.listed
            or edges.kinds[row] & _DYNAMIC
            or edges.file[row] in self.stubs
        ):
            return None
        if foreign:
            return foreign
        index = edges.imported[row]
        if index != NONE:
            name = self.names.listed.get(index)
            if name is not None and not edges.unresolved[row]:
                return name
            if name is None and index not in self.names.further:
                return _external(self.project.modules[index].name, self.roots)
        written = self._written(row)
        for name in (written, written.rpartition(".")[0]):
            if name in self.listed:
                return name
        top = written.partition(".")[0]
        if self.session.external and top in self.roots:
            return top
        return _external(written, self.roots)

    def _written(self, row: int) -> str:
        """The dotted name that the first fact of an import asks for."""
        site = Import(self.project.table, row)
        fact, base = site.fact, site.fact.base
        if fact.level:
            package = self.names.listed[site.importer.index]
            if not site.importer.is_package:
                package = package.rpartition(".")[0]
            base = absolute_name(package, fact.level, base)
        return f"{base}.{fact.name}" if fact.name else base


def _external(dotted: str, roots: Sequence[str]) -> str | None:
    """The external module that a name lies in, as short as it may be.

    Where the name shares a namespace with a root package, it is long enough to differ from that.
    """
    for name in _beginnings(dotted):
        if name in roots:
            return None
        if not any(root.startswith(f"{name}.") for root in roots):
            return name
    return None


def _beginnings(dotted: str) -> Iterator[str]:
    parts = dotted.split(".")
    for length in range(1, len(parts) + 1):
        yield ".".join(parts[:length])
