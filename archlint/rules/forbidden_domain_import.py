"""The rule forbidden-domain-import: domains form a DAG."""

from collections.abc import Iterator
from dataclasses import dataclass
from keyword import iskeyword

from archlint import Diagnostic, Domain, Import, Kind, Module, Plant, Project, Rule


@dataclass(frozen=True, kw_only=True)
class ForbiddenDomainImport(Rule):
    """Checks for imports from one domain into another that its declaration does not allow.

    A domain lists the domains it may import; everything else is denied, code of the tree that no
    domain owns included, so that a leaf (`imports = []`) has no hole.

    ## Why is this bad?

    A dependency that nobody decided on is how layers turn into a knot: the imported domain can no
    longer change, be tested or be moved without the importing one. An import inside a function or
    under `TYPE_CHECKING` is a dependency too; moving it there changes nothing, unless the domain
    says `deferred-imports = "ignore"` or `typing-imports = "ignore"`.

    ## Example

    ```toml
    [domains.store]
    modules = ["shop.store"]
    imports = []

    [domains.web]
    modules = ["shop.web"]
    imports = ["store"]
    ```

    ```python
    # shop/web/session.py
    current_user = "ada"
    ```

    ```python
    # shop/store/orders.py
    from shop.web.session import current_user


    def owned():
        return [order for order in orders() if order.user == current_user()]
    ```

    Use instead:

    ```python
    # shop/store/orders.py
    def owned(user):
        return [order for order in orders() if order.user == user]
    ```

    ## When not to use

    Modules under test roles are exempt unless a domain says `tests = "check"`.
    """

    def check(self, project: Project) -> Iterator[Diagnostic]:
        domains = project.domains
        for site in project.domain_imports():
            importer, imported = domains.of(site.importer), site.imported
            if importer is None or imported is None:
                continue
            target = domains.of(imported)
            if target is None:
                if project.has_code(imported) and not importer.allows_any:
                    yield self._into_unowned(project, site, importer, imported)
            elif not domains.allows(importer, target, site.kinds):
                yield self._into_domain(project, site, importer, target, imported)

    def _into_domain(
        self, project: Project, site: Import, importer: Domain, target: Domain, imported: Module
    ) -> Diagnostic:
        return self.import_diagnostic(
            site,
            f"{_may_not(importer)} import `{target.name}`: "
            f"`{site.importer.name}` imports `{imported.name}`",
            why=importer.config.why,
            config=project.config.locate((*importer.config.key, "imports"), False),
            help=(
                f"move what it needs from `{target.name}` to a place that both may import",
                f"or invert it: declare a Protocol in `{importer.name}`, and wire it outside",
            ),
        )

    def _into_unowned(
        self, project: Project, site: Import, importer: Domain, imported: Module
    ) -> Diagnostic:
        return self.import_diagnostic(
            site,
            f"{_may_not(importer)} import code that no domain owns: "
            f"`{site.importer.name}` imports `{imported.name}`",
            why=importer.config.why,
            config=project.config.locate((*importer.config.key, "imports"), False),
            help=(
                f"give `{imported.name}` to the domain it is part of",
                f"or move what it needs into `{importer.name}`",
            ),
        )

    def plant(self, project: Project) -> Iterator[Plant]:
        domains = project.domains
        for importer in domains.all:
            for module in project.subjects(importer)[:1]:
                for target in domains.all:
                    name = _importable(project, target)
                    if name and not domains.allows(importer, target, Kind(0)):
                        yield Plant.appended(project, module, f"import {name}", 8)


def _importable(project: Project, domain: Domain) -> str:
    """The first module of a domain that `import` leads to from anywhere; "" where there is none."""
    for index in domain.modules:
        module = project.modules[index]
        plain = all(part.isascii() and not iskeyword(part) for part in module.segments)
        if module.files and plain and len(project.tree.roots_of.get(module.name, ())) == 1:
            return module.name
    return ""


def _may_not(importer: Domain) -> str:
    if importer.config.imports == ():
        return f"`{importer.name}` is a leaf and may not"
    return f"`{importer.name}` may not"
