"""A folder to write trees in, and the command line as a user runs it."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Outcome = tuple[int, str, str]
"""Exit code, standard output, standard error."""


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Mapping[str, str]], Path]:
    """Write files below a fresh folder, which is returned."""

    def write_files(files: Mapping[str, str]) -> Path:
        for path, content in files.items():
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode())
        return tmp_path

    return write_files


@pytest.fixture
def archlint(tmp_path: Path) -> Callable[..., Outcome]:
    """Run `python -m archlint` in the folder (or in another), in a process of its own."""

    def run(*arguments: str, folder: Path | None = None, **environment: str) -> Outcome:
        clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        done = subprocess.run(
            [sys.executable, "-m", "archlint", *arguments],
            cwd=folder or tmp_path,
            env={**clean, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
            capture_output=True,
        )
        encoding = environment.get("PYTHONIOENCODING", "utf-8").partition(":")[0]
        return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)

    return run
