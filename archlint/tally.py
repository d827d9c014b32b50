"""How much a run looked at, for its summary."""

from collections import Counter
from collections.abc import Sequence

from archlint.facts.imports import Kind
from archlint.project import Project
from archlint.registry.instances import RuleInstance
from archlint.report import Counts
from archlint.severities import overriding
from archlint.source.tree import Role


def silent_files(project: Project, rules: Sequence[RuleInstance]) -> int:
    """How many files gave no facts while the rule that would say so does not look at them."""
    return sum(
        not any(
            instance.rule.name() == problem.rule
            and overriding(project.tree.files[index].path, instance, project) != "off"
            for instance in rules
        )
        for index, problem in project.facts.problems()
    )


def counts(project: Project) -> Counts:
    """How much there was to look at, and how much of it belongs to domains."""
    production = [
        module
        for module in project.modules
        if module.role is Role.PRODUCTION and project.has_code(module)
    ]
    owners = [project.domains.of(module) for module in production]
    return Counts(
        files=len(project.tree.files),
        modules=len(project.modules),
        imports=sum(
            count
            for kinds, count in Counter(project.edges.kinds).items()
            if not kinds & Kind.PARENT
        ),
        production=len(production),
        assigned=sum(owner is not None for owner in owners),
        unchecked=sum(owner is not None and owner.config.unchecked for owner in owners),
    )


def files_by_role(project: Project) -> dict[str, int]:
    """How many files there are of each role, by its name."""
    roles = [project.modules[file.module].role for file in project.tree.files]
    return {role.name.lower(): roles.count(role) for role in Role}
