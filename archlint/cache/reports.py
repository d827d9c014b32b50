"""Reports as JSON, and back; without the excerpts, which are read from the files when shown.

What stands in a report a thousand times (the key of the config that decides, the block that a
chain is shown in) stands in the text once.
"""

import json
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from archlint.diagnostics import Block, Diagnostic, Location, Related, Severity
from archlint.report import Counts, Report

_T = TypeVar("_T")
_PlainLocation = tuple[str, int, int, int, int]
_PlainRelated = tuple[int, str]
_PlainBlock = tuple[int, str, tuple[str, ...]]
_PlainDiagnostic = tuple[
    str, str, int, str, str, str, str, str, int, str, int, tuple[str, ...], list[_PlainRelated], int
]
_NONE = -1
_STRUCTURED = ("diagnostics", "excused", "counts", "roots")
_OF_A_CHECKOUT = ("root", "excerpts")


class _Table(dict[_T, int]):
    """Numbers for values, in the order in which they were first asked about."""

    def __missing__(self, value: _T) -> int:
        number = self[value] = len(self)
        return number

    def optional(self, value: _T | None) -> int:
        return _NONE if value is None else self[value]


def dump(report: Report) -> bytes:
    """The text of a report; its root is left out, too, since the checkout may be moved."""
    places: _Table[Location] = _Table()
    blocks: _Table[Block] = _Table()
    diagnostics = [
        (
            one.rule,
            one.message,
            places[one.location],
            one.subject,
            one.object,
            one.severity,
            one.instance,
            one.note,
            places.optional(one.statement),
            one.why,
            places.optional(one.config),
            one.help,
            _plain_related(one.related, places),
            blocks.optional(one.block),
        )
        for one in report.diagnostics
    ]
    plain = {
        "diagnostics": diagnostics,
        "excused": _plain_related(report.excused, places),
        "blocks": [(places[block.location], block.message, block.help) for block in blocks],
        "counts": report.counts._asdict(),
        "roots": report.roots,
        "rest": {name: _thawed(getattr(report, name)) for name in _as_they_are()},
    }
    # The places come last: what stands before them has named them.
    plain["places"] = [
        (place.path, place.line, place.column, place.end_line, place.end_column) for place in places
    ]
    return json.dumps(plain, separators=(",", ":")).encode("ascii")


def load(text: bytes, root: str) -> Report:
    """The report of a text that `dump` made, for the checkout at `root`.

    Raises:
        ValueError, TypeError, LookupError: the text is not one of these.
    """
    plain = json.loads(text)
    places = [Location(*place) for place in cast(list[_PlainLocation], plain["places"])]
    places_and_none = [*places, None]
    blocks = [
        Block(places[place], message, tuple(help))
        for place, message, help in cast(list[_PlainBlock], plain["blocks"])
    ]
    blocks_and_none = [*blocks, None]
    diagnostics = tuple(
        Diagnostic(
            rule=rule,
            message=message,
            location=places[location],
            subject=subject,
            object=object,
            severity=Severity(severity),
            instance=instance,
            note=note,
            statement=places_and_none[statement],
            why=why,
            config=places_and_none[config],
            help=tuple(help),
            related=_related(related, places),
            block=blocks_and_none[block],
        )
        for (
            rule,
            message,
            location,
            subject,
            object,
            severity,
            instance,
            note,
            statement,
            why,
            config,
            help,
            related,
            block,
        ) in cast(list[_PlainDiagnostic], plain["diagnostics"])
    )
    rest: dict[str, Any] = {name: _frozen(value) for name, value in plain["rest"].items()}
    return Report(
        diagnostics=diagnostics,
        excused=_related(plain["excused"], places),
        counts=Counts(**plain["counts"]),
        roots=tuple([(path, evidence) for path, evidence in plain["roots"]]),
        root=root,
        **rest,
    )


def _as_they_are() -> list[str]:
    """The fields of a report that are plain values, or tuples and mappings of these."""
    apart = (*_STRUCTURED, *_OF_A_CHECKOUT)
    return [name for name in Report._fields if name not in apart]


def _plain_related(related: tuple[Related, ...], places: _Table[Location]) -> list[_PlainRelated]:
    return [(places[one.location], one.message) for one in related]


def _related(plain: list[_PlainRelated], places: list[Location]) -> tuple[Related, ...]:
    return tuple([Related(places[place], message) for place, message in plain])


def _thawed(value: object) -> object:
    """A mapping as the one kind that JSON knows."""
    return dict(value) if isinstance(value, Mapping) else value


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
