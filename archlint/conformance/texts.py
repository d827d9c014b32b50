"""What the texts of modules may say, so that those that say nothing of a name are not parsed."""

import re
import unicodedata

from archlint.facts.decode import decode
from archlint.project import Project

_COMPUTED = (b"setattr", b"__slots__")
"""What names members in strings, which need not stand in one piece."""


class Texts:
    """Looks for names in the texts of modules."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._texts: dict[int, bytes | None] = {}
        self._size = 0
        self._answers: dict[tuple[int, str], bool] = {}

    def may_name_member(self, module: int, name: str) -> bool:
        """Whether a class of the module may have a member of that name in its text."""
        key = (module, name)
        if key not in self._answers:
            text = self._text(module)
            self._answers[key] = text is None or (
                any(word in text for word in _COMPUTED) or _says(text, name.encode())
            )
        return self._answers[key]

    def make_room(self, room: int) -> None:
        """Drop the texts, if they have more bytes than that."""
        if self._size > room:
            self._texts.clear()
            self._size = 0

    def _text(self, module: int) -> bytes | None:
        """A text with its identifiers in their normal form; None where it cannot be told."""
        if module not in self._texts:
            text = self._texts[module] = self._normal(module)
            self._size += len(text or b"")
        return self._texts[module]

    def _normal(self, module: int) -> bytes | None:
        files = self._project.modules[module].files
        try:
            data = self._project.read(self._project.tree.files[files[0]].path) if files else b""
        except OSError:
            return None
        if data.isascii():
            return data
        text = decode(data)
        return unicodedata.normalize("NFKC", text).encode() if isinstance(text, str) else None


def _says(text: bytes, name: bytes) -> bool:
    return name in text and re.search(rb"\b%b\b" % re.escape(name), text) is not None
