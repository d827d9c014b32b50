"""A scripted client: each call is answered by the next step of a script, until it ends."""

import asyncio
import copy
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass

import pytest

from critic.scripted_reply_impl_test import Reply, chunks_of
from critic.scripted_step_impl_test import Step
from critic.scripted_stream_impl_test import ReplyStream
from model.errors import EmptyModelError
from model.messages import Message, Request, Response, Role, ToolSpec
from model.ports import ToolCallingModel
from model.runtime import Context, ContextCancelledError
from model.validation import validate_request


class ExhaustedError(Exception):
    """The script had ended before this call."""

    def __init__(self, call: int) -> None:
        super().__init__(call)
        self.call = call

    def __str__(self) -> str:
        return f"call {self.call}: the script has no step left"


class ExpectationError(Exception):
    """The request of this call is not the expected one; `cause` says what is wrong with it."""

    def __init__(self, call: int, cause: Exception) -> None:
        super().__init__(call, cause)
        self.call = call
        self.cause = cause

    def __str__(self) -> str:
        return f"call {self.call}: {self.cause}"


@dataclass(frozen=True)
class ModelDescriptor:
    """What a client says of the model behind it; the window is in tokens."""

    name: str
    context_window: int
    tools: bool
    images: bool
    structured_output: bool


class ScriptedClient:
    """Answers from a script of steps, whole or as a typed stream, and remembers what it was asked.

    Any number of tasks and threads may call it: each step answers one call.
    """

    def __init__(self, *steps: Step) -> None:
        """Begin a script.

        Raises:
            ValueError: a step that repeats is not the last one.
        """
        self._lock = threading.Lock()
        self._steps: list[Step] = []
        self._requests: list[Request] = []
        self._err: Exception | None = None
        self.append(*steps)

    def append(self, *steps: Step) -> None:
        """Add steps at the end.

        Raises:
            ValueError: a step that repeats would not be the last one. Nothing is added.
        """
        with self._lock:
            script = [*self._steps, *steps]
            if any(step.repeating for step in script[:-1]):
                raise ValueError("only the last step may repeat: those after it would never answer")
            self._steps = script

    def name(self) -> str:
        """Return the name of the provider."""
        return "scripted"

    def model_descriptor(self) -> ModelDescriptor:
        """Describe a model that can do everything a caller might ask for."""
        return ModelDescriptor(
            self.name(), 200_000, tools=True, images=True, structured_output=True
        )

    def err(self) -> Exception | None:
        """Return the first failure of the script itself, never one that a step scripts."""
        return self._err

    def requests(self) -> tuple[Request, ...]:
        """Return the requests so far, each as it was when it was made."""
        return tuple(copy.deepcopy(self._requests))

    def remaining(self) -> int:
        """Return how many steps are left."""
        return len(self._steps)

    async def complete(self, ctx: Context, request: Request) -> Reply:
        """Answer with a whole reply."""
        call, step = self._begin(ctx, request)
        if step.break_with is not None:
            raise step.break_with.with_traceback(None)
        return step.reply(call, request)

    async def stream(self, ctx: Context, request: Request) -> ReplyStream:
        """Answer with the chunks of a reply."""
        call, step = self._begin(ctx, request)
        reply = step.reply(call, request)
        chunks = chunks_of(reply, step.size or 0)
        return ReplyStream(ctx, chunks, reply.result, step.delay or 0.0, step.break_with)

    async def generate(self, ctx: Context, request: Request) -> Response:
        """Answer with the message of a reply."""
        reply = await self.complete(ctx, request)
        message = Message(Role.ASSISTANT, reply.text, tool_calls=reply.tool_calls)
        return Response(message, self.name(), reply.result.model)

    async def generate_with_tools(
        self, ctx: Context, request: Request, tools: Sequence[ToolSpec]
    ) -> Response:
        """Answer with the message of a reply; its tool calls are the scripted ones."""
        return await self.generate(ctx, request)

    def _begin(self, ctx: Context, request: Request) -> tuple[int, Step]:
        ctx.raise_if_ended()
        validate_request(request)
        call, step = self._take(request)
        for expectation in step.expectations:
            try:
                found = expectation(request)
                if isinstance(found, Coroutine):
                    found.close()
                    raise TypeError("an expectation may not be a coroutine: it would check nothing")
                if found is False:
                    raise AssertionError("an expectation does not hold")
            except Exception as cause:
                raise self._failed(ExpectationError(call, cause)) from cause
        try:
            step = step.computed(request)
        except Exception as error:
            raise self._failed(error) from None
        if step.failure is not None:
            raise step.failure.with_traceback(None)
        return call, step

    def _take(self, request: Request) -> tuple[int, Step]:
        recorded = copy.deepcopy(request)
        # One instant for number and step. Checks run outside of it: they may ask the client.
        with self._lock:
            self._requests.append(recorded)
            call = len(self._requests)
            if self._steps:
                step = self._steps[0]
                if not step.repeating:
                    del self._steps[0]
                return call, step
        raise self._failed(ExhaustedError(call))

    def _failed(self, error: Exception) -> Exception:
        with self._lock:
            if self._err is None:
                self._err = error
        return error


