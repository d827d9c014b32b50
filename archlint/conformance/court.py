"""Judges the claims of each class together, so that a defect is said once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from archlint.conformance.assessment import Answer, Assessment
from archlint.conformance.bindings import ClassKey
from archlint.conformance.claims import Claim, Claims, Evidence
from archlint.conformance.classes import ClassInfo
from archlint.conformance.defects import lack, misfit
from archlint.conformance.judging import Judge
from archlint.conformance.members import CALLABLE, Form, Member
from archlint.conformance.membership import Membership
from archlint.conformance.uses import Uses, find_uses
from archlint.project import Project


@dataclass(frozen=True, eq=False)
class _Asked:
    """A member that a class must have because a contract type declares it."""

    contract: ClassInfo
    member: Member


@dataclass(frozen=True, eq=False)
class _Result:
    """What came of one member: missing, wrong, in doubt, or none of these.

    What is missing may still be excused by what other modules do with the class.
    """

    asked: _Asked
    is_missing: bool = False
    faults: tuple[str, ...] = ()
    found: Member | None = None
    doubt: str = ""


class Court:
    """Every claim of a project, and what is needed to judge them."""

    def __init__(
        self,
        project: Project,
        membership: Membership,
        judge: Judge,
        claims: Claims,
        markers: tuple[str, ...],
    ) -> None:
        self.project = project
        self.membership = membership
        self.classes = membership.classes
        self.judge = judge
        self.contracts = {info.key: info for info in claims.contracts}
        self.named = claims.named
        self.markers = markers
        self.by_class: dict[ClassKey, list[Claim]] = {}
        self.doubtful: dict[tuple[ClassKey, ClassKey], list[Claim]] = {}
        for claim in claims.all:
            if claim.doubt:
                pair = (claim.implementer.key, claim.contract.key)
                self.doubtful.setdefault(pair, []).append(claim)
            else:
                self.by_class.setdefault(claim.implementer.key, []).append(claim)

    def assessments(self) -> Iterator[Assessment]:
        """One assessment for each class and each contract type it claims."""
        found = {key: self._results(claims) for key, claims in sorted(self.by_class.items())}
        uses = self._uses(found)
        for key, preliminary in found.items():
            claims = self.by_class[key]
            results = [
                self._settled(one, claims, uses) if one.is_missing else one for one in preliminary
            ]
            for contract in dict.fromkeys(claim.contract for claim in claims):
                doubtful = self.doubtful.get((key, contract.key), ())
                theirs = (*(claim for claim in claims if claim.contract is contract), *doubtful)
                family = self.classes.lineage(contract.key)
                relevant = [one for one in results if one.asked.contract.key in family]
                mine = [one for one in relevant if self._speaker(one, claims) is contract]
                yield self._assessment(theirs, relevant, mine)

        for (key, contract_key), vague in self.doubtful.items():
            if all(claim.contract.key != contract_key for claim in self.by_class.get(key, ())):
                pair = vague[0].implementer, vague[0].contract
                doubts = tuple(dict.fromkeys(claim.doubt for claim in vague))
                yield Assessment(*pair, tuple(vague), Answer.UNKNOWN, (), doubts)

    def _results(self, claims: Sequence[Claim]) -> list[_Result]:
        """What comes of each member that the claims of one class ask for, so far."""
        results = [self._result(asked, claims) for asked in self._asked(claims)]
        self.membership.make_room()
        return results

    def _assessment(
        self, claims: tuple[Claim, ...], relevant: Sequence[_Result], mine: Sequence[_Result]
    ) -> Assessment:
        doubts = tuple(
            f"`{one.asked.member.full_name}`: {one.doubt}" for one in relevant if one.doubt
        )
        answer = Answer.UNKNOWN if doubts else Answer.CONFORMING
        if any(one.is_missing or one.faults for one in relevant):
            answer = Answer.NOT
        missing = [one.asked.member for one in mine if one.is_missing]
        defects = [
            misfit(one.asked.member, one.found, one.faults, claims) for one in mine if one.found
        ]
        if missing:
            defects.append(lack(missing, claims))
        implementer, contract = claims[0].implementer, claims[0].contract
        return Assessment(implementer, contract, claims, answer, tuple(defects), doubts)

    def _speaker(self, result: _Result, claims: Sequence[Claim]) -> ClassInfo:
        """The claimed contract type under which a defect is said."""
        owner = result.asked.contract
        claimed = [claim.contract for claim in claims]
        above = (one for one in claimed if owner.key in self.classes.lineage(one.key))
        return owner if owner in claimed else next(above)

    def _asked(self, claims: Sequence[Claim]) -> Iterator[_Asked]:
        """The members asked for; of contract types that derive from each other, the nearest's."""
        declared: dict[str, list[ClassInfo]] = {}
        members: dict[tuple[ClassKey, str], Member] = {}
        for claim in claims:
            for info in self.classes.lineage(claim.contract.key).classes:
                if info.key in self.contracts:
                    lineage = self.classes.lineage(claim.implementer.key)
                    outer = self.membership.asked_from_outside(info, info.key in lineage)
                    asked = {
                        **{member.name: member for member in outer},
                        **self.membership.asked_by(info, info.full_name in self.named),
                    }
                    for name, member in asked.items():
                        if (info.key, name) not in members:
                            members[info.key, name] = member
                            declared.setdefault(name, []).append(info)
        for name, owners in declared.items():
            for owner in owners:
                nearer = (other for other in owners if other is not owner)
                if not any(owner.key in self.classes.lineage(other.key) for other in nearer):
                    yield _Asked(owner, members[owner.key, name])

    def _result(self, asked: _Asked, claims: Sequence[Claim]) -> _Result:
        info = claims[0].implementer
        found = self._lookup(info, asked)
        if found is None:
            return self._absent(info, asked)
        lineage = self.classes.lineage(info.key)
        is_nominal = asked.contract.key in lineage
        if asked.member.outsider or (is_nominal and not self._is_its_own(info, found, asked)):
            return _Result(asked)
        if _is_mangled(asked.member.name) and found.owner is not asked.contract:
            return _Result(asked, doubt="each class has a name of its own for it")
        if is_nominal and asked.member.function is not None and found.is_of_instances:
            return _Result(asked, doubt="only objects have it, the class still has the contract's")
        if is_nominal and found.owner is not info and _are_unlike(asked.member, found):
            return _Result(asked, doubt="a mixin has it as another kind of method")
        judgement = self.judge.compare(asked.member, found, is_nominal)
        return _Result(
            asked,
            faults=tuple(dict.fromkeys(judgement.faults)),
            # A member holds on to its part of the tree.
            found=found if judgement.faults else None,
            doubt=judgement.doubts[0] if judgement.doubts else "",
        )

    def _lookup(self, info: ClassInfo, asked: _Asked) -> Member | None:
        """The member that implements what is asked; None where there is no implementation."""
        lineage = self.classes.lineage(info.key)
        found = next(self.membership.found(lineage, asked.member.name), None)
        if found is None or asked.contract.key not in lineage:
            return found
        owner = found.owner
        is_contract = owner.is_protocol or owner.full_name in self.named
        is_idle = found.is_empty or not found.is_assigned
        return None if found.is_abstract or (is_contract and is_idle) else found

    def _is_its_own(self, info: ClassInfo, found: Member, asked: _Asked) -> bool:
        """Whether it is this class, no base of it, that makes the member stand for the contract."""
        if found.owner is info:
            return True
        both = (found.owner.key, asked.contract.key)
        return not any(
            all(key in self.classes.lineage(base.key) for key in both)
            for base in self.classes.lineage(info.key).classes[1:]
        )

    def _absent(self, info: ClassInfo, asked: _Asked) -> _Result:
        lineage = self.classes.lineage(info.key)
        name = asked.member.name
        is_nominal = asked.contract.key in lineage
        if self.membership.may_be_abstract(info, self.markers):
            return _Result(asked)
        if lineage.implements(name) if is_nominal else lineage.inherits(name):
            return _Result(asked, doubt="it is inherited from outside the tree")
        if any(map(_is_value, self.membership.found(lineage, name))):
            return _Result(asked, doubt="a base behind the contract type has it")
        if self.membership.is_made(lineage, name):
            return _Result(asked, doubt="the decorator of a data class may add it")
        if self.membership.is_given_from_outside(lineage, name):
            return _Result(asked, doubt="it is set after the class is made")
        doubt = self.membership.doubt(lineage)
        return _Result(asked, doubt=doubt) if doubt else _Result(asked, is_missing=True)

    def _uses(self, found: Mapping[ClassKey, Sequence[_Result]]) -> Uses:
        """How the classes that lack something, and the bases of theirs in the tree, are used."""
        looked_at = {
            info.key
            for key, results in found.items()
            if any(one.is_missing for one in results)
            for info in self.classes.lineage(key).classes
            if info.key == key or info.key not in self.contracts
        }
        return find_uses(self.project, self.classes.names, looked_at)

    def _settled(self, result: _Result, claims: Sequence[Claim], uses: Uses) -> _Result:
        """What is missing, or why it is not after all."""
        info, name = claims[0].implementer, result.asked.member.name
        lineage = self.classes.lineage(info.key)
        if any((one.key, name) in uses.given for one in lineage.classes):
            return _Result(result.asked, doubt="another module adds it to the class")
        is_intermediate = info.key in uses.heirs and not any(
            claim.evidence is not Evidence.BASE for claim in claims
        )
        if is_intermediate and info.key not in uses.called:
            return _Result(result.asked)
        return result


def _is_value(member: Member) -> bool:
    """Whether it is an attribute with a value, which no mere declaration hides."""
    return member.form is Form.ATTRIBUTE and member.is_assigned


def _is_mangled(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def _are_unlike(asked: Member, found: Member) -> bool:
    """Whether both are methods, of different kinds."""
    return asked.form is not found.form and {asked.form, found.form} <= set(CALLABLE)
