"""Imports as uses: what each takes, and which of them only pass something on."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from archlint.diagnostics import Location
from archlint.entrypoints import ALL_PUBLIC, Ground, Use
from archlint.entrypoints.conventions import uses_by_convention
from archlint.entrypoints.mentions import uses_by_name
from archlint.facts.imports import ImportFact, Kind
from archlint.resolve.edges import NONE, span, symbols
from archlint.source.tree import Module

# As numbers: to ask an enumeration for each import takes longer than all else.
_PARENT, _DYNAMIC = int(Kind.PARENT), int(Kind.DYNAMIC)


@dataclass(frozen=True)
class Uses:
    """For each module what it uses: by imports, by what it passes on, by weaker evidence.

    A parent that imports a name from a child and does not read it only passes it on: `passing` has
    such uses by the name they bind, `ALL_PUBLIC` for whatever the child has. `starred` are those
    that come with a star, since `__all__` names the modules.
    """

    plain: tuple[tuple[Use, ...], ...]
    passing: tuple[dict[str, list[Use]], ...]
    starred: dict[int, tuple[Use, ...]]
    weak: tuple[tuple[Use, ...], ...]

    def may_pass_on(self, module: int) -> bool:
        """Whether anything that is taken of the module may come from below it."""
        return bool(self.passing[module]) or module in self.starred

    def handed_on(self, ground: Ground, parent: Module, name: str) -> Iterator[Use]:
        """The uses by a parent that count once someone takes `name` of it."""
        passing = self.passing[parent.index]
        if name == ALL_PUBLIC:
            yield from self.starred.get(parent.index, ())
        if name in ("", ALL_PUBLIC):
            for bound, uses in passing.items():
                if bound == ALL_PUBLIC or not name or _is_exported(ground, parent, bound):
                    yield from uses
            return
        yield from passing.get(name, ())
        for use in passing.get(ALL_PUBLIC, ()):
            if not _binds(ground, parent, name) and _may_give(
                ground, ground.tree.modules[use.module], name
            ):
                yield use


def find_uses(ground: Ground) -> Uses:
    """All uses of a tree, each list in the order of places."""
    count = len(ground.tree.modules)
    plain: list[list[Use]] = [[] for _ in range(count)]
    passing: list[dict[str, list[Use]]] = [{} for _ in range(count)]
    weak: list[list[Use]] = [[] for _ in range(count)]
    edges = ground.edges
    for row, (imported, kinds) in enumerate(zip(edges.imported, edges.kinds, strict=True)):
        if imported != NONE and not kinds & _PARENT:
            _read_row(ground, row, plain, passing)
    for use in uses_by_name(ground):
        weak[use.user].append(use)
    for use in uses_by_convention(ground):
        weak[use.user].append(use)
    return Uses(
        tuple(map(tuple, plain)), tuple(passing), dict(_starred(ground)), tuple(map(tuple, weak))
    )


def _starred(ground: Ground) -> Iterator[tuple[int, tuple[Use, ...]]]:
    """The modules that a star imports because the `__all__` of their package names them."""
    for package in ground.tree.modules:
        exports = _exports(ground, package) if package.is_package else None
        if exports:
            table = ground.tree.by_name[package.root]
            place = ground.place(package)
            uses = tuple(
                Use(package.index, table[below], "", "named in `__all__`", place)
                for name in sorted(exports)
                if (below := f"{package.name}.{name}") in table
                and not _binds(ground, package, name)
            )
            if uses:
                yield package.index, uses


def _read_row(
    ground: Ground, row: int, plain: list[list[Use]], passing: list[dict[str, list[Use]]]
) -> None:
    edges = ground.edges
    file = ground.tree.files[edges.file[row]]
    facts = ground.facts[file.index]
    importer = ground.tree.modules[edges.importer[row]]
    imported = ground.tree.modules[edges.imported[row]]
    place = Location(file.path, *span(edges, facts.imports, row))
    evidence = "dynamic import" if edges.kinds[row] & _DYNAMIC else "import"
    taken = symbols(edges, facts.imports, row)
    if not taken:
        plain[importer.index].append(Use(importer.index, imported.index, "", evidence, place))
        for above in _bound_with(ground, facts.imports[edges.fact[row]], imported):
            plain[importer.index].append(Use(importer.index, above, "", evidence, place))
        return
    is_parent = importer.is_package and _is_below(imported, importer)
    for fact in taken:
        use = Use(importer.index, imported.index, fact.name, evidence, place)
        if is_parent and fact.name == "*":
            passing[importer.index].setdefault(ALL_PUBLIC, []).append(use)
        elif is_parent and fact.bound in facts.unread:
            passing[importer.index].setdefault(fact.bound, []).append(use)
        else:
            plain[importer.index].append(use)


def _bound_with(ground: Ground, fact: ImportFact, imported: Module) -> list[int]:
    """The packages that `import a.b.c` gives access to besides `a.b.c`: `a` and `a.b`."""
    if fact.name or fact.kinds & _DYNAMIC or fact.bound == fact.base:
        return []
    if fact.bound != fact.base.partition(".")[0]:
        return []
    table = ground.tree.by_name[imported.root]
    names = imported.name.split(".")
    above = (".".join(names[:depth]) for depth in range(1, len(names)))
    return [table[name] for name in above if name in table]


def _is_below(module: Module, package: Module) -> bool:
    depth = len(package.segments)
    return (
        module.root == package.root
        and len(module.segments) > depth
        and module.segments[:depth] == package.segments
    )


def _exports(ground: Ground, module: Module) -> Collection[str] | None:
    """The names in `__all__`; None for a module that has none."""
    stated = (ground.facts[index].exports for index in module.files)
    return next((exports for exports in stated if exports is not None), None)


def _is_exported(ground: Ground, module: Module, name: str) -> bool:
    exports = _exports(ground, module)
    return not name.startswith("_") if exports is None else name in exports


def _binds(ground: Ground, module: Module, name: str) -> bool:
    files: Sequence[int] = module.files
    return any(
        name in ground.facts[index].defines
        or any(fact.bound == name for fact in ground.facts[index].imports)
        for index in files
    )


def _may_give(ground: Ground, module: Module, name: str) -> bool:
    """Whether a star takes the name out of the module."""
    for index in module.files:
        facts = ground.facts[index]
        if facts.exports is not None:
            return name in facts.exports
        if facts.is_open or any(fact.name == "*" for fact in facts.imports):
            return True
    return _binds(ground, module, name)
