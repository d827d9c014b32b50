"""Streams of tokens: a rendezvous between one pump and its reader, stopped by a context.

Six rules hold for every implementation of `generate_stream`, and every consumer relies on them:

R1. The context of the call is the only stop signal; to abandon a stream is to cancel a context.
R2. After cancellation all workers exit and the stream closes within 250 ms.
R3. The producer closes the stream exactly once.
R4. What the pump owns is released by the pump exactly once, also on cancellation.
R5. Failures of the producer degrade: drop, count, emit an event. The pump never raises into the
    consumer.
R6. A blocked send resolves on the context's end: its token is dropped and counted. A token that
    was never tried is not counted.

An error before the stream exists is raised by the call.
"""

import asyncio
from collections import deque
from collections.abc import Coroutine, Generator
from dataclasses import dataclass
from types import TracebackType

from model.options import LLMOptions
from model.runtime import Context, ContextError, Event, EventSink


@dataclass(eq=False, slots=True)
class _Offer:
    """A token that a blocked send holds out."""

    ctx: Context
    token: str
    settled: asyncio.Future[None]
    delivered: bool = False

    def settle(self) -> None:
        if not self.settled.done():
            self.settled.set_result(None)


class _Channel:
    """What both ends share."""

    __slots__ = ("closed", "offers", "pump", "readers")

    def __init__(self) -> None:
        self.closed = False
        self.offers: deque[_Offer] = deque()
        self.readers: set[asyncio.Future[None]] = set()
        # A loop holds its tasks weakly: whoever can still read keeps the pump alive.
        self.pump: asyncio.Task[None] | None = None

    def take(self) -> _Offer | None:
        for offer in self.offers:
            # Here is the instant of delivery, and cancellation has priority over it.
            if not offer.settled.done() and not offer.ctx.cancelled:
                self.offers.remove(offer)
                offer.delivered = True
                offer.settle()
                return offer
        return None

    def wake_readers(self) -> None:
        # All of them: one that is being cancelled itself would swallow a wake meant for it.
        for reader in self.readers:
            if not reader.done():
                reader.set_result(None)

    async def changed(self) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.readers.add(woken)
        try:
            await woken
        finally:
            self.readers.discard(woken)


class TokenStream:
    """An async iterator over the tokens of a reply; only its producer closes it."""

    __slots__ = ("__weakref__", "_channel")

    def __init__(self, channel: _Channel) -> None:
        self._channel = channel

    def __aiter__(self) -> "TokenStream":
        return self

    async def __anext__(self) -> str:
        channel = self._channel
        while (offer := channel.take()) is None:
            if channel.closed:
                raise StopAsyncIteration
            await channel.changed()
        return offer.token


class TokenSender:
    """The producer's end of a stream."""

    __slots__ = ("_channel", "_dropped", "_sink")

    def __init__(self, channel: _Channel, sink: EventSink | None) -> None:
        self._channel = channel
        self._sink = sink
        self._dropped = 0

    @property
    def dropped(self) -> int:
        """How many tokens were tried and not delivered."""
        return self._dropped

    @property
    def closed(self) -> bool:
        """Whether the producer has closed the stream."""
        return self._channel.closed

    async def send(self, ctx: Context, token: str) -> None:
        """Wait until a reader has taken the token.

        Raises:
            ContextError: the context has ended and the token is not delivered. It is counted as
                dropped if the send was already waiting.
        """
        if self.closed:
            raise RuntimeError("send on a closed stream")
        ctx.raise_if_ended()
        offer = _Offer(ctx, token, asyncio.get_running_loop().create_future())
        self._channel.offers.append(offer)
        self._channel.wake_readers()
        try:
            with ctx.watching(offer.settle):
                await offer.settled
        finally:
            if not offer.delivered:
                self._channel.offers.remove(offer)
                self.drop(ctx, "a send was blocked")
        if not offer.delivered:
            ctx.raise_if_ended()
            raise RuntimeError("the stream was closed under a blocked send")

    def drop(self, ctx: Context, reason: str) -> None:
        """Count a token that will not be delivered, and emit an event that says why."""
        self._dropped += 1
        self.emit(ctx, Event("token_dropped", reason))

    def emit(self, ctx: Context, event: Event) -> None:
        """Emit an event to the sink, if there is one."""
        _emit(ctx, event, self._sink)

    def close(self) -> None:
        """End the stream; the producer does so once, in a `finally`."""
        if self.closed:
            raise RuntimeError("the stream is closed already")
        self._channel.closed = True
        for offer in tuple(self._channel.offers):
            offer.settle()
        self._channel.wake_readers()


def open_stream(sink: EventSink | None = None) -> tuple[TokenSender, TokenStream]:
    """Make both ends of a new stream."""
    channel = _Channel()
    return TokenSender(channel, sink), TokenStream(channel)


def start_pump(ctx: Context, sender: TokenSender, pump: Coroutine[object, None, None]) -> None:
    """Start the one pump of a stream.

    The pump sends, releases what it owns and closes the stream in a `finally`. The end of the
    context may pass through it; any other error of it becomes an event. The pump is entered in any
    case, so that its `finally` runs even when the loop is shut down before its first step.
    """
    channel = sender._channel
    task = asyncio.create_task(_Entered(pump))
    channel.pump = task

    def settle(ended: asyncio.Task[None]) -> None:
        channel.pump = None
        left_open = not sender.closed
        if left_open:
            sender.close()
        error = None if ended.cancelled() else ended.exception()
        if error is not None and not isinstance(error, ContextError):
            sender.emit(ctx, Event("pump_failed", f"{type(error).__name__}: {error}"))
        if left_open:
            sender.emit(ctx, Event("pump_left_open", "the pump did not close its stream"))

    task.add_done_callback(settle)


def notify(ctx: Context, options: LLMOptions | None, token: str, sink: EventSink | None) -> None:
    """Tell the `stream_callback` of a call a token, unless the context has ended.

    The callback is the caller's and must not break the producer: its failure becomes an event.
    """
    callback = options.stream_callback if options is not None else None
    if callback is None or ctx.cancelled:
        return
    try:
        callback(token)
    except Exception as error:
        _emit(ctx, Event("stream_callback_failed", f"{type(error).__name__}: {error}"), sink)


def _emit(ctx: Context, event: Event, sink: EventSink | None) -> None:
    if sink is None:
        return
    try:
        sink.emit(ctx, event)
    except Exception as error:
        # A sink that fails must not cost the reader a token; the loop tells whoever listens.
        failure = {"message": f"no sink for {event}", "exception": error}
        asyncio.get_running_loop().call_exception_handler(failure)


class _Entered(Coroutine[object, None, None]):
    """A coroutine that runs to its first await even if it is cancelled before it began."""

    __slots__ = ("_began", "_inner")

    def __init__(self, inner: Coroutine[object, None, None]) -> None:
        self._inner = inner
        self._began = False

    def __await__(self) -> Generator[object, None, None]:
        return self._inner.__await__()

    def send(self, value: None, /) -> object:
        self._began = True
        return self._inner.send(value)

    def throw(
        self,
        typ: type[BaseException] | BaseException,
        val: BaseException | object = None,
        tb: TracebackType | None = None,
        /,
    ) -> object:
        if not self._began:
            # A coroutine into which is thrown before it began never reaches its `try`.
            self.send(None)
        return self._inner.throw(typ if isinstance(typ, BaseException) else typ())

    def close(self) -> None:
        self._inner.close()
