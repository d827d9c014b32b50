"""Everything a rule may look at: one tree, its facts, its imports and its domains."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from keyword import iskeyword
from typing import TYPE_CHECKING, Concatenate, Literal, ParamSpec, TypeVar, cast

from archlint.config.settings import Config
from archlint.domains import Domain, Domains
from archlint.domains.crossings import Crossing, Crossings
from archlint.domains.verdicts import Law
from archlint.facts.imports import FileFacts, Kind
from archlint.facts.store import Facts
from archlint.findings import ContractFindings
from archlint.imports import Import, ImportTable
from archlint.resolve.edges import NONE, Edges
from archlint.resolve.stdlib import STDLIB_MODULES
from archlint.source.disk import Disk
from archlint.source.searches import Searches
from archlint.source.tree import Module, Role, Tree

if TYPE_CHECKING:
    from archlint.consumers.unused import Unused
    from archlint.entrypoints import Ground
    from archlint.facts.syntax import Syntax

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Project:
    """What rules look at. Read-only; columns first, views of them on demand.

    `facts[i]` belongs to `tree.files[i]`. `disk` is the tree as it lies there; `read` gives
    the bytes of a file as the run takes them to be, and `searches` tells which files hold words.
    """

    config: Config
    tree: Tree
    facts: Facts
    edges: Edges
    domains: Domains
    disk: Disk
    read: Callable[[str], bytes]
    searches: Searches
    contract_check: Callable[["Project"], ContractFindings]

    @property
    def modules(self) -> tuple[Module, ...]:
        return self.tree.modules

    @cached_property
    def table(self) -> ImportTable:
        """The columns that views of imports look at."""
        return ImportTable(self.tree, self.facts, self.edges)

    def imports(self, *, parents: bool = False) -> Iterator[Import]:
        """Every import, ordered by file and place.

        Those of packages that run because a module inside is imported, which only chains follow,
        are among them with `parents` alone.
        """
        for row, kinds in enumerate(self.edges.kinds):
            if parents or not kinds & Kind.PARENT:
                yield Import(self.table, row)

    def domain_imports(self, *, unchecked: bool = False, exempt: bool = False) -> Iterator[Import]:
        """The imports that laws about domains look at.

        Those of modules of a domain that is not unchecked, by their role: test and tool modules
        count where the domain says `tests = "check"` or consists of nothing else. Imports of the
        kinds that the domain ignores are left out, and those of files that are excluded, ignored or
        generated. With `unchecked`, imports of unchecked domains are among them, with `exempt`
        those of every test and tool module and those of every file.
        """
        crossings = chain(
            self.crossings(unchecked=unchecked, exempt=exempt),
            self.external_crossings(unchecked=unchecked, exempt=exempt),
        )
        return self.imports_of(crossings)

    def crossings(self, *, unchecked: bool = False, exempt: bool = False) -> Iterator[Crossing]:
        """Those of `domain_imports` that lead to modules of the tree, by what they have in common.

        A law is asked once for each; `imports_of` gives the imports that break it.
        """
        return self._crossings.between_domains(unchecked=unchecked, exempt=exempt)

    def external_crossings(
        self, *, unchecked: bool = False, exempt: bool = False
    ) -> Iterator[Crossing]:
        """Those of `domain_imports` that lead out of the tree, by what they have in common."""
        return self._crossings.to_externals(unchecked=unchecked, exempt=exempt)

    def imports_of(
        self, crossings: Iterable[Crossing], *, of: Callable[[Module], bool] | None = None
    ) -> Iterator[Import]:
        """The imports that make up these crossings, ordered by file and place.

        Where `of` is given, only those of modules of which it holds; it is asked once for each.
        """
        rows = self._crossings.rows({crossing.case for crossing in crossings})
        if of is not None:
            imported = self.edges.imported
            asked = {index for index in map(imported.__getitem__, rows) if index != NONE}
            wanted = {index for index in asked if of(self.modules[index])}
            rows = [row for row in rows if imported[row] in wanted]
        return self._views(rows)

    def imports_between(self, importer: Role, imported: Role) -> Iterator[Import]:
        """The imports that modules of one role make of modules of another."""
        return self._views(self._crossings.rows_between(importer, imported))

    def _views(self, rows: Iterable[int]) -> Iterator[Import]:
        return (Import(self.table, row) for row in rows)

    @cached_property
    def _crossings(self) -> Crossings:
        return Crossings(self.tree, self.edges, self.domains, self.has_code)

    def subjects(self, domain: Domain) -> list[Module]:
        """The modules with files whose imports the laws of a domain look at."""
        return [
            module
            for module in map(self.modules.__getitem__, domain.modules)
            if module.files and self._crossings.is_subject(domain, module.role)
        ]

    def denied_imports(self, laws: Collection[Law]) -> Iterator[tuple[Module, str]]:
        """Imports that one of these laws denies: an importer, and a name that `import` may take.

        One for each ordered pair of domains, at the first module of the importer.
        """
        for importer in self.domains.all:
            for module in self.subjects(importer)[:1]:
                for target in self.domains.all:
                    verdict = self.domains.verdict(importer, target, Kind(0))
                    if verdict.allowed or verdict.law not in laws:
                        continue
                    names = (self.modules[index] for index in target.modules)
                    name = next((one.name for one in names if self.is_importable(one)), "")
                    if name:
                        yield module, name

    def once(
        self, make: "Callable[Concatenate[Project, P], T]", *args: "P.args", **kwargs: "P.kwargs"
    ) -> T:
        """What `make` gives for the project and these arguments, made at the first call alone."""
        key = (make, args, *kwargs.items())
        if key not in self._made:
            self._made[key] = make(self, *args, **kwargs)
        return cast(T, self._made[key])

    @cached_property
    def _made(self) -> dict[object, object]:
        return {}

    def is_importable(self, module: Module) -> bool:
        """Whether `import` and the module's name, all ASCII, lead to its file from anywhere."""
        plain = all(part.isascii() and not iskeyword(part) for part in module.segments)
        return bool(module.files) and plain and len(self.tree.roots_of.get(module.name, ())) == 1

    @cached_property
    def contracts(self) -> ContractFindings:
        """What the contracts of import-linter find, for the rules that the diagnostics name."""
        return self.contract_check(self)

    @cached_property
    def ground(self) -> "Ground":
        """What is looked at in order to tell where use begins and how far it goes."""
        from archlint.entrypoints import Ground

        return Ground(
            config=self.config,
            tree=self.tree,
            facts=self.facts,
            edges=self.edges,
            disk=self.disk,
            read=self.read,
            searches=self.searches,
        )

    def unused(
        self,
        unit: Literal["package", "module"] = "package",
        test_consumers: Literal["count", "ignore"] = "count",
    ) -> "tuple[Unused, ...]":
        """The outermost packages (with `module` single modules, too) that nothing alive uses.

        With "ignore", tests of others keep nothing alive.
        """
        if unit == "package" and not any(module.is_package for module in self.modules):
            return ()
        from archlint.consumers.dead import Verdicts
        from archlint.consumers.search import search

        return Verdicts(search(self.ground, unit, test_consumers)).all

    def closed_packages(self) -> "Iterator[Module]":
        """The packages in which a new private one would be dead until something imports it."""
        from archlint.consumers.search import search

        return (home for home in search(self.ground).closed() if home.is_package)

    def has_code(self, module: Module) -> bool:
        """Whether more than a docstring and comments was read in the module's files.

        Namespace folders, compiled and excluded modules have no file that is read.
        """
        return any(map(self.facts.has_code.__getitem__, module.files))

    def exported_names(self, module: Module) -> frozenset[str] | None:
        """The names in `__all__`, else those defined there; None where its files do not tell.

        A name imported as itself (`from .x import y as y`) says that it is exported, too.
        """
        facts = [self.facts[index] for index in module.files]
        listed = [one.exports for one in facts if one.exports is not None]
        if not listed:
            if not facts or any(one.is_open or _hides_its_list(one) for one in facts):
                return None
            listed = [(*one.defines, *_reexported(one)) for one in facts]
        return frozenset(name for names in listed for name in names)

    def syntax(self, module: Module, *words: str) -> "Syntax | None":
        """The syntax tree of a module, parsed anew at each call: only for what is no fact.

        None where the module has no file that can be read and parsed, and where words are given and
        the file's text holds none of them.
        """
        from archlint.facts.syntax import parse_file

        if not module.files:
            return None
        path = self.tree.files[module.files[0]].path
        try:
            return parse_file(path, self.read(path), module.package, words)
        except OSError:
            return None

    def parsed(self, *words: str) -> "Iterator[tuple[Module, Syntax]]":
        """Each module that can be parsed, with its syntax tree.

        Given words, only modules whose text holds one of them: looked for before a file is parsed,
        they make a rule about few files cheap.
        """
        for module in self.modules:
            syntax = self.syntax(module, *words)
            if syntax is not None:
                yield module, syntax

    def is_stdlib(self, dotted: str) -> bool:
        """Whether an external name is the standard library's, on any platform and version."""
        return dotted.partition(".")[0] in STDLIB_MODULES


def _reexported(facts: FileFacts) -> Iterator[str]:
    return (fact.bound for fact in facts.imports if fact.kinds & Kind.REEXPORT)


def _hides_its_list(facts: FileFacts) -> bool:
    """Whether there is an `__all__` that cannot be read."""
    return "__all__" in facts.defines or any(fact.bound == "__all__" for fact in facts.imports)
