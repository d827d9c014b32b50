"""The only reader of source files."""

import os


def read(top: str, path: str) -> bytes:
    """The bytes of the file at `path`, relative to `top`.

    Raises:
        OSError: the file cannot be read; the caller reports it.
    """
    with open(os.path.join(top, path), "rb") as file:
        return file.read()
