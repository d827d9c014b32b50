"""Imports of which only a beginning exists, where it is certain that the rest does not."""

from collections.abc import Iterator
from dataclasses import dataclass

from archlint.diagnostics import Location
from archlint.facts.imports import ImportFact, Kind
from archlint.imports import note
from archlint.project import Project
from archlint.resolve.edges import span
from archlint.resolve.one_root import absolute_name, is_shared_namespace
from archlint.source.absent import Absent
from archlint.source.tree import Form, Module, SourceFile


@dataclass(frozen=True, slots=True)
class MissingImport:
    """An import of a module that does not exist.

    `name` is the dotted name that was asked for; of a relative import that leads out of the root,
    what is written. `known` is the longest module that it begins with, `rest` what follows that;
    None and the whole name where there is none.
    """

    project: Project
    file: SourceFile
    fact: ImportFact
    location: Location
    known: Module | None
    name: str
    rest: str

    @property
    def importer(self) -> Module:
        return self.project.modules[self.file.module]

    @property
    def statement(self) -> Location:
        """Where the statement begins."""
        return Location(self.file.path, self.fact.statement_line)

    @property
    def note(self) -> str:
        """What kind of import this is, in a few words; "" for a plain one."""
        return note(Kind(self.fact.kinds))


def missing_imports(project: Project) -> Iterator[MissingImport]:
    """Every import of a module that certainly does not exist, in no particular order.

    Left out are imports that may fail (`except ImportError`), and those from modules that may gain
    submodules at run time, that are known by name or stub alone, or whose namespace may have
    portions elsewhere. So are those of modules that lie where nobody looks, or that a build may
    write.
    """
    absent = _absent(project)
    for site in _candidates(project):
        if site.fact.kinds & Kind.GUARDED:
            continue
        if site.known is None:
            if not _is_found_by_path(project, site):
                yield site
        elif _is_closed(project, site.known) and not _may_exist(absent, site.known, site.rest):
            yield site


def _candidates(project: Project) -> Iterator[MissingImport]:
    """The edges that lead to a beginning alone, and the imports that have no edge."""
    edges, tree = project.edges, project.tree
    for row in range(len(edges)):
        if edges.unresolved[row]:
            file = tree.files[edges.file[row]]
            imports = project.facts[file.index].imports
            fact = imports[edges.fact[row]]
            place = Location(file.path, *span(edges, imports, row))
            name = fact.name if edges.at_name[row] else ""
            yield _site(project, file, fact, place, name, tree.modules[edges.imported[row]])
    for index, position in edges.dangling:
        file = tree.files[index]
        fact = project.facts[index].imports[position]
        yield _site(project, file, fact, Location(file.path, *fact.place), "", None)


def _site(
    project: Project,
    file: SourceFile,
    fact: ImportFact,
    place: Location,
    name: str,
    known: Module | None,
) -> MissingImport:
    importer = project.modules[file.module]
    whole = ".".join(part for part in (fact.base, name) if part)
    if fact.level:
        whole = absolute_name(importer.package, fact.level, whole) or "." * fact.level + whole
    if known is None and whole.startswith(f"{importer.name}."):
        known = importer
    if known is None:
        return MissingImport(project, file, fact, place, None, whole, whole)
    if not whole.startswith(f"{known.name}."):
        # A file beside the importer was found by its bare name.
        whole = f"{importer.package}.{whole}"
    return MissingImport(project, file, fact, place, known, whole, whole[len(known.name) + 1 :])


def _is_closed(project: Project, known: Module) -> bool:
    """Whether a module has no other submodules than those that the tree shows."""
    if known.form is Form.NAMESPACE:
        return _holds_source(project, known) and not is_shared_namespace(project.tree, known.index)
    is_open = any(project.facts.is_open[file] for file in known.files)
    return known.form is Form.SOURCE and not is_open


def _holds_source(project: Project, folder: Module) -> bool:
    """Whether there is more to a folder than stubs and names, as of a compiled module."""
    return any(
        module.form is Form.SOURCE
        and module.root == folder.root
        and module.name.startswith(f"{folder.name}.")
        for module in project.modules
    )


def _absent(project: Project) -> Absent:
    return Absent(project.disk, project.config.source.exclude_patterns, project.tree.builds)


def _may_exist(absent: Absent, known: Module, rest: str) -> bool:
    if not known.is_package:
        return False
    folder = known.path if known.form is Form.NAMESPACE else known.path.rpartition("/")[0]
    return absent.may_exist(folder, rest)


def _is_found_by_path(project: Project, site: MissingImport) -> bool:
    """Whether a relative import has its file, though Python would not find it from here.

    A folder that no import can name, or that of a root, may be a package to whoever loads it.
    """
    fact, places = site.fact, project.tree.by_place
    parts = site.file.path.split("/")
    if fact.level > len(parts):
        return False
    folder = "/".join(parts[: -fact.level])
    path = f"{folder}/{(fact.base or fact.name).replace('.', '/')}".lstrip("/")
    if path in places or (not fact.base and folder in places):
        return True
    return any(place.startswith(f"{path}/") for place in places)
