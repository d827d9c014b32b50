"""Names in strings that load nothing: what is patched, logged under, taken out or looked for."""

import re
from collections.abc import Sequence

_PARAMETER = r"\s*(?:(?:name|target|in_dict) *= *)?"
_ONLY_PARAMETER = re.compile(_PARAMETER)
_BEFORE = re.compile(
    r"(?:(?<![a-z])patch(?:\.\w+)?|(?:set|del)attr|get_?[lL]ogger|logger=|assert(?:No)?Logs"
    r"|\bcaplog\.(?:set|at)_level\([^()]*,|\bfilterwarnings\([^()]*\bmodule *="
    rf"|\bsys\.modules(?:\.pop|\[|,))\(?{_PARAMETER}$"
)
_WORDS = ("patch", "attr", "ogger", "Logs", "caplog", "filterwarnings", "sys.modules")
"""One of these is in all that `_BEFORE` finds; words are found ten times faster than patterns."""
# https://docs.python.org/3/library/logging.config.html#dictionary-schema-details
_LOGGERS = "loggers"
_LOGGER = re.compile(r"\s*:\s*\{\s*[\"'](?:level|propagate|filters|handlers)[\"']")
_LOOKED_FOR = re.compile(r"\s+(?:not +)?in +sys\.modules\b")
_COMMENT = re.compile(r"(?:^|\s)#[^\"']*$")
# Newer versions of Python place the text of an f-string behind its quote.
_QUOTE = re.compile(r"[fFrR]{1,2}[\"']{1,3}$")
_NEAR = 500
"""Characters on each side of a string that are looked at: a line of data may hold thousands."""


def is_silent(lines: Sequence[str], before: str, end: tuple[int, int]) -> bool:
    """Whether a string of which `before` and the end are known is no use of what it names."""
    if any(word in before for word in _WORDS) and _BEFORE.search(before):
        return True
    line, column = end
    after = lines[line - 1][column - 1 : column - 1 + _NEAR]
    if not after.lstrip().startswith(":"):
        return _LOOKED_FOR.match(after) is not None
    following = lines[line] if line < len(lines) else ""
    is_entry = _LOGGER.match(f"{after}\n{following}") is not None
    return is_entry and any(_LOGGERS in text for text in lines)


def text_before(lines: Sequence[str], line: int, column: int) -> str:
    """What stands before a string in the line that it, or the call around it, begins in."""
    before = _QUOTE.sub("", lines[line - 1][max(column - 1 - _NEAR, 0) : column - 1])
    while line > 1 and _ONLY_PARAMETER.fullmatch(before):
        line -= 1
        before = _COMMENT.sub("", lines[line - 1]) + before
    return before
