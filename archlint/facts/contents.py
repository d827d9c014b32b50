"""The facts of a file that has been parsed.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import re

from archlint.facts.classes import aliases, claims, classes
from archlint.facts.imports import FileFacts, Kind
from archlint.facts.mentions import loads_by_name, mentions
from archlint.facts.statements import Surroundings, import_facts
from archlint.facts.surface import defines, exports, has_code, has_main_guard, is_open, unread
from archlint.facts.walk import walk

# Where these stand, a call may import, and a string without a dot may be the name of a module, too.
_LOADERS = ("import_module", "__import__", "run_module")
# What a file must hold, if not those, for any of its calls or subscripts to say something: a change
# of `__all__`, a way of being open, a claim. Words are found ten times faster than patterns.
_WATCHED = (
    "declare_namespace",
    "sys.modules",
    "sys import",
    ".register(",
    "spec_from_file_location(",
    "SourceFileLoader(",
)
_CHANGED = re.compile(r"__(?:all|path)__\s*[.\[]")
# Here, too, a string without a dot may be the name of a module.
_LISTS = ("iter_modules", "walk_packages", "INSTALLED_APPS", "pytest_plugins")


def facts_of(
    tree: ast.Module, text: str, lazy: frozenset[tuple[int, int]], *, is_stub: bool
) -> FileFacts:
    """The facts that a tree gives, with its text and the places of lazy imports."""
    loads = any(word in text for word in _LOADERS)
    whole = loads or any(word in text for word in _WATCHED) or bool(_CHANGED.search(text))
    seen = walk(tree, whole, loads or any(word in text for word in _LISTS))
    lines = text.split("\n")
    exported = exports(seen)
    everywhere = int(Kind.TYPING) if is_stub else 0
    around = Surroundings(lines, lazy, frozenset(exported or ()), everywhere)
    imports = import_facts(seen, around)
    return FileFacts(
        imports=imports,
        lines=len(lines) - (not lines[-1]),
        has_code=has_code(tree),
        is_open=is_open(seen),
        exports=exported,
        has_main_guard=has_main_guard(seen),
        defines=defines(seen),
        unread=unread(seen),
        loads_by_name=loads_by_name(seen),
        mentions=mentions(seen, text, lines, imports),
        classes=classes(seen, "abstract" in text or not text.isascii()),
        claims=claims(seen),
        aliases=aliases(seen),
    )
