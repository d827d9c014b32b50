"""The rule unimplemented-protocol: a contract type that nothing implements."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint import Diagnostic, Location, Plant, Project, Rule, assess_conformance


@dataclass(frozen=True, kw_only=True)
class UnimplementedProtocol(Rule):
    """Checks for Protocols and abstract base classes that no class of the tree claims.

    A claim is a base, a proof line, `register`, or an entry of `implementers` in the config.

    ## Why is this bad?

    A contract without an implementer is a promise nobody has made: it describes a plan, or what
    was deleted long ago, and whoever reads it looks for the other half in vain.

    ## Example

    ```python
    # shop/ports.py
    from typing import Protocol


    class Store(Protocol):
        def get(self, key: str) -> bytes: ...
    ```

    Use instead:

    ```python
    # shop/memory.py
    from shop.ports import Store


    class MemoryStore:
        def get(self, key: str) -> bytes:
            return b""


    _memory_store_is_a_store: type[Store] = MemoryStore
    ```

    ## When not to use

    In a library whose users write the implementers, and where Protocols only type what is passed
    by, so that nobody claims them. The rule is off by default.
    """

    default_on: ClassVar[bool] = False
    groups: ClassVar[tuple[str, ...]] = ("conformance",)

    def check(self, project: Project) -> Iterator[Diagnostic]:
        for contract in assess_conformance(project).idle:
            home = project.tree.identity(project.modules[contract.key.module])
            yield self.diagnostic(
                contract.place,
                f"no class of the tree claims to be a `{contract.last_name}`",
                subject=f"{home}.{contract.name}",
                help=(
                    "add a proof line beside each class that implements it",
                    "or delete it, if nothing does",
                ),
            )

    def plant(self, project: Project) -> Iterator[Plant]:
        root = project.tree.roots[0].path
        path = f"{root}/planted_contract.py".lstrip("/")
        text = b"from typing import Protocol\nclass Planted(Protocol):\n    planted: int\n"
        yield Plant({path: text}, Location(path, 2, 7))
