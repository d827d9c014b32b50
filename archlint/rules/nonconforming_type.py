"""The rule nonconforming-type: a class satisfies the contract types it claims."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from archlint import (
    Assessment,
    Conformance,
    Defect,
    Diagnostic,
    Location,
    Plant,
    Project,
    Rule,
    assess_conformance,
    did_you_mean,
)


@dataclass(frozen=True, kw_only=True)
class NonconformingType(Rule):
    """Checks for classes that claim a Protocol or an abstract base class and do not satisfy it.

    A class claims a contract type by a base, by a proof line at module level
    (`_fake_is_a_store: type[Store] = FakeStore`), by `Store.register`, or in the config. Its
    members are then compared with those of the contract type: whether they are there, what kind of
    member they are, whether they are coroutines, which parameters they take, and their types where
    both sides are annotated.

    ## Why is this bad?

    A test double that has drifted from its contract passes every test and proves nothing. Type
    checkers look at a claim only where an object is passed on, and at an unannotated function not
    at all.

    ## Example

    ```python
    # shop/ports.py
    from typing import Protocol


    class Store(Protocol):
        async def get(self, key: str) -> bytes: ...
    ```

    ```python
    # shop/memory.py
    from shop.ports import Store


    class MemoryStore(Store):
        def get(self, key):
            return b""
    ```

    Use instead:

    ```python
    # shop/memory.py
    from shop.ports import Store


    class MemoryStore(Store):
        async def get(self, key):
            return b""
    ```

    ## Options

    - `protocol`: the one contract type that this instance of the rule speaks of, by its dotted
      name; a class that is neither a Protocol nor abstract may be named too, and then asks for its
      methods without a body. The rule's own table speaks of all others.
    - `implementers`: classes that satisfy `protocol` without saying so, as expressions for
      qualified class names; `*` may also stand for part of a segment (`app.fakes.*Store`).
    - `require-proof`: have `unproven-implementation` ask each of them for a base or a proof line.
    - `parameter-names`: `"check"` asks implementers to keep the names of parameters that may be
      passed by keyword; `"ignore"` is the default.
    - `abstract-markers`: class attributes that, where they are true, say that a class may leave
      members out; `["__abstract__"]` is the default.

    ## When not to use

    Where a class fills its members in by means that its text does not show, nothing is reported:
    `archlint conformance` tells why it cannot be judged.
    """

    groups: ClassVar[tuple[str, ...]] = ("conformance",)

    protocol: str = ""
    implementers: tuple[str, ...] = ()
    require_proof: bool = False
    parameter_names: Literal["check", "ignore"] = "ignore"
    abstract_markers: tuple[str, ...] = ("__abstract__",)

    def check(self, project: Project) -> Iterator[Diagnostic]:
        whole = self._assess(project)
        for assessment in self._own(project, whole).assessments:
            for defect in assessment.defects:
                yield self._diagnostic(project, assessment, defect)
        yield from self._idle_names(project, whole)

    def conformance(self, project: Project) -> Conformance:
        """What there is to say of the contract types that this instance speaks of."""
        return self._own(project, self._assess(project))

    def remarks(self, project: Project) -> Iterator[str]:
        for one in self.conformance(project).assessments:
            if one.doubts:
                pair = f"`{one.implementer.full_name}` as `{one.contract.full_name}`"
                yield f"cannot judge {pair}: {'; '.join(one.doubts)}"

    def plant(self, project: Project) -> Iterator[Plant]:
        if not self.protocol:
            root = project.tree.roots[0].path
            path = f"{root}/planted_contract.py".lstrip("/")
            yield Plant({path: _PLANTED}, Location(path, 8, 7))
            return
        for contract in self.conformance(project).contracts:
            if contract.name.isascii():
                module = project.modules[contract.key.module]
                line = f"class PlantedWithoutMembers({contract.name}): planted = True"
                yield Plant.appended(project, module, line, 7)

    def _assess(self, project: Project) -> Conformance:
        return assess_conformance(
            project,
            check_names=self.parameter_names == "check",
            markers=self.abstract_markers,
        )

    def _own(self, project: Project, whole: Conformance) -> Conformance:
        elsewhere = {
            settings.options.get("protocol")
            for settings in project.config.rules
            if settings.type == self.name()
        }

        def is_own(name: str) -> bool:
            return name == self.protocol if self.protocol else name not in elsewhere

        return replace(
            whole,
            contracts=tuple(one for one in whole.contracts if is_own(one.full_name)),
            assessments=tuple(one for one in whole.assessments if is_own(one.contract.full_name)),
        )

    def _diagnostic(self, project: Project, assessment: Assessment, defect: Defect) -> Diagnostic:
        implementer, contract = assessment.implementer, assessment.contract
        home = project.tree.identity(project.modules[implementer.key.module])
        asked = project.tree.identity(project.modules[contract.key.module])
        member = f".{defect.member}" if defect.member else ""
        return self.diagnostic(
            defect.location,
            defect.message,
            subject=f"{home}.{implementer.name}",
            object=f"{asked}.{contract.name}{member}",
            related=defect.related,
            help=(
                f"make `{implementer.last_name}` do what it claims",
                f"or change `{contract.last_name}` and whatever implements it together",
            ),
        )

    def _idle_names(self, project: Project, whole: Conformance) -> Iterator[Diagnostic]:
        """Names of this instance's own table that stand for nothing."""
        known = [one.full_name for one in whole.contracts]
        for settings in project.config.rules:
            if settings.type != self.name() or settings.options.get("protocol") != (
                self.protocol or None
            ):
                continue
            idle = [name for protocol, name in whole.unmatched if protocol == self.protocol]
            if self.implementers and not self.protocol:
                idle = list(self.implementers)
            for name in idle:
                is_contract = name == self.protocol
                key = ("protocol",) if is_contract else ("implementers", name)
                hint = did_you_mean(name, known) if is_contract else ""
                yield self.diagnostic(
                    project.config.locate((*settings.key, *key), True),
                    f"`{name}` of `{settings.instance}` matches no class"
                    + ("" if self.protocol else ", since the table names no `protocol`"),
                    subject=settings.instance,
                    object=name,
                    help=(hint or "correct the name, or delete the entry",),
                )


_PLANTED = b'''"""Planted."""

from typing import Protocol
class Planted(Protocol):
    def planted(self) -> int: ...


class WithoutIt(Planted):
    other = 1
'''
