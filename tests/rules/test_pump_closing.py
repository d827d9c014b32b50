"""Every way in which the pump of the fake may fail to close its stream is found at its place."""

import pytest

from archlint.testing import run_rule
from rules.streaming_contract import StreamingContract
from tests.rules.subjects import FAKE, START, changed, place, places

PUMP = """        try:
            for chunk in turn.chunks:
                await self._pause(ctx)
                await sender.send(ctx, chunk)
                notify(ctx, options, chunk, self)
"""
END = """        finally:
            self.dropped_tokens += sender.dropped
            sender.close()
"""

BREACHES = {
    "the finally removed": (
        END,
        "        except OSError:\n            raise\n        sender.close()\n",
        "        sender.<close>()\n",
    ),
    "the closing removed": (
        "            sender.close()\n",
        "",
        "    async def <_pump>(",
    ),
    "closed by whoever started the pump": (
        START,
        START + "        sender.close()\n",
        "        sender.<close>()\n        return stream",
    ),
    "closed in one branch alone": (
        END,
        "        except ValueError:\n            sender.close()\n",
        "            sender.<close>()\n",
    ),
    "closed before the finally as well": (
        "        finally:\n            self.dropped",
        "            sender.close()\n        finally:\n            self.dropped",
        "            sender.<close>()\n        finally",
    ),
    "closed twice in the finally": (
        "            sender.close()\n",
        "            sender.close()\n            sender.close()\n",
        "            sender.close()\n            sender.<close>()\n",
    ),
    "a wait before the try": (
        "        try:\n            for chunk in turn.chunks:\n                await self._pause",
        (
            "        await self._pause(ctx)\n        try:\n            for chunk in turn.chunks:\n"
            "                await self._pause"
        ),
        "        <await self._pause(ctx)>\n        try:",
    ),
    "an end before the try": (
        "        try:\n            for chunk in turn.chunks:\n                await self._pause",
        (
            "        if not turn.chunks:\n            return\n        try:\n"
            "            for chunk in turn.chunks:\n                await self._pause"
        ),
        "            <return>\n        try:",
    ),
    "a wait before the closing": (
        "            self.dropped_tokens += sender.dropped\n",
        "            await asyncio.sleep(0)\n",
        "            <await asyncio.sleep(0)>\n",
    ),
    "closed in the finally under a condition": (
        "            sender.close()\n",
        "            if chunk:\n                sender.close()\n",
        "                sender.<close>()\n",
    ),
    "closed in the finally in a loop": (
        "            sender.close()\n",
        "            for _ in turn.chunks:\n                sender.close()\n",
        "                sender.<close>()\n",
    ),
    "a finally for each chunk": (
        PUMP + END,
        """        for chunk in turn.chunks:
            try:
                await sender.send(ctx, chunk)
            finally:
                sender.close()
""",
        "                sender.<close>()\n",
    ),
    "a try that is not always come by": (
        PUMP + END,
        """        if turn.chunks:
            try:
                await sender.send(ctx, "")
            finally:
                sender.close()
""",
        "                sender.<close>()\n",
    ),
    "an end in the finally before the closing": (
        "            self.dropped_tokens += sender.dropped\n",
        "            if turn.text:\n                return\n",
        "                <return>\n            sender.close()",
    ),
    "an error in the finally before the closing": (
        "            self.dropped_tokens += sender.dropped\n",
        "            if turn.text:\n                raise OSError\n",
        "                <raise OSError>\n            sender.close()",
    ),
    "a lock around the closing": (
        "            self.dropped_tokens += sender.dropped\n            sender.close()\n",
        "            async with self.lock:\n                sender.close()\n",
        "            <async with self.lock:\n                sender.close()>\n",
    ),
    "a loop that waits before the closing": (
        "            self.dropped_tokens += sender.dropped\n",
        "            async for _ in self.rest:\n                pass\n",
        "            <async for _ in self.rest:\n                pass>\n",
    ),
}


@pytest.mark.parametrize("kind", BREACHES)
def test_a_breach_in_the_fake_is_found_at_its_place(kind: str) -> None:
    old, new, marked = BREACHES[kind]
    text = changed(FAKE, old, new)
    found = run_rule(StreamingContract, {FAKE: text})
    assert places(found) == [place(FAKE, text, marked)], found


LOOK_ALIKES = {
    "a pump that only calls another": (
        START,
        (
            "        async def relay() -> None:\n"
            "            await self._pump(ctx, sender, turn, options)\n\n"
            "        start_pump(ctx, sender, relay())\n"
        ),
    ),
    "a stream that fails before it has a pump": (
        START,
        (
            "        if not turn.chunks:\n"
            "            sender.close()\n"
            "            raise ValueError\n" + START
        ),
    ),
    "a closing that asks first": (
        "            sender.close()\n",
        "            if not sender.closed:\n                sender.close()\n",
    ),
    "a closing under another name": (
        "            sender.close()\n",
        "            end = sender.close\n            end()\n",
    ),
    "a pump inside the method": (
        START,
        (
            "        async def pump() -> None:\n"
            "            try:\n"
            "                await sender.send(ctx, prompt)\n"
            "            finally:\n"
            "                sender.close()\n\n"
            "        start_pump(ctx, sender, pump())\n"
        ),
    ),
    "a finally that releases first": (
        END,
        (
            "        finally:\n"
            "            try:\n"
            "                await asyncio.sleep(0)\n"
            "            finally:\n"
            "                sender.close()\n"
        ),
    ),
}


@pytest.mark.parametrize("kind", LOOK_ALIKES)
def test_look_alikes_are_clean(kind: str) -> None:
    assert run_rule(StreamingContract, {FAKE: changed(FAKE, *LOOK_ALIKES[kind])}) == ()
