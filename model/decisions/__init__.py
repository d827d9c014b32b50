"""How a reply becomes a decision: read it, else repair it, else say that it could not be read."""

from collections.abc import Sequence

from model.decisions.outcomes import CallTools, Complete, Decision, UnparsedDecision
from model.decisions.prose import looks_like_a_tool_call
from model.decisions.reading import channel, is_cut_off, read_reply
from model.decisions.repair import repair
from model.messages import LLMResponse, ToolSpec
from model.ports import LanguageModel
from model.profiles import ModelProfile
from model.runtime import Context

__all__ = ["CallTools", "Complete", "Decision", "UnparsedDecision", "decide"]


async def decide(
    ctx: Context,
    response: LLMResponse,
    profile: ModelProfile,
    tools: Sequence[ToolSpec],
    model: LanguageModel,
) -> Decision | UnparsedDecision:
    """Turn a reply into a decision.

    Structured tool calls come first, then the outermost JSON object of the text, or of the
    thinking where there is no text, then repair as the profile allows it. What is left is prose:
    it completes the run, unless it looks like a tool call or was only thought.

    Raises:
        ContextError, ModelError: the model was asked to repair the reply and failed.
    """
    if is_cut_off(response):
        return UnparsedDecision(channel(response), "the reply was cut off")
    decision = read_reply(response, profile, tools)
    if decision is None:
        decision = await repair(ctx, response, profile, tools, model)
    return decision if decision is not None else _close_with_prose(response, tools)


def _close_with_prose(
    response: LLMResponse, tools: Sequence[ToolSpec]
) -> Decision | UnparsedDecision:
    if not response.text.strip():
        return UnparsedDecision(response.thinking, "the reply has no text and calls no tool")
    if looks_like_a_tool_call(response.text, tools):
        return UnparsedDecision(
            response.text, "the reply looks like a tool call that cannot be read"
        )
    return Complete(summary=response.text)
