"""What a request must be before a provider sees it."""

from collections.abc import Sequence

from model.errors import (
    EmptyContentError,
    EmptyMessagesError,
    EmptyModelError,
    InvalidRoleError,
    NilRequestError,
)
from model.messages import Message, Request, Response, Role, ToolSpec
from model.ports import Model, ToolCallingModel
from model.runtime import Context


def validate_request(request: Request | None) -> None:
    """Check a request; the first failure wins, message by message, roles before content.

    Raises:
        NilRequestError: there is no request.
        EmptyModelError: it names no model.
        EmptyMessagesError: it has no messages.
        InvalidRoleError: a message has no role, or a field its role may not have.
        EmptyContentError: a message is empty, and no assistant turn with tool calls. Only "" is
            empty: whitespace is content.
    """
    if request is None:
        raise NilRequestError
    if request.model == "":
        raise EmptyModelError
    if not request.messages:
        raise EmptyMessagesError
    for index, message in enumerate(request.messages):
        if fault := _role_fault(message):
            raise InvalidRoleError(f"message {index}: {fault}")
        calls_tools = message.role == Role.ASSISTANT and bool(message.tool_calls)
        if message.content == "" and not calls_tools:
            raise EmptyContentError(f"message {index}: `{message.role}` says nothing")


def validated(inner: Model) -> Model:
    """Put the check of requests before a model; it calls tools only if the inner model does."""
    if isinstance(inner, ToolCallingModel):
        return _ValidatedToolCalling(inner)
    return _Validated(inner)


class _Validated:
    """A model whose requests are checked."""

    def __init__(self, inner: Model) -> None:
        self._inner = inner

    async def generate(self, ctx: Context, request: Request) -> Response:
        validate_request(request)
        return await self._inner.generate(ctx, request)

    def name(self) -> str:
        return self._inner.name()


class _ValidatedToolCalling(_Validated):
    """A tool-calling model whose requests are checked."""

    def __init__(self, inner: ToolCallingModel) -> None:
        super().__init__(inner)
        self._calling = inner

    async def generate_with_tools(
        self, ctx: Context, request: Request, tools: Sequence[ToolSpec]
    ) -> Response:
        validate_request(request)
        return await self._calling.generate_with_tools(ctx, request, tools)


_validated_is_a_model: type[Model] = _Validated
_validated_calls_tools: type[ToolCallingModel] = _ValidatedToolCalling


def _role_fault(message: Message) -> str:
    match message.role:
        case Role.SYSTEM | Role.USER:
            if message.tool_calls:
                return f"`{message.role}` may not call tools"
            if message.name:
                return f"`{message.role}` may not carry a tool name"
        case Role.ASSISTANT:
            if message.name:
                return f"`{message.role}` may not carry a tool name"
        case Role.TOOL:
            if not message.name:
                return f"`{message.role}` must carry a tool name"
            if message.tool_calls:
                return f"`{message.role}` may not call tools"
        case other:
            return f"`{other}` is no role"
    return ""
