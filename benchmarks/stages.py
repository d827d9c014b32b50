"""Where archlint spends its time, as it says itself."""

import subprocess
from pathlib import Path
from typing import TextIO

from benchmarks.errors import BenchmarkError


def show(archlint: Path, folder: Path, out: TextIO) -> None:
    """Print archlint's own stages on a tree: without a cache, then with one that is warm."""
    for title, options, primed in (("cold", ["--no-cache"], False), ("warm", [], True)):
        command = [str(archlint), "check", "--timings", *options]
        if primed:
            _timings(command, folder)
        out.write(f"{title}\n{_timings(command, folder)}\n")


def _timings(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if done.returncode not in (0, 1):
        raise BenchmarkError(f"{' '.join(command)} ended with {done.returncode}\n{done.stderr}")
    return done.stderr
