"""Whole reports of earlier runs, each with the question and with all that was looked at for it."""

import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from archlint.cache import reports, seen
from archlint.cache.confirm import confirmed
from archlint.cache.container import UNUSABLE, Container
from archlint.cache.folder import ANSWER
from archlint.cache.memory import Memory
from archlint.cache.seen import Seen
from archlint.report import Report
from archlint.source.sight import Look, Sight

if TYPE_CHECKING:
    from archlint.source.searches import Known, Words

Question = Mapping[str, str | Sequence[str] | bool]
"""What a run was asked, the tree itself aside; what its config says is part of it."""


class Answer(NamedTuple):
    """A report, and whether it is all that there is to say to the question.

    It is not where rules of the user's own have their say, too.
    """

    report: Report
    is_whole: bool


def recall(memory: Memory, question: Question) -> Answer | None:
    """The answer of an earlier run, if all that it looked at is still as it was."""
    asked = _text(question)
    container = _opened(memory, asked)
    if container is None:
        return None
    with container:
        try:
            before = seen.load(container.section("seen"))
            moment = int(container.section("moment"))
            root = container.section("root").decode("utf-8", "surrogatepass")
            again = confirmed(memory, before, moment, root)
            if again is None:
                return None
            text = container.section("report")
            answer = Answer(reports.load(text, memory.root), container.section("whole") == b"yes")
            searches = container.section("searched")
        except UNUSABLE:
            return None
    if again is not before:
        _write(memory, asked, text, again, answer.is_whole, searches)
    return answer


def keep(
    memory: Memory,
    question: Question,
    answer: Answer,
    sights: Mapping[Look, Mapping[str, Sight]],
    lacking: "Mapping[Words, Collection[str]]",
) -> None:
    """Keep the answer of this run, which looked at nothing but `sights`.

    `lacking` is what its searches came to.
    """
    from archlint.cache import searched

    report = reports.dump(answer.report)
    columns = seen.in_columns(sights, memory.root)
    searches = searched.dump(lacking, columns)
    _write(memory, _text(question), report, columns, answer.is_whole, searches)


def searches(memory: Memory, question: Question) -> "Known":
    """What the searches for an earlier answer came to, as far as that is still true."""
    from archlint.cache import searched

    @cache
    def earlier() -> searched.Earlier | None:
        container = _opened(memory, _text(question))
        if container is None:
            return None
        with container:
            try:
                return searched.Earlier(
                    memory,
                    seen.load(container.section("seen")),
                    int(container.section("moment")),
                    searched.load(container.section("searched")),
                )
            except UNUSABLE:
                return None

    def known(words: "Words") -> Mapping[str, Sight]:
        found = earlier()
        return found.lacking(words) if found else {}

    return known


def _opened(memory: Memory, asked: bytes) -> Container | None:
    """The container of the answer to this very question, for a `with` block."""
    container = memory.folder.open(_name(asked))
    if container is None:
        return None
    with suppress(*UNUSABLE):
        if container.section("question") == asked:
            return container
    with container:
        return None


def _write(
    memory: Memory,
    asked: bytes,
    report: bytes,
    sights: Sequence[Seen],
    is_whole: bool,
    searches: bytes,
) -> None:
    sections = {
        "question": asked,
        "moment": str(memory.moment).encode("ascii"),
        "root": memory.root.encode("utf-8", "surrogatepass"),
        "seen": seen.dump(sights),
        "searched": searches,
        "report": report,
        "whole": b"yes" if is_whole else b"no",
    }
    memory.folder.put(_name(asked), sections)


def _text(question: Question) -> bytes:
    return json.dumps(question, sort_keys=True).encode("ascii")


def _name(asked: bytes) -> str:
    # Two questions of one name only take each other's place: the whole is compared.
    return f"{ANSWER}-{zlib.crc32(asked):08x}"
