"""What in texts says nothing of use: tables of linters and build backends, and changelogs.

A package that is assigned to a domain, or left out of coverage, is not alive because of that.
"""

import re

_FILES = frozenset(
    {
        ".bandit",
        ".bumpversion.cfg",
        ".codecov.yml",
        ".coveragerc",
        ".flake8",
        ".import_linter.toml",
        ".importlinter",
        ".isort.cfg",
        ".mypy.ini",
        ".pylintrc",
        ".ruff.toml",
        ".yapfrc",
        "archlint.toml",
        "codecov.yml",
        "mypy.ini",
        "pylintrc",
        "pyrightconfig.json",
        "ruff.toml",
        "ruff_defaults.toml",
        "tach.toml",
        "tach.yml",
    }
)
_CHANGES = re.compile(
    r"(?:^|/)(?:change(?:s|log)?|history|news(?:fragments)?|release[\w-]*|whatsnew)"
    r"(?:\.d)?(?:/|\.\w+$|$)",
    re.IGNORECASE,
)
_HEADER = re.compile(r"\s*\[+\s*([^\[\]]+?)\s*\]")
_TABLES = re.compile(
    r"""(?:tool[.:])?(?:
    archlint|bandit|black|bumpver(?:sion)?|commitizen|coverage|deptry|flake8|importlinter
    |interrogate|isort|mypy|pycodestyle|pydocstyle|pylint|pyre|(?:based)?pyright|pytest|ruff
    |semantic_release|tach|towncrier|ty|vulture
    |build-system|flit|hatch\.(?:build|metadata|version)|maturin|metadata|options|pdm\.(?:build|version)
    |poetry|project|scikit-build|setuptools(?:_scm)?|uv\.build-backend
    )(?:[.:\-\s]|$)""",
    re.VERBOSE,
)


def is_silent(path: str) -> bool:
    """Whether nothing in the file speaks of use."""
    return path.rpartition("/")[2].lower() in _FILES or _CHANGES.search(path) is not None


def silent_lines(path: str, text: str) -> dict[int, str]:
    """The lines that stand in a table which says nothing of use, each with the table's name."""
    if path.rpartition("/")[2] == "pytest.ini":
        return dict.fromkeys(range(1, text.count("\n") + 2), "pytest")
    if not path.endswith((".toml", ".cfg", ".ini")):
        return {}
    found = {}
    table = ""
    for number, line in enumerate(text.split("\n"), start=1):
        header = _HEADER.match(line)
        if header:
            table = header[1].lower()
        if _TABLES.match(table):
            found[number] = table
    return found
