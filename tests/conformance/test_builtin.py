"""What is said of built-in names holds in the Python that runs."""

import builtins
import importlib

import pytest

from archlint.conformance.builtin import BUILTIN, keeps_builtin

SHADOWING = (
    "ast",
    "curses",
    "enum",
    "fnmatch",
    "locale",
    "multiprocessing",
    "sqlite3",
    "sqlite3.dbapi2",
    "threading",
)
OTHERS = ("asyncio", "collections", "concurrent.futures", "multiprocessing.context", "os", "typing")


def test_they_are_classes() -> None:
    known = {name for name in BUILTIN if isinstance(getattr(builtins, name), type)}
    assert known == BUILTIN


@pytest.mark.parametrize("name", [*SHADOWING, *OTHERS])
def test_a_star_import_keeps_what_the_module_does_not_replace(name: str) -> None:
    module = pytest.importorskip(name) if name == "curses" else importlib.import_module(name)
    given = {word: getattr(builtins, word) for word in BUILTIN}
    exported = getattr(module, "__all__", [word for word in vars(module) if word[0] != "_"])
    given.update({word: getattr(module, word) for word in exported if word in given})
    kept = {word for word, value in given.items() if value is getattr(builtins, word)}
    told = {word for word in BUILTIN if keeps_builtin(name, word)}
    assert told <= kept
    assert (told == BUILTIN) is (name in OTHERS)


def test_of_other_modules_nothing_is_known() -> None:
    assert not keeps_builtin("elsewhere", "int")
    assert not keeps_builtin("os", "no_builtin")
