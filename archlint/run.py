"""A run as it is asked for: what is still known is recalled, the rest is found out."""

from collections.abc import Callable
from os.path import join
from typing import TYPE_CHECKING, NamedTuple

from archlint.cache import answers
from archlint.cache.memory import Memory
from archlint.config.discover import Found
from archlint.errors import ArchlintError, ConfigError
from archlint.excerpts import with_excerpts
from archlint.report import Report
from archlint.source.disk import Disk
from archlint.source.sight import content
from archlint.timings import Lap, untimed

if TYPE_CHECKING:
    from archlint.config.settings import Config

Progress = Callable[[int, int], None]
"""Told how much of the tree is read, and of how much."""


class Request(NamedTuple):
    """What is asked of a run.

    `select` and `disable` are names of rules and groups; without `select` the config says what
    runs. `limits` are POSIX paths relative to the root of the run, and `words` names of domains:
    only what lies there is reported.
    """

    select: tuple[str, ...] = ()
    disable: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    with_remarks: bool = False


def run(
    found: Found,
    request: Request,
    memory: Memory | None = None,
    progress: Progress | None = None,
    lap: Lap = untimed,
) -> Report:
    """The report; what kept the run from being done is in it, so that every format can say it.

    `memory` is that of the root that was found; without it nothing is recalled or kept. `progress`
    is told how much is read, `lap` what is done.
    """
    disk = Disk(found.root)
    question = _question(found, request)
    answer = None
    if memory:
        answer = answers.recall(memory, question)
        lap("recall of the report")
    if answer and answer.is_whole and not request.words:
        report = answer.report.limited_to(request.limits)
        # What is looked at from here on decides nothing.
        return with_excerpts(report, lambda path: content(join(disk.top, path)))

    from archlint.cache import configs

    try:
        config = configs.read(found, disk, memory)
    except ConfigError as error:
        return unusable(error)
    lap("config")
    try:
        from archlint.engine import examine
        from archlint.registry.selection import Selection

        outcome = examine(
            config,
            disk,
            selection=Selection(select=request.select or None, disable=request.disable),
            limits=request.limits,
            only_domains=_domains(request.words, config),
            with_remarks=request.with_remarks,
            memory=memory,
            settled=answer.report if answer else None,
            known=answers.searches(memory, question) if memory else None,
            progress=progress,
            lap=lap,
        )
    except ArchlintError as error:
        faults = sorted((*config.faults, *error.diagnostics), key=lambda item: item.sort_key)
        report = Report(
            diagnostics=tuple(faults),
            failures=(error.message,),
            root=config.root,
            config_file=config.file,
        )
        return with_excerpts(report, disk.read)
    is_known = answer is not None and answer.report is outcome.settled
    if memory and outcome.is_lasting and not is_known:
        kept = answers.Answer(outcome.settled, outcome.is_whole)
        answers.keep(memory, question, kept, disk.sights, outcome.project.searches.lacking)
        lap("keeping of the report")
    return with_excerpts(outcome.report, disk.read)


def _question(found: Found, request: Request) -> answers.Question:
    """All that decides what is settled, the tree aside; the rest decides what of it is shown."""
    return {
        "file": found.file,
        # Any bytes are text in this encoding.
        "config": found.content.decode("latin-1"),
        "select": request.select,
        "disable": request.disable,
        "remarks": request.with_remarks,
    }


def unusable(error: ConfigError) -> Report:
    """The report of a run whose config cannot be read."""
    # A fault with a place says all of it; the message would say it again.
    failures = () if error.diagnostics else (error.message,)
    return Report(diagnostics=error.diagnostics, failures=failures)


def _domains(words: tuple[str, ...], config: "Config") -> tuple[str, ...]:
    """The words, if all of them are names of domains, or of a family and a member.

    Raises:
        ArchlintError: a word is none; it is no path either, or nobody would have asked.
    """
    names = tuple(domain.name for domain in config.domains)
    families = {domain.name for domain in config.domains if domain.family}
    for word in words:
        if word not in names and word.partition("/")[0] not in families:
            from archlint.config.suggest import with_hint

            raise ArchlintError(with_hint(f"`{word}` is neither a path nor a domain", word, names))
    return words
