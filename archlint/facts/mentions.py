"""Dotted names in strings, and packages that are searched: what may be loaded by name.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from operator import itemgetter

from archlint.facts.collected import Walk
from archlint.facts.constants import fold
from archlint.facts.imports import ImportFact, Mention, Naming
from archlint.facts.places import column
from archlint.facts.searched import in_folders, in_paths
from archlint.facts.silent import Silence, text_before
from archlint.facts.templates import Calls, loads_by_name, templates

_NAME = r"[^\W\d]\w*"
_DOTTED = rf"{_NAME}(?:\.{_NAME})*"
_EXACT = re.compile(rf"\s*((?:{_NAME}\.)+{_NAME}|{_NAME}(?=:{_NAME}))(?::[\w.]+)?\s*")
_IDENTIFIER = re.compile(_NAME)
_TEMPLATE = re.compile(rf"({_DOTTED})\.({_NAME})?(?:(?<=\.)$|%[s(d]|\{{)")
# What is measured is not used. The first test is the one that fails within words.
_WITHIN = re.compile(
    rf"(?<![\w./@-])(?<!--cov[= ])(?<!--source=)(?<!--omit=){_NAME}(?:\.{_NAME})+(?![\w/])"
)
# The dot of a dotted name. A text is searched for its first character at once.
_INNER = re.compile(r"\.(?<=\w\.)[^\W\d]")
# The string that is given to one of these begins the name of a module.
_IMPORTED = re.compile(
    r"(?:load|import)_?(?:attr|class|extension|module|object|plugin|string)\w*\(\s*$"
)
_LISTS_OF_APPS = "_APPS"
# Also in a function, as a keyword or by a star import, of which no name tells.
_APPS_GIVEN = re.compile(
    r"_APPS\s*(?:(?::[^=\n]{1,80})?=\s*[\[(]|\+=|\.(?:append|extend|insert)\("
    r"|\[[^\]\n]{0,80}\]\s*=[^=])"
)
_DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.ListComp, ast.GeneratorExp)
_LISTS = ("pytest_plugins",)
_LISTS_OF_PACKAGES = ("SPIDER_MODULES",)
"""Scrapy imports all that is in the packages of this list."""
# As plain numbers, which compare at once.
_EXACTLY, _WITHIN_TEXT, _CHILDREN = int(Naming.EXACT), int(Naming.WITHIN), int(Naming.CHILDREN)
_SEARCHED = int(Naming.SEARCHED)
_PLACE = itemgetter(2, 3, 0, 1)
"""The place of a mention, then what it says."""


def mentions(
    walk: Walk,
    text: str,
    lines: Sequence[str],
    imports: Sequence[ImportFact],
    calls: Calls,
) -> tuple[Mention, ...]:
    """The first mention of each name, ordered by place."""
    is_loader = loads_by_name(calls)
    found: dict[tuple[str, int], Mention] = {}
    every = [
        *_in_strings(walk, text, lines, is_loader),
        *_in_lists(walk, lines),
        *templates(calls, lines),
        *in_paths(text),
        *in_folders(text, imports, is_loader),
    ]
    every.sort(key=_PLACE)
    for mention in every:
        found.setdefault((mention.text, mention.naming), mention)
    return tuple(found.values())


def _in_strings(
    walk: Walk, source: str, lines: Sequence[str], is_loader: bool
) -> Iterator[Mention]:
    # Elsewhere a single word is no name of a module.
    has_words = is_loader or (walk.every_string and _lists_modules(walk, source))
    known: dict[str, list[tuple[str, int]]] = {}
    places: list[tuple[int, int, int, int, list[tuple[str, int]]]] = []
    for node in walk.strings:
        text: str = node.value  # type: ignore[assignment]  # the walk collects no other constants
        names = known.get(text)
        if names is None:
            names = _names(text) if has_words or "." in text or ":" in text else []
            known[text] = names
        if names:
            end = node.end_lineno or node.lineno, node.end_col_offset or 0
            places.append((node.lineno, node.col_offset, *end, names))
    places.sort()
    said: set[tuple[str, int]] = set()
    silence = Silence(lines)
    for line, offset, end_line, end_offset, names in places:
        if not said.issuperset(names):
            start = column(lines, line, offset)
            before = text_before(lines, line, start)
            if not silence.covers(before, (end_line, column(lines, end_line, end_offset))):
                said.update(names)
                is_imported = _IMPORTED.search(before) is not None
                for name, naming in names:
                    is_searched = naming == _CHILDREN and is_imported
                    yield Mention(name, _SEARCHED if is_searched else naming, line, start)


def _lists_modules(walk: Walk, source: str) -> bool:
    """Whether the file, or a class in it, has a list of apps or plug-ins, or adds to one."""
    scopes = (walk.scope, *(inner for _, _, inner in walk.classes))
    if any(
        name in names for names in (*(one.bindings for one in scopes), walk.read) for name in _LISTS
    ):
        return True
    return _APPS_GIVEN.search(source) is not None or any(
        name.endswith(_LISTS_OF_APPS) and any(map(_may_list, values))
        for scope in scopes
        for name, values in scope.bindings.items()
    )


def _may_list(value: object) -> bool:
    """Whether a name may be bound to a list by this value: `[...]`, `A + B`, `A`, `apps()`."""
    match value:
        case ast.BinOp(op=ast.Add()) | ast.Name() | ast.Call(func=ast.Name()):
            return True
        case ast.expr():
            return any(isinstance(node, _DISPLAYS) for node in ast.walk(value))
        case _:
            return False


def _in_lists(walk: Walk, lines: Sequence[str]) -> Iterator[Mention]:
    """The packages in lists that a tool reads so that it imports all that is in them."""
    for name in _LISTS_OF_PACKAGES:
        for value in walk.scope.bindings.get(name, ()):
            for element in value.elts if isinstance(value, ast.List | ast.Tuple) else ():
                text = fold(element, walk.scope)
                if text:
                    start = column(lines, element.lineno, element.col_offset)
                    yield Mention(text, int(Naming.WALKED), element.lineno, start)


def _names(text: str) -> list[tuple[str, int]]:
    """The dotted names in a string; one without a dot only where it is all of the string."""
    inner = _INNER.search(text)
    if inner or ":" in text:
        exact = _EXACT.fullmatch(text)
        if exact:
            return [(exact[1], _EXACTLY), *_prefix(exact[1])]
    if "." not in text:
        return [(text, _EXACTLY)] if _IDENTIFIER.fullmatch(text) else []
    template = _TEMPLATE.match(text)
    if template and not template[2]:
        return [(template[1], _CHILDREN)]
    names = [(name, _WITHIN_TEXT) for name in _inside(text, inner)] if inner else []
    return [(f"{template[1]}.{template[2]}*", _CHILDREN), *names] if template else names


def _prefix(name: str) -> list[tuple[str, int]]:
    """What a name that ends like `shop.commands.cmd_` is the beginning of."""
    is_prefix = name.endswith("_") and not name.endswith("__")
    return [(f"{name}*", _CHILDREN)] if is_prefix else []


def _inside(text: str, inner: "re.Match[str] | None") -> Iterator[str]:
    """The dotted names within a text, whose first dot in a name is `inner`.

    No name has a space in it, so only the pieces around such dots are looked at.
    """
    while inner:
        dot = inner.start()
        end = text.find(" ", dot)
        end = len(text) if end < 0 else end
        for found in _WITHIN.finditer(text, text.rfind(" ", 0, dot) + 1, end):
            yield found[0]
        inner = _INNER.search(text, end)
