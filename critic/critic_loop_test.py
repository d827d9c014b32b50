"""A small critic on the fakes: it asks, calls a tool, feeds the result back, and stops."""

import asyncio
from collections.abc import Mapping

import pytest

from critic.fake_model_impl_test import FakeModel, FakeTurn
from critic.scripted_client_impl_test import ScriptedClient
from critic.scripted_step_impl_test import Step
from model.decisions import CallTools, Complete, UnparsedDecision, decide
from model.messages import Message, Request, Role, ToolCall, ToolParamSpec, ToolSpec
from model.ports import LanguageModel, ToolCallingModel
from model.profiles import ModelProfile
from model.runtime import Context, ContextCancelledError
from model.validation import validate_request, validated

COUNT = ToolSpec("count_words", "counts words", (ToolParamSpec("text", required=True),))
TASK: tuple[Message, ...] = (
    Message(Role.SYSTEM, "You are a critic."),
    Message(Role.USER, "Is `to be or not` short?"),
)
CALL = ToolCall("c1", "count_words", '{"text": "to be or not"}')


def count_words(arguments: Mapping[str, object]) -> str:
    """Count the words of the argument `text`."""
    return str(len(str(arguments["text"]).split()))


async def criticise(
    ctx: Context, model: LanguageModel, profile: ModelProfile, turns: int
) -> tuple[Complete | UnparsedDecision, tuple[Message, ...]]:
    """Run the critic until it is complete or cannot be understood."""
    messages = TASK
    for _ in range(turns):
        validate_request(Request("m", messages))
        response = await model.chat_with_tools(ctx, messages, [COUNT])
        decision = await decide(ctx, response, profile, [COUNT], model)
        if not isinstance(decision, CallTools):
            return decision, messages
        said = Message(Role.ASSISTANT, response.text, tool_calls=decision.calls)
        results = tuple(
            Message(Role.TOOL, count_words(c.parse_arguments()), c.name, tool_call_id=c.id)
            for c in decision.calls
        )
        messages = (*messages, said, *results)
    return UnparsedDecision("", "the critic found no end"), messages


@pytest.mark.parametrize(
    "asks",
    [
        pytest.param(FakeTurn(tool_calls=(CALL,), finish_reason="tool_calls"), id="structured"),
        pytest.param(
            FakeTurn(('{"tool": "count_words", ', f'"arguments": {CALL.arguments}}}')),
            id="json",
        ),
    ],
)
def test_the_critic_asks_calls_a_tool_and_stops(asks: FakeTurn) -> None:
    stops = FakeTurn(('{"complete": true, "reason": "counted", "summary": "4 words: short"}',))
    model = FakeModel(asks, stops)
    decision, messages = asyncio.run(criticise(Context(), model, ModelProfile(), turns=5))
    assert decision == Complete(reason="counted", summary="4 words: short")
    assert model.calls == 2
    assert [message.role for message in messages[2:]] == [Role.ASSISTANT, Role.TOOL]
    assert (messages[-1].content, messages[-1].name) == ("4", "count_words")
    # The second question ended with the result of the tool.
    assert model.last_input == "4"


def test_the_critic_has_its_reply_repaired() -> None:
    model = FakeModel(
        FakeTurn(text="I will call count_words on the text."),
        FakeTurn(text='{"tool": "count_words", "arguments": {"text": "to be"}}'),
        FakeTurn(text="It is short."),
        FakeTurn(text='{"complete": true, "summary": "short"}'),
    )
    profile = ModelProfile(tool_repair_strategy="llm", tool_repair_attempts=1)
    decision, messages = asyncio.run(criticise(Context(), model, profile, turns=5))
    assert decision == Complete(summary="short")
    assert messages[-1].content == "2"


def test_the_critic_does_not_take_a_clumsy_call_for_an_end() -> None:
    model = FakeModel(FakeTurn(text='Action: count_words("to be")'))
    decision, _ = asyncio.run(criticise(Context(), model, ModelProfile(), turns=5))
    assert isinstance(decision, UnparsedDecision)
    assert "looks like a tool call" in decision.problem


def test_the_critic_stops_with_its_context() -> None:
    async def scenario() -> None:
        ctx = Context()
        model = FakeModel(FakeTurn(("a",), tool_calls=(CALL,)))
        model.set_pace(60)
        asyncio.get_running_loop().call_later(0.01, ctx.cancel)
        with pytest.raises(ContextCancelledError):
            await criticise(ctx, model, ModelProfile(), turns=5)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(scenario())


def test_the_critic_works_through_the_request_shaped_port() -> None:
    client = ScriptedClient(
        Step().tool_call("count_words", CALL.arguments),
        Step().text("4 words").expect(lambda request: request.messages[-1].content == "4"),
    )

    async def scenario() -> str:
        model = validated(client)
        assert isinstance(model, ToolCallingModel)
        messages = TASK
        while True:
            response = await model.generate_with_tools(Context(), Request("m", messages), [COUNT])
            if not response.message.tool_calls:
                return response.message.content
            results = (
                Message(Role.TOOL, count_words(c.parse_arguments()), c.name, tool_call_id=c.id)
                for c in response.message.tool_calls
            )
            messages = (*messages, response.message, *results)

    assert asyncio.run(scenario()) == "4 words"
    assert (client.err(), client.remaining()) == (None, 0)
