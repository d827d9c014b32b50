"""The contract on a real pump: it reads bytes from a slow connection that it owns."""

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import pytest

from critic.fake_model_contract_test import LanguageModelContract
from critic.fake_model_impl_test import FakeTurn
from critic.streaming_contract_test import CLOSING_TIME, FOREVER, ScriptedModel, drain, run
from model.errors import ProviderResponseError, ProviderUnavailableError
from model.messages import LLMResponse, Message, ToolCall, ToolSpec
from model.options import LLMOptions
from model.ports import LanguageModel
from model.runtime import Context, Event, until_ended
from model.streams import TokenSender, TokenStream, notify, open_stream, start_pump


class SlowConnection:
    """A connection whose other end, a thread, writes one block of bytes after each pause."""

    def __init__(self, blocks: Sequence[bytes], pace: float) -> None:
        self._near, self._far = socket.socketpair()
        self._near.setblocking(False)
        self._released = threading.Event()
        self.releases = 0
        self.thread = threading.Thread(target=self._write, args=(blocks, pace))
        self.thread.start()

    async def read(self) -> bytes:
        """Read a few bytes, so that lines and characters are torn apart; b"" at the end."""
        return await asyncio.get_running_loop().sock_recv(self._near, 7)

    def release(self) -> None:
        """Let go of the connection; the thread at the other end stops."""
        self.releases += 1
        self._released.set()
        self._near.close()

    def _write(self, blocks: Sequence[bytes], pace: float) -> None:
        # The reader may be gone at any moment.
        with self._far, suppress(OSError):
            for block in blocks:
                if self._released.wait(pace):
                    return
                self._far.sendall(block)


class SlowByteModel:
    """A model whose provider sends a JSON record a line, tokens first and a summary last."""

    def __init__(self, *turns: FakeTurn) -> None:
        self.wires = [encoded(turn) for turn in turns]
        self.connections: list[SlowConnection] = []
        self.dropped_tokens = 0
        self.events: list[Event] = []
        self._pace = 0.0
        self._error: Exception | None = None

    def set_pace(self, seconds: float) -> None:
        self._pace = seconds

    def set_error(self, error: Exception | None) -> None:
        self._error = error

    def emit(self, ctx: Context, event: Event) -> None:
        self.events.append(event)

    async def generate(
        self, ctx: Context, prompt: str, options: LLMOptions | None = None
    ) -> LLMResponse:
        connection = self._connect(ctx)
        try:
            text = ""
            lines = Lines()
            while block := await until_ended(ctx, connection.read()):
                for line in lines.feed(block):
                    record = decoded(line)
                    if "token" in record:
                        text += str(record["token"])
                        notify(ctx, options, str(record["token"]), self)
                    else:
                        return summarised(text, record)
            raise ProviderResponseError("the connection ended early")
        finally:
            connection.release()

    async def generate_stream(
        self, ctx: Context, prompt: str, options: LLMOptions | None = None
    ) -> TokenStream:
        connection = self._connect(ctx)
        sender, stream = open_stream(self)
        start_pump(ctx, sender, self._pump(ctx, sender, connection, options))
        return stream

    async def chat(
        self, ctx: Context, messages: Sequence[Message], options: LLMOptions | None = None
    ) -> LLMResponse:
        return await self.generate(ctx, messages[-1].content, options)

    async def chat_with_tools(
        self,
        ctx: Context,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        options: LLMOptions | None = None,
    ) -> LLMResponse:
        return await self.chat(ctx, messages, options)

    def _connect(self, ctx: Context) -> SlowConnection:
        ctx.raise_if_ended()
        if self._error is not None:
            raise self._error
        if not self.wires:
            raise ProviderUnavailableError("nobody answers")
        wire = self.wires[len(self.connections) % len(self.wires)]
        # Without a pause all records come at once.
        blocks = wire if self._pace > 0 else [b"".join(wire)]
        self.connections.append(SlowConnection(blocks, self._pace))
        return self.connections[-1]

    async def _pump(
        self,
        ctx: Context,
        sender: TokenSender,
        connection: SlowConnection,
        options: LLMOptions | None,
    ) -> None:
        try:
            lines = Lines()
            while block := await until_ended(ctx, connection.read()):
                for line in lines.feed(block):
                    try:
                        record = decoded(line)
                    except ValueError as error:
                        sender.drop(ctx, f"a record cannot be read: {error}")
                        continue
                    if "token" not in record:
                        return
                    await sender.send(ctx, str(record["token"]))
                    notify(ctx, options, str(record["token"]), self)
            raise ProviderResponseError("the connection ended early")
        finally:
            connection.release()
            self.dropped_tokens += sender.dropped
            sender.close()


