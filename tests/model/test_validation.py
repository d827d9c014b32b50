"""What a request must be, and in which order it is looked at."""

import asyncio
from collections.abc import Sequence

import pytest

from model import errors
from model.errors import ModelError
from model.messages import Message, Request, Response, Role, ToolCall, ToolSpec
from model.ports import Model, ToolCallingModel
from model.runtime import Context
from model.validation import validate_request, validated

CALLS = (ToolCall("1", "t", "{}"),)
USER = Message(Role.USER, "hello")
UNSET = Message(Role.UNSET, "hello")
EMPTY = Message(Role.USER, "")


def request(*said: Message) -> Request:
    return Request("m", said)


@pytest.mark.parametrize(
    ("asked", "error", "text"),
    [
        (None, errors.NilRequestError, "request is missing"),
        (Request("", ()), errors.EmptyModelError, "model is empty"),
        (Request("", (UNSET,)), errors.EmptyModelError, "model is empty"),
        (Request("m", ()), errors.EmptyMessagesError, "messages are empty"),
        (
            request(UNSET),
            errors.InvalidRoleError,
            "role is invalid: message 0: `unknown(0)` is no role",
        ),
        (
            request(USER, Message(Role(9), "")),
            errors.InvalidRoleError,
            "role is invalid: message 1: `unknown(9)` is no role",
        ),
        *(
            (request(message), errors.InvalidRoleError, f"role is invalid: message 0: {text}")
            for message, text in [
                (Message(Role.SYSTEM, "x", tool_calls=CALLS), "`system` may not call tools"),
                (Message(Role.USER, "x", tool_calls=CALLS), "`user` may not call tools"),
                (Message(Role.SYSTEM, "x", name="t"), "`system` may not carry a tool name"),
                (Message(Role.USER, "x", name="t"), "`user` may not carry a tool name"),
                (Message(Role.ASSISTANT, "x", name="t"), "`assistant` may not carry a tool name"),
                (Message(Role.TOOL, "x"), "`tool` must carry a tool name"),
                (Message(Role.TOOL, "x", "t", CALLS), "`tool` may not call tools"),
            ]
        ),
        # Roles come before content, in one message …
        (
            request(Message(Role.UNSET)),
            errors.InvalidRoleError,
            "role is invalid: message 0: `unknown(0)` is no role",
        ),
        (
            request(Message(Role.TOOL)),
            errors.InvalidRoleError,
            "role is invalid: message 0: `tool` must carry a tool name",
        ),
        # … and an earlier message before a later one.
        (
            request(EMPTY, UNSET),
            errors.EmptyContentError,
            "content is empty: message 0: `user` says nothing",
        ),
        (
            request(UNSET, EMPTY),
            errors.InvalidRoleError,
            "role is invalid: message 0: `unknown(0)` is no role",
        ),
        *(
            (request(message), errors.EmptyContentError, f"content is empty: message 0: {text}")
            for message, text in [
                (Message(Role.SYSTEM), "`system` says nothing"),
                (Message(Role.ASSISTANT), "`assistant` says nothing"),
                (Message(Role.TOOL, name="t"), "`tool` says nothing"),
            ]
        ),
    ],
)
def test_the_first_failure_wins(asked: Request | None, error: type[ModelError], text: str) -> None:
    with pytest.raises(ModelError) as raised:
        validate_request(asked)
    assert (type(raised.value), str(raised.value)) == (error, text)


@pytest.mark.parametrize(
    "asked",
    [
        Request(" ", (USER,)),
        request(Message(Role.SYSTEM, "x"), USER, Message(Role.ASSISTANT, "x")),
        request(Message(Role.USER, " ")),
        request(Message(Role.TOOL, "\n", name="t")),
        request(Message(Role.ASSISTANT, "", tool_calls=CALLS)),
        request(Message(Role.ASSISTANT, "x", tool_calls=CALLS)),
        # A number, as it may come from elsewhere, is the role that it equals.
        request(Message(3, "", tool_calls=CALLS)),  # type: ignore[arg-type]  # the case under test
        request(Message(Role.TOOL, "x", name="t", tool_call_id="1")),
        request(Message(Role.TOOL, "x", name="t")),
    ],
)
def test_a_valid_request_passes(asked: Request) -> None:
    validate_request(asked)


class Plain:
    """A model without tools."""

    def __init__(self) -> None:
        self.asked: list[Request] = []

    async def generate(self, ctx: Context, request: Request) -> Response:
        self.asked.append(request)
        return Response(Message(Role.ASSISTANT, "plain"), "p", request.model)

    def name(self) -> str:
        return "plain"


class Calling(Plain):
    """A model with tools."""

    async def generate_with_tools(
        self, ctx: Context, request: Request, tools: Sequence[ToolSpec]
    ) -> Response:
        self.asked.append(request)
        return Response(Message(Role.ASSISTANT, f"{len(tools)} tools"), "p", request.model)


_plain_is_a_model: type[Model] = Plain
_calling_is_a_tool_calling_model: type[ToolCallingModel] = Calling


def test_a_decorator_passes_on_only_the_capability_that_is_there() -> None:
    assert isinstance(Plain(), Model)
    assert not isinstance(Plain(), ToolCallingModel)
    assert isinstance(validated(Plain()), Model)
    assert not isinstance(validated(Plain()), ToolCallingModel)
    assert isinstance(validated(Calling()), ToolCallingModel)
    assert isinstance(validated(validated(Calling())), ToolCallingModel)
    assert not isinstance(validated(validated(Plain())), ToolCallingModel)


def test_a_validated_model_hears_of_valid_requests_alone() -> None:
    inner = Calling()
    model = validated(inner)
    assert isinstance(model, ToolCallingModel)
    ctx = Context()
    assert model.name() == "plain"
    assert asyncio.run(model.generate(ctx, request(USER))).message.content == "plain"
    tools = [ToolSpec("t")]
    answer = asyncio.run(model.generate_with_tools(ctx, request(USER), tools))
    assert (answer.message.content, answer.provider, answer.model_name) == ("1 tools", "p", "m")
    for call in (model.generate(ctx, request()), model.generate_with_tools(ctx, request(), tools)):
        with pytest.raises(errors.EmptyMessagesError):
            asyncio.run(call)
    assert inner.asked == [request(USER)] * 2
