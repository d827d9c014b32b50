"""The ways in which a run cannot be done; a breach of a rule is none of them."""

from archlint.diagnostics import Diagnostic


class ArchlintError(Exception):
    """The run could not be done: exit code 2.

    `diagnostics` say where the fault lies, when it lies in a file.
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.diagnostics = diagnostics


class ConfigError(ArchlintError):
    """The configuration cannot be read at all; faults inside a readable one are diagnostics."""


class SourceError(ArchlintError):
    """The source tree cannot be analysed: it is missing, or holds no Python file."""


class RuleError(ArchlintError):
    """A rule raised; its name and traceback are in the message."""
