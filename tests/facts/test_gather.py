import errno
import gc
import os
import threading
from collections import Counter

import pytest

from archlint.facts import gather as room
from archlint.facts.extract import extract
from archlint.facts.gather import gather
from archlint.facts.imports import FileFacts

SMALL = {"a.py": b"import b", "b.pyi": b"import c", "c.py": b"x y", "d.py": b"\xff", "e.py": b""}
LARGE = {
    f"{index:03}.py": b"from .p import a as a, b\n__all__ = ['b']\n" + b"#" * 400_000
    for index in range(7)
} | SMALL


def _paths(files: dict[str, bytes]) -> list[tuple[str, bool]]:
    return [(path, path.endswith(".pyi")) for path in files]


def _expected(files: dict[str, bytes]) -> tuple[object, ...]:
    return tuple(extract(data, is_stub=path.endswith(".pyi")) for path, data in files.items())


@pytest.fixture(autouse=True)
def _two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)


@pytest.mark.parametrize("files", [{}, SMALL, LARGE])
def test_facts_come_in_order_and_each_file_is_read_once(files: dict[str, bytes]) -> None:
    reads: Counter[str] = Counter()

    def read(path: str) -> bytes:
        reads[path] += 1
        return files[path]

    assert gather(_paths(files), read) == _expected(files)
    assert reads == Counter(files.keys())
    assert gc.isenabled()


@pytest.mark.parametrize(("files", "here"), [(SMALL, 4), (LARGE, 4)])
def test_large_work_is_shared(
    monkeypatch: pytest.MonkeyPatch, files: dict[str, bytes], here: int
) -> None:
    seen: list[bytes] = []

    def counted(data: bytes, *, is_stub: bool = False) -> FileFacts:
        if data:
            seen.append(data)
        return extract(data, is_stub=is_stub)

    monkeypatch.setattr(room, "extract", counted)
    facts = gather(_paths(files), files.__getitem__)
    assert repr(facts) == repr(_expected(files))
    assert len(seen) == here


def test_a_process_with_threads_does_not_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"))
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert gather(_paths(LARGE), LARGE.__getitem__) == _expected(LARGE)
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize("failure", ["exit", "raise", "fork"])
def test_a_worker_that_fails_loses_nothing(monkeypatch: pytest.MonkeyPatch, failure: str) -> None:
    parent = os.getpid()

    def failing(data: bytes, *, is_stub: bool = False) -> object:
        if os.getpid() != parent:
            if failure == "exit":
                os._exit(9)
            raise RuntimeError
        return extract(data, is_stub=is_stub)

    def no_fork() -> int:
        raise OSError(errno.EAGAIN, "no more processes")

    if failure == "fork":
        monkeypatch.setattr(os, "fork", no_fork)
    monkeypatch.setattr(room, "extract", failing)
    assert gather(_paths(LARGE), LARGE.__getitem__) == _expected(LARGE)


def test_a_file_that_cannot_be_read_is_a_problem() -> None:
    def read(path: str) -> bytes:
        if path == "b.pyi":
            raise PermissionError(errno.EACCES, "Permission denied", f"/somewhere/{path}")
        return SMALL[path]

    facts = gather(_paths(SMALL), read)
    assert facts[1].problem == (
        "unreadable-file",
        "the file cannot be read: permission denied",
        1,
        1,
        None,
    )
    assert facts[0] == extract(SMALL["a.py"])


def test_collection_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        gather(_paths(SMALL), SMALL.__getitem__)
        assert not gc.isenabled()
    finally:
        gc.enable()
