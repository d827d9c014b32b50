"""From the disk to the project that rules look at, by way of what is remembered."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from archlint.config.settings import Config
from archlint.contracts import check_contracts
from archlint.domains.assign import assign
from archlint.facts.gather import Progress, no_collection
from archlint.facts.store import Facts
from archlint.project import Project
from archlint.reading import lay_out, read_records
from archlint.source.disk import Disk
from archlint.source.searches import Known, Searches
from archlint.timings import Lap, untimed

if TYPE_CHECKING:
    from archlint.cache.memory import Memory
    from archlint.source.walked import Walk

Overlay = Mapping[str, bytes | None]
"""Files of the tree by path with the content they are taken to have; None for one taken away."""


def load_project(
    config: Config,
    disk: Disk | None = None,
    *,
    overlay: Overlay | None = None,
    memory: "Memory | None" = None,
    known: Known | None = None,
    progress: Progress | None = None,
    lap: Lap = untimed,
) -> Project:
    """Read the tree that the config describes, without running a rule.

    `disk` sees all that decides what comes of it. `memory` spares what earlier runs found out, and
    keeps what this one does; with an overlay it is left alone. `known` is what searches of an
    earlier run came to. `progress` is told how much is read,
    `lap` what is done.

    Raises:
        SourceError: there is no Python file to analyse.
    """
    disk = disk or Disk(config.root)
    laid = overlay or {}

    def read(path: str) -> bytes:
        laid_over = laid.get(path)
        return disk.read(path) if laid_over is None else laid_over

    with no_collection():
        if memory is None or overlay:
            from archlint.resolve.resolver import resolve
            from archlint.source.walk import walk

            found = _overlaid(walk(config.source, disk), laid)
            lap("walk")
            paths = [path for path, _ in found.sources]
            found_out = read_records(paths, disk.top, read, lambda digest, is_stub: None, progress)
            records = {path: one.record for path, (_, one) in zip(paths, found_out, strict=True)}
            lap("facts")
            tree, _ = lay_out(config.source, disk, found, records)
            lap("tree")
            facts = Facts(records[file.path] for file in tree.files)
            edges = resolve(tree, facts, parent_imports=config.parent_imports)
            lap("edges")
        else:
            from archlint.remembering import remembered

            tree, facts, edges = remembered(config, disk, memory, progress, lap)
        domains = assign(config, tree)
        lap("domains")
        return Project(
            config=config,
            tree=tree,
            facts=facts,
            edges=edges,
            domains=domains,
            disk=disk,
            read=read,
            searches=Searches(disk, read, known),
            contract_check=check_contracts,
        )


def _overlaid(found: "Walk", overlay: Overlay) -> "Walk":
    """The walk as it would be with the overlay's files in place."""
    if not overlay:
        return found
    sources = {
        path: is_stub for path, is_stub in found.sources if overlay.get(path, b"") is not None
    }
    sources.update((path, path.endswith(".pyi")) for path in overlay if overlay[path] is not None)
    return found._replace(sources=tuple(sorted(sources.items())))
