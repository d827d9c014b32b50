"""Names in strings that load nothing: what is patched, logged under, taken out or looked for."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

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
_LOGGERS = re.compile(r"loggers[\"']?\]?\s*(?::[^={}:\n]*=|[:=]|\.update\()\s*(?=\{)|[{}]")
_LOGGER = re.compile(r"\s*:\s*\{\s*[\"'](?:level|propagate|filters|handlers)[\"']")
_LOOKED_FOR = re.compile(r"\s+(?:not +)?in +sys\.modules\b")
_COMMENT = re.compile(r"(?:^|\s)#[^\"']*$")
# Newer versions of Python place the text of an f-string behind its quote.
_QUOTE = re.compile(r"[fFrR]{1,2}[\"']{1,3}$")
_NEAR = 500
"""Characters on each side of a string that are looked at: a line of data may hold thousands."""


@dataclass(frozen=True)
class Silence:
    """Tells which strings in the lines of a file are no use of what they name."""

    lines: Sequence[str]

    def covers(self, before: str, end: tuple[int, int]) -> bool:
        """Whether this is so for a string of which the text before it and the end are known."""
        if any(word in before for word in _WORDS) and _BEFORE.search(before):
            return True
        line, column = end
        after = self.lines[line - 1][column - 1 : column - 1 + _NEAR]
        if not after.lstrip().startswith(":"):
            return _LOOKED_FOR.match(after) is not None
        following = self.lines[line] if line < len(self.lines) else ""
        if not _LOGGER.match(f"{after}\n{following}"):
            return False
        starts, spans = self._loggers
        place = starts[line - 1] + column - 1
        found = bisect_right(spans, (place, place)) - 1
        return found >= 0 and place < spans[found][1]

    @cached_property
    def _loggers(self) -> tuple[list[int], list[tuple[int, int]]]:
        """Where each line starts, and from where to where the outermost `loggers` reach."""
        starts = list(accumulate((len(line) + 1 for line in self.lines), initial=0))
        spans: list[tuple[int, int]] = []
        depth, within, start = 0, None, 0
        text = "\n".join(self.lines)
        for found in _LOGGERS.finditer(text):
            if found[0] == "{":
                depth += 1
            elif found[0] == "}":
                depth -= 1
                if depth == within:
                    spans.append((start, found.start()))
                    within = None
            elif within is None:
                within, start = depth, found.end()
        return starts, spans if within is None else [*spans, (start, len(text))]


def text_before(lines: Sequence[str], line: int, column: int) -> str:
    """What stands before a string in the line that it, or the call around it, begins in."""
    before = _QUOTE.sub("", lines[line - 1][max(column - 1 - _NEAR, 0) : column - 1])
    while line > 1 and _ONLY_PARAMETER.fullmatch(before):
        line -= 1
        before = _COMMENT.sub("", lines[line - 1]) + before
    return before
