"""Trees on disk for tests, and what the source room makes of them."""

import ast
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from archlint.source.build import build_tree
from archlint.source.disk import Disk
from archlint.source.metadata.distributions import read_distributions
from archlint.source.options import SourceOptions
from archlint.source.tree import Form, Module, Tree
from archlint.source.walk import walk
from archlint.source.walked import Walk

STANDARD = frozenset({"collections", "json", "os", "sys", "typing"})


def write(top: Path, files: Mapping[str, str] | Iterable[str]) -> Path:
    """Write files below `top`; a name that ends in a slash is a folder."""
    contents = files if isinstance(files, Mapping) else dict.fromkeys(files, "")
    for path, text in contents.items():
        place = top / path
        if path.endswith("/"):
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
    return top


def build(top: Path, options: SourceOptions | None = None) -> Tree:
    """The tree, with the imports as Python's own parser reads them."""
    disk = Disk(str(top))
    options = options or SourceOptions()
    found = walk(options, disk)
    distributions = read_distributions(disk.read, found.metadata)
    return build_tree(
        disk.top, options, found, distributions, lambda _: _imports(disk.top, found), STANDARD
    )


def tree_of(
    top: Path, files: Mapping[str, str] | Iterable[str], **options: tuple[str, ...]
) -> Tree:
    """Write the files and build the tree."""
    write(top, files)
    return build(top, SourceOptions(**options))


def names(tree: Tree) -> dict[str, str]:
    """For each file that is read: its root, a colon and its dotted name (a script's path)."""
    return {file.path: spoken(tree, tree.modules[file.module]) for file in tree.files}


def spoken(tree: Tree, module: Module) -> str:
    """A module with the path of its root."""
    return f"{tree.roots[module.root].path}:{module.name}"


def of_form(tree: Tree, form: Form) -> list[str]:
    """The modules of one form."""
    return [spoken(tree, module) for module in tree.modules if module.form is form]


def roots(tree: Tree) -> dict[str, str]:
    """The evidence of each root by its path."""
    return {root.path: root.evidence for root in tree.roots}


def _imports(top: str, found: Walk) -> Iterator[tuple[str, str]]:
    for path, _ in found.sources:
        with open(os.path.join(top, path), "rb") as file:
            module = ast.parse(file.read())
        for node in ast.walk(module):
            if isinstance(node, ast.Import):
                yield from ((path, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = "." * node.level + (f"{node.module}." if node.module else "")
                yield from ((path, base + alias.name) for alias in node.names)
