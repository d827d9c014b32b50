"""The rule forbidden-external-import: a domain lists the third-party packages it may import."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint import Diagnostic, Domain, Import, Location, Plant, Project, Rule


@dataclass(frozen=True, kw_only=True)
class ForbiddenExternalImport(Rule):
    """Checks for third-party imports that a domain's `external` list does not allow.

    Entries of `external` are import names or dotted prefixes (`google.cloud`). An empty list
    allows the standard library alone; a domain without the key may import anything.

    ## Why is this bad?

    A framework that reaches the heart of a program decides how it is tested, when it is upgraded
    and what it can be replaced by. Naming the packages a domain may use keeps that a decision.

    ## Example

    ```toml
    [domains.pricing]
    modules = ["shop.pricing"]
    imports = []
    external = []
    ```

    ```python
    # shop/pricing/rates.py
    import requests


    def rate(currency):
        return requests.get(f"https://rates.example/{currency}").json()
    ```

    Use instead:

    ```python
    # shop/pricing/rates.py
    from collections.abc import Callable


    def rate(currency, fetch: Callable[[str], float]):
        return fetch(currency)
    ```

    ## When not to use

    Leave `external` out for domains at the edge, whose work it is to speak to libraries.
    """

    groups: ClassVar[tuple[str, ...]] = ("imports",)

    def check(self, project: Project) -> Iterator[Diagnostic]:
        uncovered = [
            crossing
            for crossing in project.external_crossings()
            if crossing.importer.config.external is not None
            and not project.is_stdlib(crossing.external)
            and not crossing.importer.external_entry(crossing.external)
        ]
        for site in project.imports_of(uncovered):
            importer = project.domains.of(site.importer)
            if importer is None or importer.config.external is None:
                continue
            for dotted, location in _denied(site, importer):
                yield self.import_diagnostic(
                    site,
                    f"`{importer.name}` may not import `{dotted}`: only "
                    f"{_allowed(importer.config.external)} allowed in `{site.importer.name}`",
                    object=dotted,
                    location=location,
                    why=importer.config.why,
                    config=project.config.locate((*importer.config.key, "external"), False),
                    help=(f"move the use of `{dotted}` to a domain that may, and wire it in",),
                )

    def plant(self, project: Project) -> Iterator[Plant]:
        for domain in project.domains.all:
            if domain.config.external is not None:
                for module in project.subjects(domain)[:1]:
                    yield Plant.appended(project, module, "import no_such_third_party_package", 8)


def _allowed(entries: tuple[str, ...]) -> str:
    *most, last = (f"`{name}`" for name in entries or ("",))
    if most:
        return f"{', '.join(most)} and {last} are"
    return f"{last} is" if entries else "the standard library is"


def _denied(site: Import, importer: Domain) -> Iterator[tuple[str, Location]]:
    """The dotted names of an import that no entry covers as a whole, each with its place.

    Where an entry covers some of the names a statement takes, the others are at fault, one by one;
    otherwise the module is, once.
    """
    base = site.external
    names = [fact for fact in site.symbols if fact.name != "*"]
    denied = [fact for fact in names if not importer.external_entry(f"{base}.{fact.name}")]
    if len(denied) == len(names):
        yield base, site.location
        return
    for fact in denied:
        yield f"{base}.{fact.name}", site.at(fact.name_place)
