"""Files beside the source that may name modules: what starts, builds, configures, documents.

They are looked for apart from the source, since most runs have no need of them.
"""

import re
from collections.abc import Iterator

from archlint.source import gitignore
from archlint.source.disk import Disk
from archlint.source.names import is_build_output, is_never_walked, is_printable
from archlint.source.sight import Listing
from archlint.source.walk import DEEPEST

_CI = re.compile(
    r"\.(?:azure-pipelines|buildkite|ci|circleci|devcontainer|github|gitlab|woodpecker)"
)
_SUFFIX = re.compile(
    r"bash|bat|cfg|cmd|conf|[Dd]ockerfile|env|ini|ipynb|json|md|mk|ps1|pxd|pyx|rst|service|sh|toml"
    r"|ya?ml"
)
_STEM = re.compile(r"(?:docker|container|(?:gnu)?make|proc)file", re.IGNORECASE)


def find_texts(disk: Disk) -> tuple[str, ...]:
    """The sorted paths of all such files, relative to the top; what git ignores is left out.

    Of hidden folders those are looked into that say what continuous integration runs.
    """
    return tuple(sorted(_files(disk, "", gitignore.rules_above(disk), 0)))


def _files(disk: Disk, folder: str, rules: gitignore.Rules, depth: int) -> Iterator[str]:
    try:
        listing = disk.listing(folder)
    except OSError:
        return
    if folder and _is_skipped(folder, listing):
        return
    if listing.holds(".gitignore"):
        rules += gitignore.rules_in(disk, folder)
    base = f"{folder}/" if folder else ""
    for name in (*listing.files, *listing.links):
        path = base + name
        if (
            _may_name_modules(name)
            and not (rules and gitignore.is_ignored(rules, path, name))
            and is_printable(path)
            and (name in listing.files or disk.is_file(path))
        ):
            yield path
    for name in listing.folders if depth < DEEPEST else ():
        if is_never_walked(name) and not _CI.fullmatch(name):
            continue
        path = base + name
        if not (rules and gitignore.is_ignored(rules, f"{path}/", f"{name}/")):
            yield from _files(disk, path, rules, depth + 1)


def _is_skipped(folder: str, listing: Listing) -> bool:
    is_output = is_build_output(folder.rpartition("/")[2]) and not listing.holds("__init__.py")
    return is_output or listing.holds("pyvenv.cfg") or listing.holds("conda-meta")


def _may_name_modules(name: str) -> bool:
    """Whether the name is that of such a file; one without a suffix may be a script."""
    stem, dot, suffix = name.rpartition(".")
    return not dot or bool(_SUFFIX.fullmatch(suffix) or _STEM.match(stem))
