"""How fast archlint has to be: limits for what scenarios measure."""

from collections.abc import Iterator

from benchmarks import scenarios
from benchmarks.figures import Key, Target
from benchmarks.scenarios import (
    ALL_RULES,
    COLD,
    EMPTY_CHECK,
    FRESH,
    SIBLINGS,
    START_UP,
    WARM,
)
from benchmarks.tools import (
    ARCHLINT,
    CONTRACTS,
    EVERYTHING,
    FLAKE8,
    LINT_IMPORTS,
    PARSE,
    TACH,
    WALK,
)

GROWN = {"generated 1k": 1_000, "generated 10k": 10_000, "generated 100k": 100_000}
"""How many modules the generated trees have, about."""

COLD_LIMITS = {"django": 2.0, "homeassistant": 2.0, "airflow": 2.0, "sympy": 4.5, "salt": 4.5}
WARM_LIMITS = {"django": (0.6, 0.35)}
WARM_LIMIT = (0.25, 0.25)
"""Beside lint-imports, and beside tach; on Django most of a run is the start of Python."""

WARM_TREES = ("django", "sympy", "homeassistant", "mixed")
LARGE_TREES = ("sympy", "homeassistant", "mixed")
COLD_TREES = ("django", "sympy", "homeassistant", "airflow", "salt", "mixed")


def targets() -> tuple[Target, ...]:
    """All comparisons, those without a limit included, in the order of the table."""
    return (*_cold(), *_warm(), *_changed(), *_others(), *_growth())


def _cold() -> Iterator[Target]:
    for tree in COLD_TREES:
        own = Key(COLD, tree, ARCHLINT)
        limit = COLD_LIMITS.get(tree)
        yield Target(own, own._replace(label=LINT_IMPORTS), time=limit, memory=1)
        yield Target(own, own._replace(label=TACH))
        # What is left to be done about the time that archlint takes.
        yield Target(own._replace(label=PARSE), own._replace(label=LINT_IMPORTS))
        yield Target(own, own._replace(label=PARSE))
        if limit is not None:
            yield Target(own, own._replace(label=FLAKE8), time=0.1)


def _warm() -> Iterator[Target]:
    for tree in WARM_TREES:
        own = Key(WARM, tree, ARCHLINT)
        imports, modules = WARM_LIMITS.get(tree, WARM_LIMIT)
        yield Target(own, own._replace(label=LINT_IMPORTS), time=imports, memory=1)
        yield Target(own, own._replace(label=TACH), time=modules)
        yield Target(own._replace(label=CONTRACTS), own._replace(label=LINT_IMPORTS), memory=1)


def _changed() -> Iterator[Target]:
    changes = [(scenarios.edits(count), 0.35) for count in (scenarios.FEW, scenarios.MANY)]
    for scenario, limit in [*changes, (FRESH, 0.3)]:
        for tree in WARM_TREES:
            own = Key(scenario, tree, ARCHLINT)
            time = limit if tree in LARGE_TREES else None
            yield Target(own, own._replace(label=LINT_IMPORTS), time=time, memory=1)


def _others() -> Iterator[Target]:
    for tree in WARM_TREES:
        own = Key(ALL_RULES, tree, EVERYTHING)
        yield Target(own, own._replace(label=ARCHLINT), time=1.5)
    own = Key(SIBLINGS, "homeassistant", CONTRACTS)
    yield Target(own, own._replace(label=LINT_IMPORTS), time=0.05)
    for label in (f"{ARCHLINT} --help", EMPTY_CHECK):
        own = Key(START_UP, "none", label)
        yield Target(own, own._replace(label=f"{LINT_IMPORTS} --help"), time=0.8)


def _growth() -> Iterator[Target]:
    """Linear means that a module costs no more than a fifth more in a tree ten times as large."""
    small, large = "generated 10k", "generated 100k"
    for scenario in (COLD, WARM):
        own = Key(scenario, large, ARCHLINT)
        scale = GROWN[large] / GROWN[small]
        yield Target(own, own._replace(tree=small), time=1.2, memory=1.2, scale=scale)
        for tree in GROWN:
            here = own._replace(tree=tree)
            yield Target(here, here._replace(label=LINT_IMPORTS), memory=1)
    own = Key(WARM, large, ARCHLINT)
    yield Target(own, own._replace(label=WALK), time=4)
