"""Several runs at once, and runs that are killed, leave a cache that does not lie."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from archlint.cache.container import PART
from archlint.cache.folder import NAME

ROOT = Path(__file__).parents[2]
CONTENTS = ("import app.b\n", "import app.c\n", "import app.b, app.c\n", "import os\n")


def start(top: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "archlint", "check", "--format", "concise", *arguments],
        cwd=top,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def says(top: Path, *arguments: str) -> str:
    output, _ = start(top, *arguments).communicate()
    return output


@pytest.fixture
def top(tmp_path: Path) -> Path:
    for name in ("__init__", *"abc"):
        (tmp_path / "app").mkdir(exist_ok=True)
        (tmp_path / "app" / f"{name}.py").write_text("import app.a\n" if name in "abc" else "")
    return tmp_path


def test_runs_at_once_do_not_disturb_each_other(top: Path) -> None:
    for content in CONTENTS:
        (top / "app" / "a.py").write_text(content)
        running = [start(top) for _ in range(4)]
        (truth,) = {process.communicate()[0] for process in running}
        assert truth == says(top, "--no-cache")
    assert not list((top / NAME).glob(f"*{PART}"))


def test_an_edit_during_a_run_is_seen_by_the_next(top: Path) -> None:
    for content in CONTENTS:
        running = [start(top) for _ in range(3)]
        (top / "app" / "a.py").write_text(content)
        for process in running:
            process.wait()
            process.communicate()
        assert says(top) == says(top, "--no-cache")


def test_a_killed_run_leaves_nothing_that_is_believed(top: Path) -> None:
    says(top)
    for number, content in enumerate(CONTENTS * 3):
        (top / "app" / "a.py").write_text(content)
        process = start(top)
        try:
            # From before the first import of a library to after the last byte is written.
            process.wait(0.02 * (number + 1))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        process.communicate()
        assert says(top) == says(top, "--no-cache")


def test_what_a_killed_run_left_half_written_goes_in_time(top: Path) -> None:
    says(top)
    half = top / NAME / f"facts-{sys.implementation.cache_tag}.cache.999{PART}"
    half.write_bytes(b"archlint cache 1")
    (top / "app" / "a.py").write_text(CONTENTS[0])
    says(top)
    assert half.exists()  # somebody may be writing it
    os.utime(half, (1, 1))
    (top / "app" / "a.py").write_text(CONTENTS[1])
    says(top)
    assert not half.exists()


def test_what_somebody_else_keeps_in_the_folder_stays(top: Path) -> None:
    kept = [top / f"answer{number}.py" for number in range(20)] + [top / "film.1.part"]
    for path in kept:
        path.write_text("")
        os.utime(path, (1, 1))
    for number in range(10):
        says(top, "--cache-dir", ".", "--disable", f"import-cycle,{'syntax-error,' * number}")
    assert [path for path in kept if not path.exists()] == []
    answers = [name for name in os.listdir(top) if name.startswith("answer-")]
    assert len(answers) == 8
