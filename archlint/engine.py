"""The pipeline of a run, from a configuration to a report."""

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from archlint.config.settings import Config
from archlint.config.suggest import with_hint
from archlint.contracts import check_contracts
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic
from archlint.domains import Domain
from archlint.domains.assign import assign
from archlint.errors import ArchlintError
from archlint.facts.decode import decode
from archlint.facts.gather import Progress, gather, no_collection
from archlint.facts.imports import FileFacts
from archlint.findings import BREACH, ContractFindings
from archlint.project import Project
from archlint.registry import Selection, load_rules
from archlint.report import Report
from archlint.resolve.resolver import resolve
from archlint.resolve.stdlib import STDLIB_MODULES
from archlint.severities import stamped
from archlint.source.build import build_tree
from archlint.source.disk import Disk
from archlint.source.metadata.distributions import read_distributions
from archlint.source.options import SourceOptions
from archlint.source.walk import walk
from archlint.source.walked import Walk
from archlint.tally import counts, files_by_role, silent_files

Overlay = Mapping[str, bytes | None]
"""Files of the tree by path with the content they are taken to have; None for one taken away."""


def check(
    config: Config,
    *,
    selection: Selection | None = None,
    limits: Sequence[str] = (),
    only_domains: Sequence[str] = (),
    overlay: Overlay | None = None,
    with_remarks: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Run the selected rules over the tree that the config describes.

    Where `limits` (POSIX paths relative to the root of the run) or `only_domains` are given, only
    diagnostics below these paths or in modules of these domains are reported; the analysis stays
    whole. `overlay` is what the tree is taken to hold instead of what lies on disk.
    `with_remarks` asks the rules for their remarks, too.
    `progress` is told how much of the tree is read.

    Raises:
        ArchlintError: nothing could be checked: no Python file, no rule, an unknown rule.
    """
    rules, faults = load_rules(config, selection or Selection())
    project = load_project(config, overlay, progress)
    found: list[Diagnostic] = [*config.faults, *faults, *project.domains.faults]
    failures: list[str] = []
    remarks: list[str] = []
    if any(instance.rule.name() == BREACH for instance in rules):
        found += (item for item in project.contracts.diagnostics if item.rule == MALFORMED_CONFIG)
        failures += project.contracts.failures
    else:
        project = replace(project, contract_check=lambda project: ContractFindings())
    for instance in rules:
        try:
            found.extend(stamped(instance.rule.check(project), instance, project))
            if with_remarks:
                remarks += (f"{instance.name}: {line}" for line in instance.rule.remarks(project))
        except Exception:  # a rule may be anybody's code: it is named, the others still run
            failures.append(f"rule `{instance.name}` failed\n{traceback.format_exc().rstrip()}")
    ordered = sorted(found, key=lambda diagnostic: diagnostic.sort_key)
    is_shown = _limiter(project, limits, only_domains)
    shown = tuple(item for item in ordered if is_shown(item))
    return Report(
        diagnostics=shown,
        failures=tuple(failures),
        remarks=tuple(remarks),
        excused=project.contracts.excused,
        hidden=len(ordered) - len(shown),
        silent=silent_files(project, rules),
        counts=counts(project),
        domains=bool(project.domains.all),
        contracts=project.contracts.declared,
        contract_file=project.contracts.file,
        rules=tuple(instance.name for instance in rules),
        root=config.root,
        config_file=config.file,
        roots=tuple((root.path, root.evidence) for root in project.tree.roots),
        roles=files_by_role(project),
        unread_configs=tuple(
            path for path in project.tree.configs if path not in config.included_files
        ),
        skipped=project.tree.skipped,
        excerpts=_excerpts(project, shown),
    )


def load_project(
    config: Config, overlay: Overlay | None = None, progress: Progress | None = None
) -> Project:
    """Read the tree that the config describes, without running a rule.

    Raises:
        SourceError: there is no Python file to analyse.
    """
    options = source_options(config)
    laid = overlay or {}
    disk = Disk(config.root)

    def content(path: str) -> bytes:
        laid_over = laid.get(path)
        return disk.read(path) if laid_over is None else laid_over

    with no_collection():
        return _load(config, options, disk, _overlaid(walk(options, disk), laid), content, progress)


def _load(
    config: Config,
    options: SourceOptions,
    disk: Disk,
    found: Walk,
    content: Callable[[str], bytes],
    progress: Progress | None,
) -> Project:
    facts = gather(found.sources, content, progress)
    by_path = dict(zip((path for path, _ in found.sources), facts, strict=True))
    tree = build_tree(
        options,
        found,
        read_distributions(disk.read, found.metadata),
        lambda beginnings: _imported_names(by_path, beginnings),
        STDLIB_MODULES,
    )
    ordered = tuple(by_path[file.path] for file in tree.files)
    return Project(
        config=config,
        tree=tree,
        facts=ordered,
        edges=resolve(tree, ordered, parent_imports=config.parent_imports),
        domains=assign(config, tree),
        disk=disk,
        read=content,
        contract_check=check_contracts,
    )


def _overlaid(found: Walk, overlay: Overlay) -> Walk:
    """The walk as it would be with the overlay's files in place."""
    if not overlay:
        return found
    sources = {
        path: is_stub for path, is_stub in found.sources if overlay.get(path, b"") is not None
    }
    sources.update((path, path.endswith(".pyi")) for path in overlay if overlay[path] is not None)
    return replace(found, sources=tuple(sorted(sources.items())))


def source_options(config: Config) -> SourceOptions:
    """What the config says about finding source."""
    return SourceOptions(
        top=config.root,
        source_roots=config.source_roots,
        exclude=config.exclude,
        extend_exclude=config.extend_exclude,
        tests=config.tests,
        extend_tests=config.extend_tests,
        tools=config.tools,
        extend_tools=config.extend_tools,
        production=config.production,
    )


def _imported_names(
    facts: dict[str, FileFacts], beginnings: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """The dotted names each file imports, as evidence of where roots are."""
    for path, file_facts in facts.items():
        for fact in file_facts.imports:
            if fact.level or fact.base.partition(".")[0] in beginnings:
                names = [name for name in (fact.base, fact.name) if name and name != "*"]
                yield path, "." * fact.level + ".".join(names)


def _limiter(
    project: Project, limits: Sequence[str], only_domains: Sequence[str]
) -> Callable[[Diagnostic], bool]:
    """Whether a diagnostic is asked for; faults of the config concern every path."""
    if not limits and not only_domains:
        return lambda diagnostic: True
    paths = {
        project.tree.files[file].path
        for name in only_domains
        for domain in _called(project, name)
        for index in domain.modules
        for file in project.modules[index].files
    }

    def is_shown(diagnostic: Diagnostic) -> bool:
        path = diagnostic.location.path
        return (
            diagnostic.rule == MALFORMED_CONFIG
            or path in paths
            or any(limit in ("", path) or path.startswith(f"{limit}/") for limit in limits)
        )

    return is_shown


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


def _excerpts(project: Project, diagnostics: Sequence[Diagnostic]) -> dict[str, tuple[str, ...]]:
    paths = {item.location.path for item in diagnostics}
    paths.update(item.config.path for item in diagnostics if item.config is not None)
    excerpts = {}
    for path in sorted(paths):
        try:
            text = decode(project.read(path))
        except OSError:  # the diagnostic says so already; there is just no line to show
            continue
        if isinstance(text, str):
            excerpts[path] = tuple(text.split("\n"))
    return excerpts
