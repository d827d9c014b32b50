"""The facts of many files as records, on as many processors as pay."""

import gc
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from archlint.facts.codec import encode
from archlint.facts.extract import extract
from archlint.facts.imports import FileFacts, Problem
from archlint.facts.share import MOST, processors, shared
from archlint.source.digest import digest

_LARGE = 300_000
"""Bytes of source that pay for other processes; where all is known, too few to matter."""
_MANY = 1_000
"""Files that pay for them even if nothing has to be parsed."""
_BATCHES = MOST // 2
_OPENING = 4_000
"""Bytes that are read and fingerprinted in the time that opening a file takes."""


class Job(NamedTuple):
    """A file to look at; its `size` in bytes only serves to share work evenly."""

    path: str
    is_stub: bool
    size: int


class Gathered(NamedTuple):
    """The digest of a file's content and the record of its facts.

    Of a file that could not be read the digest is b"", and the facts are an `unreadable-file`.
    """

    digest: bytes
    record: bytes


Read = Callable[[str], bytes]
Known = Callable[[bytes, bool], bytes | None]
Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""


def gather(
    jobs: Sequence[Job], read: Read, known: Known, progress: Progress | None = None
) -> list[Gathered]:
    """What is gathered from files, in the same order.

    Each file is read once, and parsed unless `known` has a record for its digest and for whether it
    is a stub. Much work is shared with forked processes, where the system forks and this process
    has no other thread; what they fail to deliver is done here. `read` may raise OSError.
    """
    work = _Work(jobs, _batches(jobs), read, known)
    found: dict[int, Gathered] = {}
    with no_collection():
        for done, (batch, answers) in enumerate(work.shared(_processes(jobs))):
            found.update(zip(work.batches[batch], answers, strict=True))
            if progress is not None:
                progress(done + 1, len(work.batches))
    return [work.settled(job, found[index]) for index, job in enumerate(jobs)]


@contextmanager
def no_collection() -> Iterator[None]:
    """Trees hold no cycles, so looking for garbage among their nodes is lost time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _processes(jobs: Sequence[Job]) -> int:
    pays = len(jobs) > _MANY or sum(job.size for job in jobs) > _LARGE
    return processors() if pays else 1


def _batches(jobs: Sequence[Job]) -> list[range]:
    """Runs of neighbours among the jobs, of about equal cost as far as may be, dearest first."""
    ends = [*accumulate((job.size + _OPENING for job in jobs), initial=0)]
    least = ends[-1] / _BATCHES
    batches: list[range] = []
    start = 0
    for index in range(len(jobs)):
        if ends[index + 1] - ends[start] >= least or index + 1 == len(jobs):
            batches.append(range(start, index + 1))
            start = index + 1
    return sorted(batches, key=lambda batch: ends[batch.start] - ends[batch.stop])


@dataclass(frozen=True, slots=True)
class _Work:
    """Jobs in batches. In answers, which any process may give, a known record is b""."""

    jobs: Sequence[Job]
    batches: Sequence[range]
    read: Read
    known: Known

    def shared(self, processes: int) -> Iterator[tuple[int, list[Gathered]]]:
        """The answers of each batch, in any order."""
        last = len(self.batches) - 1
        if last >= 0:
            # The cheapest one loads what parsing needs, before there are several processes.
            yield last, self.answers(last)
            yield from shared(last, self.answers, _packed, _unpacked, min(processes, last))

    def answers(self, batch: int) -> list[Gathered]:
        """What comes of the files of a batch."""
        return [self._answer(self.jobs[index]) for index in self.batches[batch]]

    def settled(self, job: Job, answer: Gathered) -> Gathered:
        """An answer with its record."""
        record = answer.record or self.known(answer.digest, job.is_stub)
        if record is None:
            raise LookupError(f"the facts of {job.path!r} were known and are no more")
        return Gathered(answer.digest, record)

    def _answer(self, job: Job) -> Gathered:
        try:
            content = self.read(job.path)
        except OSError as error:
            return Gathered(b"", encode(_unreadable(error)))
        mark = digest(content)
        if self.known(mark, job.is_stub) is not None:
            return Gathered(mark, b"")
        return Gathered(mark, encode(extract(content, is_stub=job.is_stub)))


def _packed(answers: Sequence[Gathered]) -> bytes:
    """How many parts there are, how long each is, and the parts: digests and records in turn."""
    parts = [*chain.from_iterable(answers)]
    return struct.pack(f"<{len(parts) + 1}I", len(parts), *map(len, parts)) + b"".join(parts)


def _unpacked(packed: bytes) -> list[Gathered]:
    (count,) = struct.unpack_from("<I", packed)
    head = struct.Struct(f"<{count + 1}I")
    ends = accumulate(head.unpack_from(packed)[1:], initial=head.size)
    parts = iter([packed[start:end] for start, end in pairwise(ends)])
    return [*map(Gathered, parts, parts)]


def _unreadable(error: OSError) -> FileFacts:
    reason = error.strerror or "it cannot be opened"
    message = f"the file cannot be read: {reason[:1].lower()}{reason[1:]}"
    problem = Problem("unreadable-file", message, 1, 1)
    return FileFacts(has_code=True, is_open=True, problem=problem)
