"""Modules that a framework loads by where they stand."""

from collections.abc import Iterator, Sequence

from archlint.entrypoints import EntryPoint, Ground, Use
from archlint.source.tree import Module, Role

_DJANGO_MODULES = ("admin", "apps", "models")
_DJANGO_FOLDERS = ("commands", "management", "migrations", "templatetags")


def uses_by_convention(ground: Ground) -> Iterator[Use]:
    """What Django finds in an app, and Celery in a package with tasks."""
    has_django, has_celery = _is_known(ground, "django"), _is_known(ground, "celery")
    if not has_django and not has_celery:
        return
    for module in ground.tree.modules:
        parent, _, last = module.name.rpartition(".")
        user = ground.tree.by_name[module.root].get(parent)
        if user is None:
            continue
        if has_django and last in _DJANGO_MODULES:
            yield from _use(user, [module], f"Django finds `{last}` in an app", ground)
        elif has_django and last in _DJANGO_FOLDERS and module.is_package:
            if last != "commands" or parent.endswith(".management"):
                members = ground.modules_in(module)
                yield from _use(user, members, f"Django finds `{last}` in an app", ground)
        elif has_celery and last == "tasks":
            yield from _use(user, [module], "Celery finds `tasks` in a package", ground)


def entry_points_by_convention(ground: Ground) -> Iterator[EntryPoint]:
    """What Alembic runs: the `env` beside `versions`, and the modules there."""
    evidence = "Alembic runs `env` and `versions`"
    for module in ground.tree.modules:
        if module.segments[-1:] != ("env",) or not module.files:
            continue
        if any(fact.base.startswith("alembic") for fact in ground.facts[module.files[0]].imports):
            folder = module.path.rpartition("/")[0]
            for other in ground.tree.modules:
                if other is module or other.path.rpartition("/")[0] == f"{folder}/versions":
                    yield EntryPoint(other.index, evidence, ground.place(other), is_weak=True)


def _is_known(ground: Ground, framework: str) -> bool:
    return framework in ground.tree.roots_of or any(
        name.partition(".")[0] == framework for name in ground.edges.externals
    )


def _use(user: int, members: Sequence[Module], evidence: str, ground: Ground) -> Iterator[Use]:
    for member in members:
        if member.files and member.role is Role.PRODUCTION:
            yield Use(user, member.index, "", evidence, ground.place(member))
