"""The source lines that a report shows: only files with findings are read."""

from collections.abc import Callable

from archlint.report import Report


def with_excerpts(report: Report, read: Callable[[str], bytes]) -> Report:
    """The report with the lines of each file that its diagnostics speak of.

    `read` gives the content of a file by its path.
    """
    paths = {item.location.path for item in report.diagnostics}
    paths.update(item.config.path for item in report.diagnostics if item.config is not None)
    if not paths:
        return report
    from archlint.facts.decode import decode

    excerpts = {}
    for path in sorted(paths):
        try:
            text = decode(read(path))
        except OSError:  # the diagnostic says so already; there is just no line to show
            continue
        if isinstance(text, str):
            excerpts[path] = tuple(text.split("\n"))
    return report._replace(excerpts=excerpts)
