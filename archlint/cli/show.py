"""The command `show`: what archlint sees of a tree."""

import os

import click

from archlint.cli.asked import Asked
from archlint.cli.output import complain, emit
from archlint.cli.remembering import Remembering, remembers
from archlint.project import Project
from archlint.source.tree import Module


@click.group("show")
@click.option("--config", "config_file", metavar="FILE", help="The config to use.")
@remembers
@click.pass_context
def command(context: click.Context, config_file: str | None, remembering: Remembering) -> None:
    """Show what archlint sees: roots, a module, a domain, the config, its schema."""
    context.obj = Asked(config_file, remembering)


@command.command("roots", short_help="The roots, each with its reason.")
@click.pass_obj
def roots(asked: Asked) -> None:
    """The folders that dotted names start from, each with its reason."""
    from archlint.reporters.plain import counted, visible

    project = asked.project()
    counts = [0] * len(project.tree.roots)
    for module in project.modules:
        counts[module.root] += bool(module.files)
    rows = [
        (
            visible(root.path) or ".",
            counted(count, "module"),
            visible(root.evidence),
        )
        for root, count in zip(project.tree.roots, counts, strict=True)
    ]
    emit(_table(rows))


@command.command("module", short_help="One module, and its imports both ways.")
@click.argument("name")
@click.pass_obj
def module(asked: Asked, name: str) -> None:
    """What is known of the module NAME (a dotted name or a path), and its imports both ways."""
    from archlint.errors import ArchlintError

    project = asked.project()
    path = os.path.relpath(os.path.abspath(name), project.tree.top).replace(os.sep, "/")
    found = [item for item in project.modules if name == item.name or item.path in (name, path)]
    if not found:
        from archlint.config.suggest import with_hint

        names = {item.name for item in project.modules}
        raise ArchlintError(with_hint(f"no module is called `{name}`", name, names))
    emit("\n".join(_module(project, item) for item in found))


@command.command("domain", short_help="One domain: what it owns and may import.")
@click.argument("name")
@click.pass_obj
def domain(asked: Asked, name: str) -> None:
    """What the domain NAME owns, may import and is imported by; a family shows each member."""
    from archlint.cli.domain_view import domain_text
    from archlint.errors import ArchlintError

    project = asked.project()
    found = project.domains.called(name)
    if not found:
        from archlint.config.suggest import with_hint

        raise ArchlintError(
            with_hint(f"no domain is called `{name}`", name, project.domains.by_name)
        )
    emit("\n".join(domain_text(project, item) for item in found))


@command.command("coverage", short_help="How much of the code the domains own.")
@click.pass_obj
def coverage(asked: Asked) -> None:
    """How many production modules each domain owns, and which no rule about domains looks at."""
    from archlint.cli.domain_view import coverage_text

    emit(coverage_text(asked.project()))


@command.command("entry-points", short_help="Where use begins, with the evidence.")
@click.pass_obj
def entry_points(asked: Asked) -> None:
    """Where use begins, each with its evidence; test and tool modules are counted."""
    from archlint.cli.entry_points_view import entry_points_view

    emit(entry_points_view(asked.project()))


@command.command("config", short_help="The configuration in force.")
@click.pass_obj
def config(asked: Asked) -> None:
    """The configuration in force, defaults included."""
    from archlint.registry.load import load_rules
    from archlint.registry.selection import Selection

    settings = asked.config()
    options = settings.source
    lines = [
        f"config: {settings.file or 'none'}\n",
        f"root: {settings.root}\n",
        f"source-roots: {_listed(options.source_roots)}\n",
        f"exclude: {_listed(options.exclude_patterns)}\n",
        f"tests: {_listed(options.test_patterns)}\n",
        f"tools: {_listed(options.tool_patterns)}\n",
        f"production: {_listed(options.production)}\n",
    ]
    for domain in settings.domains:
        entries = ", ".join(entry.text for entry in domain.modules.entries)
        allowed = "any" if domain.imports is None else ", ".join(domain.imports) or "none"
        external = "any" if domain.external is None else ", ".join(domain.external) or "none"
        noun = "family" if domain.family else "domain"
        lines.append(f"{noun} {domain.name}: {entries} (imports {allowed}; external {external})\n")
    for stack in settings.layers:
        order = " > ".join(" | ".join(level) for level in stack.order)
        top = f"{stack.facade} > " if stack.facade else ""
        lines.append(f"layers {stack.within}: {top}{order} ({stack.mode})\n")
    for instance in load_rules(settings, Selection())[0]:
        severity = instance.severity or instance.rule.default_severity
        lines.append(f"rule {instance.name}: {severity}\n")
    emit("".join(lines))


@command.command("schema", short_help="The JSON Schema of the config, for editors.")
@click.pass_obj
def schema(asked: Asked) -> None:
    """The JSON Schema of the config, the options of its plugins' rules included."""
    import json

    from archlint import options
    from archlint.config.schema import config_schema
    from archlint.registry.known import known_rules

    rules, faults = known_rules(asked.config())
    for fault in faults:
        complain(f"{fault.location}: {fault.message}")
    described = config_schema({name: options.schema(rule) for name, rule in sorted(rules.items())})
    emit(json.dumps(described, indent=2) + "\n")


def _module(project: Project, item: Module) -> str:
    from archlint.reporters.plain import visible

    owner = project.domains.of(item)
    root = project.tree.roots[item.root].path or "."
    lines = [
        f"{visible(item.name)}\n",
        f"  path    {visible(item.path)}\n",
        f"  root    {visible(root)}\n",
        f"  role    {item.role.name.lower()}\n",
        f"  form    {item.form.name.lower()}\n",
        f"  domain  {visible(owner.name) if owner else '-'}\n",
    ]
    users = []
    for site in project.imports(parents=True):
        other = site.imported.name if site.imported else site.external
        note = f" ({site.note})" if site.note else ""
        place = f"at {visible(str(site.location))}{note}"
        if site.importer is item:
            lines.append(f"  imports {visible(other)} {place}\n")
        elif site.imported is item:
            users.append(f"  used by {visible(site.importer.name)} {place}\n")
    return "".join((*lines, *users))


def _listed(patterns: tuple[str, ...] | None) -> str:
    return "detected" if patterns is None else ", ".join(patterns) or "none"


def _table(rows: list[tuple[str, str, str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "".join(f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c}\n" for a, b, c in rows)
