"""The verdict on every claim of a project: what is missing, what does not fit, what is in doubt."""

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from archlint.conformance.listings import listings
from archlint.diagnostics import Location, Related
from archlint.facts.gather import no_collection
from archlint.project import Project

if TYPE_CHECKING:
    from archlint.conformance.claims import Claim, Claims
    from archlint.conformance.classes import ClassInfo
    from archlint.conformance.membership import Membership


class Answer(enum.StrEnum):
    """What can be said of a claim."""

    CONFORMING = "conforming"
    NOT = "not conforming"
    UNKNOWN = "cannot judge"


@dataclass(frozen=True)
class Defect:
    """One member that does not fit, or all that are missing together.

    `member` is "" for the missing ones. `related` are what is expected, found and claimed.
    """

    member: str
    message: str
    location: Location
    related: tuple[Related, ...]


@dataclass(frozen=True, eq=False)
class Assessment:
    """What was found of one class and one contract type it claims.

    `claims` say how it claims it. `defects` are those that are said here: one that belongs to
    another claim of the class too is said once. `doubts` are what could not be judged.
    """

    implementer: "ClassInfo"
    contract: "ClassInfo"
    claims: "tuple[Claim, ...]"
    answer: Answer
    defects: tuple[Defect, ...]
    doubts: tuple[str, ...]

    @property
    def is_proven(self) -> bool:
        """Whether the code itself claims it, by a base or by a proof line."""
        return any(claim.evidence.is_proof for claim in self.claims)


@dataclass(frozen=True)
class Conformance:
    """All contract types of a project, and the assessments on their implementers.

    `idle` are the contract types that no class implements. `unmatched` are names and expressions of
    the config that stand for no class, each after the contract type it was given for.
    """

    contracts: "tuple[ClassInfo, ...]"
    assessments: tuple[Assessment, ...]
    idle: "tuple[ClassInfo, ...]"
    unmatched: tuple[tuple[str, str], ...]


def assess_conformance(
    project: Project, *, check_names: bool = False, markers: tuple[str, ...] = ("__abstract__",)
) -> Conformance:
    """Judge every claim of a project, once for each set of options.

    With `check_names` implementers must keep the names of parameters; `markers` are class
    attributes that say that a class is abstract.
    """
    return project.once(_assess, check_names, markers)


def _assess(project: Project, check_names: bool, markers: tuple[str, ...]) -> Conformance:
    if not (listings(project.config) or any(facts.classes for facts in project.facts)):
        return Conformance((), (), (), ())
    # These import `ast`, which a run that asks for no conformance need not load.
    from archlint.conformance.assignability import Assignability
    from archlint.conformance.court import Court
    from archlint.conformance.judging import Judge

    with no_collection():
        membership, claims = project.once(_claims)
        classes = membership.classes
        judge = Judge(Assignability(classes, membership.declares), check_names)
        implemented = {
            info.key
            for claim in claims.all
            if not claim.implementer.is_protocol
            for info in classes.lineage(claim.contract.key).classes
        }
        assessments = tuple(Court(project, membership, judge, claims, markers).assessments())
        # Defects say where they are: hardly anybody asks for a tree any more.
        membership.make_room(0)
        return Conformance(
            claims.contracts,
            assessments,
            tuple(info for info in claims.contracts if info.key not in implemented),
            claims.unmatched,
        )


def _claims(project: Project) -> "tuple[Membership, Claims]":
    """What is the same whatever the options of a rule are."""
    from archlint.conformance.claims import find_claims
    from archlint.conformance.classes import Classes
    from archlint.conformance.membership import Membership
    from archlint.conformance.names import Names

    membership = Membership(Classes(Names(project)))
    return membership, find_claims(project, membership, listings(project.config))
