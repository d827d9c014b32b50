"""Work shared with forked processes, which take it piece by piece."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
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
    others come packed, once there is nothing left to take; what fails to come is done here.
    """
    queue, end = os.pipe()
    os.write(end, bytes(range(count)))
    os.close(end)
    workers = [_start(queue, work, pack) for _ in range(processes - 1)]
    missing = set(range(count))
    for number in _taken(queue):
        missing.remove(number)
        yield number, work(number)
    os.close(queue)
    for worker in filter(None, workers):
        for number, answer in _answers(worker):
            missing.remove(number)
            yield number, unpack(answer)
    for number in sorted(missing):
        yield number, work(number)


def _taken(queue: int) -> Iterator[int]:
    while number := os.read(queue, 1):
        yield number[0]


def _start(queue: int, work: Callable[[int], T], pack: Callable[[T], bytes]) -> _Worker | None:
    """A process that works; None where there can be none."""
    receiver, sender = os.pipe()
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
        os.close(receiver)
        # Nobody listens before the parent has done its share, so all answers wait till the end.
        answers = [(number, pack(work(number))) for number in _taken(queue)]
        with os.fdopen(sender, "wb") as pipe:
            for number, answer in answers:
                pipe.write(bytes([number]) + len(answer).to_bytes(_LENGTH, "little"))
                pipe.write(answer)
    finally:
        os._exit(0)


def _answers(worker: _Worker) -> Iterator[tuple[int, bytes]]:
    """The numbers that a worker took with its answers, as far as they are whole."""
    with os.fdopen(worker.receiver, "rb") as pipe:
        while head := pipe.read(1 + _LENGTH):
            length = int.from_bytes(head[1:], "little")
            answer = pipe.read(length)
            if len(head) != 1 + _LENGTH or len(answer) != length:
                break
            yield head[0], answer
    with suppress(ChildProcessError):
        os.waitpid(worker.process, 0)
