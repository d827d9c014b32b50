"""Parse the Python files of a folder, as nobody can help who uses the parser of Python itself."""

import ast
import gc
import os
import sys
import warnings
from collections.abc import Iterator


def main(top: str) -> None:
    """Parse in as many processes as may run at once; print how many files there are."""
    warnings.simplefilter("ignore")
    gc.disable()
    files = [*_files(top)]
    count = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    workers = []
    # Dealt out by size, so that all have about the same to do.
    files.sort(key=lambda file: file[1])
    for number in range(1, count):
        worker = os.fork()
        if not worker:
            _parse(files[number::count])
            os._exit(0)
        workers.append(worker)
    _parse(files[::count])
    for worker in workers:
        os.waitpid(worker, 0)
    print(len(files))


def _files(top: str) -> Iterator[tuple[str, int]]:
    """The path and the size of each file."""
    with os.scandir(top) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path)
            elif entry.name.endswith(".py"):
                yield entry.path, entry.stat(follow_symlinks=False).st_size


def _parse(files: list[tuple[str, int]]) -> None:
    for path, _ in files:
        with open(path, "rb") as file:
            content = file.read()
        try:
            ast.parse(content)
        except (SyntaxError, ValueError):
            continue  # the trees hold a few files that are wrong on purpose


if __name__ == "__main__":
    main(sys.argv[1])
