"""Facts and modules to import edges, as Python resolves them."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from archlint.facts.imports import ImportFact, Kind
from archlint.facts.store import Facts
from archlint.resolve.answers import ANSWER_NOWHERE, Answers
from archlint.resolve.draft import Draft
from archlint.resolve.edges import NONE, Edges, Row
from archlint.resolve.parents import parents
from archlint.resolve.worlds import Worlds
from archlint.source.tree import Module, Tree

_OF_MODULE = int(Kind.OF_MODULE)
_ANNOTATION_ONLY = int(Kind.ANNOTATION_ONLY)


def resolve(tree: Tree, facts: Facts, *, parent_imports: bool = False) -> Edges:
    """The edges of the whole tree; `facts[i]` belongs to `tree.files[i]`.

    With `parent_imports`, importing `a.b.c` also yields edges of kind `PARENT` to the regular
    packages `a` and `a.b`, unless they enclose the importer and so have run before it.
    """
    every = range(len(tree.files))
    return renew(_nothing(), tree, facts, every, parent_imports=parent_imports)


def renew(
    previous: Edges,
    tree: Tree,
    facts: Facts,
    changed: Iterable[int],
    *,
    parent_imports: bool = False,
) -> Edges:
    """What `resolve` gives, where `previous` is what it gave before some files changed.

    `changed` are the indices of all files whose facts are others than then. Which modules the tree
    has and which of them are open must be the same, and so must `parent_imports`: a new module may
    be what any file imports. Of other files no facts but `is_open` are looked at.
    """
    opened = (file.module for file in tree.files if facts.is_open[file.index])
    answers = Answers(Worlds(tree, frozenset(opened)))
    again = sorted(set(changed))
    gone = set(again)
    dangling = [place for place in previous.dangling if place[0] not in gone]
    draft = Draft(previous)
    kept = 0
    for index in again:
        start = bisect_left(previous.file, index, kept)
        draft.copy(kept, start)
        kept = bisect_left(previous.file, index + 1, start)
        imports = facts.imports(index)
        if imports:
            importer = tree.modules[tree.files[index].module]
            rows, lost = _edges_of(answers, importer, imports)
            if parent_imports:
                rows += parents(tree, importer, imports, rows)
                rows.sort()
            draft.add(index, importer.index, rows)
            dangling += [(index, fact) for fact in lost]
    draft.copy(kept, len(previous))
    return draft.edges(tuple(sorted(dangling)))


def _nothing() -> Edges:
    numbers, flags = array("i"), array("b")
    return Edges(numbers, numbers, numbers, numbers, numbers, numbers, flags, flags, ())


def _edges_of(
    answers: Answers, importer: Module, imports: Sequence[ImportFact]
) -> tuple[list[Row], list[int]]:
    """The edges of one file by place, and the facts that lead nowhere.

    In one piece: what it calls is called for each of the hundred thousand imports of a large tree.
    """
    absolute, bare, relative = answers.outlook(importer)
    own, of_module = importer.index, 0 if importer.is_package else _OF_MODULE
    rows: list[Row] = []
    lost: dict[tuple[int, str], int] = {}
    of_symbols: dict[tuple[int, str], int] = {}
    current, written, names, shared = NONE, "", None, NONE
    for index, fact in enumerate(imports):
        level, base, name, _, kinds, statement, _, line, column = fact[:9]
        if statement != current or base != written:
            current, written, shared = statement, base, NONE
            if kinds & of_module:
                level -= 1
                whole, names = relative[level, base] if level else ANSWER_NOWHERE
            elif level:
                whole, names = relative[level, base]
            else:
                whole, names = absolute[base]
                if whole.module == own:
                    whole, names = bare[base]
        elif shared != NONE and names is None:
            if rows[shared][6] != kinds:
                rows[shared] = _joined(rows[shared], kinds)
            continue
        target = names[name] if names is not None and name and name != "*" else whole
        module, external, at_name, unresolved = target
        if module == own or (module == NONE and not external):
            if module == NONE or unresolved:
                lost.setdefault((statement, base), index)
            continue
        if at_name:
            line, column = fact.name_line, fact.name_column
        elif name or module == NONE:
            # One row for all that a statement takes of a module.
            shared = of_symbols.setdefault((statement, base), len(rows))
            if shared != len(rows):
                rows[shared] = _joined(rows[shared], kinds)
                continue
        rows.append((line, column, at_name, index, module, external, kinds, unresolved))
    rows.sort()
    return rows, list(lost.values())


def _joined(row: Row, others: int) -> Row:
    """A row with the kinds of one more symbol; annotation-only if all of them are."""
    line, column, at_name, fact, imported, external, kinds, unresolved = row
    every = kinds & others & _ANNOTATION_ONLY
    kinds = (kinds | others) & ~_ANNOTATION_ONLY | every
    return line, column, at_name, fact, imported, external, kinds, unresolved
