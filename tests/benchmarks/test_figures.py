"""Medians, ratios, verdicts and the tables made of them."""

import pytest

from benchmarks import table
from benchmarks.errors import BenchmarkError
from benchmarks.figures import Key, Target, judge, middle
from benchmarks.processes import Cost
from benchmarks.session import NAMES, SUBJECTS, plan
from benchmarks.targets import targets

OWN, PEER = Key("warm", "django", "archlint"), Key("warm", "django", "lint-imports")
FIGURES = {
    OWN: [Cost(1, 1, 10_000_000), Cost(30, 3, 30_000_000), Cost(2, 2, 20_000_000)],
    PEER: [Cost(4, 10, 40_000_000), Cost(60, 10, 40_000_000), Cost(8, 10, 40_000_000)],
}


def test_the_middle_is_taken_of_each_figure() -> None:
    assert middle(FIGURES[OWN]) == Cost(wall=2, cpu=2, peak=20_000_000)


def test_ratios_are_taken_round_by_round() -> None:
    """The second round ran on a slow machine, which says nothing about either."""
    (verdict,) = judge(FIGURES, [Target(OWN, PEER)])
    assert (verdict.wall, verdict.cpu, verdict.memory) == (0.25, 0.2, 0.5)
    assert verdict.holds is None


def test_figures_of_different_trees_are_compared_by_their_medians() -> None:
    small = Key("warm", "small", "archlint")
    figures = {**FIGURES, small: [Cost(0.1, 0.25, 4_000_000)]}
    (verdict,) = judge(figures, [Target(OWN, small, scale=10)])
    assert (verdict.wall, verdict.cpu, verdict.memory) == (2, 0.8, 0.5)


@pytest.mark.parametrize(
    ("time", "memory", "holds"),
    [
        (0.25, None, True),
        (0.24, None, False),
        (None, 0.5, True),
        (None, 0.4, False),
        (0.25, 0.4, False),
    ],
)
def test_a_target_holds_if_every_limit_does(
    time: float | None, memory: float | None, holds: bool
) -> None:
    (verdict,) = judge(FIGURES, [Target(OWN, PEER, time, memory)])
    assert verdict.holds is holds


def test_processors_count_where_the_clock_on_the_wall_would_be_kind() -> None:
    figures = {OWN: [Cost(1, 4, 1)], PEER: [Cost(4, 4, 1)]}
    (verdict,) = judge(figures, [Target(OWN, PEER, time=0.5)])
    assert verdict.holds is False


def test_what_was_not_measured_is_not_judged() -> None:
    assert judge({OWN: FIGURES[OWN]}, [Target(OWN, PEER)]) == []


def test_tables_have_a_row_for_each_target_and_each_command() -> None:
    verdicts = judge(FIGURES, [Target(OWN, PEER, time=0.25, memory=0.4), Target(PEER, OWN)])
    assert table.render("A machine", {"Python": "3.11.7"}, verdicts, FIGURES) == (
        "A machine. Python 3.11.7.\n"
        "\n"
        "| scenario | tree | of | to | wall | CPU | at most | peak | at most |  |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        "| warm | django | archlint | lint-imports "
        "| 0.25 | 0.20 | 0.25 | 0.50 | 0.4 | **does not hold** |\n"
        "| warm | django | lint-imports | archlint | 4.00 | 5.00 |  | 2.00 |  |  |\n"
        "\n"
        "| scenario | tree | command | wall s | CPU s | peak MB | runs |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n"
        "| warm | django | archlint | 2.000 | 2.000 | 20 | 3 |\n"
        "| warm | django | lint-imports | 8.000 | 10.000 | 40 | 3 |"
    )


def test_tables_replace_the_last_ones_and_nothing_else() -> None:
    page = f"before\n{table.BEGIN}\nold\n{table.END}\nafter\n"
    once = table.replace(page, "new")
    assert once == f"before\n{table.BEGIN}\n\nnew\n\n{table.END}\nafter\n"
    assert table.replace(once, "new") == once


@pytest.mark.parametrize(
    "page",
    ["", table.BEGIN, f"{table.END}{table.BEGIN}", f"{table.BEGIN}{table.END}{table.END}"],
)
def test_a_page_without_its_markers_is_left_alone(page: str) -> None:
    with pytest.raises(BenchmarkError, match="the page needs"):
        table.replace(page, "new")


def test_every_target_is_about_something_that_is_measured() -> None:
    """A tree or a scenario by another name would never be judged."""
    trees = {key.tree for target in targets() for key in target[:2]}
    assert trees == {*SUBJECTS, "none"} - {"start-up"}
    assert len(set(targets())) == len(targets())
    assert {name for tree in trees for name in plan(tree)} == set(NAMES)
