"""Which tests are a package's own: those inside it, and those in its mirror image."""

from collections.abc import Container, Sequence

from archlint.entrypoints import Ground
from archlint.source.tree import Module, Role

_FILES = ("__init__", "conftest")
_FOLDERS = frozenset({"functional", "integration", "test", "tests", "unit"})


def shared_by_tests(ground: Ground) -> frozenset[int]:
    """The modules that tests import from each other: what they share is no test by its name."""
    modules = ground.tree.modules
    return frozenset(
        imported
        for importer, imported in zip(ground.edges.importer, ground.edges.imported, strict=True)
        if imported >= 0
        and importer != imported
        and modules[imported].role is Role.TEST
        and modules[importer].role is Role.TEST
        and not _is_named_test(modules[imported].segments[-1])
    )


def _is_named_test(name: str) -> bool:
    return name.startswith("test_") or name.endswith("_test")


def is_own_test(test: Module, home: Module, shared: Container[int] = ()) -> bool:
    """Whether a test module is there for the package (or module) alone.

    It is inside, or its path leads to the package: without the folders and affixes of tests, the
    path or the part of it below the folder of tests begins with the end of the package's path. So
    `tests/orders/test_place.py` and `tests/test_orders.py` both belong to `shop/orders`. Of a
    module in `shared` only the folder counts: `tests/helpers.py` tests no `shop/helpers`.
    """
    depth = len(home.segments)
    if test.root == home.root and test.segments[:depth] == home.segments:
        return True
    path = home.path.removesuffix("/__init__.py").removesuffix(".py").split("/")
    written = test.path
    if test.index in shared:
        written = f"{written.rpartition('/')[0]}/__init__.py"
    return any(_leads_to(part, path) for part in _parts(written))


def _parts(path: str) -> list[list[str]]:
    """The path without what is of tests; whole, and from below the last folder of tests on.

    With the affixes, too, for a package may have one in its name.
    """
    written = path.rpartition(".")[0].split("/")
    below = max((index for index, part in enumerate(written[:-1]) if part in _FOLDERS), default=-1)
    plain = [part.removeprefix("test_").removesuffix("_test") for part in written]
    return [
        [part for part in steps[start:] if part not in _FOLDERS and part not in _FILES]
        for steps in (plain, written)
        for start in (0, below + 1)
    ]


def _leads_to(steps: Sequence[str], path: Sequence[str]) -> bool:
    return any(list(path[-length:]) == list(steps[:length]) for length in range(1, len(steps) + 1))
