"""What the modules of a project do with certain classes: call, derive from and add to them."""

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from archlint.conformance.bindings import ClassKey
from archlint.conformance.names import Names
from archlint.facts.classes import dotted, unsubscripted
from archlint.project import Project
from archlint.source.searches import Words


@dataclass(frozen=True)
class Uses:
    """The classes that are called, those that others derive from, and the members given to them."""

    called: frozenset[ClassKey] = frozenset()
    heirs: frozenset[ClassKey] = frozenset()
    given: frozenset[tuple[ClassKey, str]] = frozenset()


def find_uses(project: Project, names: Names, classes: Collection[ClassKey]) -> Uses:
    """How the classes are used anywhere, within functions too.

    Only modules whose text has a name of one in such a place are parsed.
    """
    if not classes:
        return Uses()
    wanted = {key.name.rpartition(".")[2] for key in classes}
    written = Words((tuple(name.encode() for name in sorted(wanted)),))
    words = "|".join(map(re.escape, sorted(wanted)))
    pattern = re.compile(
        rf"(?<!class )\b(?:{words})\s*\("
        rf"|\b(?:class\s+\w+|type)[^()]*\([^)]*\b(?:{words})\b"
        rf"|\b(?:{words})\.\w+\s*[=:,]"
        rf"|\bsetattr\s*\([^)]*\b(?:{words})\b".encode()
    )
    called: set[ClassKey] = set()
    heirs: set[ClassKey] = set()
    given: set[tuple[ClassKey, str]] = set()
    for file in project.tree.files:
        # Most files have none of the names at all, which is told sooner than where it stands.
        if project.searches.lacks(file.path, written):
            continue
        try:
            is_worth_it = pattern.search(project.read(file.path))
        except OSError:  # the file has gone since it was searched
            continue
        surface = names.surface(file.module) if is_worth_it else None
        if surface is None:
            continue

        def known(node: ast.expr, module: int = file.module) -> Iterator[ClassKey]:
            name = dotted(unsubscripted(node))
            if name.rpartition(".")[2] in wanted:
                meaning = names.settled(names.find(module, name))
                if isinstance(meaning, ClassKey) and meaning in classes:
                    yield meaning

        def possible(node: ast.expr, module: int = file.module) -> Iterator[ClassKey]:
            """Those that a name bound in a function or in a class may stand for, too."""
            name = dotted(unsubscripted(node))
            if name and names.settled(names.find(module, name)) is None:
                last = name.rpartition(".")[2]
                yield from (key for key in classes if key.name.rpartition(".")[2] == last)
            else:
                yield from known(node, module)

        names.make_room()
        for node in ast.walk(surface.syntax.tree):
            match node:
                case ast.ClassDef(bases=bases):
                    heirs.update(key for base in bases for key in possible(base))
                case ast.Call(func=ast.Name(id="type"), args=[_, ast.Tuple(elts=bases), _]):
                    heirs.update(key for base in bases for key in possible(base))
                case ast.Call(
                    func=ast.Name(id="setattr"), args=[owner, ast.Constant(value=str(name)), _]
                ):
                    given.update((key, name) for key in possible(owner))
                case ast.Call(func=function):
                    called.update(known(function))
                case ast.Attribute(value=owner, attr=name, ctx=ast.Store()):
                    given.update((key, name) for key in possible(owner))
                case _:
                    continue
    return Uses(frozenset(called), frozenset(heirs), frozenset(given))
