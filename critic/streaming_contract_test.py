"""The contract of a stream of tokens, on every scriptable model given to it."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Coroutine, Sequence
from typing import Protocol, TypeVar

import pytest

from critic.fake_model_impl_test import FakeTurn
from model.ports import LanguageModel
from model.runtime import Context, DeadlineExceededError, Event
from model.streams import TokenStream

T = TypeVar("T")
CLOSING_TIME = 0.25
FOREVER = 60.0


class ScriptedModel(LanguageModel, Protocol):
    """A language model whose replies can be scripted."""

    @property
    def dropped_tokens(self) -> int:
        """How many tokens were tried and not delivered."""
        ...

    @property
    def events(self) -> Sequence[Event]:
        """The events it emitted."""
        ...

    def set_pace(self, seconds: float) -> None:
        """Pause so long before each chunk."""
        ...

    def set_error(self, error: Exception | None) -> None:
        """Make all four methods fail with this error."""
        ...


def run(scenario: Coroutine[object, object, T]) -> T:
    """Run a scenario, after which no task and no thread may be left alive."""

    async def guarded() -> T:
        threads = set(threading.enumerate())
        async with asyncio.timeout(10):
            result = await scenario
        # A pump that has closed its stream may still have to be collected by the loop.
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        for thread in set(threading.enumerate()) - threads:
            thread.join(CLOSING_TIME)
            assert not thread.is_alive()
        return result

    return asyncio.run(guarded())


async def drain(stream: TokenStream) -> list[str]:
    """Read a stream to its end."""
    return [token async for token in stream]


async def assert_closes(stream: TokenStream, since: float) -> None:
    """Read a stream of a context that ended at this instant: it is closed, soon, and empty."""
    assert await drain(stream) == []
    assert time.monotonic() - since < CLOSING_TIME


class StreamingContract:
    """The tests of `generate_stream`; a subclass says how to make the model."""

    def make(self, *turns: FakeTurn) -> ScriptedModel:
        """Make a model that replies with these turns, cycling."""
        raise NotImplementedError

    def test_chunks_come_in_order(self) -> None:
        chunks = tuple(f"{n} \N{SNOWMAN} " for n in range(50))
        model = self.make(FakeTurn(chunks))

        async def scenario() -> list[str]:
            return await drain(await model.generate_stream(Context(), "hello"))

        assert run(scenario()) == list(chunks)
        assert model.dropped_tokens == 0
        assert list(model.events) == []

    def test_a_stream_that_has_ended_stays_ended(self) -> None:
        async def scenario() -> None:
            stream = await self.make(FakeTurn(("a",))).generate_stream(Context(), "hello")
            assert await drain(stream) == ["a"]
            assert await drain(stream) == []

        run(scenario())

    def test_a_stream_that_has_not_begun_closes_within_250_ms_of_cancel(self) -> None:
        model = self.make(FakeTurn(("a", "b")))
        model.set_pace(FOREVER)

        async def scenario() -> None:
            ctx = Context()
            stream = await model.generate_stream(ctx, "hello")
            reader = asyncio.create_task(drain(stream))
            await asyncio.sleep(0.01)
            ctx.cancel()
            since = time.monotonic()
            assert await reader == []
            await assert_closes(stream, since)

        run(scenario())
        # Nothing was tried, so nothing was dropped.
        assert model.dropped_tokens == 0
        assert list(model.events) == []

    def test_a_stream_that_pauses_closes_within_250_ms_of_cancel(self) -> None:
        model = self.make(FakeTurn(("a", "b")))
        model.set_pace(0.02)

        async def scenario() -> None:
            ctx = Context()
            stream = await model.generate_stream(ctx, "hello")
            assert await anext(stream) == "a"
            ctx.cancel()
            await assert_closes(stream, time.monotonic())

        run(scenario())
        assert model.dropped_tokens == 0

    @pytest.mark.parametrize("nested", [False, True])
    def test_a_stream_closes_within_250_ms_of_its_deadline(self, nested: bool) -> None:
        model = self.make(FakeTurn(("a", "b")))
        model.set_pace(FOREVER)

        async def scenario() -> None:
            ctx = Context(timeout=0.2)
            stream = await model.generate_stream(ctx.child() if nested else ctx, "hello")
            assert await drain(stream) == []
            assert ctx.deadline is not None
            assert 0 <= time.monotonic() - ctx.deadline < CLOSING_TIME
            assert isinstance(ctx.error, DeadlineExceededError)

        run(scenario())

    def test_a_stream_ends_with_the_parent_of_its_context(self) -> None:
        model = self.make(FakeTurn(("a", "b")))

        async def scenario() -> None:
            parent = Context()
            stream = await model.generate_stream(parent.child().child(), "hello")
            assert await anext(stream) == "a"
            parent.cancel()
            await assert_closes(stream, time.monotonic())

        run(scenario())

    def test_a_stalled_reader_costs_one_token(self) -> None:
        model = self.make(FakeTurn(("a", "b", "c", "d")))

        async def scenario() -> None:
            ctx = Context()
            stream = await model.generate_stream(ctx, "hello")
            assert await anext(stream) == "a"
            await asyncio.sleep(0.03)
            assert model.dropped_tokens == 0
            ctx.cancel()
            await assert_closes(stream, time.monotonic())
            assert model.dropped_tokens == 1

        run(scenario())
        assert [event.name for event in model.events] == ["token_dropped"]

    def test_an_abandoned_stream_is_stopped_by_its_context(self) -> None:
        model = self.make(FakeTurn(("a", "b")))

        async def scenario() -> None:
            ctx = Context()
            stream = await model.generate_stream(ctx, "hello")
            await anext(stream)
            del stream
            await asyncio.sleep(0.03)
            ctx.cancel()
            deadline = time.monotonic() + CLOSING_TIME
            while len(asyncio.all_tasks()) > 1 and time.monotonic() < deadline:
                await asyncio.sleep(0)

        run(scenario())
        assert model.dropped_tokens == 1

    def test_nothing_is_delivered_after_cancel_whenever_it_comes(self) -> None:
        chunks = ("a", "b", "c", "d", "e")
        model = self.make(FakeTurn(chunks))
        lengths = set()

        async def cancelled_after(ticks: int) -> None:
            ctx = Context()
            received: list[str] = []
            before = model.dropped_tokens

            async def read() -> None:
                async for token in await model.generate_stream(ctx, "hello"):
                    received.append(token)  # noqa: PERF401  # seen at once

            reader = asyncio.create_task(read())
            for _ in range(ticks):
                await asyncio.sleep(0)
            at_cancel = len(received)
            ctx.cancel()
            since = time.monotonic()
            await asyncio.gather(reader, return_exceptions=True)
            assert time.monotonic() - since < CLOSING_TIME
            assert len(received) == at_cancel
            assert received == list(chunks[:at_cancel])
            assert model.dropped_tokens - before <= 1
            lengths.add(at_cancel)

        async def scenario() -> None:
            ticks = 0
            while len(chunks) not in lengths:
                await cancelled_after(ticks)
                ticks += 1

        run(scenario())
        assert {0, len(chunks)} <= lengths
        assert {event.name for event in model.events} <= {"token_dropped"}

    def test_readers_share_a_stream_without_loss(self) -> None:
        chunks = tuple(str(n) for n in range(40))
        model = self.make(FakeTurn(chunks))

        async def scenario() -> list[list[str]]:
            stream = await model.generate_stream(Context(), "hello")
            return await asyncio.gather(*(drain(stream) for _ in range(4)))

        heard = run(scenario())
        assert sorted(token for part in heard for token in part) == sorted(chunks)

    def test_a_reader_that_gives_up_waiting_loses_no_token(self) -> None:
        chunks = ("a", "b", "c")
        model = self.make(FakeTurn(chunks))
        model.set_pace(0.02)

        async def scenario() -> list[str]:
            stream = await model.generate_stream(Context(), "hello")
            heard: list[str] = []
            while len(heard) < len(chunks):
                try:
                    async with asyncio.timeout(0.003):
                        heard.append(await anext(stream))
                except TimeoutError:
                    continue
            return heard + await drain(stream)

        assert run(scenario()) == list(chunks)

    def test_a_thousand_cancelled_streams_leak_nothing(self) -> None:
        model = self.make(FakeTurn(("a", "b")))

        async def cancelled_stream(parent: Context) -> None:
            ctx = parent.child()
            stream = await model.generate_stream(ctx, "hello")
            assert await anext(stream) == "a"
            ctx.cancel()
            assert await drain(stream) == []

        async def scenario() -> None:
            parent = Context()
            for _ in range(20):
                waves: list[Awaitable[None]] = [cancelled_stream(parent) for _ in range(50)]
                await asyncio.gather(*waves)
            assert not parent.cancelled

        run(scenario())
        assert {event.name for event in model.events} <= {"token_dropped"}
