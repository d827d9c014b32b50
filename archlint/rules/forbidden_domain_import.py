"""The rule forbidden-domain-import: domains form a DAG."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint import (
    Crossing,
    Diagnostic,
    Domain,
    Import,
    Law,
    Module,
    Plant,
    Project,
    Rule,
    Verdict,
)


@dataclass(frozen=True, kw_only=True)
class ForbiddenDomainImport(Rule):
    """Checks for imports from one domain into another that its declaration does not allow.

    A domain lists the domains it may import; everything else is denied, code of the tree that no
    domain owns included, so that a leaf (`imports = []`) has no hole. Between domains of one stack
    of `layers` the order decides: imports go down, in a closed stack one level at a time, and never
    up to the facade.

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

    groups: ClassVar[tuple[str, ...]] = ("imports",)

    def check(self, project: Project) -> Iterator[Diagnostic]:
        domains = project.domains
        breaches = [one for one in project.crossings() if _is_breach(project, one)]
        for site in project.imports_of(breaches):
            importer, imported = domains.of(site.importer), site.imported
            if importer is None or imported is None:
                continue
            target = domains.of(imported)
            if target is None:
                if project.has_code(imported):
                    yield self._into_unowned(project, site, importer, imported)
                continue
            verdict = domains.verdict(importer, target, site.kinds)
            yield self._into_domain(project, site, importer, target, verdict)

    def _into_domain(
        self, project: Project, site: Import, importer: Domain, target: Domain, verdict: Verdict
    ) -> Diagnostic:
        imported = site.imported.name if site.imported else target.name
        return self.import_diagnostic(
            site,
            f"{_breach(importer, target, verdict.law)}: "
            f"`{site.importer.name}` imports `{imported}`",
            why=importer.config.why,
            config=project.config.locate(verdict.key, False),
            help=_ways_out(importer, target, verdict.law),
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
        for module, name in project.denied_imports(_LAWS):
            yield Plant.appended(project, module, f"import {name}", 8)


_LAWS = (Law.IMPORTS, Law.ORDER, Law.NEXT_LEVEL, Law.FACADE)


def _is_breach(project: Project, crossing: Crossing) -> bool:
    """Whether these imports break the law, into code that no domain owns if it is any."""
    if crossing.imported is None:
        return not crossing.importer.allows_any
    verdict = project.domains.verdict(crossing.importer, crossing.imported, crossing.kinds)
    return not verdict.allowed and verdict.law in _LAWS


def _breach(importer: Domain, target: Domain, law: Law) -> str:
    if law is Law.ORDER:
        return f"`{importer.name}` stands below `{target.name}` and may not import it"
    if law is Law.FACADE:
        return f"`{importer.name}` stands below the facade `{target.name}` and may not import it"
    if law is Law.NEXT_LEVEL:
        return f"`{importer.name}` may import the next level alone, and `{target.name}` is lower"
    return f"{_may_not(importer)} import `{target.name}`"


def _ways_out(importer: Domain, target: Domain, law: Law) -> tuple[str, ...]:
    if law is Law.FACADE:
        return (f"import it where it is defined, below `{target.name}`",)
    if law is Law.NEXT_LEVEL:
        return ("go through the level in between: what it lacks, add there",)
    return (
        f"move what it needs from `{target.name}` to a place that both may import",
        f"or invert it: declare a Protocol in `{importer.name}`, and wire it outside",
    )


def _may_not(importer: Domain) -> str:
    if importer.config.imports == ():
        return f"`{importer.name}` is a leaf and may not"
    return f"`{importer.name}` may not"
