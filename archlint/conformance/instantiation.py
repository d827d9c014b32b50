"""Which classes are called anywhere in a project."""

import ast
import re
from collections.abc import Collection

from archlint.conformance.bindings import ClassKey
from archlint.conformance.names import Names
from archlint.facts.classes import dotted
from archlint.project import Project


def instantiated(
    project: Project, names: Names, classes: Collection[ClassKey]
) -> frozenset[ClassKey]:
    """Those of the classes that some module certainly calls.

    Only modules whose text has a name of one before a parenthesis are parsed.
    """
    if not classes:
        return frozenset()
    called = {key.name.rpartition(".")[2] for key in classes}
    words = "|".join(map(re.escape, sorted(called)))
    pattern = re.compile(rf"(?<!class )\b(?:{words})\s*\(".encode())
    found: set[ClassKey] = set()
    for file in project.tree.files:
        try:
            data = project.read(file.path)
        except OSError:
            continue
        surface = names.surface(file.module) if pattern.search(data) else None
        if surface is None:
            continue
        for node in ast.walk(surface.syntax.tree):
            name = dotted(node.func) if isinstance(node, ast.Call) else ""
            if name.rpartition(".")[2] in called:
                meaning = names.settled(names.find(file.module, name))
                if isinstance(meaning, ClassKey) and meaning in classes:
                    found.add(meaning)
    return frozenset(found)
