"""Whether the running version is one that the config asks for."""

from __future__ import annotations

import re

_CLAUSE = r"\s*(~=|==|!=|<=|>=|<|>)\s*([0-9]+(?:\.[0-9]+)*)(\.\*)?\s*"
_VERSION = r"([0-9]+(?:\.[0-9]+)*)(.*)"
_EARLY, _FINAL, _LATE = -1, 0, 1


def specifier_fault(specifier: str) -> str:
    """What is wrong with a version specifier, or "".

    It is one of PEP 440 whose versions are plain releases: `>=1.2, <2`, `~=1.4`, `==1.*`.
    """
    for clause in specifier.split(","):
        found = re.fullmatch(_CLAUSE, clause)
        if found is None:
            return f"`{specifier}` is no version specifier such as `>=1.2`"
        operator, release, star = found.groups()
        if star and operator not in ("==", "!="):
            return f"`{clause.strip()}` has a `.*`, which goes with `==` and `!=` only"
        if operator == "~=" and "." not in release:
            return f"`{clause.strip()}` needs at least two numbers after `~=`"
        if len(release) > 100:
            return "a version specifier is too long"
    return ""


def satisfies(version: str, specifier: str) -> bool:
    """Whether a version meets every clause of a well-formed specifier.

    A pre-release or development version comes before its release, a post-release after it.
    """
    return all(_meets(version, clause) for clause in specifier.split(","))


def _meets(version: str, clause: str) -> bool:
    found = re.fullmatch(_CLAUSE, clause)
    if found is None:
        return False
    operator, written, star = found.groups()
    release = _numbers(written)
    running, phase = _ordered(version)
    wanted = _trimmed(release)
    same = _begins(running, release) if star else (running, phase) == (wanted, _FINAL)
    reached = (running, phase) >= (wanted, _FINAL)
    verdicts = {
        "==": same,
        "!=": not same,
        "<=": (running, phase) <= (wanted, _FINAL),
        ">=": reached,
        "<": running < wanted,
        ">": running > wanted,
        "~=": reached and _begins(running, release[:-1]),
    }
    return verdicts[operator]


def _ordered(version: str) -> tuple[tuple[int, ...], int]:
    """A version as something to compare: its release without final zeros, and its phase."""
    found = re.match(_VERSION, version)
    if found is None:
        return (), _FINAL
    rest = found[2].partition("+")[0]
    phase = _FINAL if not rest else _LATE if "post" in rest and "dev" not in rest else _EARLY
    return _trimmed(_numbers(found[1])), phase


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(number) for number in release.split("."))


def _trimmed(release: tuple[int, ...]) -> tuple[int, ...]:
    while release and release[-1] == 0:
        release = release[:-1]
    return release


def _begins(release: tuple[int, ...], prefix: tuple[int, ...]) -> bool:
    padded = release + (0,) * len(prefix)
    return padded[: len(prefix)] == prefix
