"""The pinned names know every module of the running Python."""

import sys

from archlint.resolve.stdlib import ALWAYS_FIRST, STDLIB_MODULES


def test_names_of_the_running_python_are_pinned() -> None:
    assert sys.stdlib_module_names <= STDLIB_MODULES


def test_names_of_removed_and_of_newer_modules_are_pinned() -> None:
    assert {"distutils", "imp", "asyncore", "cgi", "annotationlib", "msvcrt"} <= STDLIB_MODULES


def test_what_is_always_first_is_of_the_standard_library() -> None:
    assert ALWAYS_FIRST <= STDLIB_MODULES
    assert {"sys", "builtins", "time", "_thread", "marshal"} <= ALWAYS_FIRST
