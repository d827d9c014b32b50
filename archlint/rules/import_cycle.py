"""The rule import-cycle: modules that import each other in a cycle when they are loaded."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Literal

from archlint import (
    Crossing,
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

Arc = tuple[int, int]
"""The dependency of a node on another."""

Sites = dict[Arc, list[Import]]
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
    for that package is being loaded by then anyway. That an import of `a.b.c` runs `a` and `a.b`
    first counts with `parent-imports = true` at the top of the config. Test modules are not looked
    at.

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
        sites = self._sites(project)
        names = self._names(project, sites)
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
        sites = self._between_domains(project, lambda arcs: arcs)
        if cyclic_components(sites):
            return
        for _, (site, *_) in sorted(sites.items()):
            home = site.imported
            if home and _may_be_led_back(project, site, home):
                line = f"import {site.importer.name} as planted; note: planted.Note"
                yield Plant.appended(project, home, line, 8)
                return

    def _names(self, project: Project, sites: Sites) -> dict[int, str]:
        """The names of the nodes, which are numbered in their order."""
        if self.level == "domain":
            return dict(enumerate(sorted(project.domains.by_name)))
        nodes = {node for arc in sites for node in arc}
        return {node: project.tree.identity(project.modules[node]) for node in nodes}

    def _sites(self, project: Project) -> Sites:
        """What depends on what, where that may close a cycle."""
        if self.level == "domain":
            return self._between_domains(project, _on_cycles)
        node = [self._node(project, module) for module in project.modules]
        arcs = project.table.inner_arcs(node)
        if self.facade == "ignore":
            arcs = _without_parts(project, arcs)
        return project.table.along(node, _on_cycles(arcs))

    def _node(self, project: Project, module: Module) -> int:
        """The number of a module's node, -1 for a test.

        Only where other code imports a test could a cycle hold both, and that import is a breach of
        its own. Tools stay in: what other code imports of them is loaded like the rest.
        """
        if module.role is Role.TEST:
            return -1
        return _package(project, module) if self.level == "package" else module.index

    def _between_domains(
        self, project: Project, those: Callable[[Collection[Arc]], Collection[Arc]]
    ) -> Sites:
        """What depends on what; only of `those` of all dependencies the imports are looked at."""
        domains = project.domains.by_name
        number = {domains[name].index: at for at, name in enumerate(sorted(domains))}
        crossings: dict[Arc, list[Crossing]] = {}
        for crossing in project.crossings():
            importer, imported = crossing.importer, crossing.imported
            if imported and imported is not importer and crossing.at_load_time:
                arc = number[importer.index], number[imported.index]
                crossings.setdefault(arc, []).append(crossing)
        wanted = (crossing for arc in those(crossings) for crossing in crossings[arc])
        sites: Sites = {}
        for site in project.imports_of(wanted):
            if site.imported and (
                self.facade == "report" or not _is_part(site.importer, site.imported)
            ):
                owner = project.domains.owner
                arc = number[owner[site.importer.index]], number[owner[site.imported.index]]
                sites.setdefault(arc, []).append(site)
        return sites

    def _report(
        self,
        names: Mapping[int, str],
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


def _on_cycles(arcs: Iterable[Arc]) -> list[Arc]:
    """The arcs that lie on a cycle."""
    return [arc for component in cyclic_components(arcs) for arc in component.arcs]


def _without_parts(project: Project, arcs: Iterable[Arc]) -> list[Arc]:
    """The arcs between modules that do not lead from a part of a package to the package."""
    root = [module.root for module in project.modules]
    names = [module.name for module in project.modules]
    beginnings = [f"{name}." for name in names]
    return [
        (start, end)
        for start, end in arcs
        if not names[start].startswith(beginnings[end]) or root[start] != root[end]
    ]


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
