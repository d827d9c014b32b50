"""Facts and modules to import edges, as Python resolves them."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from archlint.facts.imports import FileFacts, ImportFact, Kind
from archlint.resolve.edges import NONE, Edges
from archlint.resolve.one_root import (
    NOTHING,
    Found,
    absolute_name,
    find_by_path,
    is_shared_namespace,
)
from archlint.resolve.worlds import (
    Standpoint,
    Worlds,
    find_absolute,
    find_child,
    find_relative,
    standpoint,
)
from archlint.source.names import enclosing
from archlint.source.tree import Form, Module, SourceFile, Tree


class _Target(NamedTuple):
    """Where one import fact leads.

    Either a module, or the dotted name of an external one, or neither.
    """

    module: int
    external: str
    at_name: bool
    unresolved: bool


class _Row(NamedTuple):
    """One edge before it becomes a row of the columns; the order of fields is the order of rows."""

    line: int
    column: int
    at_name: int
    fact: int
    imported: int
    external: int
    kinds: int
    unresolved: int


class _Names:
    """The modules that dotted names lead to, each looked up once from a standpoint."""

    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds
        self._absolute: dict[Standpoint, dict[str, Found]] = {}
        self._relative: dict[int, dict[str, Found]] = {}

    def absolute(self, here: Standpoint, name: str) -> Found:
        known = self._absolute.setdefault(here, {})
        if name not in known:
            known[name] = find_absolute(self.worlds, here, name)
        return known[name]

    def relative(self, root: int, name: str) -> Found:
        known = self._relative.setdefault(root, {})
        if name not in known:
            known[name] = find_relative(self.worlds, root, name)
        return known[name]


def resolve(tree: Tree, facts: Sequence[FileFacts], *, parent_imports: bool = False) -> Edges:
    """The edges of the whole tree; `facts[i]` belongs to `tree.files[i]`.

    With `parent_imports`, importing `a.b.c` also yields edges of kind `PARENT` to the regular
    packages `a` and `a.b`, unless they enclose the importer and so have run before it.
    """
    opened = (file.module for file in tree.files if facts[file.index].is_open)
    names = _Names(Worlds(tree, frozenset(opened)))
    externals: dict[str, int] = {}
    dangling: list[tuple[int, int]] = []
    importers = array("i")
    files = array("i")
    columns: list[_Row] = []
    for file in tree.files:
        imports = facts[file.index].imports
        if not imports:
            continue
        rows, lost = _edges_of(names, tree.modules[file.module], imports, externals)
        if parent_imports:
            rows.extend(_parents(tree, file, imports, rows))
        rows.sort()
        columns.extend(rows)
        dangling.extend((file.index, fact) for fact in lost)
        importers.extend([file.module] * len(rows))
        files.extend([file.index] * len(rows))
    return Edges(
        importer=importers,
        file=files,
        imported=array("i", [row.imported for row in columns]),
        external=array("i", [row.external for row in columns]),
        kinds=array("i", [row.kinds for row in columns]),
        fact=array("i", [row.fact for row in columns]),
        at_name=array("b", [row.at_name for row in columns]),
        unresolved=array("b", [row.unresolved for row in columns]),
        externals=tuple(externals),
        dangling=tuple(dangling),
    )


def _edges_of(
    names: _Names, importer: Module, imports: Sequence[ImportFact], externals: dict[str, int]
) -> tuple[list[_Row], list[int]]:
    """The edges of one file, and the facts that lead nowhere; `externals` takes new names up."""
    here = standpoint(names.worlds.tree, importer)
    rows: dict[tuple[int, str, int], _Row] = {}
    lost: dict[tuple[int, str], int] = {}
    for index, fact in enumerate(imports):
        target = _target(names, importer, here, fact)
        if target.module == NONE and not target.external:
            lost.setdefault((fact.statement, fact.base), index)
            continue
        if target.module == importer.index:
            if target.unresolved:
                lost.setdefault((fact.statement, fact.base), index)
            continue
        own_site = target.at_name or (not fact.name and target.module != NONE)
        key = (fact.statement, fact.base, index if own_site else NONE)
        known = rows.get(key)
        if known is not None:
            if known.kinds != fact.kinds:
                rows[key] = known._replace(kinds=_joined(known.kinds, fact.kinds))
            continue
        external = NONE
        if target.module == NONE:
            external = externals.setdefault(target.external, len(externals))
        place = fact.name_place if target.at_name else fact.place
        rows[key] = _Row(
            place.line,
            place.column,
            target.at_name,
            index,
            target.module,
            external,
            fact.kinds,
            target.unresolved,
        )
    return list(rows.values()), list(lost.values())


def _target(names: _Names, importer: Module, here: Standpoint, fact: ImportFact) -> _Target:
    root = importer.root
    base = fact.base
    if fact.kinds & Kind.OF_MODULE and not importer.is_package:
        if fact.level == 1:
            return _Target(NONE, "", False, False)
        fact = fact._replace(level=fact.level - 1)
    if fact.level:
        base = absolute_name(importer.package, fact.level, base)
        found = names.relative(root, base)
        beside = None if found.exact else _by_path(names.worlds.tree, importer, fact)
        if beside is not None:
            return beside
    else:
        found = names.absolute(here, base)
        if found.module == importer.index and here.folder:
            here = here._replace(folder="")
            found = names.absolute(here, base)
    named = fact.name not in ("", "*")
    if found is NOTHING:
        if named and not fact.level:
            whole = names.absolute(here, f"{base}.{fact.name}")
            if whole.exact:
                return _Target(whole.module, "", True, False)
        return _Target(NONE, "" if fact.level else base, False, False)
    tree = names.worlds.tree
    if not named or not found.exact or not tree.modules[found.module].is_package:
        return _Target(found.module, "", False, not found.exact)
    child = find_child(names.worlds, root, found.module, f"{base}.{fact.name}")
    if child != NONE:
        return _Target(child, "", True, False)
    if tree.modules[found.module].form is not Form.NAMESPACE:
        return _Target(found.module, "", False, False)
    if not fact.level and is_shared_namespace(tree, found.module):
        return _Target(NONE, base, False, False)
    return _Target(found.module, "", True, True)


def _by_path(tree: Tree, importer: Module, fact: ImportFact) -> _Target | None:
    if fact.name not in ("", "*"):
        dotted = f"{fact.base}.{fact.name}" if fact.base else fact.name
        child = find_by_path(tree, importer, fact.level, dotted)
        if child != NONE:
            return _Target(child, "", True, False)
    module = find_by_path(tree, importer, fact.level, fact.base)
    return None if module == NONE else _Target(module, "", False, False)


def _joined(kinds: int, others: int) -> int:
    """The kinds of a statement that takes several symbols: annotation-only if all of them are."""
    every = kinds & others & Kind.ANNOTATION_ONLY
    return int((kinds | others) & ~Kind.ANNOTATION_ONLY | every)


def _parents(
    tree: Tree, file: SourceFile, imports: Sequence[ImportFact], rows: Iterable[_Row]
) -> Iterator[_Row]:
    """An edge for each package that runs because a module inside it is imported."""
    importer = tree.modules[file.module]
    table = tree.by_name[importer.root]
    around = (*enclosing(importer.package), importer.package)
    seen = {(imports[row.fact].statement, row.imported) for row in rows}
    seen_before = {importer.index, *(table[name] for name in around if name in table)}
    for row in sorted(rows):
        if row.imported == NONE:
            continue
        module = tree.modules[row.imported]
        statement = imports[row.fact].statement
        for name in enclosing(module.name):
            parent = tree.by_name[module.root].get(name, NONE)
            if parent == NONE or parent in seen_before or (statement, parent) in seen:
                continue
            if tree.modules[parent].form is not Form.NAMESPACE:
                seen.add((statement, parent))
                kinds = row.kinds & ~(Kind.STAR | Kind.REEXPORT) | Kind.PARENT
                yield row._replace(imported=parent, kinds=kinds, unresolved=0)
