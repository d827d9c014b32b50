from archlint.timings import Stopwatch


def test_a_stage_has_all_its_laps() -> None:
    watch = Stopwatch()
    for stage in ("walk", "facts", "walk"):
        watch.lap(stage)
    stages = [line.split(" s  ")[1] for line in watch.table().splitlines()]
    assert stages == ["start-up", "walk", "facts", "all"]


def test_all_is_the_sum_of_the_stages() -> None:
    watch = Stopwatch()
    watch.lap("walk")
    *stages, everything = (float(line.split()[0]) for line in watch.table().splitlines())
    assert abs(sum(stages) - everything) < 0.002
