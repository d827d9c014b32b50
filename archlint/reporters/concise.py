"""One line for each diagnostic, for editors and grep."""

from archlint.report import Report
from archlint.reporters import RenderOptions
from archlint.reporters.plain import shown_place, visible


def render(report: Report, options: RenderOptions) -> str:
    """`path:line:column: severity rule-name message`, a line each; failures come first."""
    lines = [f"archlint: {visible(failure)}" for failure in report.failures]
    for item in report.diagnostics:
        name = item.instance or item.rule
        place = shown_place(item.location, report, options)
        lines.append(f"{place}: {item.severity} {name} {visible(item.message)}")
    return "".join(f"{line}\n" for line in lines)