_scripted_client_calls_tools: type[ToolCallingModel] = ScriptedClient


def asked(*said: str) -> Request:
    return Request("m", tuple(Message(Role.USER, text) for text in said or ("hello",)))


def complete(client: ScriptedClient, request: Request | None = None) -> Reply:
    return asyncio.run(client.complete(Context(), request or asked()))


FACES: dict[str, Callable[[ScriptedClient, Context], Coroutine[object, object, object]]] = {
    "complete": lambda client, ctx: client.complete(ctx, asked()),
    "stream": lambda client, ctx: client.stream(ctx, asked()),
    "generate": lambda client, ctx: client.generate(ctx, asked()),
    "generate_with_tools": lambda client, ctx: client.generate_with_tools(ctx, asked(), []),
}


every_face = pytest.mark.parametrize("face", FACES)


def test_steps_answer_in_order_and_then_the_script_ends() -> None:
    client = ScriptedClient(Step().text("a"), Step().text("b"))
    client.append(Step().text("c"))
    assert client.remaining() == 3
    assert [complete(client).text for _ in range(3)] == ["a", "b", "c"]
    assert (client.remaining(), client.err()) == (0, None)
    with pytest.raises(ExhaustedError, match="call 4: the script has no step left") as raised:
        complete(client)
    assert raised.value.call == 4
    assert client.err() is raised.value
    assert len(client.requests()) == 4


@every_face
def test_an_ended_context_consumes_nothing(face: str) -> None:
    client = ScriptedClient(Step().text("a"))
    ctx = Context()
    ctx.cancel()
    with pytest.raises(ContextCancelledError):
        asyncio.run(awaited(FACES[face](client, ctx)))
    assert (client.remaining(), client.requests(), client.err()) == (1, (), None)


def test_an_ended_context_comes_before_an_invalid_request() -> None:
    ctx = Context()
    ctx.cancel()
    with pytest.raises(ContextCancelledError):
        asyncio.run(ScriptedClient().complete(ctx, Request("", ())))


def test_an_invalid_request_consumes_nothing() -> None:
    client = ScriptedClient()
    with pytest.raises(EmptyModelError):
        complete(client, Request("", ()))
    assert (client.requests(), client.err()) == ((), None)


@every_face
def test_an_empty_script_is_exhausted(face: str) -> None:
    client = ScriptedClient()
    with pytest.raises(ExhaustedError):
        asyncio.run(awaited(FACES[face](client, Context())))
    assert client.requests() == (asked(),)


def test_requests_are_recorded_as_they_were() -> None:
    client = ScriptedClient(Step().repeat())
    said = [Message(Role.USER, "hello")]
    # A caller without a type checker may pass a list and go on using it.
    request = Request("m", said)  # type: ignore[arg-type]  # the very mistake under test
    complete(client, request)
    said.append(Message(Role.USER, "more"))
    told: object = client.requests()[0].messages
    assert isinstance(told, list)
    told.clear()
    assert [len(recorded.messages) for recorded in client.requests()] == [1]


def test_a_repeating_step_answers_for_ever() -> None:
    client = ScriptedClient(Step().text("a"), Step().tool_call("t").repeat())
    assert complete(client).text == "a"
    ids = [complete(client).tool_calls[0].id for _ in range(3)]
    assert ids == ["call_2_1", "call_3_1", "call_4_1"]
    assert client.remaining() == 1


def test_only_the_last_step_repeats() -> None:
    with pytest.raises(ValueError, match="only the last step may repeat"):
        ScriptedClient(Step().repeat(), Step())
    client = ScriptedClient(Step().repeat())
    with pytest.raises(ValueError, match="only the last step may repeat"):
        client.append(Step())
    assert client.remaining() == 1


async def awaited(call: Coroutine[object, object, object]) -> object:
    return await call
