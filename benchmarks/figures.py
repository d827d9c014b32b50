"""Costs of commands, and how they compare."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from benchmarks.processes import Cost


class Key(NamedTuple):
    """What was measured: a scenario on a tree by the command of a label."""

    scenario: str
    tree: str
    label: str


Figures = Mapping[Key, Sequence[Cost]]
"""The costs of every run, in the order of the rounds."""


class Target(NamedTuple):
    """How many times the cost of a yardstick something may cost; None where there is no limit.

    `scale` is how much more work the subject is asked for than the yardstick.
    """

    subject: Key
    yardstick: Key
    time: float | None = None
    memory: float | None = None
    scale: float = 1


class Verdict(NamedTuple):
    """The ratios that a target was judged by."""

    target: Target
    wall: float
    cpu: float
    memory: float

    @property
    def holds(self) -> bool | None:
        """Whether every limit is kept, of time by both clocks; None without a limit."""
        limits = (
            (self.wall, self.target.time),
            (self.cpu, self.target.time),
            (self.memory, self.target.memory),
        )
        judged = [ratio <= limit for ratio, limit in limits if limit is not None]
        return all(judged) if judged else None


def judge(figures: Figures, targets: Sequence[Target]) -> list[Verdict]:
    """The verdicts on all targets of which both sides were measured."""
    return [
        Verdict(
            target,
            wall=_ratio(figures, target, lambda cost: cost.wall),
            cpu=_ratio(figures, target, lambda cost: cost.cpu),
            memory=_ratio(figures, target, lambda cost: cost.peak),
        )
        for target in targets
        if figures.get(target.subject) and figures.get(target.yardstick)
    ]


def middle(costs: Sequence[Cost]) -> Cost:
    """The medians, each for itself."""
    return Cost(
        wall=median(cost.wall for cost in costs),
        cpu=median(cost.cpu for cost in costs),
        peak=round(median(cost.peak for cost in costs)),
    )


def _ratio(figures: Figures, target: Target, of: Callable[[Cost], float]) -> float:
    """The median of the ratios of each round, where both ran in turn; else that of the medians.

    Within a round the machine was as fast for one as for the other.
    """
    subject = [of(cost) for cost in figures[target.subject]]
    yardstick = [of(cost) for cost in figures[target.yardstick]]
    if target.subject[:2] == target.yardstick[:2] and len(subject) == len(yardstick):
        ratio = median(mine / other for mine, other in zip(subject, yardstick, strict=True))
    else:
        ratio = median(subject) / median(yardstick)
    return ratio / target.scale
