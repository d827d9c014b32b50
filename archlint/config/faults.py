"""Collects what is malformed in one config file."""

from typing import NamedTuple

from archlint.config.places import Document
from archlint.config.settings import KeyPath
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic, Related


class Faults(NamedTuple):
    """The malformed places found so far in a document."""

    document: Document
    found: list[Diagnostic]

    def at_key(self, key: KeyPath, message: str, *, help: str = "") -> None:
        """Report the key itself: it should not be there, or not be called so."""
        self._add(key, message, str(key[-1]), help, False)

    def at_value(
        self,
        key: KeyPath,
        message: str,
        *,
        word: str = "",
        help: str = "",
        related: tuple[Related, ...] = (),
    ) -> None:
        """Report what stands at the key; `word` is the offending one."""
        self._add(key, message, word, help, True, related)

    def _add(
        self,
        key: KeyPath,
        message: str,
        word: str,
        help: str,
        value: bool,
        related: tuple[Related, ...] = (),
    ) -> None:
        self.found.append(
            Diagnostic(
                rule=MALFORMED_CONFIG,
                message=message,
                location=self.document.locate(key, value),
                subject=dotted(self.document.indexed(key)) or self.document.path,
                object=word,
                help=(help,) if help else (),
                related=related,
            )
        )


def dotted(key: KeyPath) -> str:
    """A key path in words, without the indices, which change when a list is sorted."""
    return ".".join(step for step in key if isinstance(step, str))
