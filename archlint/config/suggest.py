"""The nearest valid word to one that is none."""

from collections.abc import Iterable


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """The help "did you mean `x`?", or "" where nothing comes near."""
    import difflib

    by_fold: dict[str, str] = {}
    for candidate in sorted(candidates, reverse=True):
        by_fold[_fold(candidate)] = candidate
    near = difflib.get_close_matches(_fold(word)[:100], by_fold, n=1)
    return f"did you mean `{by_fold[near[0]]}`?" if near else ""


def with_hint(message: str, word: str, candidates: Iterable[str]) -> str:
    """The message about a word that is none, and what was meant where something comes near."""
    hint = did_you_mean(word, candidates)
    return f"{message}: {hint}" if hint else message


def _fold(word: str) -> str:
    return word.casefold().replace("_", "-")
