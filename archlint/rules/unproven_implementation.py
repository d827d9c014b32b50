"""The rule unproven-implementation: every implementer carries its proof."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from archlint import Assessment, Diagnostic, Plant, Project, Rule, assess_conformance


@dataclass(frozen=True, kw_only=True)
class UnprovenImplementation(Rule):
    """Checks for implementers that neither derive from their contract type nor have a proof line.

    It looks at the contract types of those instances of `nonconforming-type` that say
    `require-proof = true`.

    ## Why is this bad?

    A class that satisfies a Protocol by its shape alone looks like any other class: whoever edits
    it does not see whom it must fit. A proof line says so beside the class, and every type checker
    reads it.

    ## Example

    ```toml
    [rules.stores-conform]
    type = "nonconforming-type"
    protocol = "shop.ports.Store"
    implementers = ["shop.fakes.*Store"]
    require-proof = true
    ```

    ```python
    # shop/ports.py
    from typing import Protocol


    class Store(Protocol):
        def get(self, key: str) -> bytes: ...
    ```

    ```python
    # shop/fakes.py
    class FakeStore:
        def get(self, key: str) -> bytes:
            return b""
    ```

    Use instead:

    ```python
    # shop/fakes.py
    from shop.ports import Store


    class FakeStore:
        def get(self, key: str) -> bytes:
            return b""


    _fake_store_is_a_store: type[Store] = FakeStore
    ```

    ## When not to use

    Where the implementers may not import the contract type, leave `require-proof` out:
    `nonconforming-type` compares them all the same.
    """

    groups: ClassVar[tuple[str, ...]] = ("conformance",)

    def check(self, project: Project) -> Iterator[Diagnostic]:
        for assessment in self._held(project):
            if not assessment.is_proven:
                yield self._diagnostic(project, assessment)

    def plant(self, project: Project) -> Iterator[Plant]:
        for assessment in self._held(project):
            lines = [claim for claim in assessment.claims if claim.evidence.value == "proof line"]
            listed = any(claim.evidence.value == "config" for claim in assessment.claims)
            if len(lines) == 1 and listed and len(assessment.claims) == 2:
                place = lines[0].place
                text = project.read(place.path).split(b"\n")
                if _is_whole(text[place.line - 1]):
                    text[place.line - 1] = b""
                    yield Plant({place.path: b"\n".join(text)}, assessment.implementer.place)

    def _held(self, project: Project) -> Iterator[Assessment]:
        held = {
            settings.options.get("protocol")
            for settings in project.config.rules
            if settings.type == "nonconforming-type"
            and settings.options.get("require-proof") is True
        }
        if held:
            for assessment in assess_conformance(project).assessments:
                if assessment.contract.full_name in held or None in held:
                    yield assessment

    def _diagnostic(self, project: Project, assessment: Assessment) -> Diagnostic:
        implementer, contract = assessment.implementer, assessment.contract
        module = project.modules[implementer.key.module]
        home = project.modules[contract.key.module]
        taken = {name for index in module.files for name in project.facts[index].defines}
        line = f"_{_snake(implementer.last_name)}_is_a_{_snake(contract.last_name)}"
        while line in taken:
            line += "_too"
        return self.diagnostic(
            implementer.place,
            f"`{implementer.last_name}` has neither a base nor a proof line that says that it is "
            f"a `{contract.last_name}`",
            subject=f"{project.tree.identity(module)}.{implementer.name}",
            object=f"{project.tree.identity(home)}.{contract.name}",
            help=(
                f"add `{line}: type[{contract.name}] = {implementer.name}` below the class",
                f"and import `{contract.name.partition('.')[0]}` from `{home.name}`",
            ),
        )


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).strip("_").lower()


def _is_whole(line: bytes) -> bool:
    """Whether a line is a statement of its own."""
    import ast

    try:
        return len(ast.parse(line).body) == 1
    except (SyntaxError, ValueError):
        return False
