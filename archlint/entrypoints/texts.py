"""Modules that other files than Python's name: what starts, builds, configures and documents."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archlint.diagnostics import Location
from archlint.entrypoints import ALL_PUBLIC, EntryPoint, Ground
from archlint.entrypoints.ignored_tables import is_silent, silent_lines, without_comments
from archlint.entrypoints.names import attribute_of, find, holds
from archlint.resolve.one_root import absolute_name
from archlint.source.searches import Words
from archlint.source.texts import find_texts
from archlint.source.tree import Module

_CYTHON = (".pxd", ".pyx")
_WITH_IMPORTS = (*_CYTHON, ".ipynb", ".pyw", ".smk", ".spec", ".tac", ".wsgi")
_SETTINGS = (".json", ".tf", ".toml", ".yaml", ".yml")
_LARGEST = 10_000_000
_NAME = r"[^\W\d]\w*"
_DOTTED = rf"{_NAME}(?:\.{_NAME})*"
_NOT_MEASURED = r"(?<!--cov[= ])(?<!--source=)(?<!--omit=)"
_DIRECTIVE = re.compile(rf"(?:\.\. +(?:py:)?(?:auto\w+|(?:current)?module):: +|::: +)({_DOTTED})")
_IMPORT = re.compile(rf"(?<!from)\b\s*c?import +({_DOTTED})")
_FROM = re.compile(
    rf"\bfrom +(\.*(?:{_DOTTED})?) +c?import +(?:\((?P<block>[^()]{{0,5000}})|(?P<line>[\w ,]*))"
)
_MENTION = re.compile(
    rf"{_NOT_MEASURED}(?<![\w./@-])(?:{_NAME}(?:\.{_NAME})+(?::{_NAME})?|{_NAME}:{_NAME})"
)
_QUOTED = re.compile(
    rf"(?<=\"){_NAME}(?:\.{_NAME})+(?::{_NAME})?(?=\")"
    rf"|(?<=[\" ]){_NAME}(?:\.{_NAME})*:{_NAME}(?=[\" ])"
)
_RUN = re.compile(rf"(?<!\S|\w)-(?:m|A|-app)(?:\s|[\"',=])+({_DOTTED}(?::{_NAME})?)")
_RUN_BY_PYTHON = re.compile(rf"\bpython[\d.]*\s+(?:-[A-Za-ln-z]\S*\s+)*-m\s*({_DOTTED})")
_HANDLER = re.compile(rf"(?<![\w./@-]){_NAME}(?:/{_NAME})+\.{_NAME}(?![\w./-])")
_PATH = re.compile(rf"{_NOT_MEASURED}(?<![\w./-])[\w./-]+\.py\b")
_PLUGIN = re.compile(rf"-p[ =\"',]+({_DOTTED})")
_SPECIAL = re.compile(
    r"(?:container|docker|jenkins|(?:gnu)?make|pip|proc|just|snake)file"
    r"|(?:crontab|pylintrc|scons(?:cript|truct)|wscript)$",
    re.IGNORECASE,
)
_PYTHON = re.compile(r"(?:snakefile|scons(?:cript|truct)|wscript)$", re.IGNORECASE)


class _Hit(NamedTuple):
    """A name or a path in a text, and where."""

    name: str
    offset: int
    is_plugin: bool = False
    is_run: bool = False


def named_in_texts(
    ground: Ground, wanted: Sequence[Module], *, directives: bool
) -> Iterator[EntryPoint]:
    """The modules in the wanted packages that texts outside of their package name.

    With `directives`, what the documentation of a library shows counts.
    """
    heads = {module.segments[0].encode() for module in wanted}
    folders = [(module, _folder(ground, module)) for module in wanted]
    ends = Words((tuple(sorted(_ends(ground, folders))),))
    both = Words((tuple(sorted(heads)), *ends.groups))
    for path in find_texts(ground.disk):
        is_document = path.endswith((".md", ".rst"))
        if is_silent(path) or (is_document and not directives):
            continue
        # A relative import does not say where it begins.
        if ground.searches.lacks(path, ends if path.endswith(_CYTHON) else both):
            continue
        data = _read(ground, path)
        if _is_bare(path) and not data.startswith(b"#!"):
            continue
        text = data.decode("utf-8", "replace")
        for entry in _entry_points(ground, path, text, _directives(text) if is_document else None):
            module = ground.tree.modules[entry.module]
            inside = [folder for package, folder in folders if holds(package, module)]
            if inside and not path.startswith(f"{inside[0]}/"):
                yield entry


def _ends(ground: Ground, folders: Sequence[tuple[Module, str]]) -> set[bytes]:
    """What a text outside of a package must hold in order to name it: the end of its name.

    That is sure where the package lies in the folder of its name and is reached by no link.
    """
    if ground.tree.second_paths or not all(_is_at(module, folder) for module, folder in folders):
        return {b""}
    return {module.segments[-1].encode() for module, _ in folders}


def _is_at(module: Module, folder: str) -> bool:
    stem = module.path.removesuffix(".pyi").removesuffix(".py").removesuffix("/__init__")
    return stem == folder


def _entry_points(
    ground: Ground, path: str, text: str, hits: Iterator[_Hit] | None
) -> Iterator[EntryPoint]:
    folder = path.rpartition("/")[0]
    silent = silent_lines(path, text)
    seen: set[tuple[int, str]] = set()
    for hit in hits or _hits(ground, path, without_comments(path, text)):
        found = _target(ground, folder, hit.name)
        if found is None or found in seen:
            continue
        line = text.count("\n", 0, hit.offset) + 1
        table = silent.get(line, "")
        # Of all that these tables name, only a plug-in of pytest is loaded, and what Python runs.
        if hit.is_run or (("pytest" in table) if hit.is_plugin else not table):
            seen.add(found)
            place = Location(path, line, hit.offset - text.rfind("\n", 0, hit.offset))
            name = found[1] or ALL_PUBLIC
            yield EntryPoint(found[0], f"named in `{path}`", place, name=name, is_weak=True)


def _target(ground: Ground, folder: str, text: str) -> tuple[int, str] | None:
    """The module that a path or a name with an attribute means, and what it takes of it."""
    if text.endswith(".py"):
        index = _of_path(ground, folder, text)
        return None if index is None else (index, "")
    dotted, _, attribute = text.partition(":")
    found = find(ground, folder, dotted)
    taken = attribute_of(ground, found, dotted)
    if taken is None:
        return None
    if attribute and attribute_of(ground, found, f"{dotted}.{attribute}") is None:
        return None
    return found.module, taken or attribute


def _directives(text: str) -> Iterator[_Hit]:
    for found in _DIRECTIVE.finditer(text):
        yield _Hit(found[1], found.start(1))


def _hits(ground: Ground, path: str, text: str) -> Iterator[_Hit]:
    name = path.rpartition("/")[2]
    if path.endswith(_WITH_IMPORTS) or _is_bare(path) or _PYTHON.match(name):
        yield from _imports(ground, path, text)
    # What stands inside a longer value of JSON is prose, or one of the forms below.
    mention = _QUOTED if path.endswith(".json") else _MENTION
    for found in mention.finditer(text):
        yield _Hit(found[0], found.start())
    for found in _RUN.finditer(text):
        yield _Hit(found[1], found.start(1))
    for found in _RUN_BY_PYTHON.finditer(text):
        yield _Hit(found[1], found.start(1), is_run=True)
    if path.endswith(_SETTINGS):
        for found in _HANDLER.finditer(text):
            yield _Hit(found[0].replace("/", "."), found.start())
    for found in _PATH.finditer(text):
        yield _Hit(found[0], found.start())
    for found in _PLUGIN.finditer(text):
        yield _Hit(found[1], found.start(1), is_plugin=True)


def _imports(ground: Ground, path: str, text: str) -> Iterator[_Hit]:
    """The imports of a file that is no Python but holds some."""
    for found in _IMPORT.finditer(text):
        yield _Hit(found[1], found.start(1))
    for found in _FROM.finditer(text):
        base = found[1].lstrip(".")
        level = len(found[1]) - len(base)
        if level:
            base = absolute_name(_package_at(ground, path), level, base)
        yield _Hit(base, found.start(1))
        names = found["line"] or (found["block"] or "").replace("\\n", "  ")
        for name in re.findall(_NAME, names):
            yield _Hit(f"{base}.{name}", found.start(1))


def _package_at(ground: Ground, path: str) -> str:
    """The dotted name of the folder that a file lies in."""
    folder = path.rpartition("/")[0]
    for module in ground.tree.modules:
        if module.is_package and _folder(ground, module) == folder:
            return module.name
    return ""


def _of_path(ground: Ground, folder: str, text: str) -> int | None:
    """The module at a path as written, however many folders above the tree it begins with."""
    parts = [part for part in text.split("/") if part not in ("", ".")]
    base = folder.split("/") if folder else []
    by_path = ground.tree.by_path
    for candidate in (parts, [*base, *parts], *(parts[cut:] for cut in range(1, len(parts) - 1))):
        index = by_path.get("/".join(candidate))
        if index is not None:
            return index
    return None


def _folder(ground: Ground, package: Module) -> str:
    root = ground.tree.roots[package.root].path
    return "/".join((root, *package.segments) if root else package.segments)


def _read(ground: Ground, path: str) -> bytes:
    try:
        data = ground.read(path)
    except OSError:
        return b""
    # Nobody writes so much by hand: it is data.
    return data if len(data) <= _LARGEST else b""


def _is_bare(path: str) -> bool:
    """Whether only the content can tell if the file is a script."""
    name = path.rpartition("/")[2]
    return "." not in name and not _SPECIAL.match(name)
