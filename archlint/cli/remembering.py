"""What the command line says about remembering."""

import os
import time
from collections.abc import Callable
from functools import wraps
from typing import NamedTuple, TypeVar

import click

from archlint.cache.folder import NAME, Folder
from archlint.cache.memory import Memory

STRATEGIES = ("stat", "content")

T = TypeVar("T")


class Remembering(NamedTuple):
    """The options of the cache, as given."""

    folder: str | None = None
    is_off: bool = False
    strategy: str | None = None

    def memory(self, root: str) -> Memory | None:
        """The memory of runs on the tree below `root`; None where there shall be none.

        A checkout that a CI service has just made has new times everywhere, and `CI` is what these
        services set.
        """
        if self.is_off:
            return None
        strategy = self.strategy or ("content" if _is_ci() else "stat")
        folder = self.folder or os.path.join(root, NAME)
        return Memory(Folder(folder), root, strategy == "content", time.time_ns())


def remembers(command: Callable[..., T]) -> Callable[..., T]:
    """Give a command the options of the cache, as one argument called `remembering`."""

    @click.option(
        "--cache-dir",
        metavar="DIR",
        callback=_folder,
        help=f"Where runs keep what they remember.  [default: `{NAME}` in the root of the run]",
    )
    @click.option("--no-cache", is_flag=True, help="Neither recall nor remember anything.")
    @click.option(
        "--cache-strategy",
        type=click.Choice(STRATEGIES),
        help="How to tell that a file is unchanged.  [default: stat; content where `CI` is set]",
    )
    @wraps(command)
    def with_one_argument(
        *given: object,
        cache_dir: str | None,
        no_cache: bool,
        cache_strategy: str | None,
        **named: object,
    ) -> T:
        remembering = Remembering(cache_dir, no_cache, cache_strategy)
        return command(*given, remembering=remembering, **named)

    return with_one_argument


def _folder(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """The value of an option that names a folder, which need not be there yet."""
    if value is not None and (not value or (os.path.exists(value) and not os.path.isdir(value))):
        raise click.BadParameter(f"`{value}` is no folder", context, option)
    return value


def _is_ci() -> bool:
    return os.environ.get("CI", "").lower() not in ("", "0", "false", "no")
