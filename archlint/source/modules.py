"""Every file gets its dotted name, or is a script."""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import NamedTuple

from archlint.source.layout import Layout
from archlint.source.names import SOURCES, enclosing, is_identifier, stem_of
from archlint.source.tree import Form, Module, Role, SourceFile

Key = tuple[str, str, bool]
"""Path of the root, dotted name or path, whether it is a script."""


class _Place(NamedTuple):
    """A folder as seen from its root; `is_importable` if an import can name what lies in it.

    `package` are the segments with dots between them.
    """

    root: str
    segments: tuple[str, ...]
    package: str
    is_importable: bool


class _Named(NamedTuple):
    """The files of one module to be, best first."""

    place: _Place
    stem: str
    paths: list[str]


def name_modules(
    layout: Layout,
    roots: Set[str],
    paths: Sequence[str],
    ghosts: Set[str],
    role: Callable[[str], Role],
    renamed: Mapping[str, str],
) -> tuple[tuple[str, ...], tuple[Module, ...], tuple[SourceFile, ...]]:
    """The roots that hold something, sorted, all modules and the files to read.

    `paths` are sorted; `ghosts` are those of them whose content is not looked at. `renamed` are the
    dotted names of folders that have others than their places give them.
    """
    named = _without_copies(_name(layout, roots, paths, ghosts, renamed), ghosts)
    roles = {key: role(one.paths[0]) for key, one in named.items()}
    namespaces = _namespaces(named, roles)
    used = tuple(sorted({key[0] for key in named}))
    number = {root: index for index, root in enumerate(used)}
    file_paths = [path for path in paths if path.endswith(SOURCES) and path not in ghosts]
    file_index = {path: index for index, path in enumerate(file_paths)}
    owner = [0] * len(file_paths)
    modules: list[Module] = []
    for index, key in enumerate(sorted([*named, *namespaces])):
        one = named.get(key)
        if one is None:
            modules.append(_namespace(index, key, number[key[0]], namespaces[key]))
            continue
        read = tuple(file_index[path] for path in one.paths if path in file_index)
        for file in read:
            owner[file] = index
        form = _form(one.paths[0], ghosts)
        modules.append(_module(index, key, number[key[0]], one, form, roles[key], read))
    files = tuple(
        SourceFile(index, path, owner[index], path.endswith(".pyi"))
        for index, path in enumerate(file_paths)
    )
    return used, tuple(modules), files


def _name(
    layout: Layout,
    roots: Set[str],
    paths: Sequence[str],
    ghosts: Set[str],
    renamed: Mapping[str, str],
) -> dict[Key, _Named]:
    places = _places(layout, roots, renamed)
    named: dict[Key, _Named] = {}
    for path in paths:
        folder, slash, name = path.rpartition("/")
        stem = stem_of(name)
        place = places[folder]
        beside = folder + slash + stem
        importable = place.is_importable and is_identifier(stem)
        if stem == "__init__":
            importable = importable and bool(place.segments)
            dotted = place.package
        else:
            # Of a package and a module of one name Python only ever finds the package.
            importable = importable and beside not in layout.regular
            dotted = f"{place.package}.{stem}" if place.package else stem
        if importable:
            key = (place.root, dotted, False)
        elif path.endswith(SOURCES) and path not in ghosts:
            key = (place.root, f"{beside}.py", True)
        else:
            continue
        known = named.get(key)
        if known is None:
            named[key] = _Named(place, stem, [path])
        else:
            known.paths.append(path)
    for one in named.values():
        if len(one.paths) > 1:
            one.paths.sort(key=lambda path: _rank(path, ghosts))
    return named


def _without_copies(named: dict[Key, _Named], ghosts: Set[str]) -> dict[Key, _Named]:
    """Leave out names without content that only repeat a package which is analysed elsewhere.

    A build or a second checkout inside the tree would make every import of the package ambiguous.
    """
    if not ghosts:
        return named
    real = {key for key, one in named.items() if one.paths[0] not in ghosts}
    real_roots = {root for root, _, _ in real}
    tops = {name.partition(".")[0] for _, name, is_script in real if not is_script}
    return {
        key: one
        for key, one in named.items()
        if key[0] in real_roots or key[1].partition(".")[0] not in tops
    }


def _rank(path: str, ghosts: Set[str]) -> tuple[bool, int, str]:
    """Content before mere names, and `.py` before `.pyi` before compiled modules."""
    kinds = (".py", ".pyi", ".pyx", ".so", ".pyd")
    return path in ghosts, kinds.index("." + path.rpartition(".")[2]), path


def _places(layout: Layout, roots: Set[str], renamed: Mapping[str, str]) -> dict[str, _Place]:
    places: dict[str, _Place] = {}
    for folder in sorted(layout.folders):
        above, _, name = folder.rpartition("/")
        given = renamed.get(folder)
        if folder in roots or not folder or given:
            root = folder if folder in roots or not folder else places[above].root
            places[folder] = _Place(
                root, tuple(given.split(".")) if given else (), given or "", True
            )
            continue
        around = places[above]
        shadowed = folder in layout.modules and folder not in layout.regular
        places[folder] = _Place(
            around.root,
            (*around.segments, name),
            f"{around.package}.{name}" if around.package else name,
            around.is_importable and is_identifier(name) and not shadowed,
        )
    return places


def _module(
    index: int,
    key: Key,
    root: int,
    named: _Named,
    form: Form,
    role: Role,
    files: tuple[int, ...],
) -> Module:
    _, name, is_script = key
    best = named.paths[0]
    is_package = named.stem == "__init__" and not is_script
    segments = named.place.segments
    return Module(
        index,
        best if is_script else name,
        root,
        best,
        named.place.package,
        segments if is_package else (*segments, named.stem or best),
        is_package,
        Form.SCRIPT if is_script else form,
        role,
        files,
    )


def _form(path: str, ghosts: Set[str]) -> Form:
    if path in ghosts:
        return Form.GHOST
    if path.endswith(".py"):
        return Form.SOURCE
    return Form.STUB if path.endswith(".pyi") else Form.EXTENSION


def _namespaces(named: Mapping[Key, _Named], roles: Mapping[Key, Role]) -> dict[Key, Role]:
    """The folders without `__init__` that hold a module, with the role of what they hold."""
    held: dict[tuple[str, str], Role] = {}
    for key, role in roles.items():
        root, name, is_script = key
        package = name.rpartition(".")[0]
        if package and not is_script:
            held[root, package] = min(role, held.get((root, package), role))
    found: dict[Key, Role] = {}
    for (root, package), role in held.items():
        for above in (*enclosing(package), package):
            key = (root, above, False)
            if key not in named:
                found[key] = min(role, found.get(key, role))
    return found


def _namespace(index: int, key: Key, root: int, role: Role) -> Module:
    folder, name, _ = key
    segments = tuple(name.split("."))
    return Module(
        index,
        name=name,
        root=root,
        path="/".join((folder, *segments) if folder else segments),
        package=name,
        segments=segments,
        is_package=True,
        form=Form.NAMESPACE,
        role=role,
        files=(),
    )
