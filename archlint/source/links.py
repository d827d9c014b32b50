"""Which symbolic links to folders are followed."""

import os
from dataclasses import dataclass, field

MOST_NESTED_VISITS = 32
"""How often a folder is entered through a link that was itself reached through a link.

Links to folders of links can make exponentially many paths without a single loop.
"""


@dataclass(slots=True)
class Links:
    """The links to folders met on one walk."""

    top: str
    _visits: dict[tuple[int, int], int] = field(default_factory=dict)

    def is_loop(self, path: str) -> bool:
        """Whether the link leads to a folder that it lies in, by whichever path.

        Raises:
            OSError: the target cannot be reached.
        """
        target = _identity(os.path.join(self.top, path))
        folder = os.path.dirname(path)
        around = [os.path.realpath(self.top), os.path.realpath(os.path.join(self.top, folder))]
        while folder:
            around.append(os.path.join(self.top, folder))
            folder = os.path.dirname(folder)
        for start in around[:2]:
            while start != os.path.dirname(start):
                start = os.path.dirname(start)
                around.append(start)
        return any(_identity(place) == target for place in around)

    def is_second_path(self, path: str) -> bool:
        """Whether the link leads to a folder that lies in the tree itself."""
        top = os.path.join(os.path.realpath(self.top), "")
        return os.path.realpath(os.path.join(self.top, path)).startswith(top)

    def is_too_many(self, path: str) -> bool:
        """Whether the target was entered through nested links often enough; counts this time.

        Raises:
            OSError: the target cannot be reached.
        """
        target = _identity(os.path.join(self.top, path))
        self._visits[target] = self._visits.get(target, 0) + 1
        return self._visits[target] > MOST_NESTED_VISITS


def _identity(path: str) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_dev, status.st_ino
