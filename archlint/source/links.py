"""Which symbolic links to folders are followed."""

import os
from dataclasses import dataclass, field

from archlint.source.disk import Disk

MOST_NESTED_VISITS = 32
"""How often a folder is entered through a link that was itself reached through a link.

Links to folders of links can make exponentially many paths without a single loop.
"""


@dataclass(slots=True)
class Links:
    """The links to folders met on one walk."""

    disk: Disk
    _visits: dict[tuple[int, int], int] = field(default_factory=dict)

    def is_loop(self, path: str) -> bool:
        """Whether the link leads to a folder that it lies in, by whichever path.

        Raises:
            OSError: the target cannot be reached.
        """
        self.disk.target(path)
        target = self.disk.identity(path)
        top, folder = self.disk.top, os.path.dirname(path)
        around = [self.disk.target(""), self.disk.target(folder)]
        while folder:
            around.append(os.path.join(top, folder))
            folder = os.path.dirname(folder)
        for start in around[:2]:
            while start != os.path.dirname(start):
                start = os.path.dirname(start)
                around.append(start)
        return any(self.disk.identity(place) == target for place in around)

    def is_second_path(self, path: str) -> bool:
        """Whether the link leads to a folder that lies in the tree itself."""
        return self.disk.target(path).startswith(os.path.join(self.disk.target(""), ""))

    def is_too_many(self, path: str) -> bool:
        """Whether the target was entered through nested links often enough; counts this time.

        Raises:
            OSError: the target cannot be reached.
        """
        target = self.disk.identity(path)
        self._visits[target] = self._visits.get(target, 0) + 1
        return self._visits[target] > MOST_NESTED_VISITS
