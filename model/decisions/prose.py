"""Telling an answer in prose from a tool call that was written as prose."""

import re
from collections.abc import Sequence

from model.decisions.json_text import outermost_objects
from model.decisions.reading import KEYS
from model.messages import ToolSpec

_KEY = "|".join((*KEYS, r"tool_\w+", r"function(?:_\w+)?", "action_input"))
_QUOTE = "[\"'\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}]"
_MARKS = re.compile(
    rf"""
    (?:[<\[]\|?/?|```)(?:tool|function)[_ ]?(?:call|code|use)?s?\b  # <tool_call>, [TOOL_CALLS], …
    | <\|python_tag\|>
    | ^[^\w\n]*(?:action|action[_ ]input|tool|(?:tool|function)[_ ]calls?)\b[*_`]*\s*:
    | \{{\s*{_QUOTE}?(?:{_KEY}){_QUOTE}?\s*:              # the beginning of a decision's object
    | ,\s*{_QUOTE}(?:{_KEY}){_QUOTE}\s*:                 # or something further inside it
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)


def looks_like_a_tool_call(text: str, tools: Sequence[ToolSpec]) -> bool:
    """Return whether a text that is no decision was probably meant to call a tool.

    A wrong yes costs a question; a wrong no closes a run in which something was still to be done.
    """
    if _MARKS.search(text) or any(found.keys() & set(KEYS) for found in outermost_objects(text)):
        return True
    return any(_announces(tool.name, text) for tool in tools if tool.name)


def _announces(name: str, text: str) -> bool:
    named = rf"(?<!\w){re.escape(name)}(?!\w)"
    wish = r"\b(?:call|calling|use|using|run|running|invoke|invoking|execute|executing)\b"
    called = rf"{named}[`*\"']*\s*[({{\[]"
    tagged = rf"</?{named}"
    told = rf":\s*{_QUOTE}{named}{_QUOTE}|{_QUOTE}{named}{_QUOTE}\s*:"
    wished = rf"{wish}[^.\n]{{0,40}}{named}"
    return re.search(rf"{called}|{tagged}|{told}|{wished}", text, re.IGNORECASE) is not None
