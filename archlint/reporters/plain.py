"""User text made fit for a terminal or a log: nothing it holds can act or break a line."""

import unicodedata

from archlint.diagnostics import Location
from archlint.report import Report
from archlint.reporters import RenderOptions


def visible(text: str, encoding: str = "utf-8") -> str:
    """The text with control, format and surrogate characters, and line breaks, as escapes.

    So is what the encoding of the output cannot show, which matters where cells are counted.
    """
    if text.isascii() and text.isprintable():
        return text
    harmless = "".join(char if _is_harmless(char) else _escaped(char) for char in text)
    return harmless.encode(encoding, "backslashreplace").decode(encoding)


def width(text: str) -> int:
    """How many terminal cells a visible text takes."""
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def shown_path(path: str, report: Report, options: RenderOptions) -> str:
    """A path as the reader sees it: from the current folder when inside it, else from the root."""
    folder = options.folder.rstrip("/")
    root = report.root.rstrip("/")
    full = f"{root}/{path}"
    if options.folder and full.startswith(f"{folder}/"):
        return visible(full[len(folder) + 1 :])
    return visible(path)


def shown_place(location: Location, report: Report, options: RenderOptions) -> str:
    """`path:line:column` as the reader sees it."""
    path = shown_path(location.path, report, options)
    return f"{path}:{location.line}:{location.column}"


def counted(number: int, noun: str) -> str:
    """The number of what a regular noun names: `1 file`, `1,055 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _is_harmless(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _escaped(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")


def _cells(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
