"""The facts of a file that has been parsed.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import re
from collections.abc import Iterable, Sequence

from archlint.facts.classes import claims, classes
from archlint.facts.dynamic import loading
from archlint.facts.imports import FileFacts, Kind
from archlint.facts.mentions import mentions
from archlint.facts.statements import Surroundings, import_facts
from archlint.facts.surface import exports, has_main_guard, is_open, names
from archlint.facts.templates import loads_by_name
from archlint.facts.walk import walk

# Where these or `__import__` stand, a call may import, and a string without a dot may be the name
# of a module, too.
_LOADERS = ("import_module", "run_module")
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
_LISTS = ("walk_packages", "_APPS", "pytest_plugins")
# What several of these share is searched first, as most files have nothing of it.
_SHARED = "_module"
_DUNDERS = re.compile("__(?:all|path|import)__")


def facts_of(
    trees: Iterable[ast.Module], text: str, lazy: frozenset[tuple[int, int]], *, is_stub: bool
) -> FileFacts:
    """The facts of a file from its tree, or those of its pieces, its text and its lazy imports."""
    is_shared = _SHARED in text
    has_dunders = _DUNDERS.search(text) is not None
    loads = (is_shared and _holds(text, _LOADERS)) or (has_dunders and "__import__" in text)
    changes = has_dunders and _CHANGED.search(text) is not None
    lists = (is_shared and "iter_modules" in text) or _holds(text, _LISTS)
    seen = walk(trees, loads or changes or _holds(text, _WATCHED), loads or lists)
    lines = text.split("\n")
    is_ascii = text.isascii()
    exported = exports(seen)
    everywhere = int(Kind.TYPING) if is_stub else 0
    around = Surroundings(lines, is_ascii, lazy, frozenset(exported or ()), everywhere)
    calls = loading(seen)
    imports = import_facts(seen, calls, around)
    named = names(seen)
    return FileFacts(
        imports=imports,
        lines=len(lines) - (not lines[-1]),
        has_code=seen.has_code,
        is_open=is_open(seen),
        exports=exported,
        has_main_guard=has_main_guard(seen, text),
        defines=named.defines,
        unread=named.unread,
        loads_by_name=loads_by_name(calls),
        mentions=mentions(seen, text, lines, imports, calls),
        classes=classes(seen, bool(seen.classes) and (not is_ascii or "abstract" in text)),
        claims=claims(seen),
        aliases=named.aliases,
    )


def _holds(text: str, words: Sequence[str]) -> bool:
    # A generator would take as long as the search itself.
    for word in words:  # noqa: SIM110
        if word in text:
            return True
    return False
