"""What is said of the members that are missing or do not fit."""

from collections.abc import Iterator, Sequence

from archlint.conformance.assessment import Defect
from archlint.conformance.claims import Claim, Evidence
from archlint.conformance.members import CALLABLE, Form, Member
from archlint.conformance.rendering import written
from archlint.diagnostics import Related


def misfit(asked: Member, found: Member, faults: Sequence[str], claims: Sequence[Claim]) -> Defect:
    """A member that does not fit; `faults` are each the end of "it …"."""
    info = claims[0].implementer
    is_own = found.owner is info
    is_namesake = info.last_name == asked.owner.last_name
    subject, wanted = (
        f"{one.full_name if is_namesake else one.last_name}.{asked.name}"
        for one in (info, asked.owner)
    )
    inherited = "" if is_own else f" (it comes from `{found.owner.last_name}`)"
    return Defect(
        asked.name,
        f"`{subject}` does not fit `{wanted}`: it {', and '.join(faults)}{inherited}",
        found.place if is_own else info.place,
        (
            Related(asked.place, f"expected `{written(asked)}`"),
            Related(found.place, f"found    `{written(found)}`"),
            *_claimed(claims),
        ),
    )


def lack(members: Sequence[Member], claims: Sequence[Claim]) -> Defect:
    """The members that are missing."""
    info, contract = claims[0].implementer, claims[0].contract
    is_namesake = info.last_name == contract.last_name
    name, asker = (one.full_name if is_namesake else one.last_name for one in (info, contract))
    listed = ", ".join(f"`{member.name}` ({_noun(member)})" for member in members)
    places = (Related(member.place, f"expected `{written(member)}`") for member in members)
    return Defect(
        "",
        f"`{name}` lacks what `{asker}` asks for: {listed}",
        info.place,
        (*places, *_claimed(claims)),
    )


def _noun(member: Member) -> str:
    if member.outsider:
        return f"method of `{member.outsider.rpartition('.')[2]}`"
    if member.form in CALLABLE:
        return "method"
    return (
        "attribute" if member.form in (Form.ATTRIBUTE, Form.UNKNOWN) else member.form.name.lower()
    )


def _claimed(claims: Sequence[Claim]) -> Iterator[Related]:
    """Where the claim is made; a base is seen at the class itself."""
    for claim in claims:
        yield Related(claim.place, f"claim    {_words(claim)}")


def _words(claim: Claim) -> str:
    name, contract = claim.implementer.last_name, claim.contract.last_name
    match claim.evidence:
        case Evidence.BASE:
            return f"`{name}` derives from `{contract}`"
        case Evidence.LINE:
            return f"a proof line says that `{name}` is a `{contract}`"
        case Evidence.REGISTER:
            return f"`{name}` is registered as a `{contract}`"
        case Evidence.CONFIG:
            return f"the config lists `{name}` as a `{contract}`"
