"""What one run may remember of others, and leave for the next."""

from typing import NamedTuple

from archlint.cache.folder import Folder


class Memory(NamedTuple):
    """The folder that runs on the tree below `root` share.

    With `by_content` nothing is believed for its times, as where every checkout sets them anew.
    `moment` is when this run began, in nanoseconds since the epoch: it has seen nothing before.
    """

    folder: Folder
    root: str
    by_content: bool
    moment: int
