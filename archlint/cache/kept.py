"""What earlier runs left of a tree: the facts of files by their content, and what came of them.

No verdict is among it. A tree is as it was if all that was looked at to lay it out is; edges are
those of a tree and of facts, and whoever recalls them renews those of files that are different.
"""

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from archlint.cache import edge_columns, seen
from archlint.cache.confirm import confirmed
from archlint.cache.container import UNUSABLE
from archlint.cache.known import Key, Known, keys_of
from archlint.cache.memory import Memory
from archlint.cache.seen import Seen
from archlint.resolve.edges import Edges
from archlint.source.sight import Sight
from archlint.source.stored import tree_from_plain, tree_to_plain
from archlint.source.tree import Tree

_NAME = "facts"
_UNUSED = 1.0
"""How much of what the tree has no use for now is kept, as a share of what it has: it makes
switching back to another branch free."""


class Shape(NamedTuple):
    """What is stated that decides the layout of a tree and which edges it has, as text."""

    source_options: str
    parent_imports: bool


class Layout(NamedTuple):
    """A tree with its edges, and whether imports had a say in where its roots are.

    `looks` are all that was looked at to lay it out, the content of sources aside. `is_kept` says
    that the tree and the looks are in the cache as they are, `text` is the tree as it is there.
    """

    tree: Tree
    edges: Edges
    asked: bool
    looks: Sequence[Seen]
    is_kept: bool
    text: bytes = b""


class Kept(NamedTuple):
    """What is known of a tree; `sources` are its files as they were, in the order of the tree."""

    moment: int
    sources: Seen
    known: Known
    about: Mapping[str, object]
    looks: bytes
    tree: bytes
    edges: bytes

    def layout(self, memory: Memory, shape: Shape) -> Layout | None:
        """The layout, if it is for the same shape, and what was looked at is as it was."""
        if self.about["shape"] != list(shape):
            return None
        try:
            before = seen.load(self.looks)
            looks = confirmed(memory, before, self.moment, str(self.about["root"]))
            if looks is None:
                return None
            return Layout(
                tree=tree_from_plain(json.loads(self.tree), memory.root),
                edges=edge_columns.load(self.edges),
                asked=bool(self.about["asked"]),
                looks=looks,
                is_kept=looks is before,
                text=self.tree,
            )
        except UNUSABLE:
            return None

    def unchanged(self, memory: Memory) -> Iterator[tuple[str, Sight, bytes]]:
        """The sources that are as they were, as far as signatures can tell, with their records."""
        if memory.by_content or self.about["root"] != memory.root:
            return
        doubtful = set(self.sources.doubtful(memory.root, self.moment))
        paths, sights, records = self.sources.paths, self.sources.sights(), self.known.of_sources()
        for row, source in enumerate(zip(paths, sights, records, strict=True)):
            if row not in doubtful and source[1].digest:
                yield source


def load(memory: Memory) -> Kept | None:
    """What is kept for the tree, if there is anything to be trusted."""
    container = memory.folder.open(_NAME)
    if container is None:
        return None
    with container:
        try:
            (sources,) = seen.load(container.section("sources"))
            about = json.loads(container.section("about"))
            return Kept(
                moment=int(container.section("moment")),
                sources=sources,
                known=Known(
                    sources,
                    container.section("unused"),
                    container.section("sizes"),
                    container.section("records"),
                ),
                about={name: about[name] for name in ("shape", "asked", "root")},
                looks=container.section("looks"),
                tree=container.section("tree"),
                edges=container.section("edges"),
            )
        except UNUSABLE:
            return None


def keep(
    memory: Memory,
    before: Kept | None,
    shape: Shape,
    layout: Layout,
    sources: Seen,
    records: Sequence[bytes],
) -> None:
    """Keep what this run found out; `records` are those of `sources`.

    Of what was known `before` and is of no use now, as much is kept as this tree itself takes.
    """
    used = dict(zip(keys_of(sources), records, strict=True))
    unused = _unused(before.known if before else None, used)
    kept = [*records, *unused.values()]
    about = {"shape": shape, "asked": layout.asked, "root": memory.root}
    memory.folder.put(
        _NAME,
        {
            "moment": str(memory.moment).encode("ascii"),
            "about": json.dumps(about).encode("ascii"),
            "sources": seen.dump([sources]),
            "unused": b"".join(digest + bytes([is_stub]) for digest, is_stub in unused),
            "sizes": array("I", map(len, kept)).tobytes(),
            "records": b"".join(kept),
            "looks": seen.dump(layout.looks),
            "tree": layout.text or _text(layout.tree),
            "edges": edge_columns.dump(layout.edges),
        },
    )


def _text(tree: Tree) -> bytes:
    return json.dumps(tree_to_plain(tree), separators=(",", ":")).encode("ascii")


def _unused(known: Known | None, used: Mapping[Key, bytes]) -> Mapping[Key, bytes]:
    room = _UNUSED * sum(map(len, used.values()))
    kept = {}
    for key, record in known.items() if known else ():
        if key not in used:
            room -= len(record)
            if room < 0:
                break
            kept[key] = record
    return kept
