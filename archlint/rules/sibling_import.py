"""The rule sibling-import: members of a family, and of one layer, do not know each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint import Crossing, Diagnostic, Domain, Law, Plant, Project, Rule


@dataclass(frozen=True, kw_only=True)
class SiblingImport(Rule):
    """Checks for imports between members of one family, and between domains on one layer.

    A family forbids them unless it says `siblings = "allow"`, `shared` names the imported member,
    or `allow` names the two. In the `order` of layers, a list is one level whose members may not
    know each other.

    ## Why is this bad?

    Features that stand side by side are worth something because each can be understood, changed and
    removed alone. The first import from one into another ends that for both.

    ## Example

    ```toml
    [families.feature]
    modules = "shop.features.<name>"
    imports = []
    ```

    ```python
    # shop/features/orders.py
    def total(order):
        return sum(order)
    ```

    ```python
    # shop/features/billing.py
    from shop.features.orders import total


    def invoice(order):
        return f"to pay: {total(order)}"
    ```

    Use instead:

    ```python
    # shop/features/billing.py
    def invoice(total):
        return f"to pay: {total}"
    ```

    ## When not to use

    Where members build upon each other by design, they are no siblings: declare domains for them,
    or say `siblings = "allow"`.
    """

    groups: ClassVar[tuple[str, ...]] = ("imports",)

    def check(self, project: Project) -> Iterator[Diagnostic]:
        domains = project.domains
        breaches = [one for one in project.crossings() if _is_breach(project, one)]
        for site in project.imports_of(breaches):
            importer = domains.of(site.importer)
            target = domains.of(site.imported) if site.imported else None
            if importer is None or target is None or site.imported is None:
                continue
            verdict = domains.verdict(importer, target, site.kinds)
            yield self.import_diagnostic(
                site,
                f"{_relation(importer, target, verdict.law)} and may not know each other: "
                f"`{site.importer.name}` imports `{site.imported.name}`",
                why=importer.config.why,
                config=project.config.locate(verdict.key, False),
                help=(
                    "move what both need to a place below them",
                    f"or invert it: declare a Protocol in `{importer.name}`, and wire it above",
                ),
            )

    def plant(self, project: Project) -> Iterator[Plant]:
        for module, name in project.denied_imports(_LAWS):
            yield Plant.appended(project, module, f"import {name}", 8)


_LAWS = (Law.FAMILY, Law.LEVEL)


def _is_breach(project: Project, crossing: Crossing) -> bool:
    if crossing.imported is None:
        return False
    verdict = project.domains.verdict(crossing.importer, crossing.imported, crossing.kinds)
    return not verdict.allowed and verdict.law in _LAWS


def _relation(importer: Domain, target: Domain, law: Law) -> str:
    relation = "are siblings" if law is Law.FAMILY else "stand on one level"
    return f"`{importer.name}` and `{target.name}` {relation}"
