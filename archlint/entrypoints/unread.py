"""Modules named in Python files that could not be read: these may well import them."""

import re
from collections.abc import Iterator, Sequence

from archlint.diagnostics import Location
from archlint.entrypoints import ALL_PUBLIC, EntryPoint, Ground
from archlint.entrypoints.names import holds
from archlint.source.tree import Module


def named_in_unread(ground: Ground, wanted: Sequence[Module]) -> Iterator[EntryPoint]:
    """The wanted packages whose last name such a file holds, outside of the package itself.

    It may be code for a newer Python, and the running one must not decide what is dead.
    """
    for index, _ in ground.facts.problems():
        file = ground.tree.files[index]
        user = ground.tree.modules[file.module]
        text = ground.text(file.path)
        for package in wanted:
            found = re.search(rf"(?<!\w){re.escape(package.segments[-1])}(?!\w)", text)
            if found and not holds(package, user):
                line = text.count("\n", 0, found.start()) + 1
                column = found.start() - text.rfind("\n", 0, found.start())
                yield EntryPoint(
                    package.index,
                    f"named in `{file.path}`, which could not be read",
                    Location(file.path, line, column),
                    user.role,
                    name=ALL_PUBLIC,
                    is_weak=True,
                )
