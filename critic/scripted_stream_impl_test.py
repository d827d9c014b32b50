"""The typed stream of a scripted reply, pulled by its reader."""

import asyncio
from collections.abc import Iterable

import pytest

from critic.scripted_reply_impl_test import Chunk, Result, TextChunk, ThinkingChunk
from model.messages import TokenUsage
from model.runtime import Context, ContextCancelledError, ContextError, until_ended


class ReplyStream:
    """The chunks of a reply, pulled by their reader; however it ends, it stays ended.

    Nothing works between two pulls, so a reader that goes away leaves nothing behind.
    """

    def __init__(
        self,
        ctx: Context,
        chunks: Iterable[Chunk],
        result: Result,
        delay: float = 0.0,
        error: Exception | None = None,
    ) -> None:
        """Deliver the chunks `delay` seconds apart, then the result, or the error instead."""
        self._ctx = ctx
        self._left = iter(tuple(chunks))
        self._result = result
        self._delay = delay
        self._error = error
        self._outcome: Exception | Result | None = None

    def __aiter__(self) -> "ReplyStream":
        return self

    async def __anext__(self) -> Chunk:
        if self._outcome is None and (chunk := await self._pull()) is not None:
            return chunk
        if isinstance(self._outcome, Exception):
            raise self._outcome.with_traceback(None)
        raise StopAsyncIteration

    def result(self) -> Result:
        """Return the result of a stream that has ended cleanly.

        Raises:
            RuntimeError: it has not.
        """
        if not isinstance(self._outcome, Result):
            raise RuntimeError("the stream has not ended cleanly")
        return self._outcome

    async def _pull(self) -> Chunk | None:
        try:
            if self._delay > 0:
                await until_ended(self._ctx, asyncio.sleep(self._delay))
            self._ctx.raise_if_ended()
        except ContextError as error:
            self._latch(error)
        # Another reader may have seen the end during the delay.
        if self._outcome is None:
            for chunk in self._left:
                return chunk
            self._latch(self._error or self._result)
        return None

    def _latch(self, outcome: Exception | Result) -> None:
        if self._outcome is None:
            self._outcome = outcome


RESULT = Result("stop", "m", TokenUsage(1, 2))
CHUNKS = (ThinkingChunk(0, "hm"), TextChunk("a "), TextChunk("b"))


def test_the_result_comes_after_a_clean_end() -> None:
    async def scenario() -> None:
        stream = ReplyStream(Context(), CHUNKS, RESULT)
        for chunk in CHUNKS:
            assert await anext(stream) == chunk
            with pytest.raises(RuntimeError, match="has not ended cleanly"):
                stream.result()
        for _ in range(2):
            with pytest.raises(StopAsyncIteration):
                await anext(stream)
            assert stream.result() == RESULT

    asyncio.run(scenario())


def test_an_error_comes_after_the_last_chunk_and_stays() -> None:
    async def scenario() -> None:
        error = OSError("broken")
        stream = ReplyStream(Context(), CHUNKS, RESULT, error=error)
        assert [await anext(stream) for _ in CHUNKS] == list(CHUNKS)
        for _ in range(2):
            with pytest.raises(OSError, match="broken") as raised:
                await anext(stream)
            assert raised.value is error
            with pytest.raises(RuntimeError, match="has not ended cleanly"):
                stream.result()

    asyncio.run(scenario())


def test_the_end_of_the_context_stays() -> None:
    async def scenario() -> None:
        ctx = Context()
        stream = ReplyStream(ctx, CHUNKS, RESULT)
        await anext(stream)
        ctx.cancel()
        for _ in range(2):
            with pytest.raises(ContextCancelledError):
                await anext(stream)
        with pytest.raises(RuntimeError, match="has not ended cleanly"):
            stream.result()

    asyncio.run(scenario())


def test_a_clean_end_outlives_its_context() -> None:
    async def scenario() -> None:
        ctx = Context()
        stream = ReplyStream(ctx, (), RESULT)
        assert [chunk async for chunk in stream] == []
        ctx.cancel()
        assert [chunk async for chunk in stream] == []
        assert stream.result() == RESULT

    asyncio.run(scenario())


def test_a_delay_ends_with_the_context() -> None:
    async def scenario() -> None:
        ctx = Context()
        stream = ReplyStream(ctx, CHUNKS, RESULT, delay=60)
        asyncio.get_running_loop().call_later(0.01, ctx.cancel)
        async with asyncio.timeout(10):
            with pytest.raises(ContextCancelledError):
                await anext(stream)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(scenario())


def test_a_delay_ends_with_the_reader_and_costs_no_chunk() -> None:
    async def scenario() -> None:
        stream = ReplyStream(Context(), CHUNKS, RESULT, delay=0.03)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.001):
                await anext(stream)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert [chunk async for chunk in stream] == list(CHUNKS)

    asyncio.run(scenario())


def test_readers_share_a_delayed_stream_without_loss() -> None:
    async def scenario() -> list[Chunk]:
        stream = ReplyStream(Context(), CHUNKS, RESULT, delay=0.001)

        async def read() -> list[Chunk]:
            return [chunk async for chunk in stream]

        parts = await asyncio.gather(*(read() for _ in range(4)))
        return [chunk for part in parts for chunk in part]

    assert sorted(map(repr, asyncio.run(scenario()))) == sorted(map(repr, CHUNKS))


def test_a_clean_end_is_not_taken_back_by_a_reader_that_still_waits() -> None:
    async def scenario() -> None:
        ctx = Context()
        stream = ReplyStream(ctx, (), RESULT, delay=0.02)

        async def read() -> list[Chunk]:
            return [chunk async for chunk in stream]

        first = asyncio.create_task(read())
        await asyncio.sleep(0.01)
        second = asyncio.create_task(read())
        assert await first == []
        ctx.cancel()
        assert await second == []
        assert stream.result() == RESULT

    asyncio.run(scenario())
