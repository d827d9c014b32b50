"""JSON objects inside prose."""

import re
from collections.abc import Iterator

from model.messages import strict_json

# A string that does not end goes on to the end of the text: looked for from each quote in it
# again, a long one would take forever.
_STRING = re.compile(r"""("(?:[^"\\]|\\.)*(?:"|\\?\Z)|'(?:[^'\\]|\\.)*(?:'|\\?\Z))""", re.DOTALL)
_QUOTE_OR_ESCAPE = re.compile(r'"|\\.', re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_BARE_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w*)(\s*:)")
_PYTHON_CONSTANT = re.compile(r"\b(True|False|None)\b")
_JSON_CONSTANT = {"True": "true", "False": "false", "None": "null"}
_TYPOGRAPHIC_QUOTES = {
    ord("\N{LEFT DOUBLE QUOTATION MARK}"): '"',
    ord("\N{RIGHT DOUBLE QUOTATION MARK}"): '"',
}
_CLOSER = {"{": "}", "[": "]"}


def outermost_objects(text: str) -> Iterator[dict[str, object]]:
    """Yield the JSON objects of a text that lie in no other braces, in their order.

    An object inside braces that are never closed is part of something that was lost: it is not
    yielded, because alone it would mean something else.
    """
    for span in _spans(text):
        if (found := _object(span)) is not None:
            yield found


def mended_object(text: str) -> dict[str, object] | None:
    """Mend the slips models make in JSON, and return the object if it can be read then.

    Typographic quotes, trailing commas, bare keys, the quotes and constants of Python and missing
    closing brackets are mended. What lies inside strings is never touched, and a string that does
    not end is not guessed at.
    """
    start = text.find("{")
    if start < 0:
        return None
    candidate = next(_spans(text), text[start:]).strip().rstrip("`").strip()
    if '"' not in candidate:
        candidate = candidate.translate(_TYPOGRAPHIC_QUOTES)
    mended = _mend(candidate)
    return None if mended is None else _object(mended)


def _spans(text: str) -> Iterator[str]:
    depth = 0
    start = 0
    in_string = False
    escaped = False
    for index, character in enumerate(text):
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == "{":
            if depth == 0:
                start = index
            depth += 1
        elif depth and character == '"':
            in_string = True
        elif depth and character == "}":
            depth -= 1
            if depth == 0:
                yield text[start : index + 1]


def _object(text: str) -> dict[str, object] | None:
    try:
        parsed = strict_json(text)
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None


def _mend(text: str) -> str | None:
    pieces = _STRING.split(text)
    open_brackets: list[str] = []
    for index, piece in enumerate(pieces):
        if index % 2:
            if (string := _json_string(piece)) is None:
                return None
            pieces[index] = string
            continue
        for character in piece:
            if character in _CLOSER:
                open_brackets.append(_CLOSER[character])
            elif character in "}]" and (not open_brackets or open_brackets.pop() != character):
                return None
        piece = _BARE_KEY.sub(r'\1"\2"\3', piece)
        pieces[index] = _PYTHON_CONSTANT.sub(lambda m: _JSON_CONSTANT[m[1]], piece)
    pieces.extend(reversed(open_brackets))
    # Commas last: a bracket that was missing may leave one trailing.
    pieces = _STRING.split("".join(pieces))
    pieces[::2] = [_TRAILING_COMMA.sub(r"\1", piece) for piece in pieces[::2]]
    return "".join(pieces)


def _json_string(literal: str) -> str | None:
    # What JSON cannot say, a string that does not end among it, is refused by its reader.
    if literal.startswith('"'):
        return literal
    if len(literal) < 2 or not literal.endswith("'"):
        return None
    written = {'"': '\\"', "\\'": "'"}
    inside = _QUOTE_OR_ESCAPE.sub(lambda m: written.get(m[0], m[0]), literal[1:-1])
    return f'"{inside}"'
