"""The values that go to a model and come back."""

import copy
import dataclasses
import pickle
from collections.abc import Callable

import pytest

from model import decisions, messages, options, profiles, runtime
from model.errors import ProviderResponseError
from model.messages import (
    LLMResponse,
    Message,
    Role,
    TokenUsage,
    ToolCall,
    ToolParamSpec,
    ToolSpec,
)
from model.options import LLMOptions
from model.profiles import ModelProfile


@pytest.mark.parametrize(
    ("role", "text", "valid"),
    [
        (Role.SYSTEM, "system", True),
        (Role.USER, "user", True),
        (Role.ASSISTANT, "assistant", True),
        (Role.TOOL, "tool", True),
        (Role.UNSET, "unknown(0)", False),
        (Role(0), "unknown(0)", False),
        (Role(7), "unknown(7)", False),
        (Role(-1), "unknown(-1)", False),
    ],
)
def test_a_role_prints_itself(role: Role, text: str, valid: bool) -> None:
    assert (str(role), f"{role}", role.valid) == (text, text, valid)


def test_a_stray_role_is_a_value() -> None:
    assert Role(7) == Role(7) != Role(8)
    assert copy.deepcopy(Role(7)) == pickle.loads(pickle.dumps(Role(7))) == Role(7)
    assert Role(7) not in list(Role)


def test_a_role_is_no_text() -> None:
    with pytest.raises(ValueError, match="'user' is not a valid Role"):
        Role("user")  # type: ignore[arg-type]  # the very mistake under test


def test_arguments_are_parsed() -> None:
    text = ' {"q": "a", "n": [1, null]} '
    call = ToolCall("1", "search", text)
    assert call.parse_arguments() == {"q": "a", "n": [1, None]}
    assert call.arguments == text


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("", "Expecting value"),
        ("{", "Expecting property name"),
        ("q=1", "Expecting value"),
        ('{"q": 1} {}', "Extra data"),
        ('{"q": NaN}', "NaN is not JSON"),
        ('{"q": -1e999}', "-1e999 is too large a number"),
        ("[1]", r"a JSON object is expected, not '\[1\]'"),
        ("null", "a JSON object is expected, not 'null'"),
        ("[" * 100_000, "recursion"),
        ("9" * 5000, "4300"),
    ],
    ids=lambda value: value[:12],
)
def test_arguments_that_cannot_be_parsed_are_reported(arguments: str, problem: str) -> None:
    with pytest.raises(ProviderResponseError, match=f"arguments of `search`: .*{problem}"):
        ToolCall("1", "search", arguments).parse_arguments()


def test_a_tool_without_params_takes_one_string() -> None:
    assert [param.name for param in ToolSpec("t").arguments] == ["args"]
    params = (ToolParamSpec("q", "what to look for", required=True),)
    assert ToolSpec("t", "searches", params).arguments == params


def test_a_turn_may_be_all_thinking() -> None:
    response = LLMResponse(thinking="hm")
    assert (response.text, response.finish_reason, response.tool_calls) == ("", "stop", ())


def test_usage_adds_up() -> None:
    assert TokenUsage(3, 4).total_tokens == 7


@pytest.mark.parametrize(("window", "used"), [(0, 4096), (8192, 8192)])
def test_a_window_of_zero_is_derived_from_the_budget(window: int, used: int) -> None:
    assert LLMOptions(context_window=window).window_for(4096) == used


def test_options_leave_every_choice_to_the_provider() -> None:
    every = (options.LLMOptions(), options.LLMOptions(model="m", stop=("x",), top_p=0.5))
    assert dataclasses.astuple(every[0]) == ("", None, 0, (), None, 0, None)
    assert every[1].stop == ("x",)


@pytest.mark.parametrize(
    ("make", "normalised"),
    [
        (ModelProfile, ("", "heuristic-only", 1, 0, False)),
        (lambda: ModelProfile(" OpenAI \n"), ("openai", "heuristic-only", 1, 0, False)),
        (lambda: ModelProfile("p", "llm", 3, 2, True), ("p", "llm", 3, 2, True)),
        (lambda: ModelProfile("p", "", -1), ("p", "heuristic-only", 0, 0, False)),
        (lambda: ModelProfile("p", "heuristic-only", 0), ("p", "heuristic-only", 0, 0, False)),
    ],
)
def test_a_profile_is_normalised(
    make: Callable[[], ModelProfile], normalised: tuple[object, ...]
) -> None:
    assert dataclasses.astuple(make()) == normalised


def test_a_profile_knows_its_strategies() -> None:
    with pytest.raises(ValueError, match="no tool repair strategy is called `LLM`"):
        ModelProfile("p", "LLM")  # type: ignore[arg-type]  # the very mistake under test


VALUES = [
    value
    for module in (decisions.outcomes, messages, options, profiles, runtime)
    for value in vars(module).values()
    if dataclasses.is_dataclass(value) and isinstance(value, type)
]


@pytest.mark.parametrize("value", VALUES)
def test_values_are_frozen(value: type) -> None:
    assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]  # typeshed hides it


def test_values_are_equal_by_what_they_say() -> None:
    call = ToolCall("1", "t", "{}")
    one, other = (Message(Role.ASSISTANT, tool_calls=(call,)) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert copy.deepcopy(one) == one
    assert len(VALUES) > 10
