"""The tree that a command is asked about."""

import os
from typing import TYPE_CHECKING, NamedTuple

from archlint.cli.remembering import Remembering

if TYPE_CHECKING:
    from archlint.config.settings import Config
    from archlint.project import Project


class Asked(NamedTuple):
    """That of the current folder, or of another config; and what may be remembered of it."""

    config_file: str | None
    remembering: Remembering

    def config(self) -> "Config":
        """The config in force.

        Raises:
            ConfigError: it cannot be read.
        """
        from archlint.config.load import load

        return load([os.curdir], self.config_file)

    def project(self) -> "Project":
        """The tree, as rules see it.

        Raises:
            ArchlintError: the config cannot be read, or there is no Python file.
        """
        import sys

        from archlint.cache import configs
        from archlint.cli.progress import progress
        from archlint.config.discover import discover
        from archlint.loading import load_project
        from archlint.source.disk import Disk

        found = discover([os.curdir], self.config_file)
        disk = Disk(found.root)
        memory = self.remembering.memory(found.root)
        config = configs.read(found, disk, memory)
        return load_project(config, disk, memory=memory, progress=progress(sys.stderr))
