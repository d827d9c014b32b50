"""The syntax tree of a large file, piece by piece.

A tree takes a hundred times the room of its text, so that one large file could need more memory
than all the rest of a run. Imports `ast`, so it is imported only where a file is parsed.
"""

import ast
import re
from collections.abc import Iterator

_SIZE = 50_000
"""Characters from which on a piece ends where it can."""
# A definition that begins at the margin ends what stands before it. Where it only seems to begin
# there, as in a string, the piece before is no whole code and is refused by the parser.
_DEFINITION = re.compile(r"(?<=\n\n)(?:@|(?:async )?def |class )")


def trees(text: str) -> Iterator[ast.Module]:
    """Trees whose statements are in turn those of the whole text, with the same places.

    Raises:
        SyntaxError: no whole tree can be made, or none from pieces.
        RecursionError, MemoryError, UnicodeEncodeError: as `ast.parse` does.
    """
    start = lines = 0
    while start < len(text):
        found = _DEFINITION.search(text, start + _SIZE)
        end = found.start() if found else len(text)
        # Empty lines in front keep the places.
        yield ast.parse("\n" * lines + text[start:end])
        lines += text.count("\n", start, end)
        start = end


def is_large(text: str) -> bool:
    """Whether a text is worth being taken apart."""
    return len(text) > 2 * _SIZE
