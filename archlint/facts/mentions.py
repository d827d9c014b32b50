"""Dotted names in strings, and packages that are searched: what may be loaded by name.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from operator import itemgetter

from archlint.facts.collected import Block, Walk
from archlint.facts.constants import MODULE, PACKAGE, fold
from archlint.facts.dynamic import IMPORTERS, LOADERS, argument_of, dynamic_target
from archlint.facts.imports import ImportFact, Mention, Naming
from archlint.facts.places import column
from archlint.facts.scopes import Scope, meanings

_NAME = r"[^\W\d]\w*"
_DOTTED = rf"{_NAME}(?:\.{_NAME})*"
_EXACT = re.compile(rf"\s*((?:{_NAME}\.)+{_NAME}|{_NAME}(?=:{_NAME}))(?::[\w.]+)?\s*")
_IDENTIFIER = re.compile(_NAME)
_TEMPLATE = re.compile(rf"({_DOTTED})\.(?:$|%[s(d]|\{{)")
# What is measured is not used. The first test is the one that fails within words.
_WITHIN = re.compile(
    rf"(?<![\w./@-])(?<!--cov[= ])(?<!--source=)(?<!--omit=){_NAME}(?:\.{_NAME})+(?![\w/])"
)
# The dot of a dotted name. A text is searched for its first character at once.
_INNER = re.compile(r"\.(?<=\w\.)[^\W\d]")
_NO_USE = re.compile(
    r"(?:patch(?:\.\w+)?|(?:set|del)attr|get_?[lL]ogger|logger=)\(?\s*(?:(?:name|target) *= *)?$"
)
_NO_USE_WORDS = ("patch", "attr", "ogger")
"""One of these is in all that `_NO_USE` finds; words are found ten times faster than patterns."""
_KEYWORD = re.compile(r"\s*(?:(?:name|target) *= *)?")
_LISTS = frozenset({"INSTALLED_APPS", "pytest_plugins"})
_STEP = rf"/ *[\"']{_NAME}[\"'] *"
# Written so that the first character is certain, for which a text is searched at once.
_STEPS = re.compile(rf"{_STEP}(?:{_STEP})*")
_SEARCHED = re.compile(
    r"(?:iter_modules|(?P<walk>walk_packages))\(\s*(?:path *= *)?\[?\s*(?:[\w.]+\()*"
    rf"(?:(?P<owner>{_DOTTED})\.)?__(?:path|file)__(?P<prefix>[\s\])]*,)?"
)
_SEARCHES = ("iter_modules(", "walk_packages(")
_FOLDER = re.compile(rf"(?<![\w.])(?P<owner>{_DOTTED})\.__path__|(?<![\w.])__file__")
_FOLDER_WORD = re.compile("__(?:path|file)__")
_LISTING = re.compile(r"\b(?:listdir|scandir|iterdir|r?glob)\(")
# As plain numbers, which compare at once.
_EXACTLY, _WITHIN_TEXT, _CHILDREN = int(Naming.EXACT), int(Naming.WITHIN), int(Naming.CHILDREN)
_PLACE = itemgetter(2, 3, 0, 1)
"""The place of a mention, then what it says."""


Calls = Sequence[tuple[ast.Call, Block]]
"""Calls of what may import or run a module, each with its block."""


def loads_by_name(calls: Calls) -> bool:
    """Whether one of the calls loads a module whose name the file does not know."""
    return any(_loads_unknown(call, block.scope) for call, block in calls)


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
        *_in_strings(walk, lines, is_loader),
        *_in_calls(calls, lines),
        *_in_paths(text),
        *_in_folders(text, imports, is_loader),
    ]
    every.sort(key=_PLACE)
    for mention in every:
        found.setdefault((mention.text, mention.naming), mention)
    return tuple(found.values())


def _in_strings(walk: Walk, lines: Sequence[str], is_loader: bool) -> Iterator[Mention]:
    # Elsewhere a single word is no name of a module.
    has_words = is_loader or not _LISTS.isdisjoint(walk.scope.bindings)
    known: dict[str, list[tuple[str, int]]] = {}
    places: list[tuple[int, int, list[tuple[str, int]]]] = []
    for node in walk.strings:
        text: str = node.value  # type: ignore[assignment]  # the walk collects no other constants
        names = known.get(text)
        if names is None:
            names = _names(text) if has_words or "." in text or ":" in text else []
            known[text] = names
        if names:
            places.append((node.lineno, node.col_offset, names))
    places.sort()
    said: set[tuple[str, int]] = set()
    for line, offset, names in places:
        if not said.issuperset(names):
            start = column(lines, line, offset)
            if not _is_no_use(lines, line, start):
                said.update(names)
                for name, naming in names:
                    yield Mention(name, naming, line, start)


def _names(text: str) -> list[tuple[str, int]]:
    """The dotted names in a string; one without a dot only where it is all of the string."""
    inner = _INNER.search(text)
    if inner or ":" in text:
        exact = _EXACT.fullmatch(text)
        if exact:
            return [(exact[1], _EXACTLY)]
    if "." not in text:
        return [(text, _EXACTLY)] if _IDENTIFIER.fullmatch(text) else []
    template = _TEMPLATE.match(text)
    if template:
        return [(template[1], _CHILDREN)]
    return [(name, _WITHIN_TEXT) for name in _inside(text, inner)] if inner else []


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


def _is_no_use(lines: Sequence[str], line: int, start: int) -> bool:
    """Whether a string is what is patched, or the name of a logger."""
    before = lines[line - 1][: start - 1]
    if line > 1 and _KEYWORD.fullmatch(before):
        before = lines[line - 2]
    return any(word in before for word in _NO_USE_WORDS) and _NO_USE.search(before) is not None


def _in_calls(calls: Calls, lines: Sequence[str]) -> Iterator[Mention]:
    """The packages whose children a call imports by names that are no constants."""
    for call, block in calls:
        text = _template(call, block.scope)
        if text:
            place = column(lines, call.lineno, call.col_offset)
            yield Mention(text, int(Naming.SEARCHED), call.lineno, place)


def _in_paths(text: str) -> Iterator[Mention]:
    """The names behind a path that is no constant: `HOME / "cloud" / "clouds"`."""
    for found in _STEPS.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        start = found.start() - text.rfind("\n", 0, found.start())
        name = ".".join(re.findall(r"\w+", found[0]))
        yield Mention(name, int(Naming.PATH), line, start)


def _in_folders(text: str, imports: Sequence[ImportFact], is_loader: bool) -> Iterator[Mention]:
    """The packages whose folders are asked for: own ones only where they are listed and loaded."""
    places: list[re.Match[str]] = []
    if any(word in text for word in _SEARCHES):
        places += _SEARCHED.finditer(text)
    lists = is_loader and _LISTING.search(text) is not None
    if lists or ".__path__" in text:
        places += (one for one in _folders(text) if one["owner"] or lists)
    for found in places:
        line = text.count("\n", 0, found.start()) + 1
        start = found.start() - text.rfind("\n", 0, found.start())
        naming = Naming.FOLDER
        if found.re is _SEARCHED:
            # Without a prefix no package is found that could be walked through.
            is_walk = found["walk"] and found["prefix"]
            naming = Naming.WALKED if is_walk else Naming.SEARCHED
        if found["owner"] is None:
            yield Mention(".", int(naming), line, start)
        first, dot, rest = (found["owner"] or "").partition(".")
        for fact in imports if first else ():
            if fact.bound == first:
                yield Mention(_imported(fact) + dot + rest, int(naming), line, start)


def _folders(text: str) -> Iterator["re.Match[str]"]:
    """What `_FOLDER` finds, looked for only in lines that have one of its words."""
    end = -1
    for word in _FOLDER_WORD.finditer(text):
        if word.start() > end:
            start = text.rfind("\n", 0, word.start()) + 1
            end = text.find("\n", word.start())
            end = len(text) if end < 0 else end
            yield from _FOLDER.finditer(text, start, end)


def _imported(fact: ImportFact) -> str:
    """What the name that an import binds stands for."""
    if fact.name:
        return "." * fact.level + fact.base + ("." if fact.base else "") + fact.name
    return fact.bound if fact.base.startswith(f"{fact.bound}.") else fact.base


def _loads_unknown(call: ast.Call, scope: Scope) -> bool:
    called = meanings(call.func, scope)
    if any(name in IMPORTERS for name in called):
        return dynamic_target(call, scope) is None
    return any(name in LOADERS for name in called) and dynamic_target(call, scope) is None


def _template(call: ast.Call, scope: Scope) -> str:
    """The package that a name which is no constant is relative to, or begins with."""
    if not any(name in IMPORTERS for name in meanings(call.func, scope)):
        return ""
    given = argument_of(call, 0, "name")
    if given is None or not _loads_unknown(call, scope):
        return ""
    beginning = _beginning(given, scope)
    package = argument_of(call, 1, "package")
    start = (fold(package, scope) or "") if package and not isinstance(package, ast.Dict) else ""
    if beginning.startswith("."):
        beginning = start + beginning
    elif start and not beginning:
        # Only a relative name asks for the package it starts from.
        beginning = f"{start}."
    if not beginning.endswith("."):
        return ""
    beginning = beginning.rstrip(".")
    is_own = beginning.startswith((PACKAGE, MODULE))
    return "." + beginning[1:].lstrip(".") if is_own else beginning


def _beginning(expression: ast.expr, scope: Scope) -> str:
    """The text that a partly constant expression begins with."""
    match expression:
        case ast.BinOp(op=ast.Add()):
            left = fold(expression.left, scope)
            return _beginning(expression.left, scope) if left is None else left
        case ast.BinOp(op=ast.Mod()):
            return (fold(expression.left, scope) or "").partition("%")[0]
        case ast.JoinedStr():
            text = ""
            for part in expression.values:
                value = fold(part, scope)
                if value is None:
                    break
                text += value
            return text
        case ast.Call(func=ast.Attribute(value=template, attr="format")):
            return (fold(template, scope) or "").partition("{")[0]
        case _:
            return ""
