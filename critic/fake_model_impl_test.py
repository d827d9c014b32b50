"""A scripted language model for tests: turns that cycle, at a pace, with errors on demand."""

import asyncio
import traceback
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass

import pytest

from model.errors import ProviderUnavailableError
from model.messages import LLMResponse, Message, Role, ToolCall, ToolSpec
from model.options import LLMOptions
from model.ports import LanguageModel
from model.runtime import Context, ContextCancelledError, Event, until_ended
from model.streams import TokenSender, TokenStream, notify, open_stream, start_pump


@dataclass(frozen=True)
class FakeTurn:
    """One scripted reply.

    The text is the join of the chunks; where only a text is given, it is the one chunk.

    Raises:
        ValueError: the text is another one than the chunks make, so that the stream and the reply
            would not agree.
    """

    chunks: tuple[str, ...] = ()
    text: str = ""
    thinking: str = ""
    finish_reason: str = "stop"
    tool_calls: tuple[ToolCall, ...] = ()

    def __post_init__(self) -> None:
        chunks = tuple(self.chunks) or ((self.text,) if self.text else ())
        text = self.text or "".join(chunks)
        if text != "".join(chunks):
            raise ValueError(f"text {self.text!r} is not the join of {self.chunks!r}")
        object.__setattr__(self, "chunks", chunks)
        object.__setattr__(self, "text", text)


class FakeModel:
    """A language model that replies with its turns in order, and begins again after the last."""

    def __init__(self, *turns: FakeTurn) -> None:
        self._turns = turns
        self._taken = 0
        self._pace = 0.0
        self._error: Exception | None = None
        self.calls = 0
        self.last_input = ""
        self.dropped_tokens = 0
        self.events: list[Event] = []

    def set_pace(self, seconds: float) -> None:
        """Pause so long before each chunk."""
        self._pace = seconds

    def set_error(self, error: Exception | None) -> None:
        """Make all four methods fail with this error, or with none again."""
        self._error = error

    def emit(self, ctx: Context, event: Event) -> None:
        """Keep an event of the streams: the fake is its own sink."""
        self.events.append(event)

    async def generate(
        self, ctx: Context, prompt: str, options: LLMOptions | None = None
    ) -> LLMResponse:
        """Reply to a prompt with the next turn."""
        return await self._reply(ctx, prompt, options)

    async def generate_stream(
        self, ctx: Context, prompt: str, options: LLMOptions | None = None
    ) -> TokenStream:
        """Stream the chunks of the next turn."""
        turn = self._next_turn(ctx, prompt)
        sender, stream = open_stream(self)
        start_pump(ctx, sender, self._pump(ctx, sender, turn, options))
        return stream

    async def chat(
        self, ctx: Context, messages: Sequence[Message], options: LLMOptions | None = None
    ) -> LLMResponse:
        """Reply to a conversation with the next turn."""
        return await self._reply(ctx, _last_content(messages), options)

    async def chat_with_tools(
        self,
        ctx: Context,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        options: LLMOptions | None = None,
    ) -> LLMResponse:
        """Reply to a conversation with the next turn; its tool calls are the scripted ones."""
        return await self._reply(ctx, _last_content(messages), options)

    def _next_turn(self, ctx: Context, said: str) -> FakeTurn:
        ctx.raise_if_ended()
        self.calls += 1
        self.last_input = said
        if self._error is not None:
            # Without its old traceback, which would grow with every call.
            raise self._error.with_traceback(None)
        if not self._turns:
            raise ProviderUnavailableError("the script of the fake has no turns")
        turn = self._turns[self._taken % len(self._turns)]
        self._taken += 1
        return turn

    async def _reply(self, ctx: Context, said: str, options: LLMOptions | None) -> LLMResponse:
        turn = self._next_turn(ctx, said)
        for chunk in turn.chunks:
            await self._pause(ctx)
            notify(ctx, options, chunk, self)
        ctx.raise_if_ended()
        return LLMResponse(turn.text, turn.thinking, turn.finish_reason, turn.tool_calls)

    async def _pump(
        self, ctx: Context, sender: TokenSender, turn: FakeTurn, options: LLMOptions | None
    ) -> None:
        try:
            for chunk in turn.chunks:
                await self._pause(ctx)
                await sender.send(ctx, chunk)
                notify(ctx, options, chunk, self)
        finally:
            self.dropped_tokens += sender.dropped
            sender.close()

    async def _pause(self, ctx: Context) -> None:
        if self._pace > 0:
            await until_ended(ctx, asyncio.sleep(self._pace))


