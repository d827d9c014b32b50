"""The rule private-module-import: a domain is entered through its public modules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint import Crossing, Diagnostic, Domain, Import, Module, Plant, Project, Rule


@dataclass(frozen=True, kw_only=True)
class PrivateModuleImport(Rule):
    """Checks for imports of a domain's private modules, and of names its public ones do not export.

    `public` lists the modules that other domains may import; without it all of them are public.
    With `public-names = "exported"` they may import only the names in the public module's `__all__`
    or, where it has none, those defined there or imported as themselves (`from .x import y as y`).
    What is reached as an attribute of an imported module is not looked at.

    ## Why is this bad?

    Whatever others import is hard to change. A domain that says what it offers can change all the
    rest without asking anybody; one import past the door takes that away.

    ## Example

    ```toml
    [domains.store]
    modules = ["shop.store"]
    imports = []
    public = ["shop.store.api"]

    [domains.web]
    modules = ["shop.web"]
    imports = ["store"]
    ```

    ```python
    # shop/store/tables.py
    ORDERS = {}
    ```

    ```python
    # shop/store/api.py
    from shop.store.tables import ORDERS


    def order(number):
        return ORDERS[number]
    ```

    ```python
    # shop/web.py
    from shop.store.tables import ORDERS


    def show(number):
        return ORDERS[number]
    ```

    Use instead:

    ```python
    # shop/web.py
    from shop.store.api import order


    def show(number):
        return order(number)
    ```

    ## When not to use

    Leave `public` out for domains whose every module is meant for others.
    """

    groups: ClassVar[tuple[str, ...]] = ("imports",)

    def check(self, project: Project) -> Iterator[Diagnostic]:
        domains = project.domains
        doors = {domain.index: _doors(project, domain) for domain in domains.all}
        guarded = [one for one in project.crossings(unchecked=True) if _is_guarded(one)]

        def is_closed(module: Module) -> bool:
            target = domains.of(module)
            if target is None or target.is_public(module):
                return target is not None and target.config.public_names == "exported"
            return not _leads_to(doors[target.index], project, module)

        for site in project.imports_of(guarded, of=is_closed):
            imported = site.imported
            target = domains.of(imported) if imported else None
            if imported is None or target is None:
                continue
            if target.is_public(imported):
                yield from self._unexported(project, site, target, imported)
            else:
                yield self._private(project, site, target, doors[target.index])

    def _private(
        self, project: Project, site: Import, target: Domain, doors: list[str]
    ) -> Diagnostic:
        imported = site.imported.name if site.imported else target.name
        importer = project.domains.of(site.importer)
        verdict = project.domains.verdict(importer, target, site.kinds) if importer else None
        named = ", ".join(f"`{name}`" for name in doors[:3])
        more = f" and {len(doors) - 3} more" if len(doors) > 3 else ""
        return self.import_diagnostic(
            site,
            f"`{imported}` is private to `{target.name}`: `{site.importer.name}` imports it",
            why=target.config.why,
            config=project.config.locate((*target.config.key, "public"), False),
            help=(
                f"import what `{target.name}` makes public instead: {named}{more}"
                if doors and verdict and verdict.allowed
                else f"move what is needed out of `{target.name}`, or invert the dependency",
            ),
        )

    def _unexported(
        self, project: Project, site: Import, target: Domain, imported: Module
    ) -> Iterator[Diagnostic]:
        exported = project.exported_names(imported)
        if exported is None:
            return
        for fact in site.symbols:
            if fact.name == "*" or fact.name in exported:
                continue
            yield self.import_diagnostic(
                site,
                f"`{fact.name}` is not exported by `{imported.name}`, a public module of "
                f"`{target.name}`: `{site.importer.name}` imports it",
                object=f"{project.tree.identity(imported)}.{fact.name}",
                location=site.at(fact.name_place),
                why=target.config.why,
                config=project.config.locate((*target.config.key, "public-names"), False),
                help=("use what the module exports, or move to it what its owner means to export",),
            )

    def plant(self, project: Project) -> Iterator[Plant]:
        for target in project.domains.all:
            doors = _doors(project, target)
            members = (project.modules[index] for index in target.modules)
            private = [
                module.name
                for module in members
                if project.is_importable(module)
                and not target.is_public(module)
                and not _leads_to(doors, project, module)
            ]
            for importer in project.domains.all if private else ():
                for module in project.subjects(importer)[:1] if importer is not target else ():
                    yield Plant.appended(project, module, f"import {private[0]}", 8)


def _is_guarded(crossing: Crossing) -> bool:
    """Whether not everything of the domain that is imported may be."""
    target = crossing.imported
    if target is None or target is crossing.importer:
        return False
    return target.config.public is not None or target.config.public_names == "exported"


def _doors(project: Project, domain: Domain) -> list[str]:
    """The names of the public modules of a domain that says which they are."""
    if domain.config.public is None:
        return []
    members = (project.modules[index] for index in domain.modules)
    return sorted(module.name for module in members if domain.is_public(module))


def _leads_to(doors: list[str], project: Project, module: Module) -> bool:
    """Whether it is a package without code on the way to a public module."""
    return not project.has_code(module) and any(
        name.startswith(f"{module.name}.") for name in doors
    )
