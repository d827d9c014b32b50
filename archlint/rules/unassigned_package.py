"""The rule unassigned-package: once domains exist, every package belongs to one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from archlint import Diagnostic, Location, Module, Plant, Project, Role, Rule


@dataclass(frozen=True, kw_only=True)
class UnassignedPackage(Rule):
    """Checks for production code that belongs to no domain, once domains are declared.

    Reported is the topmost package all of whose production modules are unassigned, or else the
    single module. Where layers say `exhaustive = true`, so is a child of their package that no
    level of them holds, whatever other domain it belongs to. Layers that do not say so ask for
    nothing but what they name: where nothing else declares a domain, the rest is left alone.

    ## Why is this bad?

    No rule about domains looks at code outside of them: a `shared` or `common` package that
    appears beside the declared ones would be a way around every law.

    ## Example

    ```toml
    [domains.orders]
    modules = ["shop.orders"]
    imports = []
    ```

    ```python
    # shop/shared/__init__.py
    LIMIT = 3
    ```

    ```python
    # shop/orders.py
    from shop.shared import LIMIT
    ```

    Use instead:

    ```toml
    [domains.orders]
    modules = ["shop.orders"]
    imports = ["shared"]

    [domains.shared]
    modules = ["shop.shared"]
    imports = []
    ```

    ## When not to use

    While a tree is being adopted, give the rest of it to one domain with `unchecked = true`: it is
    counted in every summary.
    """

    def check(self, project: Project) -> Iterator[Diagnostic]:
        domains = project.domains
        stacks = [stack for stack in domains.layers if stack.exhaustive]
        for stack in stacks:
            place = project.config.locate((*stack.key, "exhaustive"), False)
            yield from self._beside(project, stack.within, stack.names, place)
        if not _declares_domains(project):
            return

        def is_unassigned(module: Module) -> bool:
            return domains.of(module) is None and not any(
                _is_below(module, stack.within) for stack in stacks
            )

        for package, members in _topmost(project, 0, is_unassigned):
            home, location = _home(project, package, members[0])
            size = f"{len(members)} module{'s' if len(members) != 1 else ''}"
            yield self.diagnostic(
                location,
                f"`{home.name}` belongs to no domain, so no rule about domains looks at its {size}",
                subject=project.tree.identity(home),
                help=(
                    "add it to the `modules` of the domain it is part of, or declare one for it",
                ),
            )

    def _beside(
        self, project: Project, within: str, names: tuple[str, ...], place: Location
    ) -> Iterator[Diagnostic]:
        """Children of a package whose layers leave nothing out, which none of these owns."""

        def is_beside(module: Module) -> bool:
            owner = project.domains.of(module)
            is_named = owner is not None and owner.config.name in names
            return not is_named and _is_below(module, within)

        for package, members in _topmost(project, within.count(".") + 1, is_beside):
            home, location = _home(project, package, members[0])
            yield self.diagnostic(
                location,
                f"`{home.name}` is in no level of the layers within `{within}`, which are "
                "exhaustive",
                subject=project.tree.identity(home),
                object=within,
                config=place,
                help=("name it in `order`, or move it into one of the layers",),
            )

    def plant(self, project: Project) -> Iterator[Plant]:
        for module in project.modules if _declares_domains(project) else ():
            if project.domains.of(module) is not None and module.role is Role.PRODUCTION:
                root = project.tree.roots[module.root].path
                path = f"{root}/package_of_no_domain/__init__.py".lstrip("/")
                yield Plant({path: b"X = 1\n"}, Location(path))
                return


def _declares_domains(project: Project) -> bool:
    """Whether there are others than those that layers make."""
    return any(declared.key[0] != "layers" for declared in project.config.domains)


def _is_below(module: Module, package: str) -> bool:
    segments = tuple(package.split("."))
    return module.segments[: len(segments)] == segments != module.segments


def _topmost(
    project: Project, depth: int, is_subject: Callable[[Module], bool]
) -> Iterator[tuple[str, list[Module]]]:
    """The subjects by the topmost package, below a depth, that holds nothing else.

    A module that stands in no such package comes alone, with "" for the package.
    """
    mixed: set[tuple[int, tuple[str, ...]]] = set()
    subjects = []
    for module in project.modules:
        if module.role is not Role.PRODUCTION or not project.has_code(module):
            continue
        if is_subject(module):
            subjects.append(module)
        else:
            mixed.update((module.root, prefix) for prefix in _packages(module))
    groups: dict[tuple[int, str, int], list[Module]] = {}
    for module in subjects:
        packages = _packages(module)[depth:]
        pure = [prefix for prefix in packages if (module.root, prefix) not in mixed]
        package = ".".join(pure[0]) if pure else ""
        groups.setdefault((module.root, package, -1 if pure else module.index), []).append(module)
    for (_, package, _), members in groups.items():
        yield package, members


def _packages(module: Module) -> list[tuple[str, ...]]:
    """The packages a module stands in, itself if it is one, outermost first."""
    depth = len(module.segments) - (0 if module.is_package else 1)
    return [module.segments[:length] for length in range(1, depth + 1)]


def _home(project: Project, package: str, first: Module) -> tuple[Module, Location]:
    """The package itself, or the module where there is none, and where to report it."""
    index = project.tree.by_name[first.root].get(package) if package else None
    home = first if index is None else project.modules[index]
    return home, Location(home.path if home.files else first.path)
