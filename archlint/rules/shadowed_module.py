"""The rule shadowed-module: of two modules with one name, an import finds but one."""

from collections.abc import Iterator
from dataclasses import dataclass

from archlint import Diagnostic, Form, Location, Module, Plant, Project, Role, Rule, Severity


@dataclass(frozen=True, kw_only=True)
class ShadowedModule(Rule):
    """Checks for modules whose name is taken, so that of two only one can be imported.

    These are modules and packages directly at a root that are called like a module of the standard
    library (whatever its version and platform) or like a declared dependency that the tree
    imports, and `views.py` beside a package `views/`, which Python never reads. Where `views/` has
    no `__init__.py`, `views.py` is what it finds, and no import leads to the modules in the folder;
    those with a main guard are run by their path. A module inside a package, such as
    `shop/types.py`, is imported as `shop.types` and shadows nothing.

    ## Why is this bad?

    Which of the two is found depends on the order of `sys.path`: `import random` anywhere, in the
    standard library and in dependencies too, gets the file of that name which lies in the folder
    that the program was started from.

    ## Example

    Started as `python shop/orders.py`, with the folder of the file first on the path:

    ```python
    # shop/orders.py
    import prices
    from random import pick
    ```

    ```python
    # shop/prices.py
    TAX = 0.2
    ```

    ```python
    # shop/random.py
    def pick(orders):
        return orders[0]
    ```

    Use instead:

    ```python
    # shop/__init__.py
    ```

    ```python
    # shop/orders.py
    from shop import prices
    from shop.random import pick
    ```

    ## When not to use

    Switch it off in a tree that replaces modules of the standard library on purpose.
    """

    default_severity = Severity.WARNING

    def check(self, project: Project) -> Iterator[Diagnostic]:
        used = _used_dependencies(project)
        for module in project.modules:
            if module.role is not Role.PRODUCTION:
                continue
            if module.form is Form.SCRIPT:
                yield from self._beside(project, module)
                yield from self._behind(project, module)
            elif module.form in (Form.SOURCE, Form.EXTENSION) and "." not in module.name:
                yield from self._at_root(project, module, used)

    def plant(self, project: Project) -> Iterator[Plant]:
        for root, names in zip(project.tree.roots, project.tree.by_name, strict=True):
            if not root.test_only and "wave" not in names and not _is_stdlib_itself(project):
                path = f"{root.path}/wave.py".lstrip("/")
                yield Plant({path: b"X = 1\n"}, Location(path))
                return

    def _at_root(
        self, project: Project, module: Module, used: frozenset[str]
    ) -> Iterator[Diagnostic]:
        if module.name in used:
            owner = "a declared dependency"
        elif _is_public_stdlib(module.name, project):
            owner = "a module of the standard library"
        else:
            return
        yield self.diagnostic(
            Location(module.path),
            f"`{module.path}` has the name of {owner}, and `import {module.name}` finds only one",
            subject=project.tree.identity(module),
            help=("rename it, or move it into a package",),
        )

    def _beside(self, project: Project, script: Module) -> Iterator[Diagnostic]:
        package = project.tree.by_name[script.root].get(".".join(script.segments))
        if package is None or script.path.endswith(".pyi"):
            return
        name = project.modules[package].name
        yield self.diagnostic(
            Location(script.path),
            f"`{script.path}` cannot be imported: `import {name}` finds the package beside it",
            subject=script.path,
            object=name,
            help=("rename one of the two, or move its content into the package",),
        )

    def _behind(self, project: Project, script: Module) -> Iterator[Diagnostic]:
        shadowing = _shadowing(project, script)
        if shadowing is not None:
            yield self.diagnostic(
                Location(script.path),
                f"`{script.path}` cannot be imported: `import {shadowing.name}` finds "
                f"`{shadowing.path}`, which is no package",
                subject=script.path,
                object=shadowing.name,
                help=(f"rename one of the two, or move `{shadowing.path}` into the folder",),
            )


def _shadowing(project: Project, script: Module) -> Module | None:
    """The module that has the name of a folder around the script, if that alone is in the way."""
    *folders, stem = script.segments
    is_run = any(project.facts.has_main_guard[file] for file in script.files)
    if is_run or script.path.endswith(".pyi") or not stem.isidentifier():
        return None
    names = project.tree.by_name[script.root]
    for end in range(1, len(folders) + 1):
        index = names.get(".".join(folders[:end]))
        if index is not None:
            module = project.modules[index]
            folder = f"{module.path.removesuffix('.py')}/"
            if module.form is Form.SOURCE and script.path.startswith(folder):
                return module
    return None


def _is_public_stdlib(name: str, project: Project) -> bool:
    return project.is_stdlib(name) and not name.startswith("_") and not _is_stdlib_itself(project)


def _is_stdlib_itself(project: Project) -> bool:
    """Whether the tree holds the standard library, in one root or several."""
    return "importlib._bootstrap" in project.tree.roots_of


def _used_dependencies(project: Project) -> frozenset[str]:
    """What the tree imports of declared dependencies that a module of its own is called like."""
    in_question = project.tree.declared.intersection(module.name for module in project.modules)
    if not in_question:
        return frozenset()
    return in_question.intersection(
        fact.base.partition(".")[0]
        for index in range(len(project.facts))
        for fact in project.facts.imports(index)
        if not fact.level
    )
