"""Dotted names in strings, and packages that are searched: what may be loaded by name.

Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import re
from collections.abc import Iterator, Sequence

from archlint.facts.collected import Walk
from archlint.facts.constants import MODULE, PACKAGE, fold
from archlint.facts.dynamic import argument_of, dynamic_target
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
_NO_USE = re.compile(
    r"(?:patch(?:\.\w+)?|(?:set|del)attr|get_?[lL]ogger|logger=)\(?\s*(?:(?:name|target) *= *)?$"
)
_KEYWORD = re.compile(r"\s*(?:(?:name|target) *= *)?")
_IMPORTERS = ("importlib.import_module", "importlib.__import__", "builtins.__import__")
_LOADERS = (
    "runpy.run_module",
    "runpy.run_path",
    "importlib.util.spec_from_file_location",
    "importlib.machinery.SourceFileLoader",
)
_LISTS = frozenset({"INSTALLED_APPS", "pytest_plugins"})
_STEP = rf"/ *[\"']{_NAME}[\"'] *"
# Written so that the first character is certain, for which a text is searched at once.
_STEPS = re.compile(rf"{_STEP}(?:{_STEP})*")
_SEARCHED = re.compile(
    r"(?:iter_modules|(?P<walk>walk_packages))\(\s*(?:path *= *)?\[?\s*(?:[\w.]+\()*"
    rf"(?:(?P<owner>{_DOTTED})\.)?__(?:path|file)__(?P<prefix>[\s\])]*,)?"
)
_FOLDER = re.compile(rf"(?<![\w.])(?P<owner>{_DOTTED})\.__path__|(?<![\w.])__file__")
_LISTING = re.compile(r"\b(?:listdir|scandir|iterdir|r?glob)\(")


def loads_by_name(walk: Walk) -> bool:
    """Whether the file imports a module whose name it does not know when it is written."""
    return any(_loads_unknown(call, block.scope) for call, block in walk.calls)


def mentions(
    walk: Walk, text: str, lines: Sequence[str], imports: Sequence[ImportFact]
) -> tuple[Mention, ...]:
    """The first mention of each name, ordered by place."""
    found: dict[tuple[str, int], Mention] = {}
    every = [
        *_in_strings(walk, lines),
        *_in_calls(walk, lines),
        *_in_paths(text),
        *_in_folders(text, imports, loads_by_name(walk)),
    ]
    for mention in sorted(every, key=lambda one: (one.line, one.column, one.text, one.naming)):
        found.setdefault((mention.text, mention.naming), mention)
    return tuple(found.values())


def _in_strings(walk: Walk, lines: Sequence[str]) -> Iterator[Mention]:
    # Elsewhere a single word is no name of a module.
    has_words = loads_by_name(walk) or not _LISTS.isdisjoint(walk.scope.bindings)
    for node in walk.strings:
        text = str(node.value)
        names = _names(text) if has_words or "." in text or ":" in text else []
        if names:
            line, start = node.lineno, column(lines, node.lineno, node.col_offset)
            if not _is_no_use(lines, line, start):
                for text, naming in names:
                    yield Mention(text, int(naming), line, start)


def _names(text: str) -> list[tuple[str, Naming]]:
    """The dotted names in a string; one without a dot only where it is all of the string."""
    exact = _EXACT.fullmatch(text)
    if exact:
        return [(exact[1], Naming.EXACT)]
    if "." not in text and _IDENTIFIER.fullmatch(text):
        return [(text, Naming.EXACT)]
    template = _TEMPLATE.match(text)
    if template:
        return [(template[1], Naming.CHILDREN)]
    return [(found[0], Naming.WITHIN) for found in _WITHIN.finditer(text)]


def _is_no_use(lines: Sequence[str], line: int, start: int) -> bool:
    """Whether a string is what is patched, or the name of a logger."""
    before = lines[line - 1][: start - 1]
    if _KEYWORD.fullmatch(before) and line > 1:
        before = lines[line - 2]
    return _NO_USE.search(before) is not None


def _in_calls(walk: Walk, lines: Sequence[str]) -> Iterator[Mention]:
    """The packages whose children a call imports by names that are no constants."""
    for call, block in walk.calls:
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
    if "__path__" not in text and "__file__" not in text:
        return
    lists = is_loader and _LISTING.search(text) is not None
    folders = (one for one in _FOLDER.finditer(text) if one["owner"] or lists)
    for found in (*_SEARCHED.finditer(text), *folders):
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


def _imported(fact: ImportFact) -> str:
    """What the name that an import binds stands for."""
    if fact.name:
        return "." * fact.level + fact.base + ("." if fact.base else "") + fact.name
    return fact.bound if fact.base.startswith(f"{fact.bound}.") else fact.base


def _loads_unknown(call: ast.Call, scope: Scope) -> bool:
    called = meanings(call.func, scope)
    if any(name in _IMPORTERS for name in called):
        return dynamic_target(call, scope) is None
    return any(name in _LOADERS for name in called) and dynamic_target(call, scope) is None


def _template(call: ast.Call, scope: Scope) -> str:
    """The package that a name which is no constant is relative to, or begins with."""
    if not any(name in _IMPORTERS for name in meanings(call.func, scope)):
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
