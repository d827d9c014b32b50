"""What `show domain` and `show coverage` print."""

from collections import Counter
from collections.abc import Iterator

from archlint.config.settings import DomainConfig
from archlint.domains import Domain
from archlint.domains.verdicts import Law, Verdict
from archlint.facts.imports import Kind
from archlint.project import Project
from archlint.reporters.plain import counted, visible
from archlint.source.tree import Module, Role

_ROLES = {
    Role.PRODUCTION: "code of no domain",
    Role.TEST: "tests of no domain",
    Role.TOOL: "tools of no domain",
}


def domain_text(project: Project, domain: Domain) -> str:
    """What a domain owns, may import and by which key, and who imports it."""
    lines = [visible(domain.name), *(f"  {visible(line)}" for line in _facts(project, domain))]
    return "".join(f"{line}\n" for line in lines)


def _facts(project: Project, domain: Domain) -> Iterator[str]:
    config = domain.config
    yield f"declared at {project.config.locate(config.key, False)}"
    if config.owner:
        yield f"owner {config.owner}"
    if config.why:
        yield f"why {config.why}"
    modules = [project.modules[index] for index in domain.modules]
    roles = Counter(module.role.name.lower() for module in modules if project.has_code(module))
    counts = [f"{count:,} {role}" for role, count in sorted(roles.items())]
    if roles.total() < len(modules):
        counts.append(f"{len(modules) - roles.total():,} without code")
    counted = ", ".join(counts)
    entries = ", ".join(entry.text for entry in config.modules.entries)
    yield f"owns {entries or 'nothing'} ({counted or 'no module'})"
    if config.public is not None:
        public = sorted(module.name for module in modules if domain.is_public(module))
        names = " (exported names alone)" if config.public_names == "exported" else ""
        yield f"public {', '.join(public) or 'none'}{names}"
    yield from _permissions(project, domain)
    external = ", ".join(config.external or ()) or "the standard library alone"
    yield f"may import external: {'any' if config.external is None else external}"
    yield from _importers(project, domain)


def _permissions(project: Project, domain: Domain) -> Iterator[str]:
    """The domains it may import, each with what allows it; members of a family as one."""
    if domain.config.unchecked:
        yield "may import any domain: it is unchecked"
        return
    if domain.allows_any:
        yield f"may import any domain{_but(project, domain)}"
    for kind, note in ((Kind(0), ""), (Kind.TYPING, " for typing"), (Kind.DEFERRED, " deferred")):
        seen = set()
        for other in project.domains.all:
            verdict = project.domains.verdict(domain, other, kind)
            plainly = kind and project.domains.verdict(domain, other, Kind(0)).allowed
            if other is domain or not verdict.allowed or plainly or verdict.key[-1] == "*":
                continue
            is_one = other.name in verdict.key or other.config.name == domain.config.name
            name = other.name if is_one else other.config.name
            if name not in seen:
                yield f"may import {name}{note} by {_decider(project, other, verdict)}"
            seen.add(name)


def _but(project: Project, domain: Domain) -> str:
    """Whom a domain that may import any still may not, unless a line of its own says so."""
    family = domain.config.family
    others = ["its siblings"] if family and family.siblings == "forbid" else []
    if any(domain.config.name in stack.names for stack in project.config.layers):
        others.append("those of its layers")
    return f" but {' and '.join(others)}" if others else ""


def _decider(project: Project, other: Domain, verdict: Verdict) -> str:
    if verdict.law is Law.NONE:
        return f"`unchecked` of {other.config.name}"
    option = str(verdict.key[2]) if len(verdict.key) > 2 else str(verdict.key[0])
    return f"`{option}` at {project.config.locate(verdict.key, True)}"


def _importers(project: Project, domain: Domain) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for site in project.imports():
        if site.imported is None or site.kinds & Kind.PARENT:
            continue
        importer = project.domains.of(site.importer)
        if project.domains.of(site.imported) is domain and importer is not domain:
            counts[importer.name if importer else _ROLES[site.importer.role]] += 1
    for name, count in sorted(counts.items()):
        yield f"imported by {name}: {counted(count, 'import')}"
    if not counts:
        yield "imported by no other domain"


def coverage_text(project: Project) -> str:
    """How many production modules with code each domain owns, and which are not checked."""
    production = [
        module
        for module in project.modules
        if module.role is Role.PRODUCTION and project.has_code(module)
    ]
    owners = [project.domains.of(module) for module in production]
    sizes = Counter(owner.config.name for owner in owners if owner)
    rows = [
        (_title(project, declared), sizes[declared.name]) for declared in project.config.domains
    ]
    rows.append(("no domain", owners.count(None)))
    widest = max(len(title) for title, _ in rows)
    lines = [f"{visible(title):<{widest}}  {size:>7,}" for title, size in rows]
    pairs = list(zip(production, owners, strict=True))
    lines += _listed("no domain", [module for module, owner in pairs if owner is None])
    unchecked = [module for module, owner in pairs if owner and owner.config.unchecked]
    lines += _listed("unchecked", unchecked)
    return "".join(f"{line}\n" for line in lines)


def _title(project: Project, declared: DomainConfig) -> str:
    if declared.family is not None:
        return f"{declared.name} ({len(project.domains.called(declared.name)):,} members)"
    return f"{declared.name} (unchecked)" if declared.unchecked else declared.name


def _listed(title: str, modules: list[Module]) -> Iterator[str]:
    if modules:
        yield f"\n{title}:"
    for module in modules:
        yield f"  {visible(module.name)}"
