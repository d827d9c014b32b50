"""Modules that Python strings name: weak evidence that they are loaded by name."""

from collections.abc import Iterator

from archlint.diagnostics import Location
from archlint.entrypoints import Ground, Use
from archlint.entrypoints.names import attribute_of, root_at, through_folders
from archlint.facts.imports import FileFacts, Mention, Naming
from archlint.resolve.one_root import NOTHING, Found, absolute_name, longest
from archlint.resolve.worlds import find_absolute, find_relative, standpoint
from archlint.source.tree import Module, Role, SourceFile

_ASKING = (Naming.SEARCHED, Naming.WALKED, Naming.NESTED)


def uses_by_name(ground: Ground) -> Iterator[Use]:
    """Every module that a string of another one names.

    Where the children of a package are loaded by names that are no constants, they are used, with
    the modules in those that are packages; so where a module that does such a thing names the
    package itself.
    """
    tops = {*ground.tree.roots_of, *ground.worlds.folders_of_roots}
    loading = {
        (module.root, module.package)
        for file in ground.tree.files
        if ground.facts.loads_by_name[file.index]
        and (module := ground.tree.modules[file.module]).role is not Role.TEST
    }
    for file in ground.tree.files:
        if not ground.facts.has_mentions[file.index]:
            continue
        module = ground.tree.modules[file.module]
        facts = ground.facts[file.index]
        for mention in facts.mentions:
            if mention.naming == Naming.EXACT and file.path.rpartition("/")[2] == "setup.py":
                continue  # The build backend's list of packages; an entry point says more.
            if mention.naming == Naming.PATH:
                if (module.root, module.package) in loading and module.role is not Role.TEST:
                    yield from _on_path(ground, file, module, mention)
                continue
            if mention.text.startswith(".") or mention.text.partition(".")[0] in tops:
                yield from _uses(ground, file, facts, mention)


def loaded_by_name(package: Module) -> str:
    """The evidence that the children of a package are used."""
    return f"what is in `{package.name}` is loaded by name"


def _uses(ground: Ground, file: SourceFile, facts: FileFacts, mention: Mention) -> Iterator[Use]:
    user = ground.tree.modules[file.module]
    text, prefix = _parted(mention.text)
    is_asking = mention.naming in _ASKING
    found = _find(ground, user, text, is_asking)
    name = attribute_of(ground, found, text.lstrip("."))
    place = Location(file.path, mention.line, mention.column)
    if name is None:
        if is_asking:
            yield from _loads_of_root(ground, user, text, place)
        return
    module = ground.tree.modules[found.module]
    if "." not in text and facts.loads_by_name and user.role is Role.TEST:
        return  # A word in a test that imports by name: most are none.
    if mention.naming in (Naming.EXACT, Naming.WITHIN) and found.module != user.index:
        yield Use(user.index, module.index, name, f"the string names `{text}`", place)
    if not name and module.is_package and _are_loaded(facts, mention, user, module):
        yield from _loads(ground, user, module, place, prefix)
        if mention.naming in (Naming.WALKED, Naming.NESTED):
            for below in _packages_below(ground, module, mention.naming):
                yield from _loads(ground, user, below, place)


def _parted(text: str) -> tuple[str, str]:
    """The package that a mention names, and what the names of its children begin with."""
    if not text.endswith("*"):
        return text, ""
    package, dot, prefix = text[:-1].rpartition(".")
    return package if package.strip(".") else package + dot, prefix


def _packages_below(ground: Ground, package: Module, naming: int) -> Iterator[Module]:
    """All packages below one that is walked through, else those directly in it."""
    deepest = len(package.segments) + 1
    for below in ground.below[package.index]:
        is_near = len(below.segments) <= deepest
        if below.is_package and below is not package and (is_near or naming == Naming.WALKED):
            yield below


def _loads_of_root(ground: Ground, user: Module, text: str, place: Location) -> Iterator[Use]:
    """What lies in a folder that is loaded from by name and is a root itself."""
    root = root_at(ground, ground.tree.roots[user.root].path, text)
    evidence = f"what is in `{text}` is loaded by name"
    for module in ground.tree.modules if root is not None else ():
        is_near = len(module.segments) <= 1 + (not module.is_package)
        if module.root == root and module.files and is_near and module.index != user.index:
            yield Use(user.index, module.index, "", evidence, place)


def _on_path(ground: Ground, file: SourceFile, user: Module, mention: Mention) -> Iterator[Use]:
    """The folder at a path, of a package around the user, which itself loads by name."""
    table = ground.tree.by_name[user.root]
    place = Location(file.path, mention.line, mention.column)
    for depth in range(len(user.segments), 0, -1):
        index = table.get(".".join((*user.segments[:depth], mention.text)))
        if index is not None and ground.tree.modules[index].is_package:
            yield from _loads(ground, user, ground.tree.modules[index], place)


def _loads(
    ground: Ground, user: Module, package: Module, place: Location, prefix: str = ""
) -> Iterator[Use]:
    depth = len(package.segments)
    for below in _loaded(ground, package):
        # What is taken may be a name in the package itself.
        is_meant = below is package or below.segments[depth].startswith(prefix)
        if is_meant and below.index != user.index:
            yield Use(user.index, below.index, "", loaded_by_name(package), place)


def _are_loaded(facts: FileFacts, mention: Mention, user: Module, package: Module) -> bool:
    """Whether the children of the package that a file mentions may be loaded."""
    is_top = len(package.segments) == 1
    match Naming(mention.naming):
        case Naming.SEARCHED | Naming.WALKED | Naming.NESTED:
            return True
        case Naming.CHILDREN:
            # The names of loggers and settings begin like that of a top-level package.
            return not is_top
        case Naming.FOLDER:
            return not is_top and (mention.text != "." or user.is_package)
        case Naming.EXACT:
            inside = user.segments[: len(package.segments)] == package.segments
            is_outside = user.root != package.root or not inside
            is_loader = facts.loads_by_name and user.role is not Role.TEST
            return is_loader and is_outside and not is_top
        case Naming.WITHIN | Naming.PATH:
            return False


def _loaded(ground: Ground, package: Module) -> Iterator[Module]:
    """A package and its children: its modules, and its packages with the modules in them."""
    depth = len(package.segments) + 1
    for module in ground.below[package.index]:
        is_child = depth <= len(module.segments) <= depth + (not module.is_package)
        if module.files and (is_child or module is package):
            yield module


def _find(ground: Ground, user: Module, text: str, is_asking: bool) -> Found:
    name = text.lstrip(".")
    if name != text:
        absolute = absolute_name(user.package, len(text) - len(name), name)
        return find_relative(ground.worlds, user.root, absolute) if absolute else NOTHING
    here = standpoint(ground.tree, user)
    found = find_absolute(ground.worlds, here, name)
    if found is NOTHING and is_asking:
        # Whoever loads from a folder does not care whether it has an `__init__.py`.
        found = longest(ground.tree, user.root, name)
    if found is NOTHING:
        found = through_folders(ground, ground.tree.roots[user.root].path, name)
    # A name without a dot must be all of a module's name.
    return found if found.exact or "." in name else NOTHING
