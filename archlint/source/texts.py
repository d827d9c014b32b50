"""Files beside the source that may name modules: what starts, builds, configures, documents.

They are looked for apart from the source, since most runs have no need of them.
"""

import re
from collections.abc import Iterable, Iterator

from archlint.source import gitignore
from archlint.source.disk import Disk
from archlint.source.names import is_build_output, is_never_walked, is_printable
from archlint.source.sight import Listing
from archlint.source.walk import DEEPEST

_RUNNING = re.compile(
    r"\.(?:azure-pipelines|buildkite|ci|circleci|devcontainer|github|gitlab|woodpecker"
    r"|vscode|(?:git-?)?hooks|husky)"
)
_SUFFIXES = frozenset(
    (
        *("bash", "bat", "cfg", "cmd", "conf", "coveragerc", "dockerfile", "Dockerfile", "env"),
        *("flake8", "flaskenv", "gin", "hcl", "importlinter", "ini", "ipynb", "j2", "jinja"),
        *("jinja2", "json", "md", "mk", "ps1", "pxd", "pylintrc", "pyw", "pyx", "resource"),
        *("robot", "rst", "service", "sh", "smk", "spec", "tac", "tf", "tmpl", "toml", "tpl"),
        *("wsgi", "yaml", "yml", "zcml"),
    )
)
_STEM = re.compile(r"(?:docker|container|(?:gnu)?make|proc)file", re.IGNORECASE)


def find_texts(disk: Disk) -> tuple[str, ...]:
    """The sorted paths of all such files, relative to the top; what git ignores is left out.

    Of hidden folders those are looked into that say what continuous integration, editors and git
    run.
    """
    found: list[str] = []
    pending = [("", gitignore.rules_above(disk), 0)]
    while pending:
        folder, rules, depth = pending.pop()
        try:
            listing = disk.listing(folder)
        except OSError:
            continue
        if folder and _is_skipped(folder, listing):
            continue
        if listing.holds(".gitignore"):
            rules += gitignore.rules_in(disk, folder)
        base = f"{folder}/" if folder else ""
        found += _texts(base, listing.files, rules)
        found += filter(disk.is_file, _texts(base, listing.links, rules))
        if depth < DEEPEST:
            pending += [(path, rules, depth + 1) for path in _below(base, listing.folders, rules)]
    return tuple(sorted(found))


def _texts(base: str, names: Iterable[str], rules: gitignore.Rules) -> list[str]:
    """The paths of those files in a folder that may name modules."""
    texts = [name for name in names if _may_name_modules(name)]
    if rules:
        texts = [name for name in texts if not gitignore.is_ignored(rules, base + name, name)]
    paths = [base + name for name in texts]
    return paths if "".join((base, *texts)).isascii() else [*filter(is_printable, paths)]


def _below(base: str, names: Iterable[str], rules: gitignore.Rules) -> Iterator[str]:
    """The folders that are looked into."""
    for name in names:
        path = base + name
        if is_never_walked(name) and not _RUNNING.fullmatch(name):
            continue
        if not (rules and gitignore.is_ignored(rules, f"{path}/", f"{name}/")):
            yield path


def _is_skipped(folder: str, listing: Listing) -> bool:
    is_output = is_build_output(folder.rpartition("/")[2]) and not listing.holds("__init__.py")
    return is_output or listing.holds("pyvenv.cfg") or listing.holds("conda-meta")


def _may_name_modules(name: str) -> bool:
    """Whether the name is that of such a file; one without a suffix may be a script."""
    stem, dot, suffix = name.rpartition(".")
    return not dot or suffix in _SUFFIXES or _STEM.match(stem) is not None
