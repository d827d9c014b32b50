"""What all types of contract have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence, Set, Sized
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from archlint.contracts.reach import bits_of
from archlint.contracts.view import Pair, View

_SHOWN = 3
"""How many names a message lists; of more it tells the number."""


class Denial(NamedTuple):
    """What is wrong with a chain from a package to one of those that it may not import.

    `goals` are indices of `names`: the one at the end of the chain, and the others beyond its first
    import, as bits. It is put into words where it is shown: of most nobody asks for them.
    """

    package: str
    names: Sequence[str]
    nearest: int
    goals: int
    chain: tuple[Pair, ...]

    def __str__(self) -> str:
        importer, imported = self.chain[0]
        way = f"`{importer}` imports `{imported}`"
        if len(self.chain) > 1:
            middle = tuple(module for module, _ in self.chain[1:])
            way = f"`{importer}` reaches `{self.chain[-1][1]}` through {listed(middle)}"
        others = bits_of(self.goals & ~(1 << self.nearest))
        first = tuple(self.names[goal] for goal in (self.nearest, *islice(others, _SHOWN - 1)))
        denied = listed(first, self.goals.bit_count())
        return f"`{self.package}` may not import {denied}: {way}"


class Offence(NamedTuple):
    """An import that breaks a contract, and the chain it begins: pairs of importer and imported.

    An offence without a chain is one of the module `subject` itself.
    """

    message: str | Denial
    chain: tuple[Pair, ...]
    help: str
    subject: str = ""


class Stale(NamedTuple):
    """An entry of the option that names nothing in the graph.

    `is_known` says that import-linter would stop at it.
    """

    option: str
    word: str
    message: str
    is_known: bool


class Misuse(NamedTuple):
    """An option whose value makes no sense in this graph."""

    option: str
    word: str
    message: str


@dataclass(frozen=True)
class Law(ABC):
    """The options of one contract."""

    @property
    def is_direct(self) -> bool:
        """Whether chains do not count, only what a module itself imports."""
        return False

    @abstractmethod
    def complaints(self, view: View) -> Iterator[Stale | Misuse]:
        """What the options name that is not there, or cannot be meant."""

    @abstractmethod
    def offences(self, view: View) -> Iterator[Offence]:
        """The imports that break the contract, in any order; what is not there is passed over."""

    @abstractmethod
    def denied(self, view: View) -> Iterator[Pair]:
        """Imports that are not there, and would each break the contract."""

    @abstractmethod
    def touched(self, view: View, pairs: Set[Pair]) -> Set[Pair]:
        """Those of the pairs that have a part in breaking the contract."""


def missing(
    view: View, option: str, expressions: tuple[str, ...], *, known: bool
) -> Iterator[Stale]:
    """Complaints about expressions that match no module.

    `known` says whether import-linter stops at those with wildcards too.
    """
    for expression in expressions:
        if not view.matching(expression):
            yield Stale(
                option,
                expression,
                f"`{expression}` of `{option}` matches no module",
                known or "*" not in expression,
            )


def empty(option: str, words: Sized) -> Iterator[Stale]:
    """The complaint about an option that names nothing, for which import-linter does not care."""
    if not words:
        yield Stale(option, "", f"`{option}` is empty, so the contract checks nothing", False)


def outside(view: View, option: str, expressions: tuple[str, ...], *, does: str) -> Iterator[Stale]:
    """Complaints about expressions that mean external modules, where only own ones make sense.

    `does` says what an external module does not do.
    """
    for expression in expressions:
        for name in view.matching(expression):
            if name in view.external:
                message = f"`{name}` of `{option}` is external, so it {does} nothing here"
                yield Stale(option, expression, message, True)


def listed(names: tuple[str, ...], number: int = 0) -> str:
    """Names in backticks, the first three of them and how many there are more.

    `number` says how many there are where `names` are only the first of them.
    """
    shown = [f"`{name}`" for name in names[:_SHOWN]]
    more = max(number, len(names)) - len(shown)
    if more:
        shown.append(f"{more} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
