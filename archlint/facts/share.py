"""Work shared with forked processes, which take it piece by piece."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import NamedTuple, TypeVar

MOST = 256
"""Pieces that work may have: the number of one is one byte, which no two readers can tear apart."""
_WORKERS = 8
_LENGTH = 8

T = TypeVar("T")


class _Worker(NamedTuple):
    process: int
    receiver: int


def processors() -> int:
    """How many processes may work at once: one where this one cannot fork, or has other threads."""
    import threading

    if not hasattr(os, "fork") or threading.active_count() > 1:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), _WORKERS)
    return min(os.cpu_count() or 1, _WORKERS)


def shared(
    count: int,
    work: Callable[[int], T],
    pack: Callable[[T], bytes],
    unpack: Callable[[bytes], T],
    processes: int,
) -> Iterator[tuple[int, T]]:
    """What `work` gives for each number below `count`, which is at most `MOST`, in any order.

    All processes, this one among them, take the next number as soon as they are free. Answers of
    others come packed, once there is nothing left to take; what fails to come is done here. No
    process is left when this ends, however it ends.
    """
    queue, end = os.pipe()
    os.write(end, bytes(range(count)))
    os.close(end)
    workers: list[_Worker] = []
    missing = set(range(count))
    try:
        for _ in range(processes - 1):
            worker = _start(queue, work, pack, workers)
            if worker is not None:
                workers.append(worker)
        for number in _taken(queue):
            missing.remove(number)
            yield number, work(number)
        while workers:
            for number, answer in _answers(workers.pop(0)):
                missing.remove(number)
                yield number, unpack(answer)
    finally:
        _dismiss(queue, workers)
    for number in sorted(missing):
        yield number, work(number)


def _dismiss(queue: int, workers: Sequence[_Worker]) -> None:
    """End the work: nobody finds anything more to do, and these workers nobody who listens."""
    for _ in _taken(queue):
        pass
    os.close(queue)
    for worker in workers:
        os.close(worker.receiver)
        _wait(worker)


def _wait(worker: _Worker) -> None:
    with suppress(ChildProcessError):  # where the system waits for the children of this process
        os.waitpid(worker.process, 0)


def _taken(queue: int) -> Iterator[int]:
    while number := os.read(queue, 1):
        yield number[0]


def _start(
    queue: int, work: Callable[[int], T], pack: Callable[[T], bytes], others: Sequence[_Worker]
) -> _Worker | None:
    """A process that works beside others; None where there can be none."""
    parent = os.getpid()
    try:
        receiver, sender = os.pipe()
    except OSError:
        return None
    try:
        process = os.fork()
    except OSError:
        os.close(receiver)
        os.close(sender)
        return None
    if process:
        os.close(sender)
        return _Worker(process, receiver)
    # Whatever happens in a worker, it must end here and run nothing of its parent's code.
    try:
        # The parent alone listens: when it stops, whoever writes must notice.
        for one in (receiver, *(worker.receiver for worker in others)):
            os.close(one)
        # A parent that was killed needs nothing more, and whoever started it may wait for this
        # process, too, which holds its output open.
        wanted = takewhile(lambda _: os.getppid() == parent, _taken(queue))
        # Nobody listens before the parent has done its share, so all answers wait till the end.
        answers = [(number, pack(work(number))) for number in wanted]
        with os.fdopen(sender, "wb") as pipe:
            for number, answer in answers:
                pipe.write(bytes([number]) + len(answer).to_bytes(_LENGTH, "little"))
                pipe.write(answer)
    finally:
        os._exit(0)


def _answers(worker: _Worker) -> Iterator[tuple[int, bytes]]:
    """The numbers that a worker took with its answers, as far as they are whole."""
    try:
        with os.fdopen(worker.receiver, "rb") as pipe:
            while head := pipe.read(1 + _LENGTH):
                length = int.from_bytes(head[1:], "little")
                answer = pipe.read(length)
                if len(head) != 1 + _LENGTH or len(answer) != length:
                    break
                yield head[0], answer
    finally:
        _wait(worker)
