"""Entry points as `setup.cfg` and `setup.py` declare them."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from archlint.source.metadata.statement import Declared, inside, texts

if TYPE_CHECKING:
    import ast
    import configparser


def scripts(paths: list[str], path: str) -> Iterator[Declared]:
    """The files that are installed as scripts."""
    for script in paths:
        place = inside(path.rpartition("/")[0], script)
        if place is not None:
            yield Declared("scripts", script, place, path)


def groups(parser: "configparser.RawConfigParser", path: str) -> Iterator[Declared]:
    """The entry points in `setup.cfg`, by groups."""
    if parser.has_section("options.entry_points"):
        for group, block in parser.items("options.entry_points"):
            yield from _declared(group, (block or "").splitlines(), path)


def _declared(group: str, lines: Iterable[str], path: str) -> Iterator[Declared]:
    for line in lines:
        name, equals, target = line.partition("=")
        if equals and target.strip():
            yield Declared(group, name.strip(), target.partition("[")[0].strip(), path)


def computed(module: "ast.Module", path: str) -> list[Declared]:
    """The scripts of a `setup.py` that computes them: whatever string has the form of one."""
    return [
        declared
        for text in _strings(module)
        if re.fullmatch(r"\s*[\w.-]+\s*=\s*[\w.]+:[\w.]+\s*", text)
        for declared in _declared("console_scripts", [text], path)
    ]


def entry_points_in(node: "ast.expr | None", path: str) -> list[Declared]:
    """What `entry_points` says: by groups in a dictionary, or in the text of an ini file."""
    return list(_read(node, path))


def _read(node: "ast.expr | None", path: str) -> Iterator[Declared]:
    import ast
    import configparser

    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        parser = configparser.RawConfigParser(strict=False)
        try:
            parser.read_string(node.value)
        except configparser.Error:
            return
        for group in parser.sections():
            lines = (f"{name} = {target}" for name, target in parser.items(group))
            yield from _declared(group, lines, path)
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            group = "".join(texts(literal(key))) if key else ""
            lines = (line for text in _strings(value) for line in text.splitlines())
            yield from _declared(group, lines, path)


def _strings(node: "ast.AST") -> Iterator[str]:
    import ast

    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def literal(node: "ast.expr") -> object:
    """The value of a literal; None for anything else."""
    import ast

    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
