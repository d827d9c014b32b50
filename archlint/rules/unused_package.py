"""The rule unused-package: a package without importers may exist only as test modules."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from archlint import Block, Cause, Diagnostic, Location, Plant, Project, Related, Rule, Unused

_SHOWN = 5


@dataclass(frozen=True, kw_only=True)
class UnusedPackage(Rule):
    """Checks for production packages that nothing alive uses.

    A package is alive when a module of it is reached, over imports, from where use begins: scripts
    and other entry points of the packaging metadata, `__main__` modules and main guards, tools, the
    tests of others, what the config says. A package's own tests do not count, nor does a parent
    that passes on a name which nobody takes. Two dead packages that import each other are dead.
    Names in strings and in files beside the source count, too: `archlint why PACKAGE` shows what
    keeps a package alive.

    ## Why is this bad?

    Code that nothing uses is read, tested, kept green and believed to be in use. Whatever has only
    tests for importers is a part of the tests, and belongs into test modules.

    ## Example

    ```python
    # shop/__main__.py
    import shop.orders
    ```

    ```python
    # shop/orders/__init__.py
    LIMIT = 3
    ```

    ```python
    # shop/invoices/__init__.py
    RATE = 0.2
    ```

    Use instead:

    ```python
    # shop/__main__.py
    import shop.invoices
    import shop.orders
    ```

    ## Options

    - `unit`: `"package"`, or `"module"` to report single modules, too.
    - `test-consumers`: `"count"`, or `"ignore"` if tests of others shall not keep a package alive.

    ## When not to use

    In a library all public packages count as used: say `kind = "library"` where archlint does not
    see that. Packages that are loaded by a name which no file of the tree has belong into
    `entry-points`, with the reason.
    """

    groups: ClassVar[tuple[str, ...]] = ("consumers",)

    unit: Literal["package", "module"] = "package"
    test_consumers: Literal["count", "ignore"] = "count"

    def check(self, project: Project) -> Iterator[Diagnostic]:
        found = project.unused(self.unit, self.test_consumers)
        blocks = _blocks(found)
        for unused in found:
            diagnostic = self.diagnostic(
                unused.location,
                f"`{unused.home.name}` {_cause(unused)} ({_size(unused)})",
                subject=project.tree.identity(unused.home),
                help=_ways_out(unused),
                related=tuple(_ignored(unused)),
            )
            yield replace(diagnostic, block=blocks.get((unused.home.root, unused.parent)))

    def plant(self, project: Project) -> Iterator[Plant]:
        for home in project.closed_packages():
            path = f"{home.path.rpartition('/')[0]}/_package_of_nobody/__init__.py"
            if path not in project.tree.by_path:
                yield Plant({path: b"X = 1\n"}, Location(path))
                return


def _blocks(found: tuple[Unused, ...]) -> dict[tuple[int, str], Block]:
    """A block for each parent of which five children, and half of all, are dead.

    Where more than ten packages and a tenth of the tree are dead, for each parent of two: it is not
    the single package that is of interest then.
    """
    groups: dict[tuple[int, str], list[Unused]] = {}
    for unused in found:
        if unused.parent:
            groups.setdefault((unused.home.root, unused.parent), []).append(unused)
    is_flood = len(found) > 10 and len(found) * 10 > found[0].total
    blocks = {}
    for key, dead in groups.items():
        if len(dead) >= 2 if is_flood else len(dead) >= 5 and 2 * len(dead) >= dead[0].siblings:
            parent, names = dead[0].parent, ", ".join(one.home.segments[-1] for one in dead)
            line = f'entry-points = [{{ modules = "{parent}.*", why = "..." }}]'
            blocks[key] = Block(
                dead[0].parent_location,
                f"{len(dead)} of the {dead[0].siblings} children of `{parent}` that hold code are "
                f"dead: {names}",
                (f"if they are loaded by name, say so: {line}",),
            )
    return blocks


def _cause(unused: Unused) -> str:
    names = ", ".join(f"`{name}`" for name in unused.others[:_SHOWN])
    if len(unused.others) > _SHOWN:
        names += f" and {len(unused.others) - _SHOWN} more"
    match unused.cause:
        case Cause.NO_IMPORTER:
            return "has no importer"
        case Cause.OWN_TESTS:
            return "is imported only by its own tests"
        case Cause.TESTS:
            return "is imported only by tests"
        case Cause.ISLAND:
            return f"stands on a dead island with {names}"
        case Cause.DEAD_IMPORTERS if len(unused.others) == 1:
            return f"is dead, for its only importer {names} is dead"
        case Cause.DEAD_IMPORTERS:
            return f"is dead, for all its importers are dead: {names}"


def _size(unused: Unused) -> str:
    modules = len(unused.production)
    return (
        f"{modules:,} module{'' if modules == 1 else 's'}, "
        f"{unused.lines:,} line{'' if unused.lines == 1 else 's'}"
    )


def _ways_out(unused: Unused) -> tuple[str, ...]:
    only_tests = unused.cause in (Cause.OWN_TESTS, Cause.TESTS)
    first = "move it into test modules" if only_tests else "delete it"
    second = "delete it" if only_tests else "move it into test modules"
    return (
        f"{first}, {second}, or import it where it is needed",
        "if it is loaded by name, say so in `entry-points`, with the reason",
    )


def _ignored(unused: Unused) -> Iterator[Related]:
    """The first importers that did not count, each importer once."""
    seen: set[int] = set()
    for ignored in unused.ignored:
        if ignored.importer.index not in seen and len(seen) < _SHOWN:
            seen.add(ignored.importer.index)
            text = f"imported by `{ignored.importer.name}`, which does not count: {ignored.reason}"
            yield Related(ignored.location, text)
