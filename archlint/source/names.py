"""What the name of a file, folder or module says about it."""

import keyword
import re
from collections.abc import Iterator

SOURCES = (".py", ".pyi")
EXTENSIONS = (".so", ".pyd", ".pyx")
KINDS = SOURCES + EXTENSIONS

BUILD_SCRIPTS = ("build.py", "hatch_build.py", "pdm_build.py")
"""Programs that poetry, hatch and pdm run, where they lie beside a `pyproject.toml`."""

BUILD_FILES = (
    "setup.py",
    "pyproject.toml",
    *BUILD_SCRIPTS,
    "meson.build",
    "CMakeLists.txt",
    "Cargo.toml",
)
"""Files that may tell what is compiled."""

_EXTENSION = re.compile(
    r"(?P<stem>\w+)(\.(cpython|cp\d|pypy|graalpy|abi3)[\w-]*)?\.(so|pyd)|(?P<cython>\w+)\.pyx"
)


def stem_of(name: str) -> str:
    """The file's name without what is no part of a module's name; "" for a foreign library."""
    if name.endswith(".py"):
        return name[:-3]
    if name.endswith(".pyi"):
        return name[:-4]
    match = _EXTENSION.fullmatch(name)
    return (match["stem"] or match["cython"]) if match else ""


def enclosing(name: str) -> Iterator[str]:
    """The names of the packages around a dotted name, outermost first."""
    position = name.find(".")
    while position >= 0:
        yield name[:position]
        position = name.find(".", position + 1)


def is_identifier(name: str) -> bool:
    """Whether an import statement can speak of the name."""
    return name.isidentifier() and not keyword.iskeyword(name)


def is_requirements(path: str) -> bool:
    """Whether the file lists requirements, one on a line."""
    if not path.endswith((".txt", ".in")):
        return False
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0]
    return (
        stem.startswith("requirements")
        or stem.endswith("requirements")
        or folder.rpartition("/")[2] == "requirements"
    )


def is_metadata(path: str) -> bool:
    """Whether the file may describe a distribution or what it depends on."""
    name = path.rpartition("/")[2]
    return name in ("pyproject.toml", "hatch.toml", "setup.cfg", "setup.py") or is_requirements(
        path
    )


def is_never_walked(name: str) -> bool:
    """Whether folders of that name are never the owner's own source."""
    return name.startswith(".") or name in (
        "__pycache__",
        "__pypackages__",
        "node_modules",
        "site-packages",
    )


def is_build_output(name: str) -> bool:
    """Whether folders of that name hold what a build wrote, unless they are packages."""
    return name in ("build", "dist")


def is_printable(path: str) -> bool:
    """Whether the path is text, and not bytes that only the file system understands."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
