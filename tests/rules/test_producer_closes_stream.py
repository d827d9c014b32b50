"""Readers that close a stream or reach into one are found at the name they do it with."""

import pytest

from archlint.testing import run_rule
from rules.producer_closes_stream import ProducerClosesStream
from tests.rules.subjects import changed, place, places, text_of

CONTRACT = "critic/streaming_contract_test.py"
LOOP = "critic/critic_loop_test.py"
READ = "        response = await model.chat_with_tools(ctx, messages, [COUNT])\n"
DRAIN = "    return [token async for token in stream]\n"

IN_THE_LOOP = {
    "closed": (
        "        stream = await model.generate_stream(ctx, '')\n        stream.close()\n",
        "stream.<close>()",
    ),
    "closed, in a finally": (
        (
            "        stream = None\n"
            "        try:\n"
            "            stream = await model.generate_stream(ctx, '')\n"
            "        finally:\n"
            "            if stream is not None:\n"
            "                await stream.aclose()\n"
        ),
        "stream.<aclose>()",
    ),
    "closed at once": (
        "        (await model.generate_stream(ctx, '')).close()\n",
        ").<close>()",
    ),
    "closed under another name": (
        (
            "        stream = await model.generate_stream(ctx, '')\n"
            "        other = stream\n"
            "        other.close()\n"
        ),
        "other.<close>()",
    ),
    "closed by a manager": (
        (
            "        async with aclosing(await model.generate_stream(ctx, '')) as stream:\n"
            "            pass\n"
        ),
        "<aclosing>(await",
    ),
    "closed by a callback": (
        (
            "        stream = await model.generate_stream(ctx, '')\n"
            "        atexit.register(stream.close)\n"
        ),
        "stream.<close>)",
    ),
    "closed later": (
        (
            "        stream = await model.generate_stream(ctx, '')\n"
            "        atexit.register(lambda: stream.close())\n"
        ),
        "stream.<close>()",
    ),
    "closed when it is rebound": (
        "        stream = await model.generate_stream(ctx, '')\n        stream = stream.close()\n",
        "stream.<close>()",
    ),
    "a walrus": (
        "        if stream := await model.generate_stream(ctx, ''):\n            stream.close()\n",
        "stream.<close>()",
    ),
    "a promise that is awaited later": (
        (
            "        pending = asyncio.create_task(model.generate_stream(ctx, ''))\n"
            "        stream = await pending\n"
            "        stream.close()\n"
        ),
        "stream.<close>()",
    ),
    "under the context": (
        (
            "        stream = await until_ended(ctx, model.generate_stream(ctx, ''))\n"
            "        stream.close()\n"
        ),
        "stream.<close>()",
    ),
    "reached into": (
        (
            "        stream = await model.generate_stream(ctx, '')\n"
            "        stream._channel.closed = True\n"
        ),
        "stream.<_channel>",
    ),
    "reached into by name": (
        (
            "        stream = await model.generate_stream(ctx, '')\n"
            "        getattr(stream, '_channel')\n"
        ),
        "getattr(stream, <'_channel'>",
    ),
    "reached into by the way of all objects": (
        (
            "        stream = await model.generate_stream(ctx, '')\n"
            "        object.__setattr__(stream, '_channel', None)\n"
        ),
        "object.__setattr__(stream, <'_channel'>",
    ),
    "reached into through its class": (
        "        TokenStream._channel.__get__(model)\n",
        "TokenStream.<_channel>",
    ),
    "what open_stream gives": (
        "        sender, reader = open_stream()\n        reader.close()\n",
        "reader.<close>",
    ),
    "what open_stream gives, by number": (
        "        open_stream()[1].close()\n",
        "open_stream()[1].<close>",
    ),
    "an iterator of it": (
        "        stream = aiter(await model.generate_stream(ctx, ''))\n        stream.close()\n",
        "stream.<close>()",
    ),
}
IMPORTS = (
    "import atexit\nfrom contextlib import aclosing\n"
    "from model.streams import TokenStream, open_stream\n"
)


