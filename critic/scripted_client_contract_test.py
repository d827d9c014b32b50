"""What a scripted client promises to its callers, whichever face they look at."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critic.scripted_client_impl_test import FACES, ScriptedClient, asked, awaited, complete
from critic.scripted_reply_impl_test import Chunk, Reply, TextChunk, fold
from critic.scripted_step_impl_test import Step
from model.messages import Message, Response, Role, ToolCall
from model.ports import Model, ToolCallingModel
from model.runtime import Context, ContextCancelledError


async def stream(client: ScriptedClient) -> tuple[list[Chunk], Reply]:
    """Read a whole stream: its chunks, and what they fold to."""
    reading = await client.stream(Context(), asked())
    chunks = [chunk async for chunk in reading]
    return chunks, fold(chunks, reading.result())


def test_it_is_a_tool_calling_model() -> None:
    client = ScriptedClient()
    assert isinstance(client, ToolCallingModel)
    assert isinstance(client, Model)
    assert client.name() == "scripted"


def test_it_describes_itself() -> None:
    descriptor = ScriptedClient().model_descriptor()
    assert (descriptor.name, descriptor.context_window) == ("scripted", 200_000)
    assert (descriptor.tools, descriptor.images, descriptor.structured_output) == (True,) * 3


def test_an_error_of_the_stream_fails_a_whole_reply() -> None:
    broken = Step().text("a b").stream_error(OSError("broken"))
    client = ScriptedClient(broken, broken, broken)
    heard: list[Chunk] = []

    async def scenario() -> None:
        async for chunk in await client.stream(Context(), asked()):
            heard.append(chunk)  # noqa: PERF401  # kept also when it breaks

    with pytest.raises(OSError, match="broken"):
        asyncio.run(scenario())
    assert heard == [TextChunk("a "), TextChunk("b")]
    for face in ("complete", "generate"):
        with pytest.raises(OSError, match="broken"):
            asyncio.run(awaited(FACES[face](client, Context())))
    assert client.err() is None


@pytest.mark.parametrize(
    ("size", "pieces"),
    [(None, ["a ", "bc"]), (0, ["a ", "bc"]), (3, ["a b", "c"]), (-1, ["a bc"])],
)
def test_the_size_of_chunks_is_scripted(size: int | None, pieces: list[str]) -> None:
    step = Step().text("a bc")
    client = ScriptedClient(step if size is None else step.chunk_size(size))
    assert asyncio.run(stream(client))[0] == [TextChunk(piece) for piece in pieces]


def test_the_delay_of_chunks_is_scripted_and_ends_with_the_context() -> None:
    async def scenario() -> None:
        ctx = Context()
        client = ScriptedClient(Step().text("a b").chunk_delay(60))
        asyncio.get_running_loop().call_later(0.005, ctx.cancel)
        async with asyncio.timeout(10):
            with pytest.raises(ContextCancelledError):
                await anext(await client.stream(ctx, asked()))
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(scenario())


def test_a_response_carries_text_and_tool_calls() -> None:
    client = ScriptedClient(Step().text("a").thinking("hm").tool_call("t"))
    response = asyncio.run(client.generate_with_tools(Context(), asked(), []))
    message = Message(Role.ASSISTANT, "a", tool_calls=(ToolCall("call_1_1", "t", "{}"),))
    assert response == Response(message, "scripted", "m")


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(min_size=1), max_size=3), st.text(), st.text(), st.integers(-1, 3))
def test_both_faces_agree(thoughts: list[str], text: str, arguments: str, size: int) -> None:
    step = Step().text(text).tool_call("t", arguments).tool_call_with_id("", "u").chunk_size(size)
    for thought in thoughts:
        step = step.thinking(thought)
    client = ScriptedClient(step.repeat())

    async def scenario() -> None:
        whole = await client.complete(Context(), asked())
        # The ids made for tool calls carry the number of the call.
        again = replace(
            whole, tool_calls=(replace(whole.tool_calls[0], id="call_2_1"), whole.tool_calls[1])
        )
        assert (await stream(client))[1] == again

    asyncio.run(scenario())


def test_64_tasks_consume_each_step_once() -> None:
    client = ScriptedClient(*(Step().text(str(n)) for n in range(64)))

    async def scenario() -> list[Reply]:
        async def ask(caller: int) -> Reply:
            reading = await client.stream(Context(), asked(str(caller)))
            return fold([chunk async for chunk in reading], reading.result())

        return await asyncio.gather(*(ask(caller) for caller in range(64)))

    _assert_each_once(client, asyncio.run(scenario()))


class YieldingStep(Step):
    """A step that lets other threads run while a client looks at it."""

    def __getattribute__(self, name: str) -> object:
        if name == "repeating":
            time.sleep(0.0001)
        return super().__getattribute__(name)


def test_64_threads_consume_each_step_once() -> None:
    client = ScriptedClient(*(YieldingStep(words=str(n)) for n in range(64)))
    gate = threading.Barrier(64)

    def ask(caller: int) -> Reply:
        gate.wait()
        return complete(client, asked(str(caller)))

    with ThreadPoolExecutor(64) as callers:
        _assert_each_once(client, list(callers.map(ask, range(64))))


def _assert_each_once(client: ScriptedClient, replies: list[Reply]) -> None:
    every = sorted(str(n) for n in range(64))
    assert sorted(reply.text for reply in replies) == every
    assert sorted(request.messages[0].content for request in client.requests()) == every
    assert (client.remaining(), client.err()) == (0, None)
