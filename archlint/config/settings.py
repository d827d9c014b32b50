"""The configuration as values: what the file says, checked and frozen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from archlint.diagnostics import Location
from archlint.source.options import SourceOptions

if TYPE_CHECKING:
    from archlint.config.expressions import Selector
    from archlint.diagnostics import Diagnostic, Severity

KeyPath = tuple[str | int, ...]
"""Where a value stands in the file: `("domains", "model", "imports", 0)`."""

Kinds = Literal["check", "ignore"] | tuple[str, ...]
"""What becomes of typing or deferred imports: checked, ignored, or further domains allowed."""


class FamilyConfig(NamedTuple):
    """What a family says of imports between its members.

    `shared` are members that every sibling may import; `allow` maps members to the siblings that
    they alone may import.
    """

    siblings: Literal["forbid", "allow"] = "forbid"
    shared: tuple[str, ...] = ()
    allow: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class DomainConfig(NamedTuple):
    """One domain as declared, or what a family declares for each of its members.

    `imports` is None only where the domain is unchecked, and `("*",)` allows any. `external` is
    None where any third-party import is allowed, and `public` where every module is. `family` is
    None for a domain that is none. `folder` is that of the included config which declares it, whose
    modules alone it may own, or "". `key` is the key path of its table, or that of the string of
    `layers` that makes it a domain.
    """

    name: str
    modules: Selector
    imports: tuple[str, ...] | None
    external: tuple[str, ...] | None = None
    typing_imports: Kinds = "check"
    deferred_imports: Kinds = "check"
    tests: Literal["exempt", "check"] = "exempt"
    public: Selector | None = None
    public_names: Literal["any", "exported"] = "any"
    unchecked: bool = False
    optional: bool = False
    owner: str = ""
    why: str = ""
    family: FamilyConfig | None = None
    folder: str = ""
    key: KeyPath = ()


class LayersConfig(NamedTuple):
    """A stack of domains and families, by their names.

    `order` has its levels, high to low. `within` is the package whose children the names are, ""
    where all of them are declared. `facade` is the domain above all levels, or "".
    """

    order: tuple[tuple[str, ...], ...]
    within: str = ""
    mode: Literal["open", "closed"] = "open"
    facade: str = ""
    exhaustive: bool = False
    key: KeyPath = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All that stand in it."""
        top = (self.facade,) if self.facade else ()
        return (*top, *(name for level in self.order for name in level))


class RuleConfig(NamedTuple):
    """A table (or a short form) of `rules`: a rule's own settings, or a named instance of it.

    `severity` is None where the rule's default stands. `options` are as TOML gives them; the
    registry turns them into the rule's typed fields.
    """

    instance: str
    type: str
    severity: Severity | Literal["off"] | None = None
    options: Mapping[str, object] = MappingProxyType({})
    why: str = ""
    previous: tuple[str, ...] = ()
    key: KeyPath = ()


class EntryPointConfig(NamedTuple):
    """Modules that are used by something that no file of the tree shows, and by what."""

    modules: Selector
    why: str
    key: KeyPath = ()


class OverrideConfig(NamedTuple):
    """Severities of rules, by instance name, for some modules only.

    Of several that fit a module the one with the most specific expression decides.
    """

    modules: Selector
    rules: tuple[tuple[str, Severity | Literal["off"]], ...]
    key: KeyPath = ()


class ContractConfig(NamedTuple):
    """How one contract of import-linter is taken; `id` is its id, or its name where it has none.

    `max_ignored` is how many imports it may ignore, None for any number.
    """

    id: str
    typing_imports: Literal["check", "ignore"] = "check"
    deferred_imports: Literal["check", "ignore"] = "check"
    max_ignored: int | None = None
    key: KeyPath = ()


def nowhere(key: KeyPath, value: bool) -> Location:
    """The place of a key that stands in no file."""
    return Location(".")


class Config(NamedTuple):
    """Everything a run is told by its configuration.

    `root` is the absolute path of the folder all other paths are relative to; `file` is the
    config's path relative to it, or "" when there is none. `source` is what it says about finding
    source. `faults` are the malformed places: each was dropped, everything else stands. `domains`
    are those declared, the families, and those that `layers` make, in this order. `locate` finds
    the place of a key or value on demand, since `tomllib` keeps none: of the value (the whole
    header, for a table that has one) or, with False, of the key's name alone. An element of a list
    of strings may be named by its text instead of its index, which is safer: what is malformed was
    dropped, so indices here and in the file may differ.
    """

    root: str
    file: str = ""
    source: SourceOptions = SourceOptions()
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    disable: tuple[str, ...] = ()
    parent_imports: bool = False
    included_files: tuple[str, ...] = ()
    stale_includes: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()
    entry_points: tuple[EntryPointConfig, ...] = ()
    kind: Literal["application", "library"] | None = None
    overrides: tuple[OverrideConfig, ...] = ()
    domains: tuple[DomainConfig, ...] = ()
    layers: tuple[LayersConfig, ...] = ()
    rules: tuple[RuleConfig, ...] = ()
    strict_contracts: bool = False
    contracts: tuple[ContractConfig, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    locate: Callable[[KeyPath, bool], Location] = nowhere
