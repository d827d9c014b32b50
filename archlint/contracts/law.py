"""What all types of contract have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Set, Sized
from dataclasses import dataclass
from typing import NamedTuple

from archlint.contracts.view import Pair, View


class Offence(NamedTuple):
    """An import that breaks a contract, and the chain it begins: pairs of importer and imported.

    An offence without a chain is one of the module `subject` itself.
    """

    message: str
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


def listed(names: tuple[str, ...]) -> str:
    """Names in backticks, the first three of them and how many there are more."""
    shown = [f"`{name}`" for name in names[:3]]
    if len(names) > 3:
        shown.append(f"{len(names) - 3} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
