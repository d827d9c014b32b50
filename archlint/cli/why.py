"""The command `why`."""

import os
from typing import Literal

import click

from archlint.cli.asked import Asked
from archlint.cli.entry_points_view import aligned
from archlint.cli.output import emit
from archlint.cli.remembering import Remembering, remembers
from archlint.consumers.search import Found
from archlint.consumers.unused import Unused
from archlint.project import Project
from archlint.source.tree import Module, Role


@click.command("why", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("package")
@click.option("--config", "config_file", metavar="FILE", help="The config to use.")
@remembers
def command(package: str, config_file: str | None, remembering: Remembering) -> None:
    """Say what keeps PACKAGE (a dotted name or a path) alive, or why it is dead.

    For one that is alive the shortest chain from an entry point is shown, for a dead one what was
    searched, what did not count, and what else would go with it.
    """
    project = Asked(config_file, remembering).project()
    emit("\n".join(_told(project, module) for module in _modules(project, package)))


def _modules(project: Project, name: str) -> list[Module]:
    from archlint.config.suggest import with_hint
    from archlint.errors import ArchlintError

    path = os.path.relpath(os.path.abspath(name), project.tree.top).replace(os.sep, "/")
    paths = (path, f"{path}/__init__.py")
    found = [module for module in project.modules if name == module.name or module.path in paths]
    if not found:
        names = {module.name for module in project.modules}
        raise ArchlintError(with_hint(f"no package is called `{name}`", name, names))
    return found


def _told(project: Project, module: Module) -> str:
    from archlint.consumers.search import search

    kind: Literal["package", "module"] = "package" if module.is_package else "module"
    tests = _test_consumers(project)
    found = search(project.ground, kind, tests)
    unit = found.units.by_home[module.index]
    if unit in found.alive:
        return _alive(found, unit)
    around = [other for other in found.dead if other in found.units.around[module.index]]
    if around:
        return _dead(project, found, unit, around[0])
    if module.role is Role.TEST:
        return f"`{module.name}` is a test {kind}, which needs no importer\n"
    return f"`{module.name}` holds no production code, so it needs no importer\n"


def _test_consumers(project: Project) -> Literal["count", "ignore"]:
    """What the config says of the tests of others."""
    said = (
        settings.options.get("test-consumers")
        for settings in project.config.rules
        if settings.type == "unused-package"
    )
    return "ignore" if "ignore" in said else "count"


def _alive(found: Found, unit: int) -> str:
    from archlint.consumers.why import chain

    steps = chain(found, unit)
    home = found.units.all[unit].home
    begins = steps[0]
    rows = [(str(step.location), step.module.name, step.evidence) for step in steps]
    users = {
        use.user
        for use in found.every_use()
        if unit in found.units.around[use.module]
        and unit not in found.units.around[use.user]
        and use.user in found.hops
    }
    tests = sum(found.ground.tree.modules[user].role is Role.TEST for user in users)
    return (
        f"`{home.name}` is alive: `{begins.module.name}` leads to it ({begins.evidence})\n"
        f"{aligned(rows)}"
        f"users outside of it: {len(users):,}, {tests:,} of them tests\n"
    )


def _dead(project: Project, found: Found, unit: int, outermost: int) -> str:
    from archlint.consumers.dead import Verdicts
    from archlint.consumers.search import entry_points
    from archlint.consumers.why import freed

    name = found.units.all[unit].home.name
    unused = next(
        one
        for one in Verdicts(found).all
        if one.home.index == found.units.all[outermost].home.index
    )
    subject = "it" if unit == outermost else f"`{unused.home.name}`, which holds it,"
    entries = entry_points(project.ground)
    counts = [sum(entry.role is role for entry in entries) for role in Role]
    lines = [
        f"`{name}` is dead: {subject} {_reason(unused)}\n",
        f"searched from: {counts[0]:,} entry points, {counts[2]:,} tools, {counts[1]:,} tests\n",
        "searched for its name: strings, and files beside the source\n",
    ]
    if unused.ignored:
        rows = [(str(one.location), one.importer.name, one.reason) for one in unused.ignored]
        lines += ["did not count:\n", aligned(rows)]
    gone = [f"`{module.name}`" for module in freed(found, outermost)]
    if gone:
        lines.append(f"goes with it: {', '.join(gone)}\n")
    return "".join(lines)


def _reason(unused: Unused) -> str:
    others = ", ".join(f"`{name}`" for name in unused.others)
    return f"{unused.cause.value}{f': {others}' if others else ''}"
