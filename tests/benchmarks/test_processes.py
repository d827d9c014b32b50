"""Commands are run whole and in turn, and one that does not do its work has no cost."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import parse, walk
from benchmarks.errors import BenchmarkError
from benchmarks.law import Law
from benchmarks.processes import Command, in_turn, run
from benchmarks.scenarios import spread


def python(label: str, code: str, folder: Path, exit_codes: tuple[int, ...] = (0,)) -> Command:
    return Command(label, (sys.executable, "-S", "-c", code), folder, exit_codes)


def test_a_process_is_charged_for_what_it_does(tmp_path: Path) -> None:
    code = "import sys; held = b'x' * 80_000_000; print('out'); print('err', file=sys.stderr)"
    outcome = run(python("hungry", code, tmp_path), tmp_path / "out.txt")
    assert sorted(outcome.text.split()) == ["err", "out"]
    assert outcome.cost.peak > 80_000_000
    assert outcome.cost.wall > 0
    assert outcome.cost.cpu > 0


def test_who_measures_is_not_charged_for(tmp_path: Path) -> None:
    held = b"x" * 80_000_000
    outcome = run(python("modest", "pass", tmp_path), tmp_path / "out.txt")
    assert outcome.cost.peak < len(held)


def test_a_process_that_fails_is_not_measured(tmp_path: Path) -> None:
    command = python("broken", "print('no such file'); raise SystemExit(2)", tmp_path)
    with pytest.raises(BenchmarkError, match=r"(?s)broken ended with 2.*no such file"):
        run(command, tmp_path / "out.txt")
    run(command._replace(exit_codes=(1, 2)), tmp_path / "out.txt")


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    command = Command("nobody", (str(tmp_path / "nobody"),), tmp_path)
    with pytest.raises(BenchmarkError, match="nobody cannot be started"):
        run(command, tmp_path / "out.txt")


def test_commands_run_in_turn(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def note(word: str) -> Command:
        return python(word, f"open({str(log)!r}, 'a').write({word!r})", tmp_path)

    def before(number: int) -> None:
        with log.open("a") as out:
            out.write(str(number))

    costs = in_turn(
        [note("A"), note("B")], rounds=2, seconds=60, output=tmp_path / "out", before=before
    )
    assert log.read_text() == "0AB1AB"
    assert [len(mine) for mine in costs] == [2, 2]


def test_a_round_is_always_done_and_no_other_begins_too_late(tmp_path: Path) -> None:
    costs = in_turn(
        [python("slow", "pass", tmp_path)], rounds=3, seconds=0, output=tmp_path / "out"
    )
    assert [len(mine) for mine in costs] == [1]


def test_walking_counts_files_and_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.py").write_bytes(b"12345")
    (tmp_path / "c.py").write_bytes(b"123")
    (tmp_path / "d.txt").write_bytes(b"1")
    walk.main(str(tmp_path))
    assert capsys.readouterr().out == "2 8\n"


def test_parsing_passes_over_what_is_wrong(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"m{number}.py").write_bytes(b"A = 1\n" if number else b"\0 = (")
    command = [sys.executable, parse.__file__, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("5\n", "")


def test_edited_files_are_from_all_over_the_tree(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    for number in range(10):
        (tmp_path / "app" / f"m{number}.py").write_text("A = 1\n" if number else "")
    law = Law(("app",), ())
    assert [path.name for path in spread(tmp_path, law, 3)] == ["m2.py", "m5.py", "m8.py"]
    assert len(set(spread(tmp_path, law, 100))) == 9
