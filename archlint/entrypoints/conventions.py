"""Modules that a framework loads by where they stand."""

from collections.abc import Iterator, Sequence

from archlint.entrypoints import EntryPoint, Ground, Use
from archlint.source.tree import Form, Module, Role

_DJANGO_MODULES = ("admin", "apps", "models")
_DJANGO_FOLDERS = ("commands", "management", "migrations", "templatetags")
_RUN_FROM_FOLDERS = {"airflow": "dags", "streamlit": "pages"}
"""Frameworks that run each file in folders of a name, where it imports the framework."""


def uses_by_convention(ground: Ground) -> Iterator[Use]:
    """What Django finds in an app, and Celery in a package with tasks."""
    has_django, has_celery = _is_known(ground, "django"), _is_known(ground, "celery")
    if not has_django and not has_celery:
        return
    for module in ground.tree.modules:
        last = module.segments[-1]
        user = _app_around(ground, module)
        if user is None:
            continue
        if has_django and last in _DJANGO_MODULES:
            yield from _use(user, [module], f"Django finds `{last}` in an app", ground)
        elif has_django and last in _DJANGO_FOLDERS and module.is_package:
            is_namespace = module.form is Form.NAMESPACE
            if last == "commands" and module.segments[-2:-1] != ("management",):
                continue
            if last != "migrations" or not is_namespace:
                members = ground.modules_in(module)
                yield from _use(user, members, f"Django finds `{last}` in an app", ground)
        elif has_celery and last == "tasks":
            yield from _use(user, [module], "Celery finds `tasks` in a package", ground)


def _app_around(ground: Ground, module: Module) -> int | None:
    """The package around a module, or around a folder without `__init__` that it is sorted into."""
    segments = module.name.split(".")[:-1]
    while segments:
        index = ground.tree.by_name[module.root].get(".".join(segments))
        if index is None or segments[-1] not in _DJANGO_FOLDERS:
            return index
        if ground.tree.modules[index].form is not Form.NAMESPACE:
            return index
        segments.pop()
    return None


def entry_points_by_convention(ground: Ground) -> Iterator[EntryPoint]:
    """What is run for the folder it lies in: by Alembic, Airflow and Streamlit."""
    yield from _run_by_alembic(ground)
    for framework, folder in _RUN_FROM_FOLDERS.items():
        if not _is_known(ground, framework):
            continue
        evidence = f"{framework.title()} runs what is in `{folder}`"
        for module in ground.tree.modules:
            if folder in module.path.split("/")[:-1] and _imports(ground, module, framework):
                place = ground.place(module)
                yield EntryPoint(module.index, evidence, place, module.role, is_weak=True)


def _run_by_alembic(ground: Ground) -> Iterator[EntryPoint]:
    """The `env` beside `versions`, and the modules there."""
    evidence = "Alembic runs `env` and `versions`"
    for module in ground.tree.modules:
        if module.segments[-1:] == ("env",) and _imports(ground, module, "alembic"):
            folder = module.path.rpartition("/")[0]
            for other in ground.tree.modules:
                if other is module or other.path.rpartition("/")[0] == f"{folder}/versions":
                    yield EntryPoint(other.index, evidence, ground.place(other), is_weak=True)


def _imports(ground: Ground, module: Module, framework: str) -> bool:
    return any(
        fact.base.partition(".")[0] == framework
        for index in module.files
        for fact in ground.facts[index].imports
    )


def _is_known(ground: Ground, framework: str) -> bool:
    return framework in ground.tree.roots_of or any(
        name.partition(".")[0] == framework for name in ground.edges.externals
    )


def _use(user: int, members: Sequence[Module], evidence: str, ground: Ground) -> Iterator[Use]:
    for member in members:
        if member.files and member.role is Role.PRODUCTION:
            yield Use(user, member.index, "", evidence, ground.place(member))
