"""The source lines that a report shows: only files with findings are read."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from archlint.report import Report

if TYPE_CHECKING:
    from archlint.facts.imports import Problem


def with_excerpts(report: Report, read: Callable[[str], bytes]) -> Report:
    """The report with the lines of each file that its diagnostics speak of.

    `read` gives the content of a file by its path.
    """
    paths = {item.location.path for item in report.diagnostics}
    paths.update(item.config.path for item in report.diagnostics if item.config is not None)
    if not paths:
        return report
    excerpts = {}
    for path in sorted(paths):
        try:
            text = _text(read(path))
        except OSError:  # the diagnostic says so already; there is just no line to show
            continue
        if isinstance(text, str):
            excerpts[path] = tuple(text.split("\n"))
    return report._replace(excerpts=excerpts)


def _text(data: bytes) -> "str | Problem":
    """The text of a file, its line ends as LF, or why there is none."""
    # Most files are plain, and what decodes the others takes longer to load than to run.
    if data.isascii() and b"\r" not in data and b"coding" not in data:
        return data.decode("ascii")
    from archlint.facts.decode import decode

    return decode(data)
