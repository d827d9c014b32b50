"""Verdicts and figures as Markdown."""

from collections.abc import Iterable, Mapping, Sequence

from benchmarks.errors import BenchmarkError
from benchmarks.figures import Figures, Key, Target, Verdict, middle
from benchmarks.processes import Cost

BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


def render(
    machine: str, versions: Mapping[str, str], verdicts: Iterable[Verdict], figures: Figures
) -> str:
    """The machine, what holds of the targets, and the medians of every command."""
    tools = ", ".join(f"{name} {version}" for name, version in versions.items())
    return "\n\n".join(
        (
            f"{machine}. {tools}.",
            _table(
                ("scenario", "tree", "of", "to", "wall", "CPU", "at most", "peak", "at most", ""),
                [_comparison(verdict) for verdict in verdicts],
            ),
            _table(
                ("scenario", "tree", "command", "wall s", "CPU s", "peak MB", "runs"),
                [_medians(key, costs) for key, costs in figures.items()],
            ),
        )
    )


def replace(page: str, tables: str) -> str:
    """The page with the tables between its two markers.

    Raises:
        BenchmarkError: the page does not have the markers, once each and in order.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end or BEGIN in rest or END in after:
        raise BenchmarkError(f"the page needs one {BEGIN} and, after it, one {END}")
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"


def _comparison(verdict: Verdict) -> tuple[str, ...]:
    target = verdict.target
    return (
        target.subject.scenario,
        target.subject.tree,
        target.subject.label,
        _yardstick(target),
        f"{verdict.wall:.2f}",
        f"{verdict.cpu:.2f}",
        _limit(target.time),
        f"{verdict.memory:.2f}",
        _limit(target.memory),
        {True: "holds", False: "**does not hold**", None: ""}[verdict.holds],
    )


def _yardstick(target: Target) -> str:
    """What is compared with: another command, or the same one on a smaller tree."""
    if target.subject.tree == target.yardstick.tree:
        return target.yardstick.label
    return f"{target.yardstick.tree}, a module"


def _limit(limit: float | None) -> str:
    return "" if limit is None else f"{limit:g}"


def _medians(key: Key, costs: Sequence[Cost]) -> tuple[str, ...]:
    cost = middle(costs)
    return (
        *key,
        f"{cost.wall:.3f}",
        f"{cost.cpu:.3f}",
        f"{cost.peak / 1e6:.0f}",
        str(len(costs)),
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
