"""Every way to break the contract in the real fake is found at its place, and nothing else is."""

import pytest

from archlint.testing import run_rule
from rules.streaming_contract import StreamingContract
from tests.rules.subjects import FAKE, SEND, START, STREAM, changed, place, places, text_of

BODY = f"        turn = self._next_turn(ctx, prompt)\n{STREAM}{START}        return stream\n"
SIGNATURE = "    async def generate_stream(\n        self, ctx: Context, prompt: str,"
PAUSE = "        if self._pace > 0:\n"

BREACHES = {
    "a second pump": (START, START + START, START + "        <start_pump>("),
    "a second pump, in a branch that goes on": (
        START,
        "        if options:\n    " + START + START,
        "    " + START + "        <start_pump>(",
    ),
    "a pump for each chunk": (
        START,
        "        while True:\n    " + START + "            if prompt:\n                break\n",
        "            <start_pump>(",
    ),
    "no pump": (START, "", "        <return stream>\n"),
    "no pump in one branch": (
        START,
        "        if options:\n    " + START,
        "        <return stream>\n",
    ),
    "a stream of nobody's on one way": (
        BODY,
        (
            "        found = await self._inner.generate_stream(ctx, prompt)\n"
            "        if prompt:\n"
            "            found = self._kept\n"
            "        return found\n"
        ),
        "        <return found>\n",
    ),
    "a pump of another module": (
        START,
        "        start_pump(ctx, sender, relay(ctx, sender))\n",
        "start_pump(ctx, sender, <relay>(",
    ),
    "no context": (
        SIGNATURE,
        SIGNATURE.replace("ctx: Context, prompt: str", "prompt: str, ctx: Context"),
        "    async def <generate_stream>(",
    ),
    "another context for the pump": (
        START,
        START.replace("self._pump(ctx", "self._pump(Context()"),
        "self._pump(<Context()>,",
    ),
    "another context to start with": (
        START,
        START.replace("start_pump(ctx", "start_pump(Context()"),
        "start_pump(<Context()>,",
    ),
    "the context replaced": (
        STREAM,
        "        ctx = Context()\n" + STREAM,
        "        <ctx> = Context()\n" + STREAM,
    ),
    "the context replaced by a block": (
        STREAM,
        "        with Context() as ctx:\n            pass\n" + STREAM,
        "as <ctx>:",
    ),
    "a send without the context": (
        SEND,
        SEND.replace("ctx, ", ""),
        "sender.<send>(chunk)",
    ),
    "a send under another name": (
        SEND,
        "                say = sender.send\n                await say(self.ctx, chunk)\n",
        "await <say>(self.ctx, chunk)",
    ),
    "the context replaced beside something else": (
        STREAM,
        "        ctx, turn = Context(), turn\n" + STREAM,
        "        <ctx>, turn = Context()",
    ),
    "a client that blocks": (
        STREAM,
        "        httpx.Client()\n" + STREAM,
        "        <httpx.Client>()",
    ),
    "a send with a context of its own": (
        SEND,
        SEND.replace("ctx", "self.ctx"),
        "sender.<send>(self.ctx, chunk)",
    ),
    "a send that blocks": (
        SEND,
        "                time.sleep(1)\n" + SEND,
        "                <time.sleep>(1)",
    ),
    "a file in the pump": (SEND, "                open('log')\n" + SEND, "<open>('log')"),
    "a socket in the pump": (
        SEND,
        SEND.replace("chunk", "self.sock.recv(7).decode()"),
        "<self.sock.recv>(7)",
    ),
    "a process in the coroutine": (
        STREAM,
        "        subprocess.run(['true'])\n" + STREAM,
        "<subprocess.run>(",
    ),
    "a request in the coroutine": (
        STREAM,
        "        requests.get(prompt)\n" + STREAM,
        "<requests.get>(",
    ),
    "a question in the coroutine": (STREAM, "        input()\n" + STREAM, "<input>()\n"),
    "a sleep in what the pump calls": (
        PAUSE,
        "        nap(self._pace)\n" + PAUSE,
        "        <nap>(self",
    ),
}
IMPORTS = (
    "import subprocess\nimport time\nfrom time import sleep as nap\n\n"
    "import httpx\nimport requests\n"
)


@pytest.mark.parametrize("path", [FAKE, "providers/fake.py"])
@pytest.mark.parametrize("kind", BREACHES)
def test_a_breach_in_the_fake_is_found_at_its_place(kind: str, path: str) -> None:
    old, new, marked = BREACHES[kind]
    text = changed(FAKE, old, new).replace("import traceback\n", f"import traceback\n{IMPORTS}")
    found = run_rule(StreamingContract, {path: text})
    assert places(found) == [place(path, text, marked)], found


SUBCLASS = """

class Slower(FakeModel):
    async def _pump(
        self, ctx: Context, sender: TokenSender, turn: FakeTurn, options: LLMOptions | None
    ) -> None:
        await sender.send(ctx, turn.text)
"""


def test_a_pump_that_a_subclass_puts_in_its_place_is_found() -> None:
    text = text_of(FAKE) + SUBCLASS
    (found,) = run_rule(StreamingContract, {FAKE: text})
    assert places((found,)) == [place(FAKE, text, SUBCLASS.replace("_pump", "<_pump>"))]
    assert found.subject.endswith(":Slower.generate_stream")


def test_what_is_inherited_is_reported_once() -> None:
    text = text_of(FAKE).replace(STREAM, STREAM + "        input()\n")
    text += "\n\nclass Slower(FakeModel):\n    pass\n"
    (found,) = run_rule(StreamingContract, {FAKE: text})
    assert found.subject.endswith(":FakeModel.generate_stream")


