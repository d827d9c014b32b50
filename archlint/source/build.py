"""From the files of a walk to the tree: roots, modules and their roles."""

from collections.abc import Callable, Iterable, Iterator, Set

from archlint.errors import SourceError
from archlint.source.evidence import Imports
from archlint.source.globs import compile_covers
from archlint.source.layout import Layout, lay_out, parent
from archlint.source.metadata.distributions import Distribution
from archlint.source.metadata.import_names import import_names
from archlint.source.metadata.statement import normalise
from archlint.source.modules import name_modules
from archlint.source.names import is_build_output, is_never_walked
from archlint.source.options import SourceOptions
from archlint.source.renamed import renamed_packages
from archlint.source.roles import role_by_path
from archlint.source.roots import declared_roots, detect_roots
from archlint.source.tree import Form, Role, Root, Tree
from archlint.source.walked import Walk


def build_tree(
    top: str,
    options: SourceOptions,
    walk: Walk,
    distributions: Iterable[Distribution],
    imports: Imports,
    standard_library: frozenset[str],
) -> Tree:
    """Find the roots and name every module below `top`, the absolute path of the run's root.

    `imports` is only called where paths and metadata leave it open what a folder is.

    Raises:
        SourceError: there is no Python file.
    """
    if not walk.sources:
        raise SourceError(_nothing_found(top, walk))
    distributions = tuple(distributions)
    sources = [path for path, _ in walk.sources]
    present = {*sources, *walk.extensions}
    ghosts = {*walk.excluded, *walk.ignored}
    ghosts |= _generated(distributions, present, ghosts)
    paths = sorted(present | ghosts)
    laid_out = lay_out(paths)
    role = role_by_path(options, laid_out.regular)
    declared = declared_roots(
        laid_out,
        options.source_roots or (),
        distributions,
        lambda folder: role(f"{folder}/__init__.py" if folder else "__init__.py") is Role.TEST,
    )
    asked = _dependencies(distributions, role)
    dependencies = asked - declared.known
    layout = declared.layout
    renamed = renamed_packages(layout, declared.roots, distributions, present)
    tops = {name.partition(".")[0] for name in renamed.values()}
    dependencies -= tops
    foreign = standard_library | dependencies | declared.known | tops
    found = detect_roots(declared, distributions, foreign, imports)
    if options.tests is None:
        testing = _of_tests(found, layout, sources)
        role = role_by_path(options, laid_out.regular, sorted(testing))
    renamed = renamed_packages(layout, found, distributions, present)
    names, modules, files = name_modules(layout, found.keys(), paths, ghosts, role, renamed)
    second = tuple(f"{path}/" for path in walk.second_paths)
    live = {
        module.root
        for module in modules
        if module.role is Role.PRODUCTION
        and module.form not in (Form.NAMESPACE, Form.GHOST)
        and not f"{module.path}/".startswith(second)
    }
    roots = tuple(
        Root(path, found[path].evidence, index not in live) for index, path in enumerate(names)
    )
    return Tree(
        top=top,
        roots=roots,
        files=files,
        modules=modules,
        declared=asked,
        dependencies=dependencies,
        builds=walk.builds,
        problems=walk.problems,
        skipped=walk.skipped,
        configs=tuple(sorted({*walk.configs, *_configs_below(distributions)})),
        unmatched=(
            *(("source-roots", index) for index in declared.stale),
            *_unmatched(options, walk),
        ),
        distributions=distributions,
        second_paths=walk.second_paths,
    )


def _of_tests(roots: Iterable[str], layout: Layout, sources: Iterable[str]) -> Iterator[str]:
    """The folders of tests that only their place shows: `testing`, and `features` of behave."""
    plain = set(layout.plain)
    bases = [f"{root}/" if root else "" for root in roots]
    yield from plain.intersection(f"{base}testing" for base in bases)
    for folder in plain.intersection(f"{base}features" for base in bases):
        steps = f"{folder}/steps"
        inside = (path for path in sources if path.startswith(f"{folder}/"))
        if steps in plain and all(
            path.startswith(f"{steps}/") or path == f"{folder}/environment.py" for path in inside
        ):
            yield folder


def _generated(
    distributions: Iterable[Distribution], present: Set[str], ghosts: Set[str]
) -> set[str]:
    """The modules that a build writes into folders of the tree and that are not there yet."""
    paths = {path for one in distributions for path in one.stated.generated}
    written = {path for path in paths if path.endswith(".py")} - present
    folders = {parent(path) for path in (*present, *ghosts)} if written else ()
    return {path for path in written if parent(path) in folders}


def _configs_below(distributions: Iterable[Distribution]) -> Iterator[str]:
    for one in distributions:
        yield from one.stated.configs if one.folder else ()


def _dependencies(
    distributions: Iterable[Distribution], role: Callable[[str], Role]
) -> frozenset[str]:
    """The import names of what the distributions ask for, those of the tree itself aside.

    What a distribution among the tests asks for is no dependency: it is a fixture.
    """
    real = [
        one
        for one in distributions
        if not one.file or role(f"{one.folder}/_".lstrip("/")) is not Role.TEST
    ]
    asked = frozenset().union(*(one.stated.dependencies for one in real))
    own = {one.stated.name for one in real}
    return import_names(name for name in asked if normalise(name) not in own)


def _unmatched(options: SourceOptions, walk: Walk) -> Iterable[tuple[str, int]]:
    """The owner's patterns that match no file; one that says what is skipped anyway is none."""
    analysed = [path for path, _ in walk.sources] + list(walk.extensions)
    for option, index, pattern in options.stated():
        covers = compile_covers([pattern.removeprefix("!")])
        paths = analysed
        if option.endswith("exclude"):
            paths = analysed + list(walk.excluded)
            last = pattern.removesuffix("/**").rstrip("/").rpartition("/")[2]
            known = is_never_walked(last) or is_build_output(last)
            if known or any(map(covers.holds_folder, walk.skipped_folders)):
                continue
        if not any(map(covers.holds, paths)):
            yield option, index


def _nothing_found(top: str, walk: Walk) -> str:
    counts = [f"{reason} ({count})" for reason, count in walk.skipped.items()]
    skipped = f"; skipped: {', '.join(counts)}" if counts else ""
    problems = f"; paths that could not be read: {len(walk.problems)}" if walk.problems else ""
    return f"no Python file to analyse below `{top}`{skipped}{problems}"
