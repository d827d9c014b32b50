"""The facts of many files, on as many processors as pay."""

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from archlint.facts.extract import extract
from archlint.facts.imports import (
    ClassFact,
    FileFacts,
    ImportFact,
    Mention,
    Problem,
)

_PAYS = 2_000_000
_WORKERS = 8

PlainImport = tuple[int, str, str, str, int, int, int, int, int, int, int, int, int, int, int]
PlainProblem = tuple[str, str, int, int, tuple[int, int] | None]
PlainMention = tuple[str, int, int, int]
PlainClass = tuple[str, tuple[str, ...], bool]
PlainFacts = tuple[
    tuple[PlainImport, ...],
    int,
    bool,
    bool,
    tuple[str, ...] | None,
    bool,
    tuple[str, ...],
    tuple[str, ...],
    bool,
    tuple[PlainMention, ...],
    tuple[PlainClass, ...],
    tuple[str, ...],
    tuple[tuple[str, str], ...],
    PlainProblem | None,
]
Work = list[tuple[int, bytes, bool]]


Progress = Callable[[int, int], None]
"""Told how many files are done, and of how many."""


def gather(
    paths: Sequence[tuple[str, bool]],
    read: Callable[[str], bytes],
    progress: Progress | None = None,
) -> tuple[FileFacts, ...]:
    """The facts of files, given as path and whether it is a stub, in the same order.

    Each file is read once, in this process. Above two megabytes the parsing is shared with forked
    workers, where the system forks and this process has no other thread; what a worker fails to
    deliver is done here. A file that cannot be read gives an `unreadable-file` problem. `progress`
    is told of the share of this process, which is as large as that of any other.
    """
    facts: dict[int, FileFacts] = {}
    work: Work = []
    for index, (path, is_stub) in enumerate(paths):
        try:
            work.append((index, read(path), is_stub))
        except OSError as error:
            reason = error.strerror or "it cannot be opened"
            message = f"the file cannot be read: {reason[:1].lower()}{reason[1:]}"
            problem = Problem("unreadable-file", message, 1, 1)
            facts[index] = FileFacts(has_code=True, is_open=True, problem=problem)
    with no_collection():
        shares = _shares(work)
        if len(shares) > 1:
            extract(b"")  # Loads what parsing needs once, before there are several processes.
        workers = [_start(share) for share in shares[1:]]
        facts.update(_extract_all(shares[0], progress))
        for worker, share in zip(workers, shares[1:], strict=True):
            facts.update(_collect(worker, share))
    return tuple(facts[index] for index in range(len(paths)))


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


def _shares(work: Work) -> list[Work]:
    """Parts of about equal size: the largest files first, each to the smallest part."""
    count = _processors() if sum(len(data) for _, data, _ in work) > _PAYS else 1
    parts: list[Work] = [[] for _ in range(count)]
    sizes = [0] * count
    for item in sorted(work, key=lambda item: -len(item[1])):
        smallest = sizes.index(min(sizes))
        parts[smallest].append(item)
        sizes[smallest] += len(item[1])
    return parts


def _processors() -> int:
    import threading

    if not hasattr(os, "fork") or threading.active_count() > 1:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), _WORKERS)
    return min(os.cpu_count() or 1, _WORKERS)


def _extract_all(work: Work, progress: Progress | None = None) -> dict[int, FileFacts]:
    facts = {}
    for done, (index, data, is_stub) in enumerate(work):
        facts[index] = extract(data, is_stub=is_stub)
        if progress is not None:
            progress(done + 1, len(work))
    return facts


def _start(work: Work) -> tuple[int, int] | None:
    """Fork a worker: its process and the pipe it answers through; None where that fails."""
    import marshal

    receiver, sender = os.pipe()
    try:
        process = os.fork()
    except OSError:
        os.close(receiver)
        os.close(sender)
        return None
    if process:
        os.close(sender)
        return process, receiver
    # Whatever happens in a worker, it must end here and run nothing of its parent's code.
    try:
        os.close(receiver)
        found = _extract_all(work)
        answer = marshal.dumps([(index, _plain(facts)) for index, facts in found.items()])
        with os.fdopen(sender, "wb") as pipe:
            pipe.write(len(answer).to_bytes(8, "big") + answer)
    finally:
        os._exit(0)


def _collect(worker: tuple[int, int] | None, work: Work) -> dict[int, FileFacts]:
    """What a worker answers; what it should have, if it does not."""
    import marshal

    answer = b""
    if worker:
        process, receiver = worker
        with os.fdopen(receiver, "rb") as pipe:
            answer = pipe.read()
        os.waitpid(process, 0)
    length = int.from_bytes(answer[:8], "big")
    if not answer or len(answer) != 8 + length:
        return _extract_all(work)
    return {index: _facts(plain) for index, plain in marshal.loads(memoryview(answer)[8:])}


def _plain(facts: FileFacts) -> PlainFacts:
    """Facts as tuples of nothing but built-in types, which is all that `marshal` takes."""
    imports = tuple((*fact,) for fact in facts.imports)
    mentions = tuple((*fact,) for fact in facts.mentions)
    classes = tuple((*fact,) for fact in facts.classes)
    problem = (*facts.problem,) if facts.problem else None
    return (imports, *facts[1:-5], mentions, classes, *facts[-3:-1], problem)


def _facts(plain: PlainFacts) -> FileFacts:
    imports = tuple(ImportFact(*fact) for fact in plain[0])
    mentions = tuple(Mention(*fact) for fact in plain[-5])
    classes = tuple(ClassFact(*fact) for fact in plain[-4])
    problem = Problem(*plain[-1]) if plain[-1] else None
    return FileFacts(imports, *plain[1:-5], mentions, classes, *plain[-3:-1], problem)
