"""Where imports lead, by what is written and from where; each question is answered once."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from archlint.resolve.edges import NONE
from archlint.resolve.one_root import (
    NOTHING,
    Found,
    absolute_name,
    find_by_path,
    is_shared_namespace,
)
from archlint.resolve.worlds import (
    Standpoint,
    Worlds,
    find_absolute,
    find_child,
    find_relative,
    is_foreign,
    standpoint,
)
from archlint.source.tree import Form, Module


class Target(NamedTuple):
    """Where one import leads: to a module, or to an external one of a dotted name, or to neither.

    `at_name` says that the imported name is the module. `unresolved` says that only a beginning of
    what is written exists.
    """

    module: int
    external: str = ""
    at_name: bool = False
    unresolved: bool = False


NOWHERE = Target(NONE)


class Names(dict[str, Target]):
    """Where each name leads that is imported from one module, sought when it is first asked for."""

    def __init__(self, find: Callable[[str], Target]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, name: str) -> Target:
        target = self[name] = self._find(name)
        return target


class Answer(NamedTuple):
    """Where imports of a module lead: the module itself, and the names that are taken from it.

    `names` is None where all of them lead to where the module does.
    """

    module: Target
    names: Names | None = None


ANSWER_NOWHERE = Answer(NOWHERE)


class Absolute(dict[str, Answer]):
    """The answers for absolute imports from one standpoint, by the dotted name as written."""

    def __init__(self, worlds: Worlds, here: Standpoint) -> None:
        super().__init__()
        self._worlds = worlds
        self._here = here
        self._foreign: dict[str, bool] = {}

    def __missing__(self, base: str) -> Answer:
        answer = self[base] = self._answer(base)
        return answer

    def _answer(self, base: str) -> Answer:
        if self._is_foreign(base.partition(".")[0]):
            return Answer(Target(NONE, base))
        found = find_absolute(self._worlds, self._here, base)
        if found is NOTHING:
            return Answer(Target(NONE, base), Names(partial(self._whole, base)))
        return _of_module(self._worlds, self._here.root, found, base, shared=True)

    def _is_foreign(self, top: str) -> bool:
        known = self._foreign.get(top)
        if known is None:
            known = self._foreign[top] = is_foreign(self._worlds, self._here, top)
        return known

    def _whole(self, base: str, name: str) -> Target:
        """What a name leads to whose module leads nowhere by itself: a folder has no content."""
        found = find_absolute(self._worlds, self._here, f"{base}.{name}")
        return Target(found.module, at_name=True) if found.exact else Target(NONE, base)


class Relative(dict[tuple[int, str], Answer]):
    """The answers for relative imports from the modules of one folder, by level and module."""

    def __init__(self, worlds: Worlds, importer: Module) -> None:
        super().__init__()
        self._worlds = worlds
        self._importer = importer

    def __missing__(self, question: tuple[int, str]) -> Answer:
        answer = self[question] = self._answer(*question)
        return answer

    def _answer(self, level: int, base: str) -> Answer:
        worlds, importer = self._worlds, self._importer
        dotted = absolute_name(importer.package, level, base)
        found = find_relative(worlds, importer.root, dotted)
        answer = ANSWER_NOWHERE
        if found is not NOTHING:
            answer = _of_module(worlds, importer.root, found, dotted, shared=False)
        if found.exact:
            return answer
        module = find_by_path(worlds.tree, importer, level, base)
        beside = answer.module if module == NONE else Target(module)
        return Answer(beside, Names(partial(self._by_path, level, base, beside)))

    def _by_path(self, level: int, base: str, module: Target, name: str) -> Target:
        dotted = f"{base}.{name}" if base else name
        child = find_by_path(self._worlds.tree, self._importer, level, dotted)
        return module if child == NONE else Target(child, at_name=True)


class Outlook(NamedTuple):
    """The answers for the modules of a folder.

    `bare` are those for whoever does not look into the own folder first: a file that bears the name
    of what it imports means the other one.
    """

    absolute: Absolute
    bare: Absolute
    relative: Relative


class Answers:
    """The outlooks of all folders of a tree; those with one standpoint share what they know."""

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        self._absolute: dict[Standpoint, Absolute] = {}
        self._outlooks: dict[tuple[object, ...], Outlook] = {}

    def outlook(self, importer: Module) -> Outlook:
        """How things look from a module."""
        folder = importer.path.rpartition("/")[0]
        is_script = importer.form is Form.SCRIPT
        key = importer.root, importer.package, folder, importer.role, is_script
        known = self._outlooks.get(key)
        if known is None:
            here = standpoint(self._worlds.tree, importer)
            known = self._outlooks[key] = Outlook(
                self._from(here),
                self._from(here._replace(folder="")),
                Relative(self._worlds, importer),
            )
        return known

    def _from(self, here: Standpoint) -> Absolute:
        return self._absolute.setdefault(here, Absolute(self._worlds, here))


def _of_module(worlds: Worlds, root: int, found: Found, base: str, *, shared: bool) -> Answer:
    """The answer where `base` leads to a module.

    `shared` where folders of a namespace may have portions outside the tree.
    """
    module = Target(found.module, unresolved=not found.exact)
    if not found.exact or not worlds.tree.modules[found.module].is_package:
        return Answer(module)
    return Answer(module, Names(partial(_child, worlds, root, module, base, shared)))


def _child(
    worlds: Worlds, root: int, package: Target, base: str, shared: bool, name: str
) -> Target:
    """Where a name leads that is imported from a package: to a submodule, or it is a symbol."""
    tree = worlds.tree
    child = find_child(worlds, root, package.module, f"{base}.{name}")
    if child != NONE:
        return Target(child, at_name=True)
    if tree.modules[package.module].form is not Form.NAMESPACE:
        return package
    if shared and is_shared_namespace(tree, package.module):
        return Target(NONE, base)
    return Target(package.module, at_name=True, unresolved=True)
