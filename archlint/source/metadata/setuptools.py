"""`setup.cfg`, and what `setup.py` says in plain literals; neither is ever executed."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from archlint.source.metadata.setup_entry_points import (
    computed,
    entry_points_in,
    groups,
    literal,
    scripts,
)
from archlint.source.metadata.statement import (
    Declared,
    Search,
    Statement,
    inside,
    insides,
    normalise,
    placed,
    renamed,
    required_names,
    root_of_package,
    searches,
    table,
    texts,
)

if TYPE_CHECKING:
    import ast


def read_setup_cfg(text: str, folder: str, path: str) -> Statement:
    """What the `metadata` and `options` sections say."""
    if "[options" not in text and "[metadata" not in text:
        return Statement()
    import configparser

    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return Statement()

    def value(section: str, key: str) -> str:
        return parser.get(section, key, fallback="") or ""

    places: dict[str, object] = {}
    for line in _lines(value("options", "package_dir")):
        name, _, place = line.partition("=")
        places[name.strip()] = place.strip()
    extras = dict(parser["options.extras_require"]) if "options.extras_require" in parser else {}
    requirements = [value("options", f"{kind}_requires") for kind in ("install", "setup")]
    requirements += [value("options", "tests_require"), *extras.values()]
    listed = _lines(value("options", "packages"))
    packages = [name for name in listed if ":" not in name]
    kinds = [kind for kind in listed if kind in ("find:", "find_namespace:")]
    where = _lines(value("options.packages.find", "where"))
    return _statement(
        folder,
        path,
        name=value("metadata", "name"),
        places=places,
        where=where,
        found=[
            found
            for kind in kinds
            for found in searches(
                folder,
                where or ["."],
                _lines(value("options.packages.find", "include")),
                _lines(value("options.packages.find", "exclude")),
                namespaces=kind == "find_namespace:",
            )
        ],
        packages=packages,
        requirements=[line for block in requirements for line in _lines(block or "")],
        entry_points=(*groups(parser, path), *scripts(_lines(value("options", "scripts")), path)),
    )


def read_setup_py(text: str, folder: str, path: str) -> Statement:
    """What the arguments of `setup(...)` say, as far as they are literals or names of such."""
    if "setup" not in text:
        return Statement()
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text)
            arguments = _setup_arguments(module)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Statement()
    if arguments is None:
        return Statement()
    literals = {name: literal(node) for name, node in arguments.items()}
    calls = list(_finding(arguments["packages"])) if "packages" in arguments else []
    extras = table(literals.get("extras_require"))
    scm = table(literals.get("use_scm_version"))
    requirements = [
        *texts(literals.get("install_requires")),
        *texts(literals.get("setup_requires")),
        *texts(literals.get("tests_require")),
        *(line for value in extras.values() for line in texts(value)),
    ]
    return _statement(
        folder,
        path,
        name="".join(texts(literals.get("name"))[:1]),
        places=dict(table(literals.get("package_dir"))),
        where=[place for call in calls for place in texts(call.get("where"))],
        found=[
            found
            for call in calls
            for found in searches(
                folder,
                texts(call.get("where")) or ["."],
                call.get("include"),
                call.get("exclude"),
                namespaces="namespaces" in call,
            )
        ],
        packages=texts(literals.get("packages")),
        requirements=[line for block in requirements for line in block.splitlines()],
        entry_points=(
            *(entry_points_in(arguments.get("entry_points"), path) or computed(module, path)),
            *scripts(texts(literals.get("scripts")), path),
        ),
        generated=[*texts(scm.get("write_to")), *texts(scm.get("version_file"))],
    )


def _statement(
    folder: str,
    path: str,
    *,
    name: str,
    places: dict[str, object],
    where: list[str],
    found: list[Search],
    packages: list[str],
    requirements: list[str],
    entry_points: tuple[Declared, ...],
    generated: Sequence[str] = (),
) -> Statement:
    roots = []
    for package, value in places.items():
        for place in texts(value):
            root = root_of_package(folder, package, place) if package else inside(folder, place)
            if root is not None:
                roots.append((root, f"setuptools package_dir in {path}"))
    roots += [(root, f"setuptools find_packages in {path}") for root in insides(folder, where)]
    return Statement(
        name=normalise(name),
        roots=tuple(roots),
        packages=tuple(insides(folder, placed(packages, places))),
        generated=tuple(insides(folder, generated)),
        dependencies=required_names(requirements),
        is_distribution=True,
        entry_points=entry_points,
        searches=tuple(found),
        names=tuple(renamed(folder, places.items())),
    )


def _lines(block: str) -> list[str]:
    """The entries of a list in `setup.cfg`: one on a line, or all on one with commas."""
    lines = block.splitlines() if "\n" in block else block.split(",")
    return [line.strip() for line in lines if line.strip()]


def _setup_arguments(module: "ast.Module") -> dict[str, "ast.expr"] | None:
    """The keyword arguments of the call of `setup`, names of constants replaced."""
    import ast

    constants: dict[str, ast.expr] = {}
    for statement in module.body:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    constants[target.id] = statement.value
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and _called(node) == "setup":
            given: dict[str, ast.expr] = {}
            for keyword in node.keywords:
                value = keyword.value
                if isinstance(value, ast.Name):
                    value = constants.get(value.id, value)
                if keyword.arg is not None:
                    given[keyword.arg] = value
                elif isinstance(value, ast.Dict):
                    keys = ("".join(texts(literal(key))) if key else "" for key in value.keys)
                    given.update(zip(keys, value.values, strict=True))
            return given
    return None


def _finding(packages: "ast.expr") -> Iterator[dict[str, object]]:
    """The literal arguments of each `find_packages`; that of namespaces has `namespaces`, too."""
    import ast

    for node in ast.walk(packages):
        if isinstance(node, ast.Call) and (name := _called(node)) in (
            "find_packages",
            "find_namespace_packages",
        ):
            given = dict(zip(("where", "exclude", "include"), node.args, strict=False))
            given.update({one.arg: one.value for one in node.keywords if one.arg})
            found = {key: literal(value) for key, value in given.items()}
            yield {**found, "namespaces": True} if name == "find_namespace_packages" else found


def _called(call: "ast.Call") -> str:
    import ast

    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""
