"""Whole processes, and what they cost."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.errors import BenchmarkError

LAUNCHER = Path(__file__).with_name("launch.py")


class Command(NamedTuple):
    """A command to run in a folder, and the exit codes without which its cost means nothing."""

    label: str
    arguments: tuple[str, ...]
    folder: Path
    exit_codes: tuple[int, ...] = (0,)


class Cost(NamedTuple):
    """What one process cost: seconds of wall clock and of processors, bytes at the peak.

    The processes that it started and waited for are in it; of memory, the largest single process.
    """

    wall: float
    cpu: float
    peak: int


class Outcome(NamedTuple):
    """What a process printed on both its streams, and what it cost."""

    text: str
    cost: Cost


def run(command: Command, output: Path) -> Outcome:
    """Run a command; what it prints goes to the file `output`, as in a CI log.

    Raises:
        BenchmarkError: it cannot be started, or ends with another exit code.
    """
    launch = [sys.executable, "-I", "-S", str(LAUNCHER), str(output), *command.arguments]
    done = subprocess.run(
        launch, cwd=command.folder, env=_environment(), stdout=subprocess.PIPE, check=False
    )
    if done.returncode:
        raise BenchmarkError(f"{command.arguments[0]} cannot be started")
    cost = json.loads(done.stdout)
    exit_code = cost.pop("exit_code")
    text = output.read_text(encoding="utf-8", errors="replace")
    if exit_code not in command.exit_codes:
        raise BenchmarkError(
            f"{command.label} ended with {exit_code}, which is not one of {command.exit_codes}: "
            f"{' '.join(command.arguments)}\n{text[-2000:]}"
        )
    return Outcome(text, Cost(**cost))


def in_turn(
    commands: Sequence[Command],
    *,
    rounds: int,
    seconds: float,
    output: Path,
    before: Callable[[int], None] = lambda _: None,
) -> list[list[Cost]]:
    """The costs of each command, run A B C A B C …, so that a machine that slows hits all alike.

    No round begins after the given seconds; the first always does. `before` gets the number of
    each round; what it does is not counted.
    """
    costs: list[list[Cost]] = [[] for _ in commands]
    begin = time.monotonic()
    for number in range(rounds):
        if number and time.monotonic() - begin > seconds:
            break
        before(number)
        for command, mine in zip(commands, costs, strict=True):
            mine.append(run(command, output).cost)
    return costs


def _environment() -> dict[str, str]:
    """Variables without those that tools take for orders: colours, CI, paths of Python.

    With lines so wide that no name is broken in two.
    """
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")
    own = {name: os.environ[name] for name in kept if name in os.environ}
    return {**own, "COLUMNS": "1000"}
