"""Reading a reply as it stands: structured tool calls, then a JSON object."""

import json
from collections.abc import Mapping, Sequence

from model.decisions.json_text import outermost_objects
from model.decisions.outcomes import CallTools, Complete, Decision
from model.messages import LLMResponse, ToolCall, ToolSpec, strict_json
from model.profiles import ModelProfile

KEYS = ("thought", "tool", "name", "action", "arguments", "complete", "reason", "summary")


def is_cut_off(response: LLMResponse) -> bool:
    """Return whether the reply ended for want of room, so that its meaning is not known."""
    return response.finish_reason == "length"


def channel(response: LLMResponse) -> str:
    """Return the text, or the thinking where there is no text."""
    return response.text if response.text.strip() else response.thinking


def read_reply(
    response: LLMResponse, profile: ModelProfile, tools: Sequence[ToolSpec]
) -> Decision | None:
    """Read a whole reply, None where it is neither tool calls nor a JSON object that decides."""
    if calls := _structured_calls(response.tool_calls, profile):
        return CallTools(calls, thought=response.thinking)
    read = (read_object(found, tools) for found in outermost_objects(channel(response)))
    decisions = [decision for decision in read if decision is not None]
    # Of several the first, but one that closes the run waits for those that call a tool.
    return min(decisions, key=lambda decision: isinstance(decision, Complete), default=None)


def read_object(found: Mapping[str, object], tools: Sequence[ToolSpec]) -> Decision | None:
    """Read a JSON object, None where it names no tool and does not say that it is complete.

    An object that does both calls the tool: a run is closed by nothing doubtful. `action` names a
    tool only where there is a tool of that name; models also write sentences into it.
    """
    thought = _text(found, "thought")
    known = {tool.name for tool in tools}
    action = _text(found, "action")
    tool = _tool_name(_text(found, "tool")) or _tool_name(_text(found, "name"))
    if not tool and action in known:
        tool = action
    if tool:
        call = ToolCall("", tool, _arguments_text(found.get("arguments")))
        return CallTools((call,), thought)
    if found.get("complete") is True:
        return Complete(thought, _text(found, "reason"), _text(found, "summary"))
    return None


def _structured_calls(calls: Sequence[ToolCall], profile: ModelProfile) -> tuple[ToolCall, ...]:
    named = tuple(
        ToolCall(call.id, name, call.arguments) for call in calls if (name := _tool_name(call.name))
    )
    limit = profile.max_tools_per_call
    return named[:limit] if limit > 0 else named


def _tool_name(written: str) -> str:
    name = written.strip()
    return "" if name.lower() == "none" else name


def _arguments_text(arguments: object) -> str:
    """Return arguments as JSON text; a plain string is the `args` of a tool without params."""
    if arguments is None or arguments == "":
        return "{}"
    if not isinstance(arguments, str):
        return _json(arguments)
    try:
        is_object = isinstance(strict_json(arguments), dict)
    except (ValueError, RecursionError):
        is_object = False
    return arguments if is_object else _json({"args": arguments})


def _json(value: object) -> str:
    # Half of a surrogate pair stays the escape it was: as a character no UTF-8 could carry it.
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode()


def _text(found: Mapping[str, object], key: str) -> str:
    value = found.get(key)
    return value.strip() if isinstance(value, str) else ""
