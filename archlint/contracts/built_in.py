"""Import-linter's own types of contract, and the laws that contracts of them are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

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


def law_of(contract: Contract, session: Session) -> Law | None:
    """The law of a contract whose options are valid, or None where its class is the project's."""
    names = [name for name, found in built_in_classes().items() if type(contract) is found]
    match names:
        case ["acyclic_siblings"]:
            return AcyclicSiblings(
                ancestors=_words(contract, "ancestors"),
                depth=cast(int, vars(contract)["depth"]),
                skip_descendants=_words(contract, "skip_descendants"),
            )
        case ["forbidden"]:
            return Forbidden(
                source_modules=_words(contract, "source_modules"),
                forbidden_modules=_words(contract, "forbidden_modules"),
                allow_indirect_imports=bool(vars(contract)["allow_indirect_imports"]),
                as_packages=bool(vars(contract)["as_packages"]),
                roots=session.root_names,
                external=session.external,
            )
        case ["independence"]:
            return Independence(modules=_words(contract, "modules"))
        case ["layers"]:
            return Layers(
                levels=tuple(map(_level, cast("Iterable[Layer]", vars(contract)["layers"]))),
                containers=_words(contract, "containers"),
                exhaustive=bool(vars(contract)["exhaustive"]),
                exhaustive_ignores=frozenset(_words(contract, "exhaustive_ignores")),
                roots=session.root_names,
            )
        case ["private_modules"]:
            return PrivateModules(packages=_words(contract, "packages_with_private_modules"))
        case ["protected"]:
            return Protected(
                protected_modules=_words(contract, "protected_modules"),
                allowed_importers=_words(contract, "allowed_importers"),
                as_packages=bool(vars(contract)["as_packages"]),
            )
        case _:
            return None


def _words(contract: Contract, option: str) -> tuple[str, ...]:
    return tuple(sorted({str(item) for item in vars(contract)[option] or ()}))


def _level(layer: Layer) -> Level:
    return Level(
        members=tuple(sorted(tail.name for tail in layer.module_tails)),
        optional=frozenset(tail.name for tail in layer.module_tails if tail.is_optional),
        independent=layer.is_independent,
    )
