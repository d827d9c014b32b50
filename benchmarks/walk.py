"""Walk a folder and stat its Python files: what no tool that looks for changes can do without."""

import os
import sys


def main(top: str) -> None:
    """Print how many files there are, and how many bytes they hold."""
    files = size = 0
    pending = [top]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                elif entry.name.endswith(".py"):
                    files += 1
                    size += entry.stat(follow_symlinks=False).st_size
    print(files, size)


if __name__ == "__main__":
    main(sys.argv[1])
