"""Run a command and print what it cost, as JSON; a script that needs nothing but the interpreter.

A process of its own, because Linux counts the peak of whoever spawns a process as the least peak
of that process.
"""

import json
import os
import sys
import time


def main(output: str, command: list[str]) -> None:
    """Run the command with its output going to a file, and print its cost."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, output, flags, 0o644),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    ]
    begin = time.perf_counter()
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - begin
    unit = 1 if sys.platform == "darwin" else 1024
    cost = {
        "wall": wall,
        "cpu": usage.ru_utime + usage.ru_stime,
        "peak": usage.ru_maxrss * unit,
        "exit_code": os.waitstatus_to_exitcode(status),
    }
    print(json.dumps(cost))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
