"""Scripted replies, and the typed chunks that carry one."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.messages import TokenUsage, ToolCall

_WORD = re.compile(r"\S+\s*|\s+")


@dataclass(frozen=True)
class TextChunk:
    """A piece of the text."""

    text: str


@dataclass(frozen=True)
class ThinkingChunk:
    """A piece of the thinking block with this index."""

    index: int
    text: str


@dataclass(frozen=True)
class ToolCallHeader:
    """The beginning of the tool call with this index; its arguments follow in fragments."""

    index: int
    id: str
    name: str


@dataclass(frozen=True)
class ArgumentsFragment:
    """A piece of the arguments of the tool call with this index."""

    index: int
    text: str


Chunk: TypeAlias = TextChunk | ThinkingChunk | ToolCallHeader | ArgumentsFragment


@dataclass(frozen=True)
class Result:
    """What is known only at the end of a reply."""

    finish_reason: str
    model: str
    usage: TokenUsage


@dataclass(frozen=True)
class Reply:
    """A whole reply; its blocks lie in the order thinking, text, tool calls."""

    thinking: tuple[str, ...]
    text: str
    tool_calls: tuple[ToolCall, ...]
    result: Result


def split(text: str, size: int) -> Iterator[str]:
    """Split into words with their trailing space (0), so many code points, or not at all (< 0)."""
    if size == 0:
        yield from _WORD.findall(text)
    elif size > 0:
        for start in range(0, len(text), size):
            yield text[start : start + size]
    elif text:
        yield text


def chunks_of(reply: Reply, size: int) -> Iterator[Chunk]:
    """Cut a reply into the chunks of its stream."""
    for index, thinking in enumerate(reply.thinking):
        for piece in split(thinking, size):
            yield ThinkingChunk(index, piece)
    for piece in split(reply.text, size):
        yield TextChunk(piece)
    for index, call in enumerate(reply.tool_calls):
        yield ToolCallHeader(index, call.id, call.name)
        for piece in split(call.arguments, size):
            yield ArgumentsFragment(index, piece)


def fold(chunks: Iterable[Chunk], result: Result) -> Reply:
    """Put a reply together again from its chunks."""
    thinking: dict[int, str] = {}
    text = ""
    headers: dict[int, ToolCallHeader] = {}
    arguments: dict[int, str] = {}
    for chunk in chunks:
        match chunk:
            case ThinkingChunk(index, piece):
                thinking[index] = thinking.get(index, "") + piece
            case TextChunk(piece):
                text += piece
            case ToolCallHeader(index):
                headers[index] = chunk
            case ArgumentsFragment(index, piece):
                arguments[index] = arguments.get(index, "") + piece
    calls = tuple(
        ToolCall(header.id, header.name, arguments.get(index, ""))
        for index, header in sorted(headers.items())
    )
    return Reply(tuple(block for _, block in sorted(thinking.items())), text, calls, result)


RESULT = Result("stop", "m", TokenUsage(1, 2))


@pytest.mark.parametrize(
    ("text", "size", "pieces"),
    [
        ("one two  three", 0, ["one ", "two  ", "three"]),
        ("\n one\ttwo\n", 0, ["\n ", "one\t", "two\n"]),
        ("abcde", 2, ["ab", "cd", "e"]),
        ("a\N{SNOWMAN}\N{GRINNING FACE}b", 1, ["a", "\N{SNOWMAN}", "\N{GRINNING FACE}", "b"]),
        ("one two", -1, ["one two"]),
        ("one two", -7, ["one two"]),
        ("", 0, []),
        ("", 3, []),
        ("", -1, []),
    ],
)
def test_text_is_split(text: str, size: int, pieces: list[str]) -> None:
    assert list(split(text, size)) == pieces


@settings(deadline=None)
@given(st.text(), st.integers(-2, 5))
def test_a_split_loses_nothing(text: str, size: int) -> None:
    assert "".join(split(text, size)) == text


def test_chunks_lie_in_the_order_of_the_blocks() -> None:
    call = ToolCall("7", "search", '{"q": 1}')
    reply = Reply(("first", "second"), "said", (call,), RESULT)
    assert list(chunks_of(reply, 0)) == [
        ThinkingChunk(0, "first"),
        ThinkingChunk(1, "second"),
        TextChunk("said"),
        ToolCallHeader(0, "7", "search"),
        ArgumentsFragment(0, '{"q": '),
        ArgumentsFragment(0, "1}"),
    ]


def test_fold_accepts_interleaved_blocks() -> None:
    chunks: list[Chunk] = [
        ToolCallHeader(1, "y", "second"),
        ThinkingChunk(1, "late"),
        ToolCallHeader(0, "x", "first"),
        ArgumentsFragment(1, "{"),
        ThinkingChunk(0, "early"),
        ArgumentsFragment(0, "{}"),
        ArgumentsFragment(1, "}"),
    ]
    calls = (ToolCall("x", "first", "{}"), ToolCall("y", "second", "{}"))
    assert fold(chunks, RESULT) == Reply(("early", "late"), "", calls, RESULT)
