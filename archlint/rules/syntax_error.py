"""The rule syntax-error: a file that does not parse is not checked, and that is said."""

from collections.abc import Iterator
from dataclasses import dataclass

from archlint import Diagnostic, Location, Plant, Problem, Project, Role, Rule, Severity


@dataclass(frozen=True, kw_only=True)
class SyntaxError(Rule):  # the name of the rule decides; the built-in exception is not used here
    """Checks for files that are not valid Python.

    Everything else is still checked. In tests, tools and scripts the diagnostic is a warning.
    Files that are valid for a newer Python than the one archlint runs on are one diagnostic, at
    the first of them, with their number and the version to run.

    ## Why is this bad?

    What cannot be parsed cannot be checked: a breach in such a file would pass in silence.

    ## Example

    ```python
    # shop/orders.py
    def total(:
        return 0
    ```

    Use instead:

    ```python
    # shop/orders.py
    def total():
        return 0
    ```

    ## When not to use

    Files that are broken on purpose, such as templates and test data, belong into
    `extend-exclude`.
    """

    def check(self, project: Project) -> Iterator[Diagnostic]:
        newer: list[tuple[str, Problem]] = []
        for index, problem in project.facts.problems():
            if problem.rule != self.name():
                continue
            file = project.tree.files[index]
            if problem.newer is not None:
                newer.append((file.path, problem))
                continue
            role = project.modules[file.module].role
            yield self.diagnostic(
                Location(file.path, problem.line, problem.column),
                problem.message,
                subject=file.path,
                severity=Severity.ERROR if role is Role.PRODUCTION else Severity.WARNING,
                help=("mend the file, or exclude it if it is not meant to be Python",),
            )
        if newer:
            yield self._needs_newer_python(sorted(newer))

    def plant(self, project: Project) -> Iterator[Plant]:
        for module in project.modules:
            if module.role is Role.PRODUCTION and module.files and project.has_code(module):
                yield Plant.appended(project, module, "def (:", 5)
                return

    def _needs_newer_python(self, files: list[tuple[str, Problem]]) -> Diagnostic:
        path, first = files[0]
        version = ".".join(map(str, max(problem.newer or (3, 0) for _, problem in files)))
        are = "1 file is" if len(files) == 1 else f"{len(files):,} files are"
        advice = f"run archlint with Python {version} or newer (`language_version` in pre-commit)"
        return self.diagnostic(
            Location(path, first.line, first.column),
            f"{are} valid for a newer Python alone and could not be checked, the first is `{path}`",
            subject="newer-python",
            help=(advice,),
        )
