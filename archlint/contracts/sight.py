"""The graphs of a project that contracts are checked on."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archlint.contracts.guards import Guards
from archlint.contracts.modules import Names
from archlint.contracts.session import Session
from archlint.contracts.view import Pair, View
from archlint.facts.imports import Kind
from archlint.imports import Import
from archlint.project import Project
from archlint.resolve.one_root import absolute_name


class Views(NamedTuple):
    """The graph as import-linter sees it, and as Python does, which holds more."""

    narrow: View
    wide: View


def views(project: Project, names: Names, session: Session, *, without: Kind) -> Views:
    """The graphs of a session's root packages; imports of the kinds `without` are left out."""
    roots, external = session.root_names, session.external
    guards = Guards(project)
    listed = names.namespaces.union(names.listed.values())
    known = {**names.listed, **names.further}
    narrow, wide = _Half(listed), _Half(listed.union(names.further.values()))
    for row, importer in enumerate(project.edges.importer):
        kinds = project.edges.kinds[row]
        if importer not in known or kinds & without:
            continue
        site = Import(project.table, row)
        is_left_out = session.skip_typing and bool(kinds & Kind.TYPING)
        if not is_left_out or not guards.cover(site):
            narrow.add(known[importer], _seen(site, names, listed, roots, external), row, external)
        if not is_left_out:
            wide.add(known[importer], _target(site, known, roots), row, external)
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


def _target(site: Import, known: dict[int, str], roots: Sequence[str]) -> str | None:
    """The name of what is imported: a module of the root packages, or the whole external one."""
    module = site.imported
    if module is not None and module.index in known:
        return known[module.index]
    return _external(site.external if module is None else module.name, roots)


def _seen(
    site: Import, names: Names, listed: frozenset[str], roots: Sequence[str], external: bool
) -> str | None:
    """The same as import-linter reads it.

    What is written means a module that it lists, or else its parent does, or else it is external:
    below a root package with a plain name, that is the root package itself.
    """
    if site.importer.index not in names.listed or site.kinds & Kind.DYNAMIC or site.file.is_stub:
        return None
    module = site.imported
    if module is not None:
        name = names.listed.get(module.index)
        if name is not None and not site.table.edges.unresolved[site.row]:
            return name
        if name is None and module.index not in names.further:
            return _external(module.name, roots)
    written = _written(site, names)
    for name in (written, written.rpartition(".")[0]):
        if name in listed:
            return name
    top = written.partition(".")[0]
    return top if external and top in roots else _external(written, roots)


def _written(site: Import, names: Names) -> str:
    """The dotted name that the first fact of an import asks for."""
    fact, base = site.fact, site.fact.base
    if fact.level:
        package = names.listed[site.importer.index]
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
