"""Views of the import columns: one import of one module at one site, for rules to read."""

from dataclasses import dataclass

from archlint.diagnostics import Location
from archlint.facts.imports import FileFacts, ImportFact, Kind, Span
from archlint.resolve.edges import NONE, Edges, span, symbols
from archlint.source.tree import Module, SourceFile, Tree

_NOT_AT_LOAD_TIME = Kind.TYPING | Kind.DEFERRED | Kind.PARENT | Kind.MAIN


@dataclass(frozen=True, slots=True)
class ImportTable:
    """The import columns and what their numbers stand for; `facts[i]` belongs to file `i`."""

    tree: Tree
    facts: tuple[FileFacts, ...]
    edges: Edges


@dataclass(frozen=True, slots=True)
class Import:
    """A view of one row of the import columns: one imported module at one site."""

    table: ImportTable
    row: int

    @property
    def importer(self) -> Module:
        return self.table.tree.modules[self.table.edges.importer[self.row]]

    @property
    def imported(self) -> Module | None:
        """The imported module of the tree, or None for an external one."""
        index = self.table.edges.imported[self.row]
        return None if index == NONE else self.table.tree.modules[index]

    @property
    def external(self) -> str:
        """The dotted name of an external import as written, or "" for one of the tree."""
        index = self.table.edges.external[self.row]
        return "" if index == NONE else self.table.edges.externals[index]

    @property
    def kinds(self) -> Kind:
        return Kind(self.table.edges.kinds[self.row])

    @property
    def at_load_time(self) -> bool:
        """Whether the import runs whenever its importer is loaded, a condition aside."""
        return not self.table.edges.kinds[self.row] & _NOT_AT_LOAD_TIME

    @property
    def file(self) -> SourceFile:
        return self.table.tree.files[self.table.edges.file[self.row]]

    @property
    def fact(self) -> ImportFact:
        """The import as written: the first name of the statement that leads to this module."""
        return self.table.facts[self.file.index].imports[self.table.edges.fact[self.row]]

    @property
    def location(self) -> Location:
        """The module's own name for a submodule, the module as written for its symbols."""
        imports = self.table.facts[self.file.index].imports
        return self.at(span(self.table.edges, imports, self.row))

    def at(self, span: Span) -> Location:
        """The location of a span of the importing file."""
        return Location(self.file.path, *span)

    @property
    def statement(self) -> Location:
        """Where the statement begins."""
        return Location(self.file.path, self.fact.statement_line)

    @property
    def symbols(self) -> tuple[ImportFact, ...]:
        """The names this statement takes from the module: none for `import a.b` and submodules."""
        imports = self.table.facts[self.file.index].imports
        return symbols(self.table.edges, imports, self.row)

    @property
    def note(self) -> str:
        """What kind of import this is, in a few words; "" for a plain one."""
        return note(self.kinds)


def note(kinds: Kind) -> str:
    """What kind of import this is, in a few words; "" for a plain one."""
    words = [
        word
        for kind, word in (
            (Kind.TYPING, "typing"),
            (Kind.DEFERRED, "deferred"),
            (Kind.MAIN, "main-guard"),
            (Kind.DYNAMIC, "dynamic"),
            (Kind.STAR, "star"),
            (Kind.PARENT, "parent"),
        )
        if kind in kinds
    ]
    return f"{', '.join(words)} import" if words else ""
