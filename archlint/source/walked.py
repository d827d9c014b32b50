"""What a walk over a tree comes to."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from archlint.diagnostics import Diagnostic, Severity
from archlint.source.globs import compile_covers
from archlint.source.names import EXTENSIONS, SOURCES
from archlint.source.options import SourceOptions
from archlint.source.unreadable import unreadable


class Walk(NamedTuple):
    """What lies below the top: sorted POSIX paths relative to it.

    `sources` are the files to read, with whether each is a `.pyi`. `excluded` and `ignored` (by
    git) are files whose names exist and whose content is not looked at. `metadata` are files that
    may describe distributions, `builds` those that may tell what is compiled. `second_paths` are
    links to folders that lie in the tree as well. `skipped` counts what was left out, by reason,
    and `skipped_folders` says which folders.
    """

    sources: tuple[tuple[str, bool], ...]
    extensions: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    metadata: tuple[str, ...] = ()
    configs: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()
    second_paths: tuple[str, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    skipped: Mapping[str, int] = MappingProxyType({})
    skipped_folders: tuple[str, ...] = ()


@dataclass(slots=True)
class Found:
    """What a walk has met so far, in the order it was met; `ignored` are files that git ignores."""

    files: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    metadata: list[str] = field(default_factory=list)
    configs: list[str] = field(default_factory=list)
    builds: list[str] = field(default_factory=list)
    second_paths: list[str] = field(default_factory=list)
    folders: list[tuple[str, str]] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def problem(self, path: str, message: str, severity: Severity) -> None:
        self.problems.append(unreadable(path, message, severity))


def settle(options: SourceOptions, found: Found, tracked: Callable[[], Container[str]]) -> Walk:
    """The walk in its order; `tracked` is asked where something is ignored: it may be source."""
    files, ignored = found.files, found.ignored
    if ignored:
        known = tracked()
        files += [path for path in ignored if path in known]
        ignored = [path for path in ignored if path not in known]
    exclude = compile_covers(options.exclude_patterns)
    excluded = [path for path in files if exclude.holds(path)]
    if excluded:
        files = [path for path in files if not exclude.holds(path)]
    skipped = {"excluded files": len(excluded), "git-ignored files": len(ignored)}
    for _, reason in found.folders:
        skipped[reason] = skipped.get(reason, 0) + 1
    sources = sorted(path for path in files if path.endswith(SOURCES))
    return Walk(
        sources=tuple((path, path.endswith(".pyi")) for path in sources),
        extensions=tuple(sorted(path for path in files if path.endswith(EXTENSIONS))),
        excluded=tuple(sorted(excluded)),
        ignored=tuple(sorted(ignored)),
        metadata=tuple(sorted(path for path in found.metadata if not exclude.holds(path))),
        configs=tuple(sorted(path for path in found.configs if not exclude.holds(path))),
        builds=tuple(sorted(found.builds)),
        second_paths=tuple(sorted(found.second_paths)),
        problems=tuple(
            sorted(
                (one for one in found.problems if not exclude.holds(one.location.path)),
                key=lambda problem: problem.sort_key,
            )
        ),
        skipped={reason: count for reason, count in sorted(skipped.items()) if count},
        skipped_folders=tuple(sorted(path for path, _ in found.folders)),
    )
