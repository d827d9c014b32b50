"""Trees of files on disk, and their edges as text."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from archlint.facts.extract import extract
from archlint.facts.imports import Kind
from archlint.facts.store import Facts
from archlint.resolve.edges import NONE, Edges, span
from archlint.resolve.resolver import resolve
from archlint.resolve.stdlib import STDLIB_MODULES
from archlint.source.build import build_tree
from archlint.source.disk import Disk
from archlint.source.options import SourceOptions
from archlint.source.tree import Tree
from archlint.source.walk import walk


def write(top: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        place = top / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def read_tree(
    top: Path,
    roots: Iterable[str] = (".",),
    dependencies: Iterable[str] = (),
    exclude: Iterable[str] = (),
) -> tuple[Tree, Facts]:
    """The tree below `top` with just these roots, and its facts."""
    options = SourceOptions(source_roots=tuple(roots), extend_exclude=tuple(exclude))
    disk = Disk(str(top))
    found = walk(options, disk)
    tree = build_tree(disk.top, options, found, (), lambda _: (), STDLIB_MODULES)
    facts = Facts.of(extract(disk.read(file.path), is_stub=file.is_stub) for file in tree.files)
    return tree._replace(dependencies=frozenset(dependencies)), facts


def edges_of(tree: Tree, facts: Facts, *, parents: bool = False) -> list[str]:
    """Each edge as `path:line:column module`, in the order of the rows, then what dangles.

    An external name is in angle brackets. A module of which only the beginning was found ends in
    `?`; what dangles is a mere `?`.
    """
    edges = resolve(tree, facts, parent_imports=parents)
    lines = []
    for row in range(len(edges)):
        file = edges.file[row]
        place = span(edges, facts.imports(file), row)
        parent = " parent" if edges.kinds[row] & Kind.PARENT else ""
        end = _end(tree, edges, row) + parent
        lines.append(f"{tree.files[file].path}:{place.line}:{place.column} {end}")
    for file, fact in edges.dangling:
        place = facts.imports(file)[fact].place
        lines.append(f"{tree.files[file].path}:{place.line}:{place.column} ?")
    return lines


def _end(tree: Tree, edges: Edges, row: int) -> str:
    if edges.imported[row] == NONE:
        return f"<{edges.externals[edges.external[row]]}>"
    module = tree.modules[edges.imported[row]]
    return tree.identity(module) + "?" * edges.unresolved[row]
