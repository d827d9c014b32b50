"""The rule unreadable-file: a file that cannot be read or decoded is not checked."""

from collections.abc import Iterator
from dataclasses import dataclass

from archlint import Diagnostic, Location, Plant, Project, Role, Rule, Severity


@dataclass(frozen=True, kw_only=True)
class UnreadableFile(Rule):
    """Checks for files and folders that cannot be read, and for files that cannot be decoded.

    Python's own rules of encoding hold: UTF-8, or what a coding comment on the first two lines
    says. Everything else is still checked. In tests, tools and scripts, and for a symbolic link
    that leads nowhere, the diagnostic is a warning.

    ## Why is this bad?

    What cannot be read cannot be checked: a breach in such a file would pass in silence, and
    Python itself would refuse to import it.

    ## Example

    ```python
    # shop/orders.py
    # coding: no-such-codec
    import os
    ```

    Use instead:

    ```python
    # shop/orders.py
    # coding: latin-1
    import os
    ```

    ## When not to use

    Files that are undecodable on purpose, such as test data, belong into `extend-exclude`.
    """

    def check(self, project: Project) -> Iterator[Diagnostic]:
        yield from project.tree.problems
        for index, problem in project.facts.problems():
            if problem.rule != self.name():
                continue
            file = project.tree.files[index]
            module = project.modules[file.module]
            yield self.diagnostic(
                Location(file.path, problem.line, problem.column),
                problem.message,
                subject=file.path,
                severity=Severity.ERROR if module.role is Role.PRODUCTION else Severity.WARNING,
                help=("save the file as UTF-8, or name its encoding in a coding comment",),
            )

    def plant(self, project: Project) -> Iterator[Plant]:
        for module in project.modules:
            if module.role is Role.PRODUCTION and module.files:
                path = project.tree.files[module.files[0]].path
                yield Plant({path: b"# coding: no-such-codec\n"}, Location(path, 1, 11))
                return
