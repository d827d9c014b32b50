"""The ports, each with an implementation that a type checker and `isinstance` accept."""

import asyncio
from collections.abc import Sequence

from model.errors import ToolsUnsupportedError
from model.messages import LLMResponse, Message, ToolSpec
from model.options import LLMOptions
from model.ports import (
    LanguageModel,
    ModelBackend,
    ModelFactory,
    ModelProduct,
    ProfiledModel,
)
from model.profiles import ToolRepairStrategy
from model.runtime import Context, Event, EventSink
from model.streams import TokenSender, TokenStream, open_stream, start_pump


class Parrot:
    """A model that says what it hears."""

    def __init__(self, sink: EventSink, debug: bool) -> None:
        self._sink = sink
        self.debug = debug

    async def generate(
        self, ctx: Context, prompt: str, options: LLMOptions | None = None
    ) -> LLMResponse:
        ctx.raise_if_ended()
        if self.debug:
            self._sink.emit(ctx, Event("asked", prompt))
        return LLMResponse(prompt)

    async def generate_stream(
        self, ctx: Context, prompt: str, options: LLMOptions | None = None
    ) -> TokenStream:
        ctx.raise_if_ended()
        sender, stream = open_stream(self._sink)
        start_pump(ctx, sender, self._pump(ctx, sender, prompt))
        return stream

    async def chat(
        self, ctx: Context, messages: Sequence[Message], options: LLMOptions | None = None
    ) -> LLMResponse:
        return await self.generate(ctx, messages[-1].content)

    async def chat_with_tools(
        self,
        ctx: Context,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        options: LLMOptions | None = None,
    ) -> LLMResponse:
        raise ToolsUnsupportedError

    async def _pump(self, ctx: Context, sender: TokenSender, prompt: str) -> None:
        try:
            for word in prompt.split():
                await sender.send(ctx, word)
        finally:
            sender.close()


class ProfiledParrot(Parrot):
    """A parrot that knows its habits."""

    def tool_repair_strategy(self) -> ToolRepairStrategy:
        return "heuristic-only"

    def max_tools_per_call(self) -> int:
        return 0

    def uses_native_tool_calling(self) -> bool:
        return False


class Cage:
    """What a parrot lives in."""

    def __init__(self, parrot: Parrot) -> None:
        self._parrot = parrot
        self.closings = 0

    @property
    def model(self) -> LanguageModel:
        return self._parrot

    async def close(self) -> None:
        self.closings = 1

    def set_debug_logging(self, on: bool) -> None:
        self._parrot.debug = on


class Kept:
    """A sink that keeps its events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, ctx: Context, event: Event) -> None:
        self.events.append(event)


_parrot_is_a_language_model: type[LanguageModel] = Parrot
_profiled_parrot_is_a_profiled_model: type[ProfiledModel] = ProfiledParrot
_cage_is_a_backend: type[ModelBackend] = Cage
_kept_is_a_sink: type[EventSink] = Kept
_parrot_is_its_own_factory: ModelFactory = Parrot


def test_a_product_makes_models_and_has_one() -> None:
    async def scenario() -> None:
        sink = Kept()
        cage = Cage(Parrot(sink, False))
        product = ModelProduct(cage, Parrot)
        ctx = Context()
        assert (await product.factory(sink, True).generate(ctx, "a b")).text == "a b"
        assert sink.events == [Event("asked", "a b")]
        stream = await product.backend.model.generate_stream(ctx, "a b")
        assert [token async for token in stream] == ["a", "b"]
        product.backend.set_debug_logging(True)
        await product.backend.model.generate(ctx, "c")
        assert [event.detail for event in sink.events] == ["a b", "c"]
        for _ in range(2):
            await product.backend.close()
        assert cage.closings == 1

    asyncio.run(scenario())


def test_capabilities_are_discovered() -> None:
    parrot = Parrot(Kept(), False)
    assert isinstance(parrot, LanguageModel)
    assert not isinstance(parrot, ProfiledModel)
    assert isinstance(ProfiledParrot(Kept(), False), ProfiledModel)
    assert isinstance(Cage(parrot), ModelBackend)
    assert isinstance(Kept(), EventSink)
    assert not isinstance(Kept(), LanguageModel)