@pytest.mark.parametrize("kind", IN_THE_LOOP)
def test_the_critic_may_not_close_or_reach_into_a_stream(kind: str) -> None:
    new, marked = IN_THE_LOOP[kind]
    text = changed(LOOP, READ, new + READ).replace("import asyncio\n", f"import asyncio\n{IMPORTS}")
    found = run_rule(ProducerClosesStream, {LOOP: text})
    assert places(found) == [place(LOOP, text, marked)], found


@pytest.mark.parametrize("annotation", ["TokenStream", "'TokenStream'", "TokenStream | None"])
def test_what_is_annotated_as_a_stream_is_one(annotation: str) -> None:
    text = changed(CONTRACT, DRAIN, f"    stream.close()\n{DRAIN}")
    text = text.replace("def drain(stream: TokenStream)", f"def drain(stream: {annotation})")
    found = run_rule(ProducerClosesStream, {"reader.py": text})
    assert places(found) == [place("reader.py", text, "    stream.<close>()\n" + DRAIN)]


def test_attributes_that_hold_a_stream_are_known_in_their_class() -> None:
    text = """\
from model.streams import TokenStream
from elsewhere import opened

class Reader:
    third: TokenStream

    async def read(self, model, ctx, first: TokenStream):
        self.first = first
        self.second = await model.generate_stream(ctx, "")

    def end(self):
        self.first.close()
        self.second.close()
        self.third.close()

class Other:
    def end(self):
        self.first.close()
"""
    found = run_rule(ProducerClosesStream, {"reader.py": text})
    assert [item.location.line for item in found] == [12, 13, 14]


def test_what_a_function_declares_to_return_is_a_stream() -> None:
    text = """\
from model.streams import TokenStream

async def ask(ctx) -> TokenStream: ...
def asked(ctx) -> "TokenStream": ...

async def read(ctx):
    (await ask(ctx)).close()
    asked(ctx).close()
    ask(ctx).close()
"""
    found = run_rule(ProducerClosesStream, {"reader.py": text})
    assert [item.location.line for item in found] == [7, 8]


LOOK_ALIKES = {
    "a sender": "        sender, stream = open_stream()\n        sender.close()\n",
    "the model": "        stream = await model.generate_stream(ctx, '')\n        model.close()\n",
    "another stream": "        stream = open('log')\n        stream.close()\n",
    "another stream of the same name": (
        "        stream = await model.generate_stream(ctx, '')\n"
        "        stream = open('log')\n"
        "        stream.close()\n"
    ),
    "another stream of the same name, in a block": (
        "        stream = await model.generate_stream(ctx, '')\n"
        "        with open('log') as stream:\n"
        "            stream.close()\n"
    ),
    "a call that was not awaited": (
        "        asking = model.generate_stream(ctx, '')\n        asking.close()\n"
    ),
    "the protocol of an iterator": (
        "        stream = await model.generate_stream(ctx, '')\n"
        "        await stream.__aiter__().__anext__()\n"
        "        await anext(stream)\n"
    ),
    "a child of the context": (
        "        child = ctx.child()\n"
        "        stream = await model.generate_stream(child, '')\n"
        "        child.cancel()\n"
    ),
    "a manager of something else": "        with closing(open('log')):\n            pass\n",
    "another class of the name": "        elsewhere.TokenStream().close()\n",
    "tasks that give streams": (
        "        tasks: list[TokenStream] = []\n"
        "        tasks.close()\n"
        "        work: asyncio.Task[TokenStream] | None = None\n"
        "        work._state\n"
    ),
    "the words in a string": "        print('stream.close()')\n",
}


@pytest.mark.parametrize("kind", LOOK_ALIKES)
def test_look_alikes_are_clean(kind: str) -> None:
    text = changed(LOOP, READ, LOOK_ALIKES[kind] + READ)
    text = text.replace("import asyncio\n", f"import asyncio\nimport elsewhere\n{IMPORTS}")
    assert run_rule(ProducerClosesStream, {LOOP: text}) == ()


@pytest.mark.parametrize(
    "path", [CONTRACT, LOOP, "model/streams.py", "critic/fake_model_impl_test.py"]
)
def test_the_subjects_are_clean(path: str) -> None:
    assert run_rule(ProducerClosesStream, {path: text_of(path)}) == ()
