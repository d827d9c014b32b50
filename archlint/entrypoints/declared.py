"""Entry points that packaging metadata or the config declares."""

from collections.abc import Iterator

from archlint.diagnostics import Location
from archlint.entrypoints import ALL_PUBLIC, EntryPoint, Ground
from archlint.entrypoints.names import attribute_of, find
from archlint.entrypoints.shipped import is_library, is_script, shipped_packages
from archlint.source.metadata.distributions import Distribution
from archlint.source.metadata.statement import Declared
from archlint.source.tree import Module, Role


def declared_entry_points(ground: Ground) -> Iterator[EntryPoint]:
    """Those of all distributions, then those of the config."""
    for distribution in ground.tree.distributions:
        for declared in distribution.stated.entry_points:
            yield from _of_metadata(ground, distribution, declared)
        if distribution.file:
            yield from _shipped(ground, distribution)
    if not any(one.file for one in ground.tree.distributions):
        yield from _library_by_word(ground)
    yield from _of_config(ground)


def _of_metadata(
    ground: Ground, distribution: Distribution, declared: Declared
) -> Iterator[EntryPoint]:
    kind = "script" if is_script(declared.group) else f"entry point of `{declared.group}`"
    evidence = f"{kind} `{declared.name}`"
    place = _line_of(ground, declared.path, declared.target)
    if declared.group == "scripts":
        index = ground.tree.by_path.get(declared.target)
        if index is not None:
            yield EntryPoint(index, evidence, place)
        return
    dotted, _, attribute = declared.target.replace(" ", "").partition(":")
    found = find(ground, distribution.folder, dotted)
    name = attribute_of(ground, found, dotted)
    if name is not None:
        taken = name or attribute.partition(".")[0] or ALL_PUBLIC
        yield EntryPoint(found.module, evidence, place, name=taken)


def _shipped(ground: Ground, distribution: Distribution) -> Iterator[EntryPoint]:
    place = Location(distribution.file)
    tops = shipped_packages(ground, distribution)
    for top in tops:
        if top.files:
            evidence = f"shipped by the distribution `{distribution.stated.name or top.name}`"
            yield EntryPoint(top.index, evidence, place, name=ALL_PUBLIC)
    if is_library(ground, distribution):
        for top in tops:
            if top.is_package:
                name = distribution.stated.name or top.name
                yield from _public(ground, top, f"public module of the library `{name}`", place)


def _library_by_word(ground: Ground) -> Iterator[EntryPoint]:
    """The public packages of a tree without metadata that the config calls a library."""
    if ground.config.kind == "library":
        place = ground.config.locate(("kind",), True)
        for module in ground.tree.modules:
            if len(module.segments) == 1 and module.is_package:
                yield from _public(ground, module, "public module of the library", place)


def _public(ground: Ground, top: Module, evidence: str, place: Location) -> Iterator[EntryPoint]:
    """The packages that users of a library may import, and the modules in them."""
    for module in ground.below[top.index]:
        if module.files and _is_public(module):
            yield EntryPoint(module.index, evidence, place, name=ALL_PUBLIC)


def _is_public(module: Module) -> bool:
    return module.role is Role.PRODUCTION and not any(
        segment.startswith("_") for segment in module.segments
    )


def _of_config(ground: Ground) -> Iterator[EntryPoint]:
    config = ground.config
    for declared in config.entry_points:
        place = config.locate(declared.key, True)
        evidence = f"the config says: {declared.why}"
        for module in ground.tree.modules:
            if declared.modules.match(module.segments, module.path, module.is_package):
                yield EntryPoint(module.index, evidence, place, name=ALL_PUBLIC)
    for plugin in config.plugins:
        place = config.locate(("plugins", plugin), True)
        found = find(ground, "", plugin.removeprefix("."))
        if found.exact:
            package = ground.tree.modules[found.module]
            for module in ground.modules_in(package) if package.is_package else [package]:
                if module.role is Role.PRODUCTION:
                    yield EntryPoint(module.index, "rules that the config loads", place)


def _line_of(ground: Ground, path: str, target: str) -> Location:
    """The first line of a file that has the target, its beginning if none has."""
    for number, line in enumerate(ground.text(path).split("\n"), start=1):
        column = line.find(target)
        if column >= 0:
            return Location(path, number, column + 1)
    return Location(path)
