"""Path patterns with the meaning that gitignore gives them; the config's door to pathspec."""

from __future__ import annotations

import re


def compile_glob(glob: str) -> re.Pattern[str]:
    """The regular expression to search POSIX paths with; folders end in a slash.

    Raises:
        ValueError: the pattern is malformed, or can match nothing.
    """
    import warnings

    from pathspec import GitIgnoreSpec

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            (pattern,) = GitIgnoreSpec.from_lines([glob]).patterns
    except (ValueError, re.error, Warning) as error:
        raise ValueError(f"`{glob}` is no path pattern") from error
    if pattern.regex is None:
        raise ValueError(f"`{glob}` matches nothing")
    return pattern.regex


def glob_fault(glob: str) -> str:
    """What is wrong with a pattern, or ""."""
    if not glob.strip("/ "):
        return "a path pattern is empty"
    if glob != glob.strip():
        return f"`{glob}` begins or ends with a blank"
    if glob.startswith("#"):
        return f"`{glob}` reads as a comment and matches nothing"
    if "//" in glob or "\n" in glob or "\r" in glob:
        return f"`{glob}` matches no path"
    # Only these can make a pattern malformed; all others need not wait for pathspec to load.
    if "[" in glob or "\\" in glob or glob.startswith("!"):
        try:
            compile_glob(glob)
        except ValueError as error:
            return str(error)
    return ""