class Lines:
    """Bytes in blocks of any size, put together to lines."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, block: bytes) -> Iterator[bytes]:
        *whole, self._rest = (self._rest + block).split(b"\n")
        yield from whole


_slow_byte_model_is_a_language_model: type[LanguageModel] = SlowByteModel
_slow_byte_model_is_a_scripted_model: type[ScriptedModel] = SlowByteModel


def encoded(turn: FakeTurn) -> list[bytes]:
    """Write a turn as its provider would send it."""
    records: list[dict[str, object]] = [{"token": chunk} for chunk in turn.chunks]
    calls = [[call.id, call.name, call.arguments] for call in turn.tool_calls]
    records.append({"thinking": turn.thinking, "finish": turn.finish_reason, "calls": calls})
    return [json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records]


def decoded(line: bytes) -> dict[str, object]:
    """Read a record; a ValueError says what is wrong with it."""
    record: object = json.loads(line.decode())
    assert isinstance(record, dict)
    return record


def summarised(text: str, record: dict[str, object]) -> LLMResponse:
    """Make a reply from its text and the last record."""
    calls = record["calls"]
    assert isinstance(calls, list)
    return LLMResponse(
        text,
        str(record["thinking"]),
        str(record["finish"]),
        tuple(ToolCall(*call) for call in calls),
    )


class TestSlowByteModel(LanguageModelContract):
    """The contract, on the real pump."""

    @pytest.fixture(autouse=True)
    def _every_connection_is_released_once(self) -> Iterator[None]:
        self.made: list[SlowByteModel] = []
        yield
        for model in self.made:
            assert [connection.releases for connection in model.connections] == [1] * len(
                model.connections
            )

    def make(self, *turns: FakeTurn) -> SlowByteModel:
        model = SlowByteModel(*turns)
        self.made.append(model)
        return model

    def test_a_record_that_cannot_be_read_is_dropped_and_counted(self) -> None:
        model = self.make(FakeTurn(("a", "b")))
        model.wires[0][1:1] = [b'{"token": "\xff"}\n', b"{\n"]

        async def scenario() -> list[str]:
            return await drain(await model.generate_stream(Context(), "hello"))

        assert run(scenario()) == ["a", "b"]
        assert model.dropped_tokens == 2
        assert [event.name for event in model.events] == ["token_dropped"] * 2
        assert "cannot be read" in model.events[0].detail

    def test_a_connection_that_breaks_ends_the_stream_with_an_event(self) -> None:
        model = self.make(FakeTurn(("a", "b")))
        del model.wires[0][-1]

        async def scenario() -> list[str]:
            heard = await drain(await model.generate_stream(Context(), "hello"))
            await asyncio.sleep(0)
            return heard

        assert run(scenario()) == ["a", "b"]
        assert [event.name for event in model.events] == ["pump_failed"]
        assert "ProviderResponseError" in model.events[0].detail

    def test_a_connection_that_breaks_is_an_error_of_a_whole_reply(self) -> None:
        model = self.make(FakeTurn(("a",)))
        del model.wires[0][-1]
        with pytest.raises(ProviderResponseError, match="ended early"):
            run(model.generate(Context(), "hello"))

    @pytest.mark.parametrize("ticks", range(6))
    def test_the_connection_is_released_when_the_loop_is_shut_down(self, ticks: int) -> None:
        model = self.make(FakeTurn(("a",)))
        model.set_pace(FOREVER)
        streams = []

        async def scenario() -> None:
            streams.append(await model.generate_stream(Context(), "hello"))
            for _ in range(ticks):
                await asyncio.sleep(0)

        asyncio.run(scenario())
        model.connections[0].thread.join(CLOSING_TIME)
        assert not model.connections[0].thread.is_alive()
        assert asyncio.run(drain(streams[0])) == []

    @pytest.mark.parametrize("cancel", [Context.cancel, lambda ctx: None], ids=["cancel", "end"])
    def test_the_connection_is_released_before_the_stream_is_closed(
        self, cancel: Callable[[Context], None]
    ) -> None:
        model = self.make(FakeTurn(("a", "b")))

        async def scenario() -> None:
            ctx = Context()
            stream = await model.generate_stream(ctx, "hello")
            await anext(stream)
            cancel(ctx)
            await drain(stream)
            assert model.connections[0].releases == 1

        run(scenario())
