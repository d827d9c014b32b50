"""What can be said of a package that nothing alive uses."""

import enum
from dataclasses import dataclass
from typing import NamedTuple

from archlint.diagnostics import Location
from archlint.source.tree import Module


class Cause(enum.Enum):
    """Why a package is dead, in words that follow its name."""

    NO_IMPORTER = "has no importer"
    OWN_TESTS = "is imported only by its own tests"
    TESTS = "is imported only by tests"
    DEAD_IMPORTERS = "is imported only by what is dead"
    ISLAND = "stands on a dead island"


class Ignored(NamedTuple):
    """An importer that did not count, and why in a few words."""

    importer: Module
    location: Location
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unused:
    """A package (or module) that nothing alive uses.

    `production` are its production modules with code, `lines` their size. `ignored` are the
    importers that did not count; `others` names the dead packages that import it, or those of its
    island. `parent` is the package around it, which holds `siblings` with production code, itself
    among them; the whole tree holds `total`.
    """

    home: Module
    location: Location
    production: tuple[Module, ...]
    lines: int
    cause: Cause
    others: tuple[str, ...]
    ignored: tuple[Ignored, ...]
    parent: str
    parent_location: Location
    siblings: int
    total: int
