"""Code that is newer than the running Python: what can be read anyway, and what it needs."""

import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from libcst import CSTNode

Version = tuple[int, int]

# At the start of a line that continues none, or after what may stand before a statement.
_LAZY = re.compile(
    r"((?:(?<!\\\n)^|[;:])[ \t\f]*)lazy[ \t\f](?=(?:[ \t\f]|\\\n)*(import|from)\b)", re.MULTILINE
)
_TOKEN = re.compile(
    r"#[^\n]*|('''|\"\"\")(?:\\.|(?!\1)[^\\])*\1|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\""
    r"|\w+|\\\n|[ \t\f]+|.|\n",
    re.DOTALL,
)
_FORMATTED = ("f", "t", "fr", "rf", "rt", "tr")
_NESTED = 100
_LONG = 1000


def eager(text: str) -> tuple[str, frozenset[tuple[int, int]]]:
    """The text with `lazy import` as `pass;import`, and 1-based places of those keywords.

    Every token keeps its column. `pass` can be nothing but a statement, so no text becomes valid
    that is not valid with `lazy`; a string or comment that happens to hold the words is rewritten
    too, which changes no fact.
    """
    places = set()
    for found in _LAZY.finditer(text):
        start = found.start(2)
        places.add((text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)))
    return (_LAZY.sub(r"\1pass;", text), frozenset(places)) if places else (text, frozenset())


def needed_version(text: str) -> Version | None:
    """The first Python that accepts a text which the running one refuses; None if none is known.

    LibCST must accept it, and it must hold syntax of a Python later than the running one: LibCST
    alone is too lenient (it takes a `\\N{...}` that names nothing).
    """
    if not _is_shallow(text):
        return None
    import libcst

    try:
        needed = _newest_syntax(libcst.parse_module(text))
    except (
        libcst.ParserSyntaxError,
        libcst.CSTValidationError,
        libcst.CSTLogicError,
        UnicodeError,
        RecursionError,
    ):
        return None
    return needed if needed and needed > sys.version_info[:2] else None


def _is_shallow(text: str) -> bool:
    """Whether no expression nests so deeply that LibCST could exhaust the machine's stack.

    Its native parser recurses without a limit of its own, and needs time that grows with the
    square. Counted are brackets, and what stands in one statement or element without a comma; a
    lambda's commas end nothing. Of the fields of formatted strings the characters count.
    """
    if text.count("lambda") > _LONG:
        return False
    outer: list[int] = []
    count = 0
    prefix = ""
    for found in _TOKEN.finditer(text):
        token = found[0]
        if prefix in _FORMATTED and token[0] in "'\"" and _longest_field(token) > _LONG:
            return False
        prefix = token.lower()
        if token in ("(", "[", "{"):
            outer.append(count)
            count = 0
        elif token in (")", "]", "}"):
            count = (outer.pop() if outer else 0) + 1
        elif token == "," or token == ";" or (token == "\n" and not outer):
            count = 0
        elif token[0] not in " \t\f\\\n#":
            count += 1
        if count > _LONG or len(outer) > _NESTED:
            return False
    return True


def _longest_field(string: str) -> int:
    return max(len(part.partition("}")[0]) for part in string.split("{"))


def _newest_syntax(module: "CSTNode") -> Version | None:
    """The version of the latest syntax in a tree, None if a part of it is valid in no Python."""
    newest = (3, 0)
    stack: list[object] = [module]
    while stack:
        node = stack.pop()
        if isinstance(node, list | tuple):
            stack += node
            continue
        fields = getattr(node, "__dataclass_fields__", None)
        if fields is None:
            continue
        since = _since(node)
        if since is None:
            return None
        newest = max(newest, since)
        stack += [
            getattr(node, name)
            for name in fields
            if not name.startswith(("whitespace", "leading", "trailing", "_"))
        ]
    return newest


def _since(node: object) -> Version | None:
    """The first Python with the syntax of one node, (3, 0) for all that is older than 3.12.

    Nodes are known by the names of their classes: not every LibCST has them all.
    """
    kind = type(node).__name__
    part = getattr(node, "elt", None)
    if kind in ("SimpleString", "Integer"):
        return (3, 0) if _is_accepted(str(getattr(node, "value", ""))) else None
    if kind == "FormattedString":
        return (3, 0) if _is_accepted(_code(node)) else (3, 12)
    if kind == "TypeParam" and getattr(node, "default", None) is not None:
        return (3, 13)
    if kind in ("TypeAlias", "TypeParameters"):
        return (3, 12)
    if kind == "ConcatenatedString" and _is_template(node, "left") != _is_template(node, "right"):
        return None
    if kind in ("TemplatedString", "ExceptHandler", "ExceptStarHandler"):
        caught = getattr(node, "type", None)
        bare = type(caught).__name__ == "Tuple" and not getattr(caught, "lpar", ())
        return (3, 14) if bare or kind == "TemplatedString" else (3, 0)
    if kind == "StarredDictComp" or type(part).__name__ == "StarredElement":
        return (3, 15)
    return (3, 0)


def _is_template(concatenation: object, side: str) -> bool:
    """Whether a side of a concatenation is a template: those join with nothing but templates."""
    part = getattr(concatenation, side)
    return type(getattr(part, "left", part)).__name__ == "TemplatedString"


def _code(node: object) -> str:
    from libcst import BaseExpression, Module

    return Module([]).code_for_node(node) if isinstance(node, BaseExpression) else ""


def _is_accepted(code: str) -> bool:
    """Whether the running Python takes this one expression."""
    import ast

    try:
        ast.parse(f"({code})")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
