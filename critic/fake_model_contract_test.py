"""The contract of a language model, written once and run on every scriptable model given to it."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from critic.fake_model_impl_test import FakeModel, FakeTurn
from critic.streaming_contract_test import ScriptedModel, StreamingContract, drain, run
from model.errors import AuthInvalidError, ModelError
from model.messages import LLMResponse, Message, Role, ToolCall
from model.options import LLMOptions
from model.ports import LanguageModel
from model.runtime import Context, ContextCancelledError, DeadlineExceededError
from model.streams import TokenStream

TYPING = "typing\N{HORIZONTAL ELLIPSIS}"

_fake_is_a_scripted_model: type[ScriptedModel] = FakeModel


def ways_to_ask(
    model: ScriptedModel,
) -> list[Callable[[Context], Coroutine[object, object, LLMResponse | TokenStream]]]:
    """Return a call of each of the four methods."""
    said = [Message(Role.USER, "hello")]
    return [
        lambda ctx: model.generate(ctx, "hello"),
        lambda ctx: model.generate_stream(ctx, "hello"),
        lambda ctx: model.chat(ctx, said),
        lambda ctx: model.chat_with_tools(ctx, said, []),
    ]


async def show(stream: TokenStream, patience: float) -> list[str]:
    """Show a reply as a screen would: a note while its first token is awaited, then the tokens."""
    shown: list[str] = []

    async def first() -> str:
        return await anext(stream)

    waiting = asyncio.create_task(first())
    await asyncio.wait({waiting}, timeout=patience)
    if not waiting.done():
        shown.append(TYPING)
    shown.append(await waiting)
    return shown + await drain(stream)


class LanguageModelContract(StreamingContract):
    """The tests of all four methods; a subclass says how to make the model."""

    def test_it_is_a_language_model(self) -> None:
        assert isinstance(self.make(), LanguageModel)

    def test_generate_joins_the_chunks_and_keeps_the_finish_reason(self) -> None:
        model = self.make(FakeTurn(("a", "b"), finish_reason="length"))
        reply = run(model.generate(Context(), "hello"))
        assert (reply.text, reply.finish_reason) == ("ab", "length")

    def test_the_finish_reason_is_stop_by_default(self) -> None:
        assert run(self.make(FakeTurn(("a",))).generate(Context(), "")).finish_reason == "stop"

    def test_scripted_tool_calls_come_back_untouched(self) -> None:
        calls = (ToolCall("", " none ", "not { json"), ToolCall("7", "search", '{"q" :1}'))
        model = self.make(FakeTurn(("a",), tool_calls=calls))
        reply = run(model.chat_with_tools(Context(), [Message(Role.USER, "hello")], []))
        assert reply.tool_calls == calls

    def test_turns_cycle(self) -> None:
        model = self.make(FakeTurn(("a",)), FakeTurn(("b",)), FakeTurn(("c",)))

        async def scenario() -> list[str]:
            heard = []
            for _ in range(2):
                for ask in ways_to_ask(model):
                    reply = await ask(Context())
                    if isinstance(reply, LLMResponse):
                        heard.append(reply.text)
                    else:
                        heard.extend(await drain(reply))
            return heard

        assert "".join(run(scenario())) == "abcabcab"

    def test_a_turn_of_thinking_alone_has_no_text(self) -> None:
        model = self.make(FakeTurn(thinking="hm"))

        async def scenario() -> None:
            reply = await model.generate(Context(), "hello")
            assert (reply.text, reply.thinking) == ("", "hm")
            assert await drain(await model.generate_stream(Context(), "hello")) == []

        run(scenario())

    def test_all_four_methods_fail_with_the_error(self) -> None:
        model = self.make(FakeTurn(("a",)))
        error = AuthInvalidError("no such key")

        async def scenario() -> None:
            model.set_error(error)
            for ask in ways_to_ask(model):
                with pytest.raises(AuthInvalidError) as raised:
                    await ask(Context())
                assert raised.value is error
            model.set_error(None)
            assert (await model.generate(Context(), "hello")).text == "a"

        run(scenario())

    def test_an_empty_script_fails_cleanly(self) -> None:
        model = self.make()

        async def scenario() -> None:
            for ask in ways_to_ask(model):
                with pytest.raises(ModelError):
                    await ask(Context())

        run(scenario())

    def test_an_ended_context_is_an_error_of_the_call_and_takes_no_turn(self) -> None:
        model = self.make(FakeTurn(("a",)), FakeTurn(("b",)))

        async def scenario() -> None:
            cancelled = Context()
            cancelled.cancel()
            for ask in ways_to_ask(model):
                with pytest.raises(ContextCancelledError):
                    await ask(cancelled)
                with pytest.raises(DeadlineExceededError):
                    await ask(Context(timeout=0))
            assert (await model.generate(Context(), "hello")).text == "a"

        run(scenario())

    def test_the_callback_is_told_each_token(self) -> None:
        model = self.make(FakeTurn(("a", "b")))
        told: list[str] = []

        async def scenario() -> list[str]:
            options = LLMOptions(stream_callback=told.append)
            return await drain(await model.generate_stream(Context(), "hello", options))

        assert run(scenario()) == told == ["a", "b"]

    def test_a_callback_that_fails_breaks_no_stream(self) -> None:
        model = self.make(FakeTurn(("a", "b")))

        def fail(token: str) -> None:
            raise RuntimeError(f"cannot show {token}")

        async def scenario() -> list[str]:
            options = LLMOptions(stream_callback=fail)
            return await drain(await model.generate_stream(Context(), "hello", options))

        assert run(scenario()) == ["a", "b"]
        assert [event.name for event in model.events] == ["stream_callback_failed"] * 2
        assert "RuntimeError: cannot show b" in model.events[1].detail

    def test_a_callback_that_cancels_is_told_nothing_more(self) -> None:
        model = self.make(FakeTurn(("a", "b", "c")))
        told: list[str] = []

        async def scenario() -> None:
            ctx = Context()

            def tell(token: str) -> None:
                told.append(token)
                ctx.cancel()

            options = LLMOptions(stream_callback=tell)
            stream = await model.generate_stream(ctx, "hello", options)
            assert await drain(stream) == ["a"]

        run(scenario())
        assert told == ["a"]

    def test_a_context_that_ends_during_a_whole_reply_is_its_error(self) -> None:
        model = self.make(FakeTurn(("a",)))

        async def scenario() -> None:
            ctx = Context()
            options = LLMOptions(stream_callback=lambda token: ctx.cancel())
            with pytest.raises(ContextCancelledError):
                await model.generate(ctx, "hello", options)

        run(scenario())

    @pytest.mark.parametrize(("pace", "patience", "notes"), [(0.05, 0.002, 1), (0.0, 5.0, 0)])
    def test_a_slow_first_token_shows_one_note(
        self, pace: float, patience: float, notes: int
    ) -> None:
        model = self.make(FakeTurn(("a", "b", "c")))
        model.set_pace(pace)

        async def scenario() -> list[str]:
            return await show(await model.generate_stream(Context(), "hello"), patience)

        assert run(scenario()) == [TYPING] * notes + ["a", "b", "c"]


class TestFakeModel(LanguageModelContract):
    """The contract, on the fake."""

    def make(self, *turns: FakeTurn) -> FakeModel:
        return FakeModel(*turns)
