"""A line on the terminal that says how far a long run is."""

import time
from collections.abc import Callable
from typing import TextIO

_PATIENCE = 0.5
"""Seconds that pass in silence: a run that is over by then needs no line."""


def progress(stream: TextIO) -> Callable[[int, int], None] | None:
    """What to tell of the files read; None where the stream is no terminal."""
    if not stream.isatty():
        return None
    begun = time.monotonic()
    shown = -1

    def tell(done: int, total: int) -> None:
        nonlocal shown
        percent = 100 * done // total
        if done == total:
            if shown >= 0:
                stream.write("\r\x1b[K")
                stream.flush()
        elif percent > shown and time.monotonic() - begun > _PATIENCE:
            shown = percent
            stream.write(f"\rreading {percent}%")
            stream.flush()

    return tell
