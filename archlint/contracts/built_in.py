"""Import-linter's own types of contract, and the laws that contracts of them are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from archlint.contracts.acyclic_siblings import AcyclicSiblings
from archlint.contracts.forbidden import Forbidden
from archlint.contracts.independence import Independence
from archlint.contracts.law import Law
from archlint.contracts.layers import Layers, Level
from archlint.contracts.private_modules import PrivateModules
from archlint.contracts.protected import Protected
from archlint.contracts.session import Session

if TYPE_CHECKING:
    from importlinter import Contract
    from importlinter.contracts.layers import Layer


def built_in_classes() -> dict[str, type[Contract]]:
    """Import-linter's own types of contract by name."""
    from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract
    from importlinter.contracts.forbidden import ForbiddenContract
    from importlinter.contracts.independence import IndependenceContract
    from importlinter.contracts.layers import LayersContract
    from importlinter.contracts.private_modules import PrivateModulesContract
    from importlinter.contracts.protected import ProtectedContract

    return {
        "acyclic_siblings": AcyclicSiblingsContract,
        "forbidden": ForbiddenContract,
        "independence": IndependenceContract,
        "layers": LayersContract,
        "private_modules": PrivateModulesContract,
        "protected": ProtectedContract,
    }


class Reading(Protocol):
    """Options of a contract, each read as what it is; what is not given is empty or the default."""

    def expressions(self, option: str) -> tuple[str, ...]:
        """Expressions for modules, sorted."""

    def words(self, option: str) -> frozenset[str]:
        """Any words."""

    def flag(self, option: str) -> bool:
        """Whether a flag is set."""

    def number(self, option: str) -> int:
        """A number."""

    def levels(self, option: str) -> tuple[Level, ...]:
        """Layers, from high to low."""


def law_of(kind: str, reading: Reading, session: Session) -> Law:
    """The law of a contract of a built-in type."""
    match kind:
        case "acyclic_siblings":
            return AcyclicSiblings(
                ancestors=reading.expressions("ancestors"),
                depth=reading.number("depth"),
                skip_descendants=reading.expressions("skip_descendants"),
            )
        case "forbidden":
            return Forbidden(
                source_modules=reading.expressions("source_modules"),
                forbidden_modules=reading.expressions("forbidden_modules"),
                allow_indirect_imports=reading.flag("allow_indirect_imports"),
                as_packages=reading.flag("as_packages"),
                roots=session.root_names,
                external=session.external,
            )
        case "independence":
            return Independence(modules=reading.expressions("modules"))
        case "layers":
            return Layers(
                levels=reading.levels("layers"),
                containers=reading.expressions("containers"),
                exhaustive=reading.flag("exhaustive"),
                exhaustive_ignores=reading.words("exhaustive_ignores"),
                roots=session.root_names,
            )
        case "private_modules":
            return PrivateModules(packages=reading.expressions("packages_with_private_modules"))
        case "protected":
            return Protected(
                protected_modules=reading.expressions("protected_modules"),
                allowed_importers=reading.expressions("allowed_importers"),
                as_packages=reading.flag("as_packages"),
            )
        case _:
            raise AssertionError(f"`{kind}` is no built-in type")


def law_of_instance(contract: Contract, session: Session) -> Law | None:
    """The law of a contract whose options are valid, or None where its class is the project's."""
    kinds = [name for name, found in built_in_classes().items() if type(contract) is found]
    return law_of(kinds[0], _Fields(contract), session) if kinds else None


@dataclass(frozen=True)
class _Fields:
    """The options that a class of import-linter has read."""

    contract: Contract

    def expressions(self, option: str) -> tuple[str, ...]:
        return tuple(sorted(self.words(option)))

    def words(self, option: str) -> frozenset[str]:
        return frozenset(str(item) for item in vars(self.contract)[option] or ())

    def flag(self, option: str) -> bool:
        return bool(vars(self.contract)[option])

    def number(self, option: str) -> int:
        return cast(int, vars(self.contract)[option])

    def levels(self, option: str) -> tuple[Level, ...]:
        return tuple(map(_level, cast("Iterable[Layer]", vars(self.contract)[option])))


def _level(layer: Layer) -> Level:
    return Level(
        members=tuple(sorted(tail.name for tail in layer.module_tails)),
        optional=frozenset(tail.name for tail in layer.module_tails if tail.is_optional),
        independent=layer.is_independent,
    )
