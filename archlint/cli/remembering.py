"""What the command line says about remembering."""

import os
from typing import NamedTuple

from archlint.cache.folder import NAME, Folder
from archlint.cache.memory import Memory

STRATEGIES = ("stat", "content")


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
        return Memory(Folder(folder), root, by_content=strategy == "content")


def _is_ci() -> bool:
    return os.environ.get("CI", "").lower() not in ("", "0", "false", "no")
