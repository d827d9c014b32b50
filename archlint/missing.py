"""Imports of which only a beginning exists, where it is certain that the rest does not."""

from collections.abc import Iterator
from dataclasses import dataclass

from archlint.diagnostics import Location
from archlint.facts.imports import ImportFact, Kind
from archlint.project import Project, note
from archlint.resolve.edges import span
from archlint.resolve.one_root import absolute_name, enclosing, is_shared_namespace
from archlint.source.absent import is_left_out
from archlint.source.options import SourceOptions
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

    Left out are imports that may fail (`except ImportError`), and those below modules that may gain
    submodules at run time, that are known by name or stub alone, or whose namespace may have
    portions elsewhere. So are those of files that would be ignored or excluded if they existed: a
    build may write them.
    """
    for site in _candidates(project):
        if site.fact.kinds & Kind.GUARDED:
            continue
        if site.known is None:
            if not _is_found_by_path(project, site):
                yield site
        elif _is_closed(project, site.known) and not _is_left_out(project, site.known, site.rest):
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
    if known.form not in (Form.SOURCE, Form.NAMESPACE):
        return False
    if is_shared_namespace(project.tree, known.index):
        return False
    table = project.tree.by_name[known.root]
    around = (project.modules[table[name]] for name in enclosing(known.name) if name in table)
    return not any(
        project.facts[file].is_open for module in (*around, known) for file in module.files
    )


def _is_left_out(project: Project, known: Module, rest: str) -> bool:
    """Whether the file that is missing would not be looked at if it were there."""
    options = SourceOptions(
        top=project.tree.top,
        exclude=project.config.exclude,
        extend_exclude=project.config.extend_exclude,
    )
    folder = known.path if known.form is Form.NAMESPACE else known.path.rpartition("/")[0]
    path = f"{folder}/{rest.replace('.', '/')}".lstrip("/")
    return any(
        is_left_out(options.top, options.exclude_patterns, path + end)
        for end in (".py", "/__init__.py")
    )


def _is_found_by_path(project: Project, site: MissingImport) -> bool:
    """Whether a relative import has its file, though no dotted name leads there.

    Files in a folder whose name is no identifier are loaded by their paths, and the folder of a
    root may be a package for somebody outside of the tree.
    """
    fact = site.fact
    parts = site.file.path.split("/")
    if fact.level > len(parts):
        return False
    folder = parts[: -fact.level]
    wanted = ["/".join((*folder, *(fact.base or fact.name).split(".")))]
    if not fact.base:
        wanted.append("/".join((*folder, "__init__")))
    beginnings = tuple(path + end for path in wanted for end in "./")
    return any(module.path.startswith(beginnings) for module in project.modules)
