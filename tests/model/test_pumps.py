"""Pumps: how they end, what they release, and what they leave behind."""

import asyncio
import gc
import weakref
from collections.abc import Callable, Coroutine

import pytest

from model.runtime import Context, Event
from model.streams import (
    TokenSender,
    TokenStream,
    open_stream,
    start_pump,
)

CLOSING_TIME = 0.25


class Kept:
    """A sink that keeps the names of its events."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def emit(self, ctx: Context, event: Event) -> None:
        self.names.append(event.name)


class Owned:
    """Something a pump owns, which knows how often it was released."""

    def __init__(self) -> None:
        self.releases = 0

    async def release(self) -> None:
        # Releasing takes a moment, and may be cancelled in it like anything else.
        self.releases += 1
        await asyncio.sleep(0)


async def pump(ctx: Context, sender: TokenSender, owned: Owned, tokens: str) -> None:
    """Send each token; release what is owned; close."""
    try:
        for token in tokens:
            await sender.send(ctx, token)
            await asyncio.sleep(0)
    finally:
        try:
            await owned.release()
        finally:
            sender.close()


def started(
    ctx: Context, tokens: str, sink: Kept | None = None
) -> tuple[TokenSender, TokenStream, Owned]:
    owned = Owned()
    sender, stream = open_stream(sink)
    start_pump(ctx, sender, pump(ctx, sender, owned, tokens))
    return sender, stream, owned


async def drain(stream: TokenStream) -> list[str]:
    return [token async for token in stream]


async def settled() -> None:
    """Let every task but this one come to its end."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        _, left = await asyncio.wait(others, timeout=CLOSING_TIME)
        assert not left
    await asyncio.sleep(0)


def test_another_thread_may_cancel_a_blocked_send() -> None:
    async def scenario() -> None:
        ctx = Context()
        _, stream, owned = started(ctx, "abc")
        assert await anext(stream) == "a"
        await asyncio.to_thread(ctx.cancel)
        assert await drain(stream) == []
        assert owned.releases == 1

    asyncio.run(scenario())


@pytest.mark.parametrize("stop", ["read on", "cancel the context"])
def test_a_pump_releases_and_closes_once_however_it_ends(stop: str) -> None:
    async def scenario() -> None:
        ctx = Context()
        sink = Kept()
        sender, stream, owned = started(ctx, "abc", sink)
        assert await anext(stream) == "a"
        if stop == "cancel the context":
            ctx.cancel()
        rest = await drain(stream)
        await settled()
        assert rest == ([] if ctx.cancelled else ["b", "c"])
        assert owned.releases == 1
        assert sender.closed
        assert set(sink.names) <= {"token_dropped"}

    asyncio.run(scenario())


@pytest.mark.parametrize("ticks", range(25))
def test_a_pump_releases_and_closes_once_whenever_its_task_is_cancelled(ticks: int) -> None:
    async def scenario() -> None:
        sink = Kept()
        sender, stream, owned = started(Context(), "abc", sink)
        pumping = asyncio.all_tasks() - {asyncio.current_task()}
        reading = asyncio.create_task(drain(stream))
        for _ in range(ticks):
            await asyncio.sleep(0)
        # What a loop does to its tasks when it is shut down.
        for task in pumping:
            task.cancel()
        heard = await reading
        await settled()
        assert heard == list("abc")[: len(heard)]
        assert (owned.releases, sender.closed) == (1, True)
        assert set(sink.names) <= {"token_dropped"}

    asyncio.run(scenario())


async def fails_at_once(ctx: Context, sender: TokenSender) -> None:
    try:
        raise OSError("broken")
    finally:
        sender.close()


async def fails_later(ctx: Context, sender: TokenSender) -> None:
    try:
        await sender.send(ctx, "a")
        raise OSError("broken")
    finally:
        sender.close()


async def forgets_to_close(ctx: Context, sender: TokenSender) -> None:
    await sender.send(ctx, "a")


async def fails_and_forgets(ctx: Context, sender: TokenSender) -> None:
    raise OSError("broken")


async def closes_twice(ctx: Context, sender: TokenSender) -> None:
    sender.close()
    sender.close()


@pytest.mark.parametrize(
    ("make", "heard", "events"),
    [
        (fails_at_once, [], ["pump_failed"]),
        (fails_later, ["a"], ["pump_failed"]),
        (forgets_to_close, ["a"], ["pump_left_open"]),
        (fails_and_forgets, [], ["pump_failed", "pump_left_open"]),
        (closes_twice, [], ["pump_failed"]),
    ],
)
def test_a_pump_that_fails_degrades(
    make: Callable[[Context, TokenSender], Coroutine[object, None, None]],
    heard: list[str],
    events: list[str],
) -> None:
    async def scenario() -> None:
        ctx = Context()
        sink = Kept()
        sender, stream = open_stream(sink)
        start_pump(ctx, sender, make(ctx, sender))
        assert await drain(stream) == heard
        await settled()
        assert sink.names == events

    asyncio.run(scenario())


def test_a_pump_needs_no_sink() -> None:
    async def scenario() -> None:
        sender, stream = open_stream()
        start_pump(Context(), sender, fails_and_forgets(Context(), sender))
        assert await drain(stream) == []

    asyncio.run(scenario())


def test_a_pump_lives_as_long_as_somebody_can_read() -> None:
    async def scenario() -> None:
        gate: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        wake = weakref.ref(gate)

        async def waits(ctx: Context, sender: TokenSender, gate: asyncio.Future[None]) -> None:
            try:
                await gate
                await sender.send(ctx, "a")
            finally:
                sender.close()

        ctx = Context()
        sender, stream = open_stream()
        start_pump(ctx, sender, waits(ctx, sender, gate))
        del sender, gate
        await asyncio.sleep(0)
        gc.collect()
        waiting = wake()
        assert waiting is not None
        waiting.set_result(None)
        assert await drain(stream) == ["a"]

    asyncio.run(scenario())


def test_a_thousand_cancelled_streams_leave_nothing_behind() -> None:
    async def scenario() -> None:
        parent = Context(timeout=60)
        alive = weakref.WeakSet[Context | TokenStream]()
        owned: list[Owned] = []
        for _ in range(1000):
            ctx = parent.child()
            _, stream, owns = started(ctx, "abc")
            alive.update((ctx, stream))
            owned.append(owns)
            await asyncio.sleep(0)
            ctx.cancel()
        del ctx, stream
        await settled()
        gc.collect()
        assert len(alive) == 0
        assert {owns.releases for owns in owned} == {1}

    asyncio.run(scenario())


def test_a_sink_that_fails_costs_no_token() -> None:
    class Broken:
        def emit(self, ctx: Context, event: Event) -> None:
            raise LookupError(event.name)

    async def drops(ctx: Context, sender: TokenSender) -> None:
        try:
            await sender.send(ctx, "a")
            sender.drop(ctx, "it cannot be decoded")
            await sender.send(ctx, "b")
            raise OSError("broken")
        finally:
            sender.close()

    async def scenario() -> list[str]:
        reported: list[str] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(
            lambda loop, failure: reported.append(repr(failure["exception"]))
        )
        ctx = Context()
        sender, stream = open_stream(Broken())
        start_pump(ctx, sender, drops(ctx, sender))
        assert await drain(stream) == ["a", "b"]
        await settled()
        return reported

    assert asyncio.run(scenario()) == ["LookupError('token_dropped')", "LookupError('pump_failed')"]
