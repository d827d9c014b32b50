"""A tree, its facts and its edges as they are, from what earlier runs left of them."""

from collections.abc import Sequence
from os.path import join
from typing import NamedTuple

from archlint.cache import kept, seen
from archlint.cache.kept import Kept, Layout, Shape
from archlint.cache.memory import Memory
from archlint.cache.seen import is_settled
from archlint.config.settings import Config
from archlint.facts.codec import HAS_PROBLEM, IS_OPEN, flags
from archlint.facts.gather import Progress
from archlint.facts.store import Facts
from archlint.reading import imported_names, lay_out, read_records
from archlint.resolve.edges import Edges
from archlint.resolve.resolver import renew, resolve
from archlint.source import sight
from archlint.source.disk import Disk
from archlint.source.sight import Sight
from archlint.source.tree import Tree
from archlint.timings import Lap, untimed

_SHARE = 100
"""Writing the facts of this many bytes takes as long as parsing one byte of source."""


class _Source(NamedTuple):
    """A file as it is now, with the record of its facts, and whether it had to be opened."""

    path: str
    sight: Sight
    record: bytes
    is_opened: bool


def remembered(
    config: Config, disk: Disk, memory: Memory, progress: Progress | None, lap: Lap = untimed
) -> tuple[Tree, Facts, Edges]:
    """The tree of the config, its facts and its edges; what is still known is not done again.

    Raises:
        SourceError: there is no Python file to analyse.
    """
    shape = Shape(repr(config.source), config.parent_imports)
    before = kept.load(memory)
    recalled = before.layout(memory, shape) if before else None
    lap("recall of the tree")
    layout = None
    sources: list[_Source] = []
    if before and recalled:
        sources = _read([file.path for file in recalled.tree.files], memory, before, progress)
        lap("facts")
        layout = _renewed(before, recalled, sources, shape)
        lap("edges")
    if recalled and layout:
        for one in recalled.looks:
            disk.note(one.look, zip(one.paths, one.sights(), strict=True))
        facts = Facts(source.record for source in sources)
    else:
        from archlint.source.walk import walk

        found = walk(config.source, disk)
        lap("walk")
        paths = [path for path, _ in found.sources]
        if paths != [source.path for source in sources]:
            sources = _read(paths, memory, before, progress)
        lap("facts")
        records = {source.path: source.record for source in sources}
        tree, asked = lay_out(config.source, disk, found, records)
        lap("tree")
        # The sources that had no say in it are noted only afterwards.
        looks = seen.in_columns(disk.sights, memory.root)
        facts = Facts(source.record for source in sources)
        edges = resolve(tree, facts, parent_imports=shape.parent_imports)
        layout = Layout(tree, edges, asked, looks, is_kept=False)
        lap("edges")
    disk.note("content", ((source.path, source.sight) for source in sources))
    if before is None or not layout.is_kept or _pays(before, sources, memory):
        sights = ((source.path, source.sight) for source in sources)
        kept.keep(memory, before, shape, layout, seen.columns("content", sights), facts.records)
        lap("keeping of the tree")
    return layout.tree, facts, layout.edges


def _pays(before: Kept, sources: Sequence[_Source], memory: Memory) -> bool:
    """Whether the next run is spared more than it takes to write all that is known.

    What it would have to open and parse again is a matter of the bytes in those files.
    """
    news = 0
    for row, source in enumerate(sources):
        if source.is_opened and source.sight.signature:
            is_other = seen.filled(source.sight.digest) != before.sources.digest(row)
            # A file that was too young to be trusted, or that was touched, need not be opened.
            is_older = not memory.by_content and is_settled(source.sight.signature, memory.moment)
            if is_other or is_older:
                news += source.sight.signature.size
    return news > 0 and news * _SHARE >= sum(before.sources.size)


def _read(
    paths: Sequence[str], memory: Memory, before: Kept | None, progress: Progress | None
) -> list[_Source]:
    """What is in the files; no more of them are opened than it takes."""
    found = {
        path: _Source(path, same, record, is_opened=False)
        for path, same, record in (before.unchanged(memory) if before else ())
        if _is_sound(record)
    }
    rest = [path for path in paths if path not in found]
    outcomes = read_records(
        rest,
        memory.root,
        lambda path: sight.content(join(memory.root, path)),
        lambda digest, is_stub: _recalled(before, digest, is_stub),
        progress,
    )
    for path, (signature, (digest, record)) in zip(rest, outcomes, strict=True):
        found[path] = _Source(path, Sight(signature, digest), record, is_opened=True)
    return [found[path] for path in paths]


def _recalled(before: Kept | None, digest: bytes, is_stub: bool) -> bytes | None:
    """The record of a file of this content, if it is known."""
    record = before.known.get((digest, is_stub)) if before else None
    return record if record is not None and _is_sound(record) else None


def _is_sound(record: bytes) -> bool:
    """Whether the file had no problem: want of memory may look like one."""
    return bool(record) and not flags(record) & HAS_PROBLEM


def _renewed(
    before: Kept, layout: Layout, sources: Sequence[_Source], shape: Shape
) -> Layout | None:
    """The layout with the edges of these sources; None where the roots may be others now."""
    changed = []
    is_open_as_before = True
    opened = ((row, source) for row, source in enumerate(sources) if source.is_opened)
    for row, source in opened:
        was = before.known.of(row)
        is_same = seen.filled(source.sight.digest) == before.sources.digest(row)
        if is_same and was in (None, source.record):
            continue
        changed.append(row)
        if was is None or (layout.asked and not _imports_the_same(was, source.record)):
            return None
        if (flags(was) ^ flags(source.record)) & IS_OPEN:
            is_open_as_before = False
    if not changed:
        return layout
    facts = Facts(source.record for source in sources)
    if is_open_as_before:
        edges = renew(
            layout.edges, layout.tree, facts, changed, parent_imports=shape.parent_imports
        )
    else:
        edges = resolve(layout.tree, facts, parent_imports=shape.parent_imports)
    return layout._replace(edges=edges)


def _imports_the_same(was: bytes, now: bytes) -> bool:
    return list(imported_names(was)) == list(imported_names(now))
