"""What archlint says: one diagnostic for one breach at one place."""

import enum
from dataclasses import dataclass
from typing import NamedTuple

MALFORMED_CONFIG = "malformed-config"
"""The name that faults of the configuration are reported under; it is no rule to be switched."""


class Severity(enum.StrEnum):
    """How much a diagnostic counts: errors decide the exit code, warnings never do."""

    ERROR = "error"
    WARNING = "warning"


class Location(NamedTuple):
    """A span in a file.

    `path` is POSIX and relative to the root of the run. Lines and columns are 1-based; columns
    count code points of the decoded text; the end is exclusive. An `end_line` of 0 means that only
    the start is known.
    """

    path: str
    line: int = 1
    column: int = 1
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class Related(NamedTuple):
    """A further place of a diagnostic, with what is to be seen there."""

    location: Location
    message: str


class Block(NamedTuple):
    """What stands for several diagnostics where people read them; each remains one of its own."""

    location: Location
    message: str
    help: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One breach of one rule at one site.

    `subject` and `object` name the breach symbolically (importer and imported module, say): they
    and the rule make the identity, the place and the wording do not. `note` says in a word or two
    what kind of site it is ("typing import"). `statement` is where the statement that holds the
    site begins, if that is another line. `why` is the owner's reason from the config, `config` the
    key of the config that decides, `help` the legal ways out. Diagnostics of one `block` may be
    shown as one.
    """

    rule: str
    message: str
    location: Location
    subject: str
    object: str = ""
    severity: Severity = Severity.ERROR
    instance: str = ""
    note: str = ""
    statement: Location | None = None
    why: str = ""
    config: Location | None = None
    help: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    block: Block | None = None

    @property
    def identity(self) -> str:
        """32 hexadecimal digits that stay the same when lines move or the wording changes."""
        import hashlib

        parts = (self.rule, self.instance or self.rule, self.subject, self.object)
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @property
    def sort_key(self) -> tuple[str, int, int, str, str, str, str]:
        """The one order of all output: path, line, column, rule; the rest only breaks ties."""
        place = self.location
        return (
            place.path,
            place.line,
            place.column,
            self.rule,
            self.instance,
            self.subject,
            self.object,
        )
