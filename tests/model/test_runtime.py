"""Contexts: how they end, who is told, and what they leave behind."""

import asyncio
import gc
import threading
import time
import weakref
from collections.abc import Callable

import pytest

from model import runtime
from model.runtime import (
    Context,
    ContextCancelledError,
    ContextError,
    DeadlineExceededError,
)

CANCELLED = (ContextCancelledError, "context cancelled")
EXCEEDED = (DeadlineExceededError, "context deadline exceeded")


def reason(ctx: Context) -> tuple[type[ContextError], str] | None:
    """Return the class and the text of a context's end."""
    return None if ctx.error is None else (type(ctx.error), str(ctx.error))


def ended_how(ctx: Context) -> tuple[type[ContextError], str] | None:
    """Return the same as `reason`, once all ways of looking have agreed on it."""
    assert ctx.cancelled is (ctx.error is not None)
    if ctx.error is None:
        ctx.raise_if_ended()
    else:
        with pytest.raises(type(ctx.error)):
            ctx.raise_if_ended()
    return reason(ctx)


def test_a_context_lives_until_it_is_cancelled() -> None:
    ctx = Context()
    assert ended_how(ctx) is None
    ctx.cancel()
    ctx.cancel()
    assert ended_how(ctx) == CANCELLED


class Clock:
    """The clock of contexts, which moves only when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(runtime, "time", clock)
    return clock


def test_a_deadline_needs_no_loop(clock: Clock) -> None:
    ctx = Context(timeout=5)
    assert ctx.deadline == 105
    clock.now = 104.9
    assert ended_how(ctx) is None
    clock.now = 105
    assert ended_how(ctx) == EXCEEDED


@pytest.mark.parametrize("timeout", [0, -1])
def test_a_timeout_of_nothing_is_over(timeout: float) -> None:
    assert ended_how(Context(timeout=timeout)) == EXCEEDED


def test_the_two_ends_are_errors_of_their_own() -> None:
    assert not issubclass(ContextError, asyncio.CancelledError | TimeoutError)
    assert not issubclass(ContextCancelledError, DeadlineExceededError)
    assert not issubclass(DeadlineExceededError, ContextCancelledError)


def test_every_look_makes_an_error_of_its_own() -> None:
    ctx = Context(timeout=0)
    assert ctx.error is not ctx.error


def test_children_end_with_the_parent_and_not_the_other_way() -> None:
    parent = Context()
    child, sibling = parent.child(), parent.child()
    grandchild = child.child()
    child.cancel()
    assert [ended_how(c) for c in (child, grandchild)] == [CANCELLED] * 2
    assert [ended_how(c) for c in (parent, sibling)] == [None] * 2
    parent.cancel()
    assert ended_how(sibling) == CANCELLED
    assert ended_how(parent.child()) == CANCELLED


@pytest.mark.parametrize(
    ("above", "own", "earliest"), [(60, 90, 60), (90, 60, 60), (60, None, 60), (None, 60, 60)]
)
def test_the_earliest_deadline_holds(
    above: float | None, own: float | None, earliest: float
) -> None:
    deadline = Context(timeout=above).child(timeout=own).child().deadline
    assert deadline is not None
    assert deadline - time.monotonic() == pytest.approx(earliest, abs=5)


def test_there_may_be_no_deadline() -> None:
    assert Context().child().deadline is None


def test_whatever_comes_first_is_the_reason(clock: Clock) -> None:
    parent = Context()
    child = parent.child(timeout=5)
    clock.now += 10
    # Nobody has looked at the child yet, whose deadline came first.
    parent.cancel()
    assert (ended_how(parent), ended_how(child)) == (CANCELLED, EXCEEDED)

    parent = Context()
    child = parent.child(timeout=5)
    parent.cancel()
    clock.now += 10
    assert ended_how(child) == CANCELLED

    late = Context(timeout=0)
    late.cancel()
    assert ended_how(late) == EXCEEDED

    early = Context(timeout=5)
    early.cancel()
    clock.now += 10
    assert ended_how(early) == CANCELLED


def test_a_timer_that_rings_late_does_not_change_the_reason(clock: Clock) -> None:
    async def scenario() -> None:
        woken: list[str] = []
        parent = Context()
        child = parent.child(timeout=0.005)
        with child.watching(lambda: woken.append("woken")):
            parent.cancel()
            # The deadline of the child passes as well; then its timer rings.
            clock.now += 10
            async with asyncio.timeout(10):
                while len(woken) < 2:
                    await asyncio.sleep(0.001)
            assert ended_how(child) == CANCELLED

    asyncio.run(scenario())


def test_a_deep_family_ends_too() -> None:
    root = context = Context()
    for _ in range(5000):
        context = context.child()
    root.cancel()
    assert ended_how(context) == CANCELLED


def test_done_tells_every_waiter_the_reason() -> None:
    async def scenario() -> list[ContextError]:
        parent = Context()
        child = parent.child()
        waiters = [asyncio.create_task(c.done()) for c in (parent, child, child, child.child())]
        await asyncio.sleep(0.005)
        assert not any(waiter.done() for waiter in waiters)
        parent.cancel()
        return await asyncio.gather(*waiters)

    assert [type(error) for error in asyncio.run(scenario())] == [ContextCancelledError] * 4


def test_done_returns_at_the_deadline_and_not_before() -> None:
    async def scenario() -> None:
        ctx = Context(timeout=0.02)
        assert isinstance(await ctx.child(timeout=60).done(), DeadlineExceededError)
        assert ctx.deadline is not None
        assert time.monotonic() >= ctx.deadline
        assert isinstance(await ctx.done(), DeadlineExceededError)

    asyncio.run(scenario())


def test_a_waiter_may_give_up() -> None:
    async def scenario() -> None:
        ctx = Context().child(timeout=60)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.002):
                await ctx.done()
        assert not ctx.cancelled

    asyncio.run(scenario())


def test_another_thread_may_cancel() -> None:
    async def scenario() -> None:
        ctx = Context()
        canceller = threading.Timer(0.005, ctx.cancel)
        canceller.start()
        async with asyncio.timeout(5):
            assert isinstance(await ctx.child().done(), ContextCancelledError)
        canceller.join()

    asyncio.run(scenario())


def test_waiters_of_several_loops_are_told() -> None:
    ctx = Context()
    heard: list[ContextError] = []
    threads = [
        threading.Thread(target=lambda: heard.append(asyncio.run(ctx.child().done())))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    time.sleep(0.01)
    ctx.cancel()
    for thread in threads:
        thread.join(5)
    assert len(heard) == 4


def test_cancel_passes_over_a_closed_loop() -> None:
    ctx = Context()
    loop = asyncio.new_event_loop()
    waiting = ctx.done()
    task = loop.create_task(waiting)
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    ctx.cancel()
    assert ctx.cancelled
    # The task was left pending on purpose; the loop would complain about it.
    task._log_destroy_pending = False  # type: ignore[attr-defined]  # private to asyncio
    waiting.close()


def test_an_ended_context_wakes_a_watcher_that_comes_late() -> None:
    async def scenario() -> list[str]:
        woken: list[str] = []
        with Context(timeout=0).watching(lambda: woken.append("late")):
            return list(woken)

    assert asyncio.run(scenario()) == ["late"]


def test_a_watcher_that_has_left_is_not_woken(clock: Clock) -> None:
    async def scenario() -> list[str]:
        woken: list[str] = []
        ctx = Context(timeout=0.005)
        with ctx.child().watching(lambda: woken.append("too late")):
            pass
        await asyncio.sleep(0.01)
        clock.now += 10
        ctx.cancel()
        return woken

    assert asyncio.run(scenario()) == []


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda child: None, id="dropped"),
        pytest.param(Context.cancel, id="ended"),
        pytest.param(lambda child: child.child(timeout=0).error, id="expired"),
    ],
)
def test_a_long_lived_parent_keeps_no_child(use: Callable[[Context], object]) -> None:
    async def scenario() -> None:
        parent = Context(timeout=60)
        children = weakref.WeakSet[Context]()
        before = len(gc.get_referents(parent, parent.__dict__, *parent.__dict__.values()))
        for _ in range(1000):
            child = parent.child()
            children.add(child)
            waiting = asyncio.create_task(child.done())
            await asyncio.sleep(0)
            use(child)
            waiting.cancel()
            await asyncio.wait({waiting})
            del child, waiting
        gc.collect()
        assert len(children) == 0
        after = len(gc.get_referents(parent, parent.__dict__, *parent.__dict__.values()))
        assert after == before

    asyncio.run(scenario())
