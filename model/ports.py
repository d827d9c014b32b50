"""The ports through which a program speaks with a language model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from model.messages import LLMResponse, Message, Request, Response, ToolSpec
from model.options import LLMOptions
from model.profiles import ToolRepairStrategy
from model.runtime import Context, EventSink
from model.streams import TokenStream


@runtime_checkable
class LanguageModel(Protocol):
    """The contract every language model satisfies; each method stops when its context ends.

    Raises:
        ContextError: the context has ended.
        ModelError: the model cannot answer, for one of the reasons of `model.errors`.
    """

    async def generate(
        self, ctx: Context, prompt: str, options: LLMOptions | None = None
    ) -> LLMResponse:
        """Answer one prompt."""
        ...

    async def generate_stream(
        self, ctx: Context, prompt: str, options: LLMOptions | None = None
    ) -> TokenStream:
        """Answer one prompt token by token, by the six rules of `model.streams`."""
        ...

    async def chat(
        self, ctx: Context, messages: Sequence[Message], options: LLMOptions | None = None
    ) -> LLMResponse:
        """Answer a conversation."""
        ...

    async def chat_with_tools(
        self,
        ctx: Context,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        options: LLMOptions | None = None,
    ) -> LLMResponse:
        """Answer a conversation, or wish for calls of the tools."""
        ...


@runtime_checkable
class ProfiledModel(LanguageModel, Protocol):
    """A language model that tells its habits with tools."""

    def tool_repair_strategy(self) -> ToolRepairStrategy:
        """Return how a reply that cannot be read is repaired."""
        ...

    def max_tools_per_call(self) -> int:
        """Return how many tool calls of one reply count; 0 is no limit."""
        ...

    def uses_native_tool_calling(self) -> bool:
        """Return whether tool calls come back as such, not as JSON in the text."""
        ...


@runtime_checkable
class Model(Protocol):
    """The request-shaped port."""

    async def generate(self, ctx: Context, request: Request) -> Response:
        """Answer a request."""
        ...

    def name(self) -> str:
        """Return the name of the provider behind the port."""
        ...


@runtime_checkable
class ToolCallingModel(Model, Protocol):
    """A capability, discovered by `isinstance`: the model calls tools.

    A decorator around a model has this method only if the model inside has it.
    """

    async def generate_with_tools(
        self, ctx: Context, request: Request, tools: Sequence[ToolSpec]
    ) -> Response:
        """Answer a request, or wish for calls of the tools."""
        ...


@runtime_checkable
class ModelBackend(Protocol):
    """A language model with what it holds open."""

    @property
    def model(self) -> LanguageModel:
        """The model."""
        ...

    async def close(self) -> None:
        """Release what the backend holds; further calls do nothing."""
        ...

    def set_debug_logging(self, on: bool) -> None:
        """Say more, or no more, about each exchange with the provider."""
        ...


ModelFactory: TypeAlias = Callable[[EventSink, bool], LanguageModel]
"""Makes a language model from the sink of its events and whether it runs in debug mode."""


@dataclass(frozen=True, slots=True)
class ModelProduct:
    """What a provider hands to whoever composes the program."""

    backend: ModelBackend
    factory: ModelFactory
