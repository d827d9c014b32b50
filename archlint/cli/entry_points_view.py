"""What `show entry-points` prints."""

from archlint.consumers.search import entry_points
from archlint.project import Project
from archlint.reporters.plain import visible
from archlint.source.tree import Role


def entry_points_view(project: Project) -> str:
    """A line for each entry point of production; of tests and tools only how many there are."""
    found = entry_points(project.ground)
    rows = [
        (str(entry.location), project.modules[entry.module].name, entry.evidence)
        for entry in found
        if entry.role is Role.PRODUCTION
    ]
    counts = [
        f"{sum(entry.role is role for entry in found):,} {noun} modules"
        for role, noun in ((Role.TEST, "test"), (Role.TOOL, "tool"))
    ]
    return aligned(rows) + f"besides: {', '.join(counts)}\n"


def aligned(rows: list[tuple[str, str, str]]) -> str:
    """Rows of three columns, made fit for a terminal."""
    shown = [tuple(map(visible, row)) for row in rows]
    widths = [max((len(row[column]) for row in shown), default=0) for column in range(2)]
    return "".join(f"{row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]}\n" for row in shown)
