"""The folder and the command line of the tests of commands."""

from tests.cli.conftest import archlint, write

__all__ = ["archlint", "write"]