def test_a_method_without_async_is_held_to_it_by_its_type() -> None:
    text = text_of(FAKE).replace("async def generate_stream", "def generate_stream")
    assert run_rule(StreamingContract, {FAKE: text}) == ()
    text = text.replace(START, "")
    found = run_rule(StreamingContract, {FAKE: text})
    assert places(found) == [place(FAKE, text, "<return stream>\n")]
    loose = text.replace(") -> TokenStream:", "):")
    assert run_rule(StreamingContract, {FAKE: loose}) == ()


LOOK_ALIKES = {
    "the fake as it is": ("", ""),
    "both ends under one name": (
        STREAM + START + "        return stream\n",
        "        ends = open_stream(self)\n"
        + START.replace("sender", "ends[0]")
        + "        return ends[1]\n",
    ),
    "a pump of the class": (
        START,
        START.replace("self._pump(", "FakeModel._pump(self, "),
    ),
    "a pump in each case": (
        START,
        (
            f"        match options:\n            case None:\n        {START}"
            f"            case _:\n        {START}"
        ),
    ),
    "a child beside something else": (
        START,
        "        inner, more = ctx.child(), 1\n" + START.replace("ctx", "inner"),
    ),
    "one pump in each branch": (
        START,
        f"        if options:\n    {START}        else:\n    {START}",
    ),
    "one pump in a branch that returns": (
        START,
        f"        if options:\n    {START}            return stream\n{START}",
    ),
    "a child of the context": (
        START,
        f"        ctx = ctx.child(timeout=1)\n{START}",
    ),
    "another name for the context": (
        START,
        f"        inner = ctx.child()\n{START.replace('ctx', 'inner')}",
    ),
    "a pump with a name": (
        START,
        (
            "        pump = self._pump(ctx, sender, turn, options)\n"
            "        start_pump(ctx, pump=pump, sender=sender)\n"
        ),
    ),
    "a delegating wrapper": (
        BODY,
        "        return await self._inner.generate_stream(ctx, prompt, options)\n",
    ),
    "a delegating wrapper without async": (
        "    async def generate_stream(\n"
        "        self, ctx: Context, prompt: str, options: LLMOptions | None = None\n"
        "    ) -> TokenStream:\n"
        '        """Stream the chunks of the next turn."""\n' + BODY,
        (
            "    def generate_stream(self, ctx: Context, prompt: str) -> Awaitable[TokenStream]:\n"
            "        return self._inner.generate_stream(ctx, prompt)\n"
        ),
    ),
    "a wrapper that gives the stream a name": (
        BODY,
        (
            "        stream = await self._inner.generate_stream(ctx.child(), prompt)\n"
            "        return stream\n"
        ),
    ),
    "a wrapper that falls back": (
        BODY,
        (
            "        try:\n"
            "            stream = await self._inner.generate_stream(ctx, prompt)\n"
            "        except OSError:\n"
            "            asking = asyncio.create_task(self._other.generate_stream(ctx, prompt))\n"
            "            stream = await asking\n"
            "        return stream\n"
        ),
    ),
    "a wrapper that chooses": (
        BODY,
        (
            "        return await (\n"
            "            until_ended(ctx, self._inner.generate_stream(ctx, prompt))\n"
            "            if prompt\n"
            "            else asyncio.wait_for(self._other.generate_stream(ctx, prompt), 1)\n"
            "        )\n"
        ),
    ),
    "a wrapper that pumps another stream": (
        STREAM,
        "        inner = await self._inner.generate_stream(ctx, prompt)\n" + STREAM,
    ),
    "work that is done elsewhere": (
        SEND,
        "                await asyncio.to_thread(time.sleep, 1)\n" + SEND,
    ),
    "a sleep that is awaited": (SEND, "                await asyncio.sleep(1)\n" + SEND),
    "a read that is awaited": (
        SEND,
        "                await self.connection.recv(7)\n"
        "                await until_ended(ctx, self.connection.recv(7))\n" + SEND,
    ),
    "other senders": (SEND, "                self.generator.send(chunk)\n" + SEND),
    "an open of its own": (SEND, "                self.open(chunk)\n" + SEND),
    "a method that only raises": (
        BODY,
        "        raise NotImplementedError\n",
    ),
    "a method that is empty": (
        BODY,
        "        ...\n",
    ),
    "a blocking call elsewhere": (
        "def _last_content",
        "def nap() -> None:\n    time.sleep(1)\n\n\ndef _last_content",
    ),
    "a method of another name": (
        "    def set_pace",
        "    async def generate_streams(self) -> None:\n        time.sleep(1)\n\n    def set_pace",
    ),
}


@pytest.mark.parametrize("kind", LOOK_ALIKES)
def test_look_alikes_are_clean(kind: str) -> None:
    old, new = LOOK_ALIKES[kind]
    text = changed(FAKE, old, new) if old else text_of(FAKE)
    text = text.replace("import traceback\n", "import time\nimport traceback\n")
    assert run_rule(StreamingContract, {FAKE: text}) == ()


@pytest.mark.parametrize("base", ["Protocol", "typing.Protocol", "Protocol[T]"])
def test_a_protocol_is_no_implementer(base: str) -> None:
    text = text_of("model/ports.py").replace("LanguageModel(Protocol)", f"LanguageModel({base})")
    text = text.replace('of `model.streams`."""\n        ...', '"""\n        input()')
    assert "        input()" in text
    files = {"model/ports.py": f"import typing\n{text}"}
    assert run_rule(StreamingContract, files) == ()
    bare = {"model/ports.py": f"import typing\n{text.replace(f'LanguageModel({base})', 'Lost')}"}
    assert len(run_rule(StreamingContract, bare)) == 2
