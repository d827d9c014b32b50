"""`pyproject.toml` and `hatch.toml`: what each build backend lets a project say."""

from collections.abc import Callable, Iterator

from archlint.source.metadata.statement import (
    Declared,
    Statement,
    inside,
    insides,
    merge,
    normalise,
    placed,
    renamed,
    required_names,
    root_of_package,
    searches,
    table,
    texts,
)


def read_pyproject(text: str, folder: str, path: str) -> Statement:
    """What the file says about roots, packages, generated files and dependencies."""
    data = _parse(text)
    project = table(data, "project")
    tool = table(data, "tool")
    backends: tuple[Callable[[object, str, str], Statement], ...] = (
        _setuptools,
        _hatch,
        _poetry,
        _uv,
        _flit,
        _pdm,
        _maturin,
    )
    packaging = {"poetry", "flit", "setuptools"} & tool.keys()
    own = Statement(
        name=normalise("".join(texts(project.get("name"))[:1])),
        dependencies=required_names(_requirements(data)),
        is_distribution=bool(packaging | ({"project", "build-system"} & data.keys())),
        entry_points=tuple(_entry_points(data, path)),
        configs=(path,) if "archlint" in tool else (),
    )
    stated = merge([own, *(backend(data, folder, path) for backend in backends)])
    return stated._replace(
        is_distribution=stated.is_distribution or bool(stated.roots or stated.packages)
    )


def read_hatch(text: str, folder: str, path: str) -> Statement:
    """The same for a file that holds only what `tool.hatch` would."""
    return _hatch({"tool": {"hatch": _parse(text)}}, folder, path)


def _parse(text: str) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _entry_points(data: object, path: str) -> Iterator[Declared]:
    """What is declared in the standard's tables and in those of poetry and flit."""
    for group, section in (
        ("console_scripts", table(data, "project", "scripts")),
        ("gui_scripts", table(data, "project", "gui-scripts")),
        ("console_scripts", table(data, "tool", "poetry", "scripts")),
        ("console_scripts", table(data, "tool", "flit", "scripts")),
        *table(data, "project", "entry-points").items(),
        *table(data, "tool", "poetry", "plugins").items(),
        *table(data, "tool", "flit", "entrypoints").items(),
    ):
        for name, value in table(section).items():
            said = table(value)
            for target in texts(value) + texts(said.get("reference") or said.get("callable")):
                yield Declared(group, name, target, path)
    build = table(data, "build-system")
    if build.get("backend-path"):
        for target in texts(build.get("build-backend")):
            yield Declared("build-backend", "build-backend", target, path)


def _requirements(data: object) -> Iterator[str]:
    yield from texts(table(data, "project").get("dependencies"))
    yield from texts(table(data, "build-system").get("requires"))
    yield from texts(table(data, "tool", "uv").get("dev-dependencies"))
    for group in (
        table(data, "project", "optional-dependencies"),
        table(data, "dependency-groups"),
        table(data, "tool", "pdm", "dev-dependencies"),
    ):
        for requirements in group.values():
            yield from texts(requirements)


def _setuptools(data: object, folder: str, path: str) -> Statement:
    settings = table(data, "tool", "setuptools")
    roots = []
    for name, value in table(settings, "package-dir").items():
        for place in texts(value):
            root = root_of_package(folder, name, place) if name else inside(folder, place)
            if root is not None:
                roots.append((root, f"setuptools package-dir in {path}"))
    find = table(settings, "packages").get("find")
    where = texts(table(find).get("where"))
    roots += [(root, f"setuptools packages.find in {path}") for root in insides(folder, where)]
    packages = placed(texts(settings.get("packages")), table(settings, "package-dir"))
    scm = table(data, "tool", "setuptools_scm")
    generated = texts(scm.get("version_file")) + texts(scm.get("write_to"))
    found = searches(
        folder,
        where or ["."],
        table(find).get("include"),
        table(find).get("exclude"),
        namespaces=table(find).get("namespaces") is not False,
    )
    return Statement(
        roots=tuple(roots),
        packages=tuple(insides(folder, packages)),
        generated=tuple(insides(folder, generated)),
        searches=tuple(found) if isinstance(find, dict) else (),
        names=tuple(renamed(folder, table(settings, "package-dir").items())),
    )


