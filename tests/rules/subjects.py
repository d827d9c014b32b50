"""The subjects of this repository as files, to be changed a little by a test."""

from archlint import Diagnostic
from tests.documents import ROOT

FAKE = "critic/fake_model_impl_test.py"
Place = tuple[str, int, int]

# Lines of the fake at which it can be changed.
START = "        start_pump(ctx, sender, self._pump(ctx, sender, turn, options))\n"
STREAM = "        sender, stream = open_stream(self)\n"
SEND = "                await sender.send(ctx, chunk)\n"


def text_of(path: str) -> str:
    """A file of this repository."""
    return (ROOT / path).read_text(encoding="utf-8")


def changed(path: str, old: str, new: str) -> str:
    """A file of this repository with one change, at the only place where it can be made."""
    text = text_of(path)
    assert text.count(old) == 1, old
    return text.replace(old, new)


def unmarked(marked: str) -> str:
    """A text without its marks."""
    before, _, rest = marked.partition("<")
    return before + rest.replace(">", "", 1)


def place(path: str, text: str, marked: str) -> Place:
    """Where the one part of a text stands that is marked with `<` and `>`."""
    before, whole = marked.partition("<")[0], unmarked(marked)
    assert text.count(whole) == 1, whole
    start = text.index(whole) + len(before)
    return path, text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


def places(found: tuple[Diagnostic, ...]) -> list[Place]:
    """Where diagnostics are."""
    return [(item.location.path, item.location.line, item.location.column) for item in found]