_fake_is_a_language_model: type[LanguageModel] = FakeModel


def _last_content(messages: Sequence[Message]) -> str:
    return messages[-1].content if messages else ""


def _ask_all_ways(
    model: FakeModel, ctx: Context
) -> list[Coroutine[object, object, LLMResponse | TokenStream]]:
    said = Message(Role.USER, "said last")
    return [
        model.generate(ctx, "said last"),
        model.generate_stream(ctx, "said last"),
        model.chat(ctx, [Message(Role.USER, "said first"), said]),
        model.chat_with_tools(ctx, [said], []),
    ]


def test_a_turn_says_the_join_of_its_chunks() -> None:
    assert FakeTurn(("a", "b")).text == "ab"
    assert FakeTurn(text="ab").chunks == ("ab",)
    assert FakeTurn(thinking="only").text == ""
    chunks = ["a"]
    turn = FakeTurn(chunks)  # type: ignore[arg-type]  # a script may be put together in a list
    chunks.append("b")
    assert (turn.chunks, turn.text) == (("a",), "a")
    assert FakeTurn().finish_reason == "stop"


def test_a_turn_whose_faces_would_disagree_is_refused() -> None:
    with pytest.raises(ValueError, match="'ac' is not the join of"):
        FakeTurn(("a", "b"), text="ac")


def test_every_way_of_asking_counts_and_is_remembered() -> None:
    async def scenario() -> None:
        ctx = Context()
        model = FakeModel(FakeTurn(("a",)))
        for asked, call in enumerate(_ask_all_ways(model, ctx), start=1):
            await call
            assert (model.calls, model.last_input) == (asked, "said last")
            model.last_input = ""
        ctx.cancel()

    asyncio.run(scenario())


def test_an_ended_context_is_not_a_call() -> None:
    async def scenario() -> None:
        ctx = Context()
        ctx.cancel()
        model = FakeModel(FakeTurn(("a",)))
        for call in _ask_all_ways(model, ctx):
            with pytest.raises(ContextCancelledError):
                await call
        assert (model.calls, model.last_input) == (0, "")

    asyncio.run(scenario())


def test_a_failing_call_takes_no_turn() -> None:
    async def scenario() -> None:
        ctx = Context()
        model = FakeModel(FakeTurn(("first",)), FakeTurn(("second",)))
        model.set_error(RuntimeError("scripted"))
        for call in _ask_all_ways(model, ctx):
            with pytest.raises(RuntimeError, match="scripted"):
                await call
        model.set_error(None)
        assert (await model.generate(ctx, "")).text == "first"
        assert model.calls == 5

    asyncio.run(scenario())


def test_a_repeated_error_collects_no_frames() -> None:
    async def scenario() -> int:
        error = RuntimeError("scripted")
        model = FakeModel()
        model.set_error(error)
        for _ in range(50):
            with pytest.raises(RuntimeError):
                await model.generate(Context(), "")
        return len(traceback.extract_tb(error.__traceback__))

    assert asyncio.run(scenario()) < 10


def test_the_pause_of_a_whole_reply_is_cancellable() -> None:
    async def scenario() -> None:
        model = FakeModel(FakeTurn(("a",)))
        model.set_pace(60)
        ctx = Context()
        asyncio.get_running_loop().call_later(0.01, ctx.cancel)
        with pytest.raises(ContextCancelledError):
            await model.generate(ctx, "")

    asyncio.run(scenario())


def test_a_whole_reply_tells_its_chunks_to_the_callback() -> None:
    told: list[str] = []
    model = FakeModel(FakeTurn(("a", "b")))
    asyncio.run(model.chat(Context(), [], LLMOptions(stream_callback=told.append)))
    assert told == ["a", "b"]