def _hatch(data: object, folder: str, path: str) -> Statement:
    hatch = table(data, "tool", "hatch")
    roots = []
    packages = []
    generated = []
    names: list[tuple[str, str]] = []
    for build in (table(hatch, "build"), table(hatch, "build", "targets", "wheel")):
        for place in insides(folder, texts(build.get("packages"))):
            packages.append(place)
            roots.append((place.rpartition("/")[0], f"hatch packages in {path}"))
        packages += insides(folder, texts(build.get("only-include")))
        sources = build.get("sources")
        moved = [place for place, target in table(sources).items() if target == ""]
        stripped = insides(folder, texts(sources) + moved)
        names += renamed(
            folder,
            (
                (target.replace("/", "."), place)
                for place, target in table(sources).items()
                if isinstance(target, str)
            ),
        )
        roots += [(place, f"hatch sources in {path}") for place in stripped]
        installed = insides(folder, texts(build.get("dev-mode-dirs")))
        roots += [(place, f"hatch dev-mode-dirs in {path}") for place in installed]
        generated += texts(table(build, "hooks", "vcs").get("version-file"))
    requirements = [
        requirement
        for environment in table(hatch, "envs").values()
        for key in ("dependencies", "extra-dependencies")
        for requirement in texts(table(environment).get(key))
    ]
    known = {root for root, _ in roots}
    return Statement(
        roots=tuple(roots),
        packages=tuple(place for place in packages if place not in known),
        generated=tuple(insides(folder, generated)),
        dependencies=required_names(requirements),
        names=tuple(names),
    )


def _poetry(data: object, folder: str, path: str) -> Statement:
    poetry = table(data, "tool", "poetry")
    roots = []
    packages = []
    entries = poetry.get("packages")
    for entry in entries if isinstance(entries, list) else []:
        if table(entry).get("format") == "sdist":
            continue
        for name in texts(table(entry).get("include")):
            base = "".join(texts(table(entry).get("from"))[:1])
            packages.append(f"{base or '.'}/{name.partition('*')[0].rstrip('/')}")
            roots += [(root, f"poetry packages in {path}") for root in insides(folder, [base])]
    groups = [poetry, *(table(group) for group in table(poetry, "group").values())]
    names = [
        name
        for group in groups
        for key in ("dependencies", "dev-dependencies")
        for name in table(group, key)
        if name != "python"
    ]
    return Statement(
        name=normalise("".join(texts(poetry.get("name"))[:1])),
        roots=tuple(roots),
        packages=tuple(insides(folder, packages)),
        dependencies=required_names(names),
    )


def _uv(data: object, folder: str, path: str) -> Statement:
    settings = table(data, "tool", "uv", "build-backend")
    backend = table(data, "build-system").get("build-backend")
    if not settings and backend not in ("uv_build", "uv"):
        return Statement()
    base = "".join(texts(settings.get("module-root", "src"))[:1])
    modules = [
        f"{base or '.'}/{name.replace('.', '/')}" for name in texts(settings.get("module-name"))
    ]
    return Statement(
        roots=tuple((root, f"uv build-backend in {path}") for root in insides(folder, [base])),
        packages=tuple(insides(folder, modules)),
    )


def _flit(data: object, folder: str, path: str) -> Statement:
    names = texts(table(data, "tool", "flit", "module").get("name"))
    places = [name.replace(".", "/") for name in names]
    return Statement(
        packages=tuple(insides(folder, [*places, *(f"src/{place}" for place in places)]))
    )


def _pdm(data: object, folder: str, path: str) -> Statement:
    base = texts(table(data, "tool", "pdm", "build").get("package-dir"))
    written = texts(table(data, "tool", "pdm", "version").get("write_to"))
    backend = table(data, "build-system").get("build-backend")
    is_built = backend in ("pdm.backend", "pdm.pep517.api")
    found = searches(folder, base or ["."] if is_built else [], (), (), namespaces=False)
    return Statement(
        roots=tuple((root, f"pdm package-dir in {path}") for root in insides(folder, base)),
        generated=tuple(insides(folder, written)),
        searches=tuple(found),
    )


def _maturin(data: object, folder: str, path: str) -> Statement:
    base = texts(table(data, "tool", "maturin").get("python-source"))
    return Statement(
        roots=tuple((root, f"maturin python-source in {path}") for root in insides(folder, base))
    )
