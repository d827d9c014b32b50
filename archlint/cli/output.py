"""The one place that writes to the terminal or to a file."""

import os
import sys
from typing import Literal, TextIO

from archlint.errors import ArchlintError


def emit(text: str, path: str | None = None) -> None:
    """Write findings to a file, or else to standard output.

    Characters that the output cannot show become escapes; they never stop a report.

    Raises:
        ArchlintError: they cannot be written there.
        BrokenPipeError: whoever read standard output has left.
    """
    try:
        if path is None:
            _write(sys.stdout, text)
        else:
            with open(path, "wb") as file:
                file.write(text.encode("utf-8", "backslashreplace"))
    except BrokenPipeError:
        raise
    except OSError as error:
        if path is None:
            abandon_output()
        place = "to standard output" if path is None else f"`{path}`"
        raise ArchlintError(f"cannot write {place}: {error.strerror}") from error


def abandon_output() -> None:
    """Let go of what standard output did not take, or the interpreter complains at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(text: str) -> None:
    """Write a message about the run itself to standard error."""
    _write(sys.stderr, f"archlint: {text}\n")


def output_encoding() -> str:
    """What standard output can show."""
    return sys.stdout.encoding or "utf-8"


def wants_color(choice: Literal["auto", "always", "never"]) -> bool:
    """Whether to colour standard output: as asked, else as the terminal and NO_COLOR say."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    buffer = getattr(stream, "buffer", None)
    if buffer is None:  # a stream that holds text alone, as under some test runners
        stream.write(text)
    else:
        stream.flush()
        buffer.write(text.encode(encoding, "backslashreplace"))
    stream.flush()
