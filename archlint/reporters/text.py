"""Diagnostics for people: each with its source line, its reason and the ways out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from archlint.diagnostics import Block, Diagnostic, Severity
from archlint.report import Report
from archlint.reporters import RenderOptions
from archlint.reporters.frame import frame
from archlint.reporters.plain import counted, shown_place, visible

_MOST_PLACES = 12
"""A cycle through a whole package has a hundred hops and cuts, which would bury all else."""

_STYLES = {"bold": "1", "red": "1;31", "yellow": "1;33", "blue": "34", "green": "32"}


def render(report: Report, options: RenderOptions) -> str:
    """Failures, diagnostics and a summary; colour and cut-offs as the options say."""
    blocks = [_failure(failure, options) for failure in report.failures]
    blocks.extend(_diagnostics(report, options))
    if options.statistics and report.diagnostics:
        blocks.append(_statistics(report))
    if not options.quiet:
        blocks.append(_summary(report, options))
    return "\n".join(blocks)


def _failure(failure: str, options: RenderOptions) -> str:
    first, *rest = failure.split("\n")
    head = f"{_painted('error', 'red', options)}: {visible(first)}\n"
    return head + "".join(f"  {visible(line)}\n" for line in rest)


def _diagnostics(report: Report, options: RenderOptions) -> Iterator[str]:
    seen: Counter[str] = Counter()
    blocks = {} if options.limit is None else _blocks(report)
    for item in blocks.values():
        yield _diagnostic(item, report, options)
    for item in report.diagnostics:
        if item.block in blocks:
            continue
        name = item.instance or item.rule
        seen[name] += 1
        if options.limit is None or seen[name] <= options.limit:
            yield _diagnostic(item, report, options)
    for name, number in sorted(seen.items()):
        if options.limit is not None and number > options.limit:
            dots = visible("\u2026", options.encoding).replace("\\u2026", "...")
            yield f"{dots} {number - options.limit:,} more {visible(name)}: --all\n"


def _blocks(report: Report) -> dict[Block | None, Diagnostic]:
    """A diagnostic in place of each block, by the block."""
    first: dict[Block | None, Diagnostic] = {}
    for item in report.diagnostics:
        if item.block is not None and item.block not in first:
            first[item.block] = replace(
                item,
                message=item.block.message,
                location=item.block.location,
                statement=None,
                related=(),
                help=(*item.block.help, "`--all` shows each"),
            )
    return first


def _diagnostic(item: Diagnostic, report: Report, options: RenderOptions) -> str:
    color = "red" if item.severity is Severity.ERROR else "yellow"
    place = _painted(shown_place(item.location, report, options), "bold", options)
    label = _painted(f"{item.severity}[{visible(item.instance or item.rule)}]", color, options)
    lines = [f"{place}: {label} {visible(item.message)}"]
    *source, marks = frame(item, report.excerpts, options.encoding) or ("",)
    if marks:
        gutter, bar, carets = marks.partition(" | ")
        lines.extend((*source, f"{gutter}{bar}{_painted(carets, color, options)}"))
    for word, text in _annexes(item, report, options):
        padding = " " * (4 - len(word))
        lines.append(f"  {_painted(word, 'blue', options)}{padding}  {text}")
    return "".join(f"{line}\n" for line in lines)


def _annexes(item: Diagnostic, report: Report, options: RenderOptions) -> Iterator[tuple[str, str]]:
    """What follows the source line: a word and a line of text each."""
    if item.why:
        yield "why", visible(item.why)
    if item.config is not None:
        place = shown_place(item.config, report, options)
        lines = report.excerpts.get(item.config.path, ())
        key = lines[item.config.line - 1].strip() if item.config.line <= len(lines) else ""
        yield "rule", f"{place}  {visible(key)}".rstrip()
    shown = len(item.related) if options.limit is None else _MOST_PLACES
    for related in item.related[:shown]:
        place = shown_place(related.location, report, options)
        yield "also", f"{place}  {visible(related.message)}"
    if len(item.related) > shown:
        yield "also", f"{counted(len(item.related) - shown, 'more place')}: --all"
    for text in item.help:
        yield "help", visible(text)


def _statistics(report: Report) -> str:
    rows = Counter((item.instance or item.rule, item.severity) for item in report.diagnostics)
    digits = max(len(f"{number:,}") for number in rows.values())
    return "".join(
        f"{number:>{digits},} {severity:<7} {visible(name)}\n"
        for (name, severity), number in sorted(rows.items(), key=lambda row: (-row[1], row[0]))
    )


def _summary(report: Report, options: RenderOptions) -> str:
    errors, warnings = report.count(Severity.ERROR), report.count(Severity.WARNING)
    counts = report.counts
    faults = len(report.faults) + len(report.failures)
    verdict = [counted(errors, "error"), counted(warnings, "warning")]
    if faults:
        verdict.insert(0, f"{counted(faults, 'fault')} that kept the run from being complete")
    color = "red" if errors or faults else "yellow" if warnings else "green"
    looked_at = f"{counted(counts.files, 'file')}, {counted(counts.imports, 'import')}"
    lines = [f"{_painted(', '.join(verdict), color, options)} in {looked_at}"]
    if report.domains:
        lines.append(_coverage(report))
    if report.contracts:
        number = counted(report.contracts, "import contract")
        lines.append(f"{number} of {visible(report.contract_file)} checked")
    looked_for_contracts = "import-contract" in report.rules
    if looked_for_contracts and not (report.config_file or report.contracts):
        lines.append("no architecture is declared: there is no config and no import contract")
    if report.hidden:
        lines.append(f"{counted(report.hidden, 'diagnostic')} outside the paths given not shown")
    if report.excused:
        lines.append(f"import contracts ignore {counted(len(report.excused), 'import')}")
    if report.silent:
        lines.append(
            f"{counted(report.silent, 'file')} could not be checked, and no rule that says so "
            "is on for them (syntax-error, unreadable-file)"
        )
    if options.verbose:
        lines.extend(_details(report))
    return "".join(f"{line}\n" for line in lines)


def _coverage(report: Report) -> str:
    counts = report.counts
    share = 100 * counts.assigned // counts.production if counts.production else 100
    text = f"domains cover {counts.assigned:,} of {counted(counts.production, 'module')} ({share}%)"
    return f"{text}, {counts.unchecked:,} unchecked" if counts.unchecked else text


def _details(report: Report) -> Iterator[str]:
    yield f"config: {visible(report.config_file) or 'none'}"
    for path, evidence in report.roots:
        yield f"root: {visible(path) or '.'} ({visible(evidence)})"
    yield from map(visible, report.remarks)
    if report.unread_configs:
        yield f"configs not read: {', '.join(map(visible, report.unread_configs))}"
    roles = (f"{number:,} {role}" for role, number in report.roles.items())
    yield f"roles: {', '.join(roles)}"
    for reason, number in sorted(report.skipped.items()):
        yield f"skipped: {number:,} ({visible(reason)})"
    for place in report.excused:
        yield f"ignored: {visible(str(place.location))} ({visible(place.message)})"
    yield f"rules: {', '.join(map(visible, report.rules))}"


def _painted(text: str, style: str, options: RenderOptions) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if options.color else text
