"""The rendezvous of a sender and its reader."""

import asyncio
import time

import pytest

from model.options import LLMOptions
from model.runtime import Context, ContextCancelledError, DeadlineExceededError, Event
from model.streams import (
    TokenStream,
    notify,
    open_stream,
)


class Kept:
    """A sink that keeps the names of its events."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def emit(self, ctx: Context, event: Event) -> None:
        self.names.append(event.name)


async def drain(stream: TokenStream) -> list[str]:
    return [token async for token in stream]


def test_a_reader_has_no_way_to_close() -> None:
    _, stream = open_stream()
    public = {name for name in dir(stream) if not name.startswith("_")}
    assert public == set()
    assert aiter(stream) is stream


def test_a_send_waits_for_its_reader() -> None:
    async def scenario() -> None:
        ctx = Context()
        sender, stream = open_stream()
        sending = asyncio.create_task(sender.send(ctx, "a"))
        await asyncio.sleep(0.005)
        assert not sending.done()
        assert await anext(stream) == "a"
        await sending
        assert sender.dropped == 0

    asyncio.run(scenario())


def test_a_reader_waits_for_its_token_and_for_the_end() -> None:
    async def scenario() -> None:
        ctx = Context()
        sender, stream = open_stream()
        reading = asyncio.create_task(drain(stream))
        await asyncio.sleep(0)
        await sender.send(ctx, "a")
        await asyncio.sleep(0.005)
        assert not reading.done()
        sender.close()
        assert await reading == ["a"]

    asyncio.run(scenario())


@pytest.mark.parametrize("ready_reader", [False, True])
def test_a_blocked_send_resolves_when_the_context_ends(ready_reader: bool) -> None:
    async def scenario() -> None:
        ctx = Context()
        sink = Kept()
        sender, stream = open_stream(sink)
        sending = asyncio.create_task(sender.send(ctx.child(), "a"))
        await asyncio.sleep(0)
        reading = asyncio.create_task(drain(stream)) if ready_reader else None
        # The reader is about to run, and would find the token: cancellation has priority.
        ctx.cancel()
        with pytest.raises(ContextCancelledError):
            await sending
        assert (sender.dropped, sink.names) == (1, ["token_dropped"])
        sender.close()
        assert await (reading or drain(stream)) == []

    asyncio.run(scenario())


def test_a_reader_that_was_woken_gets_nothing_after_cancel() -> None:
    async def scenario() -> None:
        ctx = Context()
        sender, stream = open_stream()
        reading = asyncio.create_task(drain(stream))
        await asyncio.sleep(0)
        sending = asyncio.create_task(sender.send(ctx, "a"))
        # One step: the token is offered and the waiting reader is woken, but has not run.
        await asyncio.sleep(0)
        ctx.cancel()
        with pytest.raises(ContextCancelledError):
            await sending
        sender.close()
        assert await reading == []
        assert sender.dropped == 1

    asyncio.run(scenario())


def test_a_send_blocked_at_the_deadline_is_dropped() -> None:
    async def scenario() -> None:
        # Long enough that the send is blocked before it, however busy the machine is.
        ctx = Context(timeout=0.2)
        sender, stream = open_stream()
        with pytest.raises(DeadlineExceededError):
            await sender.send(ctx, "a")
        assert sender.dropped == 1
        sender.close()
        assert await drain(stream) == []

    asyncio.run(scenario())


def test_a_deadline_that_nobody_has_noticed_has_priority() -> None:
    async def scenario() -> None:
        ctx = Context(timeout=0.005)
        sender, stream = open_stream()
        sending = asyncio.create_task(sender.send(ctx, "a"))
        await asyncio.sleep(0)
        reading = asyncio.create_task(drain(stream))
        # The loop is busy past the deadline: its timer has not rung when the reader looks.
        time.sleep(0.01)
        await asyncio.wait({sending})
        sender.close()
        assert await reading == []
        assert isinstance(sending.exception(), DeadlineExceededError)

    asyncio.run(scenario())


def test_a_send_after_the_end_is_not_tried_and_not_counted() -> None:
    async def scenario() -> None:
        ctx = Context()
        ctx.cancel()
        sender, stream = open_stream()
        reading = asyncio.create_task(drain(stream))
        await asyncio.sleep(0)
        with pytest.raises(ContextCancelledError):
            await sender.send(ctx, "a")
        assert sender.dropped == 0
        sender.close()
        assert await reading == []

    asyncio.run(scenario())


def test_a_send_that_was_delivered_stays_delivered() -> None:
    async def scenario() -> None:
        ctx = Context()
        sender, stream = open_stream()
        sending = asyncio.create_task(sender.send(ctx, "a"))
        await asyncio.sleep(0)
        assert await anext(stream) == "a"
        # Before the sender could take note of it.
        ctx.cancel()
        await sending
        assert sender.dropped == 0

    asyncio.run(scenario())


def test_a_blocked_send_that_is_cancelled_itself_is_dropped() -> None:
    async def scenario() -> None:
        sender, stream = open_stream()
        sending = asyncio.create_task(sender.send(Context(), "a"))
        await asyncio.sleep(0)
        reading = asyncio.create_task(drain(stream))
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        sender.close()
        assert (await reading, sender.dropped) == ([], 1)

    asyncio.run(scenario())


def test_a_stream_is_closed_once() -> None:
    sender, _ = open_stream()
    before = sender.closed
    sender.close()
    assert (before, sender.closed) == (False, True)
    with pytest.raises(RuntimeError, match="closed already"):
        sender.close()
    with pytest.raises(RuntimeError, match="send on a closed stream"):
        asyncio.run(sender.send(Context(), "a"))


def test_closing_under_a_blocked_send_does_not_leave_it_blocked() -> None:
    async def scenario() -> None:
        sender, stream = open_stream()
        sending = asyncio.create_task(sender.send(Context(), "a"))
        await asyncio.sleep(0)
        sender.close()
        assert await drain(stream) == []
        with pytest.raises(RuntimeError, match="closed under a blocked send"):
            await sending
        assert sender.dropped == 1

    asyncio.run(scenario())


def test_a_token_the_producer_gives_up_is_counted() -> None:
    sink = Kept()
    sender, _ = open_stream(sink)
    sender.drop(Context(), "it cannot be decoded")
    assert (sender.dropped, sink.names) == (1, ["token_dropped"])


def test_a_callback_is_told_unless_the_context_has_ended() -> None:
    told: list[str] = []
    ctx = Context()
    options = LLMOptions(stream_callback=told.append)
    for choice in (None, LLMOptions(), options):
        notify(ctx, choice, "a", None)
    ctx.cancel()
    notify(ctx, options, "b", None)
    assert told == ["a"]


def test_a_timer_that_rings_early_is_the_deadline() -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        # As on a system whose clock ticks seldom.
        loop._clock_resolution = 60.0  # type: ignore[attr-defined]  # private to asyncio
        sender, _ = open_stream()
        sending = asyncio.create_task(sender.send(Context(timeout=30), "a"))
        while not sending.done():
            await asyncio.sleep(0)
        assert isinstance(sending.exception(), DeadlineExceededError)

    asyncio.run(scenario())


@pytest.mark.parametrize("sink", [None, Kept()])
def test_a_callback_that_fails_is_an_event(sink: Kept | None) -> None:
    def fail(token: str) -> None:
        raise LookupError(token)

    notify(Context(), LLMOptions(stream_callback=fail), "a", sink)
    if sink is not None:
        assert sink.names == ["stream_callback_failed"]
