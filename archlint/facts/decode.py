"""Bytes of a source file to text, as CPython reads them."""

import re

from archlint.facts.imports import Problem

_BOM = b"\xef\xbb\xbf"
_COOKIE = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"[ \t\f]*(?:#|\Z)")
_LINE = re.compile(rb"\r\n|\r|\n")
_LINE_OF_TEXT = re.compile(r"\r\n|\r|\n")
# The last word is one that only the encoding of domain names takes for something else.
_ASCII = (
    "\t\n\f\r !\"#%&'()*,-./0123456789:;<=>[]_"
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.xn--4ca"
)


def decode(data: bytes) -> str | Problem:
    """The text with every line end as LF, or why there is none.

    The encoding comes from a byte order mark or a cookie in the first two lines, else it is UTF-8.
    An encoding that does not keep ASCII, and one that is not an encoding of text, is refused: a
    cookie that has been read as ASCII cannot be true of such a file.
    """
    marked = data.startswith(_BOM)
    body = data[len(_BOM) :] if marked else data
    encoding, line, column = _cookie(body)
    if encoding and not _is_utf8(encoding):
        refusal = _refusal(encoding, marked)
        if refusal:
            return Problem("unreadable-file", refusal, line, column)
    else:
        encoding = "utf-8"
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        line, column = _place(body, error.start, encoding)
        message = f"byte 0x{body[error.start]:02x} cannot be decoded as {encoding}"
        return Problem("unreadable-file", message, line, column)
    except UnicodeError:
        return Problem("unreadable-file", f"the file cannot be decoded as {encoding}", 1, 1)
    return _LINE_OF_TEXT.sub("\n", text) if "\r" in text else text


def _cookie(body: bytes) -> tuple[str, int, int]:
    """The declared encoding, "" where there is none, with its place."""
    start = 0
    if b"coding" not in body:
        return "", 1, 1
    for number in (1, 2):
        end = _LINE.search(body, start)
        line = body[start : end.start() if end else len(body)]
        found = _COOKIE.match(line)
        if found:
            return found[1].decode("ascii"), number, found.start(1) + 1
        if end is None or not _BLANK.match(line):
            break
        start = end.end()
    return "", 1, 1


def _is_utf8(encoding: str) -> bool:
    name = encoding.lower().replace("_", "-")
    return name in ("utf-8", "utf8") or name.startswith("utf-8-")


def _refusal(encoding: str, marked: bool) -> str:
    import codecs

    if marked:
        return f"the byte order mark says utf-8, the cookie says `{encoding}`"
    try:
        codecs.lookup(encoding)
    except LookupError:
        return f"unknown encoding `{encoding}`"
    try:
        # LookupError: a codec that is no encoding of text (rot13, base64).
        kept = _ASCII.encode("ascii").decode(encoding) == _ASCII
    except (LookupError, UnicodeError):
        kept = False
    return "" if kept else f"`{encoding}` is not an encoding of source text that keeps ASCII"


def _place(body: bytes, offset: int, encoding: str) -> tuple[int, int]:
    """Line and column of the byte at `offset`, everything before it being decodable."""
    start, line = 0, 1
    for end in _LINE.finditer(body, 0, offset):
        start, line = end.end(), line + 1
    return line, len(body[start:offset].decode(encoding, "replace")) + 1
