"""What only git itself can tell; it is made to run no program of the repository's."""

import os
from contextlib import suppress

_KINDS = ("*.py", "*.pyi", "*.so", "*.pyd", "*.pyx")


def index_of(top: str) -> str:
    """Where the index lies that git asks about the top, as far as the folders around tell."""
    folder, around = top, os.path.dirname(top)
    while folder != around and not os.path.lexists(os.path.join(folder, ".git")):
        folder, around = around, os.path.dirname(around)
    own = os.path.join(folder, ".git")
    if os.path.isfile(own):  # of a work tree that keeps its repository elsewhere
        with suppress(OSError), open(own, encoding="utf-8", errors="surrogateescape") as file:
            own = os.path.join(folder, file.read().removeprefix("gitdir:").strip())
    return os.path.join(own, "index")


def is_surely_asked(index: str, top: str) -> bool:
    """Whether it is that index that git asks about the top.

    It leaves a folder alone that is no repository, and looks around where the top really lies.
    """
    return os.path.lexists(f"{index[: -len('index')]}HEAD") and os.path.realpath(top) == top


def tracked_files(top: str) -> frozenset[str] | None:
    """The tracked files below the top that could be modules; None where git cannot say."""
    import subprocess

    # A hook that runs inside git sets variables that speak of another folder, and `fsmonitor`
    # would let the analysed repository run a program. What a user likes of git is nobody else's.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    settings = ("-c", "core.fsmonitor=false", "-c", "safe.directory=*")
    try:
        done = subprocess.run(
            ["git", *settings, "ls-files", "-z", "--", *_KINDS],
            cwd=top,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return frozenset(os.fsdecode(path) for path in done.stdout.split(b"\0") if path)
