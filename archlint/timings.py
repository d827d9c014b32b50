"""How long each stage of a run takes."""

import time
from collections.abc import Callable

Lap = Callable[[str], None]
"""Told the name of a stage when it is over."""


def untimed(stage: str) -> None:
    """What is told where nobody wants to know."""


class Stopwatch:
    """Seconds of wall clock by stage, in the order in which the stages came to an end.

    What the process did before is the first of them, in seconds of its processor.
    """

    def __init__(self) -> None:
        self._laps: dict[str, float] = {"start-up": time.process_time()}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        """Take the time since the last lap as that of the stage, which may have had some before."""
        now = time.perf_counter()
        self._laps[stage] = self._laps.get(stage, 0.0) + now - self._last
        self._last = now

    def table(self) -> str:
        """A line for each stage, and one for all of them."""
        rows = [*self._laps.items(), ("all", sum(self._laps.values()))]
        return "".join(f"{seconds:9.3f} s  {stage}\n" for stage, seconds in rows)
