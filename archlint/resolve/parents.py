"""The packages that run because a module inside them is imported."""

from collections.abc import Iterator, Sequence

from archlint.facts.imports import ImportFact, Kind
from archlint.resolve.edges import NONE, Row
from archlint.source.names import enclosing
from archlint.source.tree import Form, Module, Tree

_OF_NAMES = int(Kind.STAR | Kind.REEXPORT)
_PARENT = int(Kind.PARENT)


def parents(
    tree: Tree, importer: Module, imports: Sequence[ImportFact], rows: Sequence[Row]
) -> Iterator[Row]:
    """An edge for each such package, from the edges of one file in their order.

    None for packages around the importer, which have run before it.
    """
    table = tree.by_name[importer.root]
    around = (*enclosing(importer.package), importer.package)
    seen_before = {importer.index, *(table[name] for name in around if name in table)}
    seen = {(imports[fact].statement, imported) for _, _, _, fact, imported, *_ in rows}
    for line, column, at_name, fact, imported, external, kinds, _ in rows:
        if imported == NONE:
            continue
        module = tree.modules[imported]
        statement = imports[fact].statement
        kinds = kinds & ~_OF_NAMES | _PARENT
        for name in enclosing(module.name):
            parent = tree.by_name[module.root].get(name, NONE)
            if parent == NONE or parent in seen_before or (statement, parent) in seen:
                continue
            if tree.modules[parent].form is not Form.NAMESPACE:
                seen.add((statement, parent))
                yield line, column, at_name, fact, parent, external, kinds, False
