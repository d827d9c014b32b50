"""Repairing a reply that cannot be read, within the strategy and the attempts of a profile."""

import json
from collections.abc import Sequence

from model.decisions.json_text import mended_object
from model.decisions.outcomes import Decision
from model.decisions.reading import channel, is_cut_off, read_object, read_reply
from model.messages import LLMResponse, ToolSpec
from model.ports import LanguageModel
from model.profiles import ModelProfile
from model.runtime import Context

_SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "thought": {"type": "string"},
            "tool": {"type": "string", "description": "name of the tool to call, or none"},
            "arguments": {"type": "object"},
            "complete": {"type": "boolean", "description": "true when there is nothing to do"},
            "reason": {"type": "string"},
            "summary": {"type": "string"},
        },
    }
)


async def repair(
    ctx: Context,
    response: LLMResponse,
    profile: ModelProfile,
    tools: Sequence[ToolSpec],
    model: LanguageModel,
) -> Decision | None:
    """Repair a reply, None where that does not succeed.

    The strategy "llm" asks the model once more for each attempt; "heuristic-only" mends locally,
    where a second attempt would find what the first one found.
    """
    raw = channel(response)
    if profile.tool_repair_attempts <= 0:
        return None
    if profile.tool_repair_strategy != "llm":
        found = mended_object(raw)
        return read_object(found, tools) if found is not None else None
    for _ in range(profile.tool_repair_attempts):
        answer = await model.generate(ctx, _question(raw, tools))
        decision = None if is_cut_off(answer) else read_reply(answer, profile, tools)
        if decision is not None:
            return decision
    return None


def _question(raw: str, tools: Sequence[ToolSpec]) -> str:
    names = ", ".join(tool.name for tool in tools) or "none"
    return (
        "Your last reply could not be read as a decision. Answer with one JSON object and nothing "
        f"else. Its schema:\n{_SCHEMA}\nTools: {names}\nYour last reply:\n{raw}"
    )
