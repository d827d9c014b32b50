"""What each module is for, by its path."""

from collections.abc import Callable, Container, Iterable

from archlint.source.globs import compile_covers
from archlint.source.options import DEFAULT_TOOL_FILES, SourceOptions
from archlint.source.tree import Role


def role_by_path(
    options: SourceOptions, regular: Container[str] = (), testing: Iterable[str] = ()
) -> Callable[[str], Role]:
    """The role of a file from its path.

    `regular` are the folders with an `__init__`, in which a file is no tool by its name alone
    unless the owner says so; `testing` are further folders of tests.
    """
    production = compile_covers(options.production)
    tests = compile_covers((*options.test_patterns, *map(_literal, testing)))
    tools = compile_covers(options.tool_patterns)
    stated = options.tool_patterns
    if options.tools is None:
        stated = tuple(text for text in stated if text not in DEFAULT_TOOL_FILES)
    tools_in_packages = compile_covers((*stated, *options.extend_tools))

    def judge(folder: str, name: str, path: str) -> Role:
        if tests.holds_file(folder, name, path):
            found = Role.TEST
        elif tools.holds_file(folder, name, path) and (
            folder not in regular or tools_in_packages.holds_file(folder, name, path)
        ):
            found = Role.TOOL
        else:
            return Role.PRODUCTION
        return Role.PRODUCTION if production.holds_file(folder, name, path) else found

    named = compile_covers((*options.production, *options.test_patterns, *options.tool_patterns))
    by_folder: dict[str, Role] = {}

    def role(path: str) -> Role:
        folder, _, name = path.rpartition("/")
        if named.names_file(name, path):
            return judge(folder, name, path)
        known = by_folder.get(folder)
        if known is None:
            known = by_folder[folder] = judge(folder, name, path)
        return known

    return role


def _literal(folder: str) -> str:
    return "/" + "".join(f"\\{sign}" if sign in "\\*?[" else sign for sign in folder) + "/"
