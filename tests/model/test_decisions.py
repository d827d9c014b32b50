"""How replies become decisions."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from model.decisions import CallTools, Complete, Decision, UnparsedDecision, decide
from model.errors import AuthInvalidError
from model.messages import LLMResponse, Message, ToolCall, ToolSpec
from model.options import LLMOptions
from model.ports import LanguageModel
from model.profiles import ModelProfile
from model.runtime import Context, ContextCancelledError
from model.streams import TokenStream

TOOLS = (ToolSpec("search"), ToolSpec("read_file"))
NO_REPAIR = ModelProfile(tool_repair_attempts=0)
MEND = ModelProfile(tool_repair_strategy="heuristic-only", tool_repair_attempts=1)
SEARCH = CallTools((ToolCall("", "search", '{"q": 1}'),))


@dataclass
class Answering:
    """A model that answers prompts with prepared replies and is good for nothing else."""

    answers: list[LLMResponse | Exception] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)

    async def generate(
        self, ctx: Context, prompt: str, options: LLMOptions | None = None
    ) -> LLMResponse:
        ctx.raise_if_ended()
        self.prompts.append(prompt)
        answer = self.answers[len(self.prompts) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def generate_stream(
        self, ctx: Context, prompt: str, options: LLMOptions | None = None
    ) -> TokenStream:
        raise NotImplementedError

    async def chat(
        self, ctx: Context, messages: Sequence[Message], options: LLMOptions | None = None
    ) -> LLMResponse:
        raise NotImplementedError

    async def chat_with_tools(
        self,
        ctx: Context,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        options: LLMOptions | None = None,
    ) -> LLMResponse:
        raise NotImplementedError


_answering_is_a_language_model: type[LanguageModel] = Answering


def decided(
    response: LLMResponse | str,
    profile: ModelProfile = NO_REPAIR,
    model: Answering | None = None,
    tools: Sequence[ToolSpec] = TOOLS,
) -> Decision | UnparsedDecision:
    reply = LLMResponse(response) if isinstance(response, str) else response
    return asyncio.run(decide(Context(), reply, profile, tools, model or Answering()))


def call(name: str, arguments: str = "{}", id: str = "") -> ToolCall:
    return ToolCall(id, name, arguments)


@pytest.mark.parametrize(
    "response",
    [
        LLMResponse('{"complete": true}', finish_reason="length"),
        LLMResponse("", '{"complete": true}', "length"),
        LLMResponse("An answer in prose.", finish_reason="length"),
        LLMResponse("", "", "length", (call("search"),)),
    ],
)
def test_a_reply_cut_off_is_never_a_decision(response: LLMResponse) -> None:
    model = Answering([LLMResponse('{"complete": true}')])
    decision = decided(response, ModelProfile("", "llm"), model)
    assert decision == UnparsedDecision(response.text or response.thinking, "the reply was cut off")
    assert model.prompts == []


@pytest.mark.parametrize(
    ("calls", "limit", "kept"),
    [
        ([call(" search\n", "x", "7")], 0, [call("search", "x", "7")]),
        ([call(""), call("  "), call("none"), call(" None "), call("search")], 0, [call("search")]),
        ([call("a"), call("b"), call("c")], 2, [call("a"), call("b")]),
        ([call("none"), call("b"), call("c")], 1, [call("b")]),
        ([call("a"), call("b"), call("c")], 0, [call("a"), call("b"), call("c")]),
        ([call("a"), call("b")], 5, [call("a"), call("b")]),
        ([call("a"), call("b")], -1, [call("a"), call("b")]),
        ([call("nonesuch")], 0, [call("nonesuch")]),
    ],
)
def test_structured_tool_calls_come_first(
    calls: list[ToolCall], limit: int, kept: list[ToolCall]
) -> None:
    response = LLMResponse('{"complete": true}', "hm", "stop", tuple(calls))
    profile = ModelProfile(tool_repair_attempts=0, max_tools_per_call=limit)
    assert decided(response, profile) == CallTools(tuple(kept), "hm")


def test_without_a_named_tool_call_the_text_is_read() -> None:
    response = LLMResponse('{"complete": true}', tool_calls=(call("none"), call(" ")))
    assert decided(response) == Complete()


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ('{"tool": "search", "arguments": {"q": 1}}', SEARCH),
        ('{"name": "search", "arguments": {"q": 1}}', SEARCH),
        ('{"tool": " search ", "name": "other", "arguments": {"q": 1}}', SEARCH),
        ('{"tool": "none", "name": "search", "arguments": {"q": 1}}', SEARCH),
        ('{"action": "search", "arguments": {"q": 1}}', SEARCH),
        ('{"tool": "search", "action": "read_file", "arguments": {"q": 1}}', SEARCH),
        ('{"tool": "search", "complete": true, "arguments": {"q": 1}}', SEARCH),
        ('{"thought": "hm", "tool": "x"}', CallTools((call("x"),), "hm")),
        ('{"tool": "x", "arguments": null}', CallTools((call("x"),))),
        ('{"tool": "x", "arguments": ""}', CallTools((call("x"),))),
        ('{"tool": "x", "arguments": "{\\"q\\" :1}"}', CallTools((call("x", '{"q" :1}'),))),
        ('{"tool": "x", "arguments": "a b"}', CallTools((call("x", '{"args": "a b"}'),))),
        ('{"tool": "x", "arguments": "[1]"}', CallTools((call("x", '{"args": "[1]"}'),))),
        ('{"tool": "x", "arguments": [1]}', CallTools((call("x", "[1]"),))),
        ('{"tool": "x", "arguments": ["\N{SNOWMAN}"]}', CallTools((call("x", '["\N{SNOWMAN}"]'),))),
        (r'{"tool": "x", "arguments": ["\ud800"]}', CallTools((call("x", r'["\ud800"]'),))),
        (
            '{"complete": true, "thought": "t", "reason": "r", "summary": "s"}',
            Complete("t", "r", "s"),
        ),
        ('{"complete": true, "tool": "none"}', Complete()),
        ('{"complete": true, "action": "I will rest"}', Complete()),
    ],
)
def test_an_object_is_read(text: str, decision: Decision) -> None:
    assert decided(text) == decision
    assert decided(LLMResponse("", text)) == decision


@pytest.mark.parametrize(
    "text",
    [
        'Sure!\n```json\n{"tool": "search", "arguments": {"q": 1}}\n```\nHere you are.',
        'Of {x} I think: {"tool": "search", "arguments": {"q": 1}}',
        'Found {"hits": 3}, so {"tool": "search", "arguments": {"q": 1}}',
        '{"tool": "search", "arguments": {"q": 1}} and then {"complete": true}',
        '{"complete": true} once {"tool": "search", "arguments": {"q": 1}} is done',
    ],
)
def test_the_outermost_object_is_found_in_prose(text: str) -> None:
    assert decided(text) == SEARCH


def test_braces_and_quotes_in_strings_mislead_nobody() -> None:
    text = r'So: {"complete": true, "summary": "a } \" { b \\"} "'
    assert decided(text) == Complete(summary='a } " { b \\')


@pytest.mark.parametrize(
    "text",
    [
        '{"tool": "search", "arguments": {"complete": true}',
        '{"thought": "hm", {"complete": true}}',
        '{"tool": "search", "arguments": "{"complete": true}"',
    ],
)
def test_an_inner_object_is_no_decision(text: str) -> None:
    assert isinstance(decided(text), UnparsedDecision)


def test_thinking_counts_only_where_there_is_no_text() -> None:
    thinking = '{"tool": "search", "arguments": {"q": 1}}'
    assert decided(LLMResponse("", thinking)) == SEARCH
    assert decided(LLMResponse("It is done.", thinking)) == Complete(summary="It is done.")


@pytest.mark.parametrize("response", [LLMResponse(), LLMResponse(thinking="I could stop here.")])
def test_thinking_alone_closes_no_run(response: LLMResponse) -> None:
    decision = decided(response, MEND)
    assert decision == UnparsedDecision(
        response.thinking, "the reply has no text and calls no tool"
    )


@pytest.mark.parametrize(
    "text",
    [
        "The file is short and says nothing.",
        "I searched and found 4 words {of text}.",
        'The answer: {"words": 4}',
        "A tool is what a carpenter needs.",
        "Here are the details, name: Bob.",
        'I looked with "search", then wrote <b>this</b> into `read_file_notes`.',
        'The answer: {"toolbox": 4, "functional": true}',
    ],
)
def test_prose_completes_a_run(text: str) -> None:
    assert decided(text, MEND) == Complete(summary=text)


@pytest.mark.parametrize(
    "text",
    [
        "I will call search with q=1.",
        "Let me use the `read_file` tool first.",
        'search("words")',
        "`read_file` (notes.txt)",
        "Action: look around",
        "**Tool:** hammer",
        "<tool_call>look</tool_call>",
        "[TOOL_CALLS] look",
        "<|tool_call|> look",
        "<function=look>",
        '{"tool": look around}',
        '{"thought": "I should look."}',
        '{"complete": false, "summary": "not yet"}',
        '{"complete": "yes"}',
        "{tool: look, arguments: ",
        "tool_call: look",
        "Function calls: look",
        "```tool_code\nlook()\n```",
        "<|python_tag|>look()",
        "<read_file><path>notes.txt</path></read_file>",
        '{"search": {"q": 1}}',
        '{"command": "search", "q": 1}',
        '{"function": "look", "parameters": {"q": 1}}',
        '{"tool_name": "look", "tool_input": {"q": 1}}',
        '{"id": 7, "function": {"q": 1}}',
        '{"tool": "look", "arguments": {"far": 1e999}}',
    ],
)
def test_prose_that_looks_like_a_tool_call_closes_no_run(text: str) -> None:
    assert decided(text) == UnparsedDecision(
        text, "the reply looks like a tool call that cannot be read"
    )


@pytest.mark.parametrize(
    "text",
    [
        '{"tool": "search", "arguments": {"q": 1},}',
        '{"tool": "search", "arguments": {"q": 1,},\n}',
        '{"tool": "search", "arguments": {"q": 1}',
        '{"tool": "search", "arguments": {"q": 1',
        '```json\n{"tool": "search", "arguments": {"q": 1\n```',
        '{tool: "search", arguments: {q: 1}}',
        "{'tool': 'search', 'arguments': {'q': 1}}",
        "{'tool': 'search', 'complete': False, 'arguments': {'q': 1}}",
        '{"tool": "search", "complete": False, "arguments": {"q": 1}}',
        'I say {"tool": "search", "thought": None, "arguments": {"q": 1}}.',
        (
            "{\N{LEFT DOUBLE QUOTATION MARK}tool\N{RIGHT DOUBLE QUOTATION MARK}:"
            "\N{LEFT DOUBLE QUOTATION MARK}search\N{RIGHT DOUBLE QUOTATION MARK},"
            "\N{LEFT DOUBLE QUOTATION MARK}arguments\N{RIGHT DOUBLE QUOTATION MARK}: {q: 1}}"
        ),
    ],
)
def test_slips_are_mended_locally(text: str) -> None:
    model = Answering()
    assert decided(text, MEND, model) == SEARCH
    assert model.prompts == []
    # The same text without attempts is not repaired.
    assert isinstance(decided(text, NO_REPAIR), UnparsedDecision)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('{"tool": "x", "arguments": {"q": "a, }"},}', '{"q": "a, }"}'),
        ('{"tool": "x", "arguments": {"q": "True, {a: 1}"},}', '{"q": "True, {a: 1}"}'),
        ('{"tool": "x", "arguments": {"q": "\\", None"},}', '{"q": "\\", None"}'),
        (r"""{'tool': 'x', 'arguments': {'q': 'it\'s "\n"'}}""", r"""{"q": "it's \"\n\""}"""),
    ],
)
def test_mending_does_not_touch_strings(text: str, arguments: str) -> None:
    assert decided(text, MEND) == CallTools((call("x", arguments),))


@pytest.mark.parametrize(
    "text",
    [
        '{"tool": "search", "arguments": {"q": "unfinished',
        '{"tool": "search"]',
        '{"tool": "search" "arguments"}',
        '{"tool": ' + "[" * 50_000,
        "{'tool': " + "[" * 50_000,
        "{'tool': {1, 2}}",
        "{'tool': 'search",
        "{'tool': '",
        "{'tool': 'search\\'",
        r"{'tool': 'search', 'arguments': {'q': '\d'}}",
        '{"complete": NaN}',
    ],
    ids=lambda text: text[:30],
)
def test_what_cannot_be_mended_is_unparsed(text: str) -> None:
    assert isinstance(decided(text, MEND), UnparsedDecision)


def llm(attempts: int) -> ModelProfile:
    return ModelProfile("p", "llm", attempts)


GOOD = LLMResponse('{"tool": "search", "arguments": {"q": 1}}')
CLUMSY = LLMResponse("I will call search again.")


def test_the_model_is_asked_with_schema_tools_and_the_raw_text() -> None:
    model = Answering([GOOD])
    assert decided("I will call search.", llm(1), model) == SEARCH
    (prompt,) = model.prompts
    assert "I will call search." in prompt
    assert "Tools: search, read_file\n" in prompt
    for key in ("thought", "tool", "arguments", "complete", "reason", "summary"):
        assert f'"{key}": {{"type":' in prompt


def test_the_model_is_asked_about_its_thinking_where_there_is_no_text() -> None:
    model = Answering([GOOD])
    assert decided(LLMResponse("", "search, I think"), llm(1), model) == SEARCH
    assert model.prompts[0].endswith("\nsearch, I think")


@pytest.mark.parametrize(
    ("answers", "attempts", "asked", "decision"),
    [
        ([], 0, 0, None),
        ([CLUMSY, GOOD], 1, 1, None),
        ([CLUMSY, GOOD], 2, 2, SEARCH),
        ([GOOD, CLUMSY], 3, 1, SEARCH),
        ([LLMResponse(GOOD.text, finish_reason="length"), GOOD], 2, 2, SEARCH),
        ([LLMResponse(tool_calls=(call("x", id="7"),))], 1, 1, CallTools((call("x", id="7"),))),
        ([LLMResponse("", '{"complete": true}')], 1, 1, Complete()),
        # The strategy "llm" does not mend by itself.
        ([LLMResponse('{"complete": true,}')] * 2, 2, 2, None),
    ],
)
def test_the_model_is_asked_within_the_attempts(
    answers: list[LLMResponse | Exception], attempts: int, asked: int, decision: Decision | None
) -> None:
    model = Answering(answers)
    raw = "I will call search."
    unparsed = UnparsedDecision(raw, "the reply looks like a tool call that cannot be read")
    assert decided(raw, llm(attempts), model) == (decision or unparsed)
    assert len(model.prompts) == asked


def test_prose_completes_a_run_after_a_repair_in_vain() -> None:
    model = Answering([LLMResponse("As I said: 4 words.")])
    assert decided("4 words.", llm(1), model) == Complete(summary="4 words.")
    assert len(model.prompts) == 1


def test_what_can_be_read_needs_no_repair() -> None:
    model = Answering()
    assert decided(GOOD, llm(3), model) == SEARCH
    assert model.prompts == []


def test_a_repair_that_cannot_be_asked_for_raises() -> None:
    with pytest.raises(AuthInvalidError):
        decided("I will call search.", llm(3), Answering([AuthInvalidError()]))


def test_a_repair_stops_with_the_context() -> None:
    ctx = Context()
    ctx.cancel()
    model = Answering([GOOD])
    with pytest.raises(ContextCancelledError):
        asyncio.run(decide(ctx, CLUMSY, llm(1), TOOLS, model))
    assert model.prompts == []


@pytest.mark.parametrize(
    "piece", ["\n", "{", "}", '"', "'", "{'", ",", "a: ", "call ", "[", "\\", '\\"', "\\'"]
)
def test_a_long_reply_of_nonsense_calls_no_tool(piece: str) -> None:
    # A search that looked at it again from every place would not come back.
    for before in ("", "{"):
        assert not isinstance(decided(before + piece * 50_000, MEND), CallTools)
