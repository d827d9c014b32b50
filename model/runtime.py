"""What a call runs under: its context, and the place where it tells plain events."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

_T = TypeVar("_T")


class ContextError(Exception):
    """Base of the two ways in which a context ends."""


class ContextCancelledError(ContextError):
    """The context, or one above it, was cancelled."""

    def __init__(self) -> None:
        super().__init__("context cancelled")


class DeadlineExceededError(ContextError):
    """The deadline of the context, or of one above it, has passed."""

    def __init__(self) -> None:
        super().__init__("context deadline exceeded")


@dataclass(frozen=True, slots=True)
class _End:
    # The class, not an instance: an instance raised twice would collect the frames of both.
    error: type[ContextError]
    at: float


class _Watcher:
    """Wakes one waiter, in the loop where it waits."""

    __slots__ = ("_loop", "_wake")

    def __init__(self, loop: asyncio.AbstractEventLoop, wake: Callable[[], object]) -> None:
        self._loop = loop
        self._wake = wake

    def fire(self) -> None:
        """Wake at once in the waiter's own loop, and through that loop from anywhere else."""
        if _running_loop() is self._loop:
            self._wake()
        else:
            # A closed loop has nobody left to wake.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake)


class Context:
    """Explicit call-time context: the one signal by which a call is stopped.

    It ends once and for good: by `cancel`, at its deadline, or with its parent. Any task or thread
    may cancel it. A deadline holds without a running loop; only waiting needs one.

    Parents do not know their children: a child looks up, and a waiter signs itself in with every
    context above it for as long as it waits. So nothing piles up on a parent that lives long.
    """

    def __init__(self, *, timeout: float | None = None) -> None:
        """Begin a context that ends `timeout` seconds from now at the latest."""
        self._parent: Context | None = None
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._end: _End | None = None
        self._lock = threading.Lock()
        self._watchers: set[_Watcher] = set()

    def child(self, *, timeout: float | None = None) -> "Context":
        """Begin a context that ends with this one, or `timeout` seconds from now, or by itself."""
        child = Context(timeout=timeout)
        child._parent = self
        deadlines = [d for d in (self._deadline, child._deadline) if d is not None]
        child._deadline = min(deadlines, default=None)
        return child

    @property
    def deadline(self) -> float | None:
        """The latest end, own or inherited, in seconds of `time.monotonic`."""
        return self._deadline

    @property
    def cancelled(self) -> bool:
        """Whether the context has ended, for whichever reason; `error` says which."""
        return self._ended() is not None

    @property
    def error(self) -> ContextError | None:
        """The reason of the end, None while the context lives."""
        end = self._ended()
        return end.error() if end is not None else None

    def raise_if_ended(self) -> None:
        """Do nothing while the context lives.

        Raises:
            ContextError: the context has ended.
        """
        if (error := self.error) is not None:
            raise error

    def cancel(self) -> None:
        """End the context and all below it now; nothing happens where it has ended already."""
        if self._ended() is None:
            self._settle(_End(ContextCancelledError, time.monotonic()))
            for watcher in tuple(self._watchers):
                watcher.fire()

    async def done(self) -> ContextError:
        """Wait for the end and return its reason."""
        while (error := self.error) is None:
            woken = asyncio.Event()
            with self.watching(woken.set):
                await woken.wait()
        return error

    @contextmanager
    def watching(self, wake: Callable[[], object]) -> Iterator[None]:
        """Call `wake` in the running loop when the context ends within the block.

        An end before the block calls it too. It may be called more than once and must not raise.
        """
        loop = asyncio.get_running_loop()
        watcher = _Watcher(loop, wake)
        lineage = tuple(self._lineage())
        for context in lineage:
            context._watchers.add(watcher)
        timer = None
        if self._deadline is not None:
            remaining = max(0.0, self._deadline - time.monotonic())
            timer = loop.call_later(remaining, self._expire, self._deadline, watcher)
        try:
            # Looked at after signing in, or an end in between would wake nobody.
            if self.cancelled:
                watcher.fire()
            yield
        finally:
            if timer is not None:
                timer.cancel()
            for context in lineage:
                context._watchers.discard(watcher)

    def _lineage(self) -> Iterator["Context"]:
        context: Context | None = self
        while context is not None:
            yield context
            context = context._parent

    def _ended(self) -> _End | None:
        if self._end is None:
            above = next((c._end for c in self._lineage() if c._end is not None), None)
            ends = [above] if above is not None else []
            if self._deadline is not None and time.monotonic() >= self._deadline:
                ends.append(_End(DeadlineExceededError, self._deadline))
            if ends:
                # Whatever came first is the reason, whenever somebody happens to look.
                self._settle(min(ends, key=lambda end: end.at))
        return self._end

    def _settle(self, end: _End) -> None:
        with self._lock:
            if self._end is None:
                self._end = end

    def _expire(self, deadline: float, watcher: _Watcher) -> None:
        # Settled by hand: the loop's clock may be coarser and ring a little early.
        if self._ended() is None:
            self._settle(_End(DeadlineExceededError, deadline))
        watcher.fire()


async def until_ended(ctx: Context, work: Coroutine[object, object, _T]) -> _T:
    """Await `work`, which is cancelled when the context ends.

    Work that finished is never thrown away, even when the context ended at the same moment: its
    result may own something that the caller must release.

    Raises:
        ContextError: the context ended first.
    """
    if (error := ctx.error) is not None:
        work.close()
        raise error
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    try:
        # Cancelled a step later: work that returns in this very step would lose its result.
        with ctx.watching(lambda: loop.call_soon(task.cancel)):
            await asyncio.wait({task})
    finally:
        while not task.done():
            # A caller that is cancelled once more passes that on, and leaves nothing behind.
            task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.wait({task})
        # Looked at, or the loop would report a failure that nobody is left to hear.
        _ = task.cancelled() or task.exception()
    if task.cancelled():
        ctx.raise_if_ended()
    return task.result()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a provider: `name` identifies it, `detail` is for people."""

    name: str
    detail: str = ""
    count: int = 1


@runtime_checkable
class EventSink(Protocol):
    """Takes plain events; whoever composes the program says where they go."""

    def emit(self, ctx: Context, event: Event) -> None:
        """Take one event, without blocking."""


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
