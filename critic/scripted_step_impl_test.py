"""Steps of a script: values that say how one call is answered."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critic.scripted_reply_impl_test import Reply, Result, chunks_of, fold
from model.messages import Message, Request, Role, TokenUsage, ToolCall

_T = TypeVar("_T")
_U = TypeVar("_U")
Expectation: TypeAlias = Callable[[Request], object]


@dataclass(frozen=True)
class Step:
    """How one call is answered; every method returns a copy, and an empty step says nothing.

    A field that is None takes its default, or what a computed step says of it.
    """

    thoughts: tuple[str, ...] = ()
    words: str = ""
    calls: tuple[tuple[str | None, str, str], ...] = ()
    failure: Exception | None = None
    echoing: bool = False
    computing: "Callable[[Request], Step] | None" = None
    finish_reason: str | None = None
    spent: TokenUsage | None = None
    break_with: Exception | None = None
    size: int | None = None
    delay: float | None = None
    expectations: tuple[Expectation, ...] = ()
    repeating: bool = False

    def text(self, text: str) -> "Step":
        """Say this; a second text follows the first."""
        return replace(self, words=self.words + text)

    def thinking(self, text: str) -> "Step":
        """Think this, in a block of its own; a block of nothing is none."""
        return replace(self, thoughts=(*self.thoughts, text)) if text else self

    def tool_call(self, name: str, arguments: str = "") -> "Step":
        """Call a tool, under an id made of the number of the call and of the tool call in it."""
        return replace(self, calls=(*self.calls, (None, name, arguments)))

    def tool_call_with_id(self, id: str, name: str, arguments: str = "") -> "Step":
        """Call a tool under this id; empty arguments are `{}`, others are kept verbatim."""
        return replace(self, calls=(*self.calls, (id, name, arguments)))

    def fail(self, error: Exception) -> "Step":
        """Fail the call with this error, before there is a stream."""
        return replace(self, failure=error)

    def echo(self) -> "Step":
        """Say what the user said last."""
        return replace(self, echoing=True)

    def func(self, compute: "Callable[[Request], Step]") -> "Step":
        """Answer with the step computed from the request; its `repeat` and `expect` are ignored."""
        return replace(self, computing=compute)

    def finish(self, reason: str) -> "Step":
        """Finish for this reason instead of "stop", or "tool_calls" where tools are called."""
        return replace(self, finish_reason=reason)

    def usage(self, usage: TokenUsage) -> "Step":
        """Have cost this instead of a token for four bytes."""
        return replace(self, spent=usage)

    def stream_error(self, error: Exception) -> "Step":
        """Break with this error after the last chunk, or at once where there is no stream."""
        return replace(self, break_with=error)

    def chunk_size(self, size: int) -> "Step":
        """Cut into words (0, the default), so many code points, or not at all (negative)."""
        return replace(self, size=size)

    def chunk_delay(self, seconds: float) -> "Step":
        """Wait so long before each chunk and before the end."""
        return replace(self, delay=seconds)

    def expect(self, *expectations: Expectation) -> "Step":
        """Expect more of the request: a check fails by raising or by returning False."""
        return replace(self, expectations=(*self.expectations, *expectations))

    def repeat(self) -> "Step":
        """Answer every further call too; only the last step of a script may."""
        return replace(self, repeating=True)

    def computed(self, request: Request) -> "Step":
        """Return the step that a computing one stands for, and any other step itself."""
        step = self
        while step.computing is not None:
            inner = step.computing(request)
            step = replace(
                inner,
                failure=_or(inner.failure, step.failure),
                finish_reason=_or(inner.finish_reason, step.finish_reason),
                spent=_or(inner.spent, step.spent),
                break_with=_or(inner.break_with, step.break_with),
                size=_or(inner.size, step.size),
                delay=_or(inner.delay, step.delay),
            )
        return step

    def reply(self, call: int, request: Request) -> Reply:
        """Return the whole reply to the call with this number."""
        text = last_user_text(request) if self.echoing else self.words
        calls = tuple(
            ToolCall(f"call_{call}_{n}" if id is None else id, name, arguments or "{}")
            for n, (id, name, arguments) in enumerate(self.calls, start=1)
        )
        default = TokenUsage(
            estimated_tokens(*(message.content for message in request.messages)),
            estimated_tokens(*self.thoughts, text, *(c.name + c.arguments for c in calls)),
        )
        finish = _or(self.finish_reason, "tool_calls" if calls else "stop")
        return Reply(
            self.thoughts, text, calls, Result(finish, request.model, _or(self.spent, default))
        )


def _or(value: _T | None, default: _U) -> _T | _U:
    return default if value is None else value


def last_user_text(request: Request) -> str:
    """Return what the user said last, "" where the user has not spoken."""
    said = (m.content for m in reversed(request.messages) if m.role is Role.USER)
    return next(said, "")


def estimated_tokens(*texts: str) -> int:
    """Count one token for four bytes of UTF-8, rounded up."""
    size = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)
    return -(-size // 4)


USAGE = TokenUsage(7, 9)
REQUEST = Request(
    "m",
    (
        Message(Role.SYSTEM, "be brief"),
        Message(Role.USER, "first"),
        Message(Role.USER, "last \N{SNOWMAN}"),
        Message(Role.ASSISTANT, "yes"),
    ),
)


def test_an_empty_step_is_an_empty_reply() -> None:
    reply = Step().reply(1, REQUEST)
    # "be brief", "first", "last" and the snowman's three bytes, "yes": 24 bytes.
    assert reply == Reply((), "", (), Result("stop", "m", TokenUsage(6, 0)))


def test_blocks_accumulate_in_their_places() -> None:
    step = Step().tool_call("t").text("a").thinking("x").text("b").thinking("").thinking("y")
    reply = step.reply(3, REQUEST)
    assert (reply.thinking, reply.text) == (("x", "y"), "ab")
    assert reply.tool_calls == (ToolCall("call_3_1", "t", "{}"),)
    assert reply.result.finish_reason == "tool_calls"


def test_tool_calls_are_numbered_and_kept_verbatim() -> None:
    step = Step().tool_call("a", " ").tool_call_with_id("", "b").tool_call("c", "not json")
    assert step.reply(2, REQUEST).tool_calls == (
        ToolCall("call_2_1", "a", " "),
        ToolCall("", "b", "{}"),
        ToolCall("call_2_3", "c", "not json"),
    )


def test_a_result_can_be_told() -> None:
    result = Step().tool_call("t").finish("length").usage(USAGE).reply(1, REQUEST).result
    assert result == Result("length", "m", USAGE)


def test_the_default_usage_counts_the_whole_reply() -> None:
    step = Step().thinking("12").text("345").tool_call("t", "{}")
    assert step.reply(1, REQUEST).result.usage == TokenUsage(6, 2)


@pytest.mark.parametrize(
    ("texts", "tokens"),
    [((), 0), (("",), 0), (("a",), 1), (("abcd",), 1), (("abcd", "e"), 2), (("\N{SNOWMAN}ab",), 2)],
)
def test_a_token_is_four_bytes_rounded_up(texts: tuple[str, ...], tokens: int) -> None:
    assert estimated_tokens(*texts) == tokens


def test_an_echo_says_what_the_user_said_last() -> None:
    assert Step().echo().reply(1, REQUEST).text == "last \N{SNOWMAN}"
    silent = Request("m", (Message(Role.SYSTEM, "be brief"),))
    assert Step().echo().reply(1, silent).text == ""


REFINEMENTS: dict[str, Callable[[Step], Step]] = {
    "text": lambda step: step.text("x"),
    "thinking": lambda step: step.thinking("x"),
    "tool_call": lambda step: step.tool_call("x"),
    "tool_call_with_id": lambda step: step.tool_call_with_id("1", "x"),
    "fail": lambda step: step.fail(OSError()),
    "echo": Step.echo,
    "func": lambda step: step.func(lambda request: Step()),
    "finish": lambda step: step.finish("x"),
    "usage": lambda step: step.usage(USAGE),
    "stream_error": lambda step: step.stream_error(OSError()),
    "chunk_size": lambda step: step.chunk_size(3),
    "chunk_delay": lambda step: step.chunk_delay(3),
    "expect": lambda step: step.expect(bool),
    "repeat": Step.repeat,
}


@pytest.mark.parametrize("name", REFINEMENTS)
def test_every_refinement_is_a_copy(name: str) -> None:
    step = Step().text("a")
    before = replace(step)
    refined = REFINEMENTS[name](step)
    assert step == before
    assert refined != step


def test_a_computed_step_keeps_what_the_outer_one_says_of_the_rest() -> None:
    inner = Step().text("a").finish("inner").repeat().expect(bool)
    outer = Step().func(lambda request: inner).finish("outer").chunk_size(0).usage(USAGE)
    computed = outer.computed(REQUEST)
    assert (computed.words, computed.finish_reason) == ("a", "inner")
    assert (computed.size, computed.spent) == (0, USAGE)


def test_a_computed_step_may_be_computed_again() -> None:
    step = Step().func(lambda _: Step().func(lambda request: Step().text(request.model)))
    assert step.computed(REQUEST).words == "m"


_WORDS = st.text(max_size=12)
_STEPS = st.builds(
    Step,
    thoughts=st.lists(_WORDS.filter(bool), max_size=3).map(tuple),
    words=_WORDS,
    calls=st.lists(st.tuples(st.none() | _WORDS, _WORDS, _WORDS), max_size=3).map(tuple),
    echoing=st.booleans(),
    finish_reason=st.none() | _WORDS,
    spent=st.none() | st.just(USAGE),
)


@settings(deadline=None)
@given(_STEPS, st.integers(-1, 4))
def test_folding_the_chunks_of_any_step_gives_exactly_its_reply(step: Step, size: int) -> None:
    reply = step.reply(5, REQUEST)
    assert fold(chunks_of(reply, size), reply.result) == reply
