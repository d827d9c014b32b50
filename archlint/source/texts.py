"""Files beside the source that may name modules: what starts, builds, configures, documents.

They are looked for apart from the source, since most runs have no need of them.
"""

import os
import re
from collections.abc import Iterator

from archlint.source import gitignore
from archlint.source.names import is_never_walked, is_printable
from archlint.source.walk import DEEPEST

_CI = re.compile(
    r"\.(?:azure-pipelines|buildkite|ci|circleci|devcontainer|github|gitlab|woodpecker)"
)
_SUFFIX = re.compile(
    r"bash|bat|cfg|cmd|conf|[Dd]ockerfile|env|ini|ipynb|json|md|mk|ps1|pxd|pyx|rst|service|sh|toml"
    r"|ya?ml"
)
_STEM = re.compile(r"(?:docker|container|(?:gnu)?make|proc)file", re.IGNORECASE)


def find_texts(top: str) -> tuple[str, ...]:
    """The sorted paths of all such files, relative to the top; what git ignores is left out.

    Of hidden folders those are looked into that say what continuous integration runs.
    """
    return tuple(sorted(_files(top, "", gitignore.rules_above(top), 0)))


def _files(top: str, folder: str, rules: gitignore.Rules, depth: int) -> Iterator[str]:
    try:
        with os.scandir(os.path.join(top, folder)) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    names = {entry.name for entry in entries}
    if folder and (names & {"pyvenv.cfg", "conda-meta"} or _is_output(folder, names)):
        return
    if ".gitignore" in names:
        rules += gitignore.rules_in(top, folder)
    for entry in entries:
        name = entry.name
        path = f"{folder}/{name}" if folder else name
        slash = "/" if entry.is_dir() else ""
        if rules and gitignore.is_ignored(rules, path + slash, name + slash):
            continue
        if slash:
            is_skipped = is_never_walked(name) and not _CI.fullmatch(name)
            if not (is_skipped or entry.is_symlink() or depth == DEEPEST):
                yield from _files(top, path, rules, depth + 1)
        elif _may_name_modules(name) and is_printable(path) and entry.is_file():
            yield path


def _is_output(folder: str, names: set[str]) -> bool:
    return folder.rpartition("/")[2] in ("build", "dist") and "__init__.py" not in names


def _may_name_modules(name: str) -> bool:
    """Whether the name is that of such a file; one without a suffix may be a script."""
    stem, dot, suffix = name.rpartition(".")
    return not dot or bool(_SUFFIX.fullmatch(suffix) or _STEM.match(stem))
