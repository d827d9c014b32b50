"""The pipeline of a run, from a configuration to a report."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from archlint.cache.memory import Memory
from archlint.config.settings import Config
from archlint.config.suggest import with_hint
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic
from archlint.domains import Domain
from archlint.errors import ArchlintError
from archlint.excerpts import with_excerpts
from archlint.facts.gather import Progress
from archlint.facts.imports import TOO_DEEP
from archlint.findings import BREACH, ContractFindings
from archlint.loading import Overlay, load_project
from archlint.project import Project
from archlint.registry.instances import RuleInstance
from archlint.registry.load import load_rules
from archlint.registry.selection import Selection
from archlint.report import Report
from archlint.severities import stamped
from archlint.source.disk import Disk
from archlint.source.searches import Known
from archlint.tally import counts, files_by_role, silent_files
from archlint.timings import Lap, untimed


class Outcome(NamedTuple):
    """What a run came to, excerpts aside.

    `settled` is the part of it that archlint's own code decided, whatever is shown. It comes to the
    same again if `is_lasting`, as long as all that was looked at stays the same. `is_whole` says
    that there are no rules but archlint's own, so that it is all there is.
    """

    report: Report
    settled: Report
    is_lasting: bool
    is_whole: bool
    project: Project


class _Found(NamedTuple):
    """What rules found, what could not be run, and what rules say of their own work."""

    diagnostics: list[Diagnostic]
    failures: list[str]
    remarks: list[str]


def check(
    config: Config,
    *,
    selection: Selection | None = None,
    limits: Sequence[str] = (),
    only_domains: Sequence[str] = (),
    overlay: Overlay | None = None,
    with_remarks: bool = False,
) -> Report:
    """Run the selected rules over the tree that the config describes, and remember nothing.

    Where `limits` (POSIX paths relative to the root of the run) or `only_domains` are given, only
    diagnostics below these paths or in modules of these domains are reported; the analysis stays
    whole. `overlay` is what the tree is taken to hold instead of what lies on disk.
    `with_remarks` asks the rules for their remarks, too.

    Raises:
        ArchlintError: nothing could be checked: no Python file, no rule, an unknown rule.
    """
    outcome = examine(
        config,
        Disk(config.root),
        selection=selection,
        limits=limits,
        only_domains=only_domains,
        overlay=overlay,
        with_remarks=with_remarks,
    )
    return with_excerpts(outcome.report, outcome.project.read)


def examine(
    config: Config,
    disk: Disk,
    *,
    selection: Selection | None = None,
    limits: Sequence[str] = (),
    only_domains: Sequence[str] = (),
    overlay: Overlay | None = None,
    with_remarks: bool = False,
    memory: Memory | None = None,
    settled: Report | None = None,
    known: Known | None = None,
    progress: Progress | None = None,
    lap: Lap = untimed,
) -> Outcome:
    """Run the rules as `check` does; `disk` sees everything that decides what it comes to.

    `memory` knows facts of earlier runs, and keeps those of this one. What is `settled` by an
    earlier run is not found out again; `known` is what searches of an earlier run came to.
    `progress` is told how much of the tree is read, `lap` what is done.

    Raises:
        ArchlintError: nothing could be checked: no Python file, no rule, an unknown rule.
    """
    rules, faults = load_rules(config, selection or Selection())
    lap("rules")
    project = load_project(
        config, disk, overlay=overlay, memory=memory, known=known, progress=progress, lap=lap
    )
    if not any(instance.rule.name() == BREACH for instance in rules):
        project = replace(project, contract_check=lambda project: ContractFindings())
    is_whole = not config.plugins
    own = [instance for instance in rules if instance.is_built_in]
    local = [instance for instance in rules if not instance.is_built_in]
    is_lasting = overlay is None
    # A plugin decides which rules run if it brings one with the name of another's instance.
    if settled is None or settled.rules != _names(own):
        settled = _settle(project, own, faults if is_whole else (), with_remarks, lap)
        is_lasting = is_lasting and _may_last(settled, project)
    found = _run(local, project, with_remarks, lap)
    diagnostics = [*settled.diagnostics, *(() if is_whole else faults), *found.diagnostics]
    report = settled._replace(
        diagnostics=tuple(sorted(diagnostics, key=lambda diagnostic: diagnostic.sort_key)),
        failures=(*settled.failures, *found.failures),
        remarks=tuple(sorted((*settled.remarks, *found.remarks), key=_rule_of)),
        rules=_names(rules),
    )
    files = _files_of(project, only_domains) if only_domains else None
    report = report.limited_to(limits, files)
    return Outcome(report, settled, is_lasting, is_whole, project)


def _may_last(settled: Report, project: Project) -> bool:
    """Whether no code of the user's, and no accident of this run, had its say in a report."""
    is_accident = any(problem.message == TOO_DEEP for _, problem in project.facts.problems())
    return not (project.contracts.runs_code or settled.failures or is_accident)


