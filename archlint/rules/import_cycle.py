"""The rule import-cycle: modules that import each other in a cycle when they are loaded."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Literal

from archlint import (
    Diagnostic,
    Form,
    Import,
    Kind,
    Location,
    Module,
    Plant,
    Project,
    Related,
    Role,
    Rule,
    cyclic_components,
    feedback_arcs,
    shortest_chain,
)

Sites = dict[tuple[int, int], list[Import]]
"""The imports behind each dependency of a node on another, by file and place."""


@dataclass(frozen=True, kw_only=True)
class ImportCycle(Rule):
    """Checks for modules that import each other in a cycle when they are loaded.

    Modules that reach each other are one diagnostic, however many cycles run through them. It
    stands at the first import of the lightest cut: the fewest import statements without which no
    cycle is left, where those that only annotations need count a tenth. For more than a dozen
    modules the cut is a good one, though perhaps not the lightest. Shown is a shortest cycle
    through that import, each step of it at its place, and what else belongs to the cut.

    Only imports that run at load time count, under a condition or not: one inside a function or
    under `TYPE_CHECKING` closes no cycle. Nor does a module that imports a package it is part of,
    for that package is being loaded by then anyway. Test modules are not looked at.

    ## Why is this bad?

    Which of the modules works depends on which is imported first: one of them always sees another
    half loaded. None of them can be understood, tested or moved without the rest.

    ## Example

    ```python
    # shop/orders.py
    from shop.billing import invoice


    def place(order):
        return invoice(order)
    ```

    ```python
    # shop/billing.py
    from shop.orders import place

    TAX = 0.2


    def invoice(order):
        return order.total * (1 + TAX)


    def renew(order):
        return place(order.copy())
    ```

    Use instead:

    ```python
    # shop/billing.py
    TAX = 0.2


    def invoice(order):
        return order.total * (1 + TAX)


    def renew(order, place):
        return place(order.copy())
    ```

    ## Options

    - `level`: `"module"` (the default), `"package"` or `"domain"`, since a cycle may exist between
      packages where none exists between their modules. A module counts for the package it stands
      directly in, an `__init__.py` for its own package, and a module outside of any for itself. For
      domains the imports are those that the other rules about domains look at, test modules with
      `tests = "check"` included. Imports inside one package or domain count for nothing.
    - `facade`: `"ignore"` (the default), or `"report"` to have imports count in which a module (or
      at package level a package) imports a package it is part of.

    ## When not to use

    Cycles inside a parser or a set of node classes may be there by design; keep them inside one
    module, or set the rule to `"warning"` while they are taken apart.
    """

    groups: ClassVar[tuple[str, ...]] = ("imports",)

    level: Literal["module", "package", "domain"] = "module"
    facade: Literal["ignore", "report"] = "ignore"

    def check(self, project: Project) -> Iterator[Diagnostic]:
        if self.level == "domain" and not project.domains.all:
            yield self.diagnostic(
                project.config.locate(("rules", self.name()), False),
                "`import-cycle` finds nothing at the level of domains: no domain is declared",
                subject="level",
                help=("declare the domains whose cycles it is to find",),
            )
        names, sites = self._graph(project)
        for component in cyclic_components(sites):
            weights = {arc: _weight(sites[arc]) for arc in component.arcs}
            cut = feedback_arcs(weights)
            first, then = cut[0]
            cycle = (first, *shortest_chain(component.arcs, then, first))
            yield self._report(names, sites, len(component.nodes), cycle, cut)

    def plant(self, project: Project) -> Iterator[Plant]:
        if self.level == "domain":
            yield from self._plant_between_domains(project)
            return
        for module in project.modules:
            if module.role is Role.PRODUCTION and module.files:
                folder = f"{project.tree.roots[module.root].path}/planted_cycle".lstrip("/")
                one, two = f"{folder}/one/__init__.py", f"{folder}/two/__init__.py"
                yield Plant(
                    {
                        f"{folder}/__init__.py": b"",
                        one: b"import planted_cycle.two\n",
                        two: b"import planted_cycle.one\n",
                    },
                    Location(two, 1, 8),
                )
                return

    def _plant_between_domains(self, project: Project) -> Iterator[Plant]:
        """The way back of an import, for annotations alone, so that no other cut is as light."""
        _, sites = self._graph(project)
        if cyclic_components(sites):
            return
        for _, (site, *_) in sorted(sites.items()):
            home = site.imported
            if home and _may_be_led_back(project, site, home):
                line = f"import {site.importer.name} as planted; note: planted.Note"
                yield Plant.appended(project, home, line, 8)
                return

    def _graph(self, project: Project) -> tuple[Sequence[str], Sites]:
        """The names of the nodes, numbered in their order, and what depends on what."""
        if self.level == "domain":
            names = sorted(project.domains.by_name)
            number = {project.domains.by_name[name].index: at for at, name in enumerate(names)}
            imports = project.domain_imports()
            node = [number.get(owner, -1) for owner in project.domains.owner]
        else:
            names = [project.tree.identity(module) for module in project.modules]
            imports = _outside_of_tests(project)
            node = [
                _package(project, module) if self.level == "package" else module.index
                for module in project.modules
            ]
        sites: Sites = {}
        for site in imports:
            if site.imported is None or not site.at_load_time:
                continue
            importer, imported = site.importer, site.imported
            arc = node[importer.index], node[imported.index]
            if arc[0] == arc[1] or -1 in arc:
                continue
            if self.level == "package":
                importer, imported = project.modules[arc[0]], project.modules[arc[1]]
            if self.facade == "report" or not _is_part(importer, imported):
                sites.setdefault(arc, []).append(site)
        return names, sites

    def _report(
        self,
        names: Sequence[str],
        sites: Sites,
        size: int,
        cycle: Sequence[int],
        cut: Sequence[tuple[int, int]],
    ) -> Diagnostic:
        importer, imported = names[cycle[0]], names[cycle[1]]
        site, *further = [site for arc in cut for site in _statements(sites[arc])]
        message = (
            f"`{importer}` imports `{imported}`, which closes a cycle of {len(cycle) - 1} "
            f"{self.level}s: {' -> '.join(f'`{names[node]}`' for node in cycle)}"
        )
        if size >= len(cycle):
            cuts = f"{len(further) + 1:,} imports, this one included," if further else "this import"
            message += (
                f"; such cycles tie {size:,} {self.level}s together, and without {cuts} "
                "there would be none"
            )
        only_annotates = all(map(_only_annotates, sites[cut[0]]))
        ways_out = _ways_out(importer, imported, only_annotates)
        steps = [sites[step][0] for step in pairwise(cycle[1:])]
        return replace(
            self.import_diagnostic(site, message, help=ways_out),
            subject=importer,
            object=imported,
            related=(
                *(Related(step.location, f"then {_ends(step)}") for step in steps),
                *(Related(other.location, f"to be cut, too: {_ends(other)}") for other in further),
            ),
        )


def _outside_of_tests(project: Project) -> Iterator[Import]:
    """The imports that neither stand in a test module nor lead to one.

    Only where other code imports a test could a cycle hold both, and that import is a breach of its
    own. Tools stay in: what other code imports of them is loaded like the rest.
    """
    for site in project.imports():
        imported = site.imported
        if imported and Role.TEST not in (imported.role, site.importer.role):
            yield site


def _package(project: Project, module: Module) -> int:
    """The package a module stands directly in; a script or a module outside of any for itself."""
    if module.form is Form.SCRIPT:
        return module.index
    return project.tree.by_name[module.root].get(module.package, module.index)


def _is_part(module: Module, package: Module) -> bool:
    return module.root == package.root and module.name.startswith(f"{package.name}.")


def _may_be_led_back(project: Project, site: Import, imported: Module) -> bool:
    """Whether an import the other way round would count, and be the lighter one."""
    domain = project.domains.of(imported)
    return (
        domain is not None
        and imported in project.subjects(domain)
        and project.is_importable(site.importer)
        and not _is_part(imported, site.importer)
        and not _only_annotates(site)
    )


def _weight(sites: Iterable[Import]) -> int:
    return sum(1 if _only_annotates(site) else 10 for site in _statements(sites))


def _statements(sites: Iterable[Import]) -> Iterator[Import]:
    """One import for each statement, the first that something at run time needs if there is one."""
    found: dict[tuple[str, int], Import] = {}
    for site in sites:
        key = site.location.path, site.fact.statement
        if key not in found or (_only_annotates(found[key]) and not _only_annotates(site)):
            found[key] = site
    return iter(found.values())


def _only_annotates(site: Import) -> bool:
    return Kind.ANNOTATION_ONLY in site.kinds


def _ends(site: Import) -> str:
    imported = site.imported.name if site.imported else site.external
    return f"`{site.importer.name}` imports `{imported}`"


def _ways_out(importer: str, imported: str, only_annotates: bool) -> tuple[str, ...]:
    if only_annotates:
        condition = "`if TYPE_CHECKING:`"
        return (
            f"only annotations of `{importer}` need it: quote them, and move it under {condition}",
        )
    return (
        f"move what `{importer}` needs of `{imported}` at run time to where both may import it",
        f"or invert it: have `{importer}` take what it needs as an argument, and wire it outside",
    )
