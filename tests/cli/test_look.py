"""What a report looks like, as far as the command line decides it."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Outcome

Write = Callable[[Mapping[str, str]], Path]
Run = Callable[..., Outcome]

BROKEN = {"archlint.toml": "", "shop.py": "def (:\n"}
ONLY = ("check", "--select", "syntax-error")


@pytest.mark.parametrize(
    ("arguments", "environment", "is_painted"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        ((), {"FORCE_COLOR": "1", "TERM": "dumb"}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
        (("--color", "always", "--format", "concise"), {}, False),
    ],
)
def test_when_text_is_painted(
    write: Write,
    archlint: Run,
    arguments: tuple[str, ...],
    environment: dict[str, str],
    is_painted: bool,
) -> None:
    write(BROKEN)
    code, out, _ = archlint(*ONLY, *arguments, **environment)
    assert (code, "\x1b[" in out) == (1, is_painted)


def test_a_file_is_never_painted(write: Write, archlint: Run) -> None:
    top = write(BROKEN)
    assert archlint(*ONLY, "--color", "always", "--output", "found.txt") == (1, "", "")
    assert "\x1b[" not in (top / "found.txt").read_text("utf-8")


def test_statistics_count_the_findings_of_each_rule(write: Write, archlint: Run) -> None:
    write({**BROKEN, "depot.py": "def (:\n"})
    _, out, _ = archlint(*ONLY, "--statistics")
    assert "\n2 error   syntax-error\n" in out


def test_quiet_leaves_out_the_summary_alone(write: Write, archlint: Run) -> None:
    write(BROKEN)
    _, whole, _ = archlint(*ONLY)
    code, out, _ = archlint(*ONLY, "--quiet")
    findings, _, summary = whole.rpartition("\n\n")
    assert (code, out) == (1, f"{findings}\n")
    assert summary.startswith("1 error, 0 warnings in 1 file")


def test_verbose_says_what_was_used(write: Write, archlint: Run) -> None:
    write(BROKEN)
    _, out, _ = archlint(*ONLY, "--verbose")
    assert out.endswith(
        "config: archlint.toml\nroot: . (top of the tree)\n"
        "roles: 1 production, 0 test, 0 tool\nrules: syntax-error\n"
    )
