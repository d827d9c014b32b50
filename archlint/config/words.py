"""What the strings of a config may say: texts, expressions, path patterns, folders, imports."""

from __future__ import annotations

import posixpath

from archlint.config.expressions import Expression, ExpressionError, Selector, parse_expression
from archlint.config.faults import Faults
from archlint.config.globs import glob_fault
from archlint.config.settings import KeyPath
from archlint.config.shapes import Shape, list_of, string, wrong_type


def _expression(value: object, key: KeyPath, faults: Faults) -> Expression | None:
    text = TEXT.read(value, key, faults)
    if text is None:
        return None
    try:
        return parse_expression(text)
    except ExpressionError as error:
        faults.at_value(key, error.message, word=text)
        return None


def _selector(value: object, key: KeyPath, faults: Faults) -> Selector | None:
    if isinstance(value, str):
        entry = _expression(value, key, faults)
        found = {} if entry is None else {entry: key}
    elif isinstance(value, list):
        entries = _EXPRESSIONS.read(value, key, faults) or ()
        found = {entry: (*key, value.index(entry.text)) for entry in entries}
    else:
        wrong_type(value, key, SELECTOR.expected, faults)
        return None
    if found and all(entry.negated for entry in found):
        faults.at_value(key, f"`{key[-1]}` only takes away, so it matches nothing")
    return Selector(tuple(found), tuple(found.values()))


def _folder_fault(text: str) -> str:
    if "\\" in text or posixpath.isabs(text) or text[1:2] == ":":
        return f"`{text}` is no folder relative to the config, written with `/`"
    if posixpath.normpath(text).split("/")[0] == "..":
        return f"`{text}` leaves the folder of the config"
    return ""


def _import_fault(text: str) -> str:
    if all(part.isidentifier() for part in text.split(".")):
        return ""
    return f"`{text}` is no name that can be imported"


def _plugin_fault(text: str) -> str:
    if all(part.isidentifier() for part in text.removeprefix(".").split(".")):
        return ""
    return f"`{text}` is no name of a package; a leading dot means one beside the config"


TEXT = string("a string")
TEXTS = list_of(TEXT, "a list of strings")
SOME_TEXTS = list_of(TEXT, "a list of strings", filled=True)
_EXPRESSION = Shape("an expression", _expression, TEXT.schema)
_EXPRESSIONS = list_of(_EXPRESSION, "a list of expressions", filled=True)
SELECTOR = Shape(
    "an expression or a list of them",
    _selector,
    {"anyOf": [TEXT.schema, _EXPRESSIONS.schema]},
)
PATTERNS = list_of(string("a path pattern", glob_fault), "a list of path patterns")
FOLDERS = list_of(string("a folder", _folder_fault), "a list of folders", filled=True)
PLUGIN_NAMES = list_of(string("a package name", _plugin_fault), "a list of package names")
IMPORT_NAMES = list_of(string("an import name", _import_fault), "a list of import names")
