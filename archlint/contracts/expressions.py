"""Expressions with wildcards, and the modules that they mean."""

import re
from bisect import bisect_left
from collections.abc import Sequence

_WILDCARDS = {"*": r"[^.]+", "**": r"[^.]+(?:\.[^.]+)*"}


def matching_names(names: Sequence[str], expression: str) -> tuple[str, ...]:
    """Those of the sorted names that an expression means: `*` is one part, `**` one or more."""
    parts = expression.split(".")
    plain = next((at for at, part in enumerate(parts) if part in _WILDCARDS), len(parts))
    pattern = re.compile(r"\.".join(_WILDCARDS.get(part) or re.escape(part) for part in parts))
    if 0 < plain < len(parts):
        beginning = ".".join(parts[:plain])
        # The names below it stand together: "/" comes right after the dot.
        start, end = (bisect_left(names, f"{beginning}{mark}") for mark in "./")
        names = names[start:end]
    return tuple(filter(pattern.fullmatch, names))
