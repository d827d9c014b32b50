import errno
import gc
import io
import os
import select
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from archlint.facts import gather as room
from archlint.facts.codec import decode, encode
from archlint.facts.extract import extract
from archlint.facts.gather import Gathered, Job, gather
from archlint.facts.imports import FileFacts
from archlint.source.digest import digest

SMALL = {"a.py": b"import b", "b.pyi": b"import c", "c.py": b"x y", "d.py": b"\xff", "e.py": b""}
LARGE = {
    f"{index:03}.py": b"from .p import a as a, b\n__all__ = ['b']\n"
    + b"#" * 400_000
    + b"%d" % index
    for index in range(7)
} | SMALL
MANY = {f"{index:04}.py": b"import m%d" % index for index in range(1_100)}


def _jobs(files: Mapping[str, bytes]) -> list[Job]:
    return [Job(path, path.endswith(".pyi"), len(data)) for path, data in files.items()]


def _expected(files: Mapping[str, bytes]) -> list[Gathered]:
    return [
        Gathered(digest(data), encode(extract(data, is_stub=path.endswith(".pyi"))))
        for path, data in files.items()
    ]


def _nothing(mark: bytes, is_stub: bool) -> None:
    return None


@pytest.fixture(autouse=True)
def _two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)


class _Reader:
    """Reads, but here waits for another process to begin once there is one."""

    def __init__(self, files: Mapping[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
        self.files = files
        self.here = os.getpid()
        self.read_here: list[str] = []
        self.is_alone = True
        self.begun, self.beginning = os.pipe()
        fork = os.fork
        monkeypatch.setattr(os, "fork", lambda: self._forked(fork))

    def _forked(self, fork: Callable[[], int]) -> int:
        self.is_alone = False
        return fork()

    def __call__(self, path: str) -> bytes:
        if os.getpid() != self.here:
            os.write(self.beginning, b"!")
            return self.files[path]
        self.read_here.append(path)
        if not self.is_alone:
            assert select.select([self.begun], [], [], 60)[0]
        return self.files[path]


@pytest.mark.parametrize("files", [{}, SMALL])
def test_records_come_in_order_and_each_file_is_read_once(files: dict[str, bytes]) -> None:
    reads: Counter[str] = Counter()

    def read(path: str) -> bytes:
        reads[path] += 1
        return files[path]

    assert gather(_jobs(files), read, _nothing) == _expected(files)
    assert reads == Counter(files.keys())
    assert gc.isenabled()


@pytest.mark.parametrize("files", [LARGE, MANY])
def test_much_work_is_shared(monkeypatch: pytest.MonkeyPatch, files: dict[str, bytes]) -> None:
    read = _Reader(files, monkeypatch)
    assert gather(_jobs(files), read, _nothing) == _expected(files)
    assert 0 < len(read.read_here) < len(files)
    assert len(set(read.read_here)) == len(read.read_here)


def test_what_is_known_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {(digest(data), path.endswith(".pyi")): path.encode() for path, data in LARGE.items()}
    monkeypatch.setattr(room, "extract", lambda data, is_stub: pytest.fail("parsed"))
    read = _Reader(LARGE, monkeypatch)
    assert gather(_jobs(LARGE), read, lambda *key: known.get(key)) == [
        Gathered(digest(data), path.encode()) for path, data in LARGE.items()
    ]
    assert len(read.read_here) < len(LARGE)


def test_a_stub_is_another_file_than_a_module_of_the_same_content() -> None:
    files = {"a.py": b"import b", "a.pyi": b"import b"}
    module, stub = gather(_jobs(files), files.__getitem__, _nothing)
    assert module.digest == stub.digest
    assert module.record != stub.record
    keys: list[tuple[bytes, bool]] = []

    def known(mark: bytes, is_stub: bool) -> None:
        keys.append((mark, is_stub))

    gather(_jobs(files), files.__getitem__, known)
    assert sorted(keys) == [(module.digest, False), (stub.digest, True)]


def test_a_process_with_threads_does_not_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"))
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert gather(_jobs(LARGE), LARGE.__getitem__, _nothing) == _expected(LARGE)
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize("failure", ["exit", "raise", "fork", "pipe"])
def test_a_worker_that_fails_loses_nothing(monkeypatch: pytest.MonkeyPatch, failure: str) -> None:
    read = _Reader(LARGE, monkeypatch)

    def failing(data: bytes, *, is_stub: bool = False) -> FileFacts:
        if os.getpid() != read.here:
            if failure == "exit":
                os._exit(9)
            raise RuntimeError
        return extract(data, is_stub=is_stub)

    def no_fork() -> int:
        raise OSError(errno.EAGAIN, "no more processes")

    pipe = os.pipe
    pipes: list[tuple[int, int]] = []

    def one_pipe() -> tuple[int, int]:
        if pipes:
            raise OSError(errno.EMFILE, "too many open files")
        pipes.append(pipe())
        return pipes[0]

    if failure == "fork":
        monkeypatch.setattr(os, "fork", no_fork)
    if failure == "pipe":
        monkeypatch.setattr(os, "pipe", one_pipe)
    monkeypatch.setattr(room, "extract", failing)
    assert gather(_jobs(LARGE), read, _nothing) == _expected(LARGE)
    assert len(read.read_here) == len(LARGE)


def _open_files() -> list[str]:
    return sorted(os.listdir("/dev/fd"))


@pytest.mark.parametrize("heard", [2, 6])
def test_an_interrupted_run_leaves_no_process_and_no_open_file(
    monkeypatch: pytest.MonkeyPatch, heard: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(4), raising=False)
    monkeypatch.setattr(room, "encode", lambda facts: b"#" * 1_000_000)  # more than a pipe holds
    before = _open_files()

    def interrupt(done: int, whole: int) -> None:
        if done == heard:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gather(_jobs(LARGE), LARGE.__getitem__, _nothing, interrupt)
    assert _open_files() == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_workers_of_a_killed_run_end_early() -> None:
    program = """
import os, signal, time
from archlint.facts.gather import Job, gather

here = os.getpid()
begun, beginning = os.pipe()
os.sched_getaffinity = lambda _: {0, 1}
reads = 0

def read(path):
    global reads
    reads += 1
    if os.getpid() != here:
        os.write(1, b"!")
        os.write(beginning, b"!")
        time.sleep(0.05)
    elif reads > 1:
        os.read(begun, 1)
        os.kill(here, signal.SIGKILL)
    return b""

gather([Job(str(n), False, 100_000) for n in range(100)], read, lambda *_: None)
"""
    ran = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, timeout=60)
    assert ran.returncode == -signal.SIGKILL
    assert 0 < len(ran.stdout) < 50


@pytest.mark.parametrize("kept", [0, 1, 9, 200])
def test_an_answer_that_is_cut_short_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    read = _Reader(LARGE, monkeypatch)
    fdopen = os.fdopen

    def cut(number: int, mode: str) -> object:
        if mode == "wb":
            return fdopen(number, mode)
        with fdopen(number, mode) as pipe:
            return io.BytesIO(pipe.read()[:kept])

    monkeypatch.setattr(os, "fdopen", cut)
    assert gather(_jobs(LARGE), read, _nothing) == _expected(LARGE)


@pytest.mark.parametrize("files", [SMALL, LARGE])
def test_progress_ends_with_all_done(files: dict[str, bytes]) -> None:
    told: list[tuple[int, int]] = []
    gather(
        _jobs(files), files.__getitem__, _nothing, lambda done, whole: told.append((done, whole))
    )
    assert [done for done, _ in told] == [*range(1, told[-1][1] + 1)]
    assert len({whole for _, whole in told}) == 1


def test_a_file_that_cannot_be_read_is_a_problem() -> None:
    def read(path: str) -> bytes:
        if path == "b.pyi":
            raise PermissionError(errno.EACCES, "Permission denied", f"/somewhere/{path}")
        return SMALL[path]

    found = gather(_jobs(SMALL), read, _nothing)
    assert found[1].digest == b""
    assert decode(found[1].record).problem == (
        "unreadable-file",
        "the file cannot be read: permission denied",
        1,
        1,
        None,
    )
    assert decode(found[0].record) == extract(SMALL["a.py"])


def test_collection_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        gather(_jobs(SMALL), SMALL.__getitem__, _nothing)
        assert not gc.isenabled()
    finally:
        gc.enable()
