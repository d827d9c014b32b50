"""The line that says how far a long run is."""

import io

import pytest

from archlint.cli.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_only_on_a_terminal() -> None:
    assert progress(io.StringIO()) is None


def test_a_short_run_says_nothing(clock: list[float]) -> None:
    terminal = Terminal()
    tell = progress(terminal)
    assert tell is not None
    for done in range(1, 5):
        clock[0] += 0.1
        tell(done, 4)
    assert terminal.getvalue() == ""


def test_a_long_run_says_each_percent_once_and_cleans_up(clock: list[float]) -> None:
    terminal = Terminal()
    tell = progress(terminal)
    assert tell is not None
    for done in range(1, 401):
        clock[0] += 0.01
        tell(done, 400)
    assert terminal.getvalue().startswith("\rreading 12%\rreading 13%\r")
    assert terminal.getvalue().endswith("\rreading 99%\r\x1b[K")
