"""The command `conformance`: contract types, their implementers and the verdicts."""

from typing import TYPE_CHECKING

import click

from archlint.cli.asked import Asked
from archlint.cli.output import complain, emit
from archlint.cli.remembering import Remembering, remembers

if TYPE_CHECKING:
    from archlint.conformance.assessment import Assessment
    from archlint.conformance.classes import ClassInfo
    from archlint.project import Project

SCHEMA_VERSION = 1


@click.command("conformance")
@click.argument("protocol", required=False)
@click.option("--config", "config_file", metavar="FILE", help="The config to use.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
)
@remembers
def command(
    protocol: str | None, config_file: str | None, format_name: str, remembering: Remembering
) -> None:
    """Show which classes claim which contract types, and whether they satisfy them.

    PROTOCOL limits it to one contract type, given by its dotted name or its last part.
    """
    from archlint.registry.load import load_rules
    from archlint.registry.selection import Selection
    from archlint.rules.nonconforming_type import NonconformingType

    project = Asked(config_file, remembering).project()
    config = project.config
    rules, faults = load_rules(config, Selection(select=(NonconformingType.name(),)))
    for fault in (*config.faults, *faults):
        complain(f"{fault.location}: {fault.message}")
    contracts: list[ClassInfo] = []
    rows: list[Assessment] = []
    for instance in rules:
        if isinstance(instance.rule, NonconformingType):
            found = instance.rule.conformance(project)
            contracts += found.contracts
            rows += found.assessments
    contracts.sort(key=lambda one: one.full_name)
    chosen = _chosen(contracts, protocol) if protocol else contracts
    render = _json if format_name == "json" else _text
    emit(render(project, chosen, rows))


def _chosen(contracts: "list[ClassInfo]", name: str) -> "list[ClassInfo]":
    """The contract types that a name means.

    Raises:
        ArchlintError: there is none.
    """
    from archlint.config.suggest import with_hint
    from archlint.errors import ArchlintError

    found = [one for one in contracts if name in (one.full_name, one.name)]
    if not found:
        known = {text for one in contracts for text in (one.full_name, one.name)}
        raise ArchlintError(with_hint(f"no contract type is called `{name}`", name, known))
    return found


def _text(project: "Project", contracts: "list[ClassInfo]", rows: "list[Assessment]") -> str:
    from archlint.reporters.plain import counted, visible

    lines = []
    for contract in contracts:
        lines.append(visible(f"{contract.full_name}  {contract.place}"))
        theirs = [row for row in rows if row.contract.key == contract.key]
        for row in theirs:
            double = ", a test double" if _is_double(project, row) else ""
            lines.append(visible(f"  {row.implementer.full_name}: {row.answer}{double}"))
            lines += [visible(f"    {claim.evidence} at {claim.place}") for claim in row.claims]
            lines += [visible(f"    {defect.location} {defect.message}") for defect in row.defects]
            lines += [visible(f"    cannot judge {doubt}") for doubt in row.doubts]
        if not theirs:
            lines.append("  no class claims it")
    shown = {contract.key for contract in contracts}
    answers = [row.answer.value for row in rows if row.contract.key in shown]
    counts = ", ".join(
        f"{answers.count(word)} {word}" for word in ("conforming", "not conforming", "cannot judge")
    )
    types = counted(len(contracts), "contract type")
    claims = counted(len(answers), "claim")
    lines.append(f"{types}, {claims}: {counts}")
    return "".join(f"{line}\n" for line in lines)


def _json(project: "Project", contracts: "list[ClassInfo]", rows: "list[Assessment]") -> str:
    import json

    document = {
        "schema_version": SCHEMA_VERSION,
        "contracts": [
            {
                "name": contract.full_name,
                **_place(contract),
                "implementers": [
                    {
                        "name": row.implementer.full_name,
                        **_place(row.implementer),
                        "answer": row.answer.value,
                        "test_double": _is_double(project, row),
                        "claims": [
                            {"evidence": claim.evidence.value, "place": str(claim.place)}
                            for claim in row.claims
                        ],
                        "defects": [
                            {"place": str(defect.location), "message": defect.message}
                            for defect in row.defects
                        ],
                        "doubts": list(row.doubts),
                    }
                    for row in rows
                    if row.contract.key == contract.key
                ],
            }
            for contract in contracts
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _place(info: "ClassInfo") -> dict[str, str | int]:
    """Where the name of a class stands."""
    place = info.place
    return {"path": place.path, "line": place.line, "column": place.column}


def _is_double(project: "Project", row: "Assessment") -> bool:
    """Whether the implementer stands in for another in tests."""
    from archlint.source.tree import Role

    is_in_test = project.modules[row.implementer.key.module].role is Role.TEST
    return is_in_test and not row.implementer.is_protocol
