"""The rule unused-permission: what a domain may import and does not."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint import Diagnostic, Import, Plant, Project, Rule, Severity


@dataclass(frozen=True, kw_only=True)
class UnusedPermission(Rule):
    """Checks for entries of the config that allow an import which nobody makes.

    These are entries of `imports`, `external`, `typing-imports` and `deferred-imports`, and of
    `shared` and `allow` in families. An entry is used where an import would be a breach without it;
    an entry that a broader one covers is not. Imports of test and tool modules count as use.
    Nothing is said of `"*"`, of domains without modules, and of domains with files that could not
    be parsed.

    ## Why is this bad?

    A permission that nobody needs is a door left open: the dependency that was just removed can
    come back without anybody noticing, and the declared graph shows couplings that are not there.

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
    # shop/store.py
    ORDERS = {}
    ```

    ```python
    # shop/web.py
    TITLE = "the shop"
    ```

    Use instead:

    ```toml
    [domains.store]
    modules = ["shop.store"]
    imports = []

    [domains.web]
    modules = ["shop.web"]
    imports = []
    ```

    ## When not to use

    While a new domain is being written, its permissions may run ahead of its code.
    """

    groups: ClassVar[tuple[str, ...]] = ("imports",)

    default_severity = Severity.WARNING

    def check(self, project: Project) -> Iterator[Diagnostic]:
        used = _used(project)
        for config in project.config.domains:
            for key in _permissions(project, config.name):
                if key not in used:
                    yield self.diagnostic(
                        project.config.locate(key, True),
                        f"`{config.name}` has no need of `{key[-1]}` in `{key[2]}`: "
                        "no import would be a breach without it",
                        subject=".".join(map(str, key[:-1])),
                        object=str(key[-1]),
                        why=config.why,
                        help=("take the entry out",),
                    )

    def plant(self, project: Project) -> Iterator[Plant]:
        used = _uses(project)
        for config in project.config.domains:
            for key in _permissions(project, config.name):
                if key in used:
                    emptied = dict.fromkeys(sorted(used[key]), b"")
                    yield Plant(emptied, project.config.locate(key, True))


Key = tuple[str | int, ...]


def _used(project: Project) -> set[Key]:
    """The entries that imports need, by key path.

    What imports have in common is enough to tell, save where an entry names what is taken of an
    external module.
    """
    used: set[Key] = set()
    for crossing in project.crossings(exempt=True):
        target = crossing.imported
        verdict = target and project.domains.verdict(crossing.importer, target, crossing.kinds)
        if verdict and verdict.allowed:
            used.add(verdict.key)
    by_name = []
    for crossing in project.external_crossings(exempt=True):
        config = crossing.importer.config
        if not config.external or project.is_stdlib(crossing.external):
            continue
        entry = crossing.importer.external_entry(crossing.external)
        if entry:
            used.add((*config.key, "external", entry))
        elif any(entry.startswith(f"{crossing.external}.") for entry in config.external):
            by_name.append(crossing)
    for site in project.imports_of(by_name):
        used.update(_needed(project, site))
    return used


def _uses(project: Project) -> dict[Key, set[str]]:
    """The entries that imports need, by key path, each with the files of these imports."""
    used: dict[Key, set[str]] = {}
    for site in project.domain_imports(exempt=True):
        for key in _needed(project, site):
            used.setdefault(key, set()).add(site.file.path)
    return used


def _needed(project: Project, site: Import) -> Iterator[Key]:
    domains = project.domains
    importer = domains.of(site.importer)
    if importer is None:
        return
    if site.imported is not None:
        target = domains.of(site.imported)
        verdict = target and domains.verdict(importer, target, site.kinds)
        if verdict and verdict.allowed:
            yield verdict.key
    elif not project.is_stdlib(site.external):
        base = importer.external_entry(site.external)
        dotted = (f"{site.external}.{fact.name}" for fact in site.symbols)
        for entry in (base,) if base else map(importer.external_entry, dotted):
            yield (*importer.config.key, "external", entry or "")


def _permissions(project: Project, name: str) -> Iterator[Key]:
    """The entries of a domain or family that could be unused, and of which that can be told."""
    members = project.domains.called(name)
    files = [file for one in members for at in one.modules for file in project.modules[at].files]
    has_problem = project.facts.has_problem
    if not any(one.modules for one in members) or any(has_problem[at] for at in files):
        return
    config = members[0].config
    for option, entries in (
        ("imports", config.imports),
        ("typing-imports", config.typing_imports),
        ("deferred-imports", config.deferred_imports),
    ):
        for entry in entries if isinstance(entries, tuple) else ():
            if any(one.modules for one in project.domains.called(entry)):
                yield (*config.key, option, entry)
    for entry in config.external or ():
        yield (*config.key, "external", entry)
    if config.family is not None:
        own = {one.member for one in members}
        for member in config.family.shared:
            if member in own:
                yield (*config.key, "shared", member)
        for importer, siblings in config.family.allow.items():
            for member in siblings:
                if {importer, member} <= own:
                    yield (*config.key, "allow", importer, member)