def _settle(
    project: Project,
    rules: Sequence[RuleInstance],
    faults: Sequence[Diagnostic],
    with_remarks: bool,
    lap: Lap,
) -> Report:
    """The report of `rules`, which are archlint's own, with all that it says of the run."""
    config = project.config
    diagnostics = [*config.faults, *faults, *project.domains.faults]
    contracts = project.contracts
    diagnostics += (item for item in contracts.diagnostics if item.rule == MALFORMED_CONFIG)
    lap("contracts")
    found = _run(rules, project, with_remarks, lap)
    diagnostics += found.diagnostics
    return Report(
        diagnostics=tuple(sorted(diagnostics, key=lambda diagnostic: diagnostic.sort_key)),
        failures=(*contracts.failures, *found.failures),
        remarks=tuple(found.remarks),
        excused=contracts.excused,
        silent=silent_files(project, rules),
        counts=counts(project),
        domains=bool(project.domains.all),
        contracts=contracts.declared,
        contract_file=contracts.file,
        rules=_names(rules),
        root=config.root,
        config_file=config.file,
        roots=tuple((root.path, root.evidence) for root in project.tree.roots),
        roles=files_by_role(project),
        unread_configs=tuple(
            path for path in project.tree.configs if path not in config.included_files
        ),
        skipped=project.tree.skipped,
    )


def _run(rules: Iterable[RuleInstance], project: Project, with_remarks: bool, lap: Lap) -> _Found:
    found = _Found([], [], [])
    for instance in rules:
        name, rule = instance.name, instance.rule
        try:
            found.diagnostics.extend(stamped(rule.check(project), instance, project))
            if with_remarks:
                found.remarks.extend(f"{name}: {line}" for line in rule.remarks(project))
        except (Exception, SystemExit):  # anybody's code: the others still run
            import traceback

            trace = traceback.format_exc().rstrip()
            found.failures.append(f"rule `{name}` failed\n{trace}")
        lap(name)
    return found


def _names(rules: Iterable[RuleInstance]) -> tuple[str, ...]:
    return tuple(instance.name for instance in rules)


def _rule_of(remark: str) -> str:
    return remark.partition(":")[0]


def _files_of(project: Project, domains: Iterable[str]) -> frozenset[str]:
    """The paths of the files that these domains hold.

    Raises:
        ArchlintError: a family has no such member.
    """
    return frozenset(
        project.tree.files[file].path
        for name in domains
        for domain in _called(project, name)
        for index in domain.modules
        for file in project.modules[index].files
    )


def _called(project: Project, name: str) -> tuple[Domain, ...]:
    """The domain of a name, or the members of the family.

    Raises:
        ArchlintError: a family has no such member.
    """
    found = project.domains.called(name)
    if not found and name not in {declared.name for declared in project.config.domains}:
        raise ArchlintError(
            with_hint(f"no domain is called `{name}`", name, project.domains.by_name)
        )
    return found
