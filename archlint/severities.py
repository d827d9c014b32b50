"""What a diagnostic counts as: the word of its rule, of the config, and of the overrides."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal

from archlint.diagnostics import Diagnostic, Severity
from archlint.project import Project
from archlint.registry.instances import RuleInstance

_SEVEREST_LAST: tuple[Severity | Literal["off"], ...] = ("off", Severity.WARNING, Severity.ERROR)


def stamped(
    diagnostics: Iterable[Diagnostic], instance: RuleInstance, project: Project
) -> Iterator[Diagnostic]:
    """The diagnostics of one rule with the name, severity and reason that the config gives it.

    A severity from the config replaces the rule's default alone: what a rule itself holds to be
    less than usual stays so. What an override switches off is left out.
    """
    config = project.config
    place = config.locate(instance.key, False) if instance.key else None
    for item in diagnostics:
        severity = item.severity
        if instance.severity is not None and severity is instance.rule.default_severity:
            severity = instance.severity
        level = overriding(item.location.path, instance, project)
        if level == "off":
            continue
        yield replace(
            item,
            instance=item.instance or instance.name,
            severity=level or severity,
            why=item.why or instance.why,
            config=item.config or place,
        )


def overriding(
    path: str, instance: RuleInstance, project: Project
) -> Severity | Literal["off"] | None:
    """What the most specific override says of the rule in the module of a file.

    Of equally specific ones the severest decides, so that their order means nothing.
    """
    index = project.tree.by_path.get(path) if project.config.overrides else None
    if index is None:
        return None
    module = project.modules[index]
    said = []
    for override in project.config.overrides:
        match = override.modules.match(module.segments, module.path, module.is_package)
        level = dict(override.rules).get(instance.name)
        if match is not None and level is not None:
            said.append((match.specificity, _SEVEREST_LAST.index(level)))
    return _SEVEREST_LAST[max(said)[1]] if said else None
