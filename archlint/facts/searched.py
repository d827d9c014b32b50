"""Packages whose folders are asked for, and names behind paths, as the text has them."""

import re
from collections.abc import Iterator, Sequence

from archlint.facts.imports import ImportFact, Mention, Naming

_NAME = r"[^\W\d]\w*"
_DOTTED = rf"{_NAME}(?:\.{_NAME})*"
_STEP = rf"/ *[\"']{_NAME}[\"'] *"
# Written so that the first character is certain, for which a text is searched at once.
_STEPS = re.compile(rf"{_STEP}(?:{_STEP})*")
_SEARCHED = re.compile(
    r"(?:iter_modules|(?P<walk>walk_packages))\(\s*(?:path *= *)?\[?\s*(?:[\w.]+\()*"
    rf"(?:(?P<owner>{_DOTTED})\.)?__(?:path|file)__(?P<prefix>[\s\])]*,)?"
)
_ARGUMENT = (
    r"(?:\w*(?:package|path|module)\w* *= *)?"
    rf"(?:(?P<quote>[\"'])(?P<name>\.*{_DOTTED})(?P=quote)|(?P<owner>{_DOTTED}))\s*[,)]"
)
# `import_submodules(shop.commands)`, and `find_modules("shop.commands")` of Werkzeug.
_GIVEN = re.compile(
    r"\b(?<!\bdef )_?(?:collect|discover|find|import|iter|load|register|scan|walk)"
    rf"_(?:all_|sub)*modules\(\s*{_ARGUMENT}"
)
# https://docs.pylonsproject.org/projects/pyramid/en/latest/api/config.html
_PYRAMID = ("pyramid", "Configurator", "includeme", "add_route")
"""A file has one of these where its `config` is that of Pyramid."""
_SCANNED = re.compile(rf"\.scan\((?<=\bconfig\.scan\()\s*(?:\)|{_ARGUMENT})")
_INCLUDED = re.compile(
    rf"\.include\((?<=\bconfig\.include\()\s*(?P<quote>[\"'])(?P<name>\.+{_DOTTED})(?P=quote)"
)
_FOLDER = re.compile(rf"(?<![\w.])(?P<owner>{_DOTTED})\.__path__|(?<![\w.])__file__")
_FOLDER_WORD = re.compile("__(?:path|file)__")
_LISTING = re.compile(r"\b(?:listdir|scandir|iterdir|r?glob)\(")
_OWN = ("__name__", "__package__")


def in_paths(text: str) -> Iterator[Mention]:
    """The names behind a path that is no constant: `HOME / "cloud" / "clouds"`."""
    for found in _STEPS.finditer(text):
        name = ".".join(re.findall(r"\w+", found[0]))
        yield _mention(text, found, name, Naming.PATH)


def in_folders(text: str, imports: Sequence[ImportFact], is_loader: bool) -> Iterator[Mention]:
    """The packages whose folders are asked for: own ones only where they are listed and loaded."""
    if "modules(" in text:
        yield from _given(text, imports, _GIVEN)
    if "config.scan(" in text and _is_pyramid(text):
        yield from _given(text, imports, _SCANNED)
    if "config.include(" in text and _is_pyramid(text):
        for found in _INCLUDED.finditer(text):
            yield _mention(text, found, found["name"], Naming.EXACT)
    places: list[re.Match[str]] = []
    if "iter_modules(" in text or "walk_packages(" in text:
        places += _SEARCHED.finditer(text)
    # Such a package imports whatever its `__all__` says.
    loads = is_loader or "from . import *" in text
    lists = loads and _LISTING.search(text) is not None
    if lists or ".__path__" in text:
        places += (one for one in _folders(text) if one["owner"] or lists)
    for found in places:
        naming = Naming.FOLDER
        if found.re is _SEARCHED:
            # Without a prefix no package is found that could be walked through.
            is_walk = found["walk"] and found["prefix"]
            naming = Naming.WALKED if is_walk else Naming.SEARCHED
        for name in _owners(found["owner"] or "", imports):
            yield _mention(text, found, name, naming)


def _is_pyramid(text: str) -> bool:
    return any(word in text for word in _PYRAMID)


def _given(text: str, imports: Sequence[ImportFact], pattern: re.Pattern[str]) -> Iterator[Mention]:
    """The packages that a call is given so that it imports what is in them."""
    for found in pattern.finditer(text):
        owner = found["owner"] or ""
        names = [found["name"]] if found["name"] else _owners(owner, imports)
        for name in names:
            yield _mention(text, found, name, Naming.WALKED)


def _owners(owner: str, imports: Sequence[ImportFact]) -> Iterator[str]:
    """What a dotted name stands for by the imports; "." for the own package."""
    if not owner or owner in _OWN:
        yield "."
    first, dot, rest = owner.partition(".")
    for fact in imports if first else ():
        if fact.bound == first:
            yield _imported(fact) + dot + rest


def _mention(text: str, found: "re.Match[str]", name: str, naming: Naming) -> Mention:
    line = text.count("\n", 0, found.start()) + 1
    return Mention(name, int(naming), line, found.start() - text.rfind("\n", 0, found.start()))


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
