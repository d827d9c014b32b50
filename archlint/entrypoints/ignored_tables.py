"""What in texts says nothing of use: tables of linters and build backends, changelogs, comments.

A package that is assigned to a domain, or left out of coverage, is not alive because of that.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from archlint.entrypoints.loading_keys import loads, may_load

_FILES = frozenset(
    {
        ".bandit",
        ".bumpversion.cfg",
        ".codecov.yaml",
        ".codecov.yml",
        ".coveragerc",
        ".coveragerc.toml",
        ".flake8",
        ".import_linter.toml",
        ".importlinter",
        ".isort.cfg",
        ".mypy.ini",
        ".pylintrc",
        ".ruff.toml",
        ".semgrep.yaml",
        ".semgrep.yml",
        ".yapfrc",
        "archlint.toml",
        "bandit.yaml",
        "bandit.yml",
        "codecov.yaml",
        "codecov.yml",
        "coverage.json",
        "dependabot.yaml",
        "dependabot.yml",
        "labeler.yaml",
        "labeler.yml",
        "mypy.ini",
        "pylintrc",
        "pyrightconfig.json",
        "reuse.toml",
        "ruff.toml",
        "ruff_defaults.toml",
        "tach.domain.toml",
        "tach.toml",
        "tach.yml",
    }
)
_CHANGES = re.compile(
    r"(?:^|/)(?:(?:change(?:s|logs?)?|news(?:fragments)?|release(?:s|[_-]?notes?)|whatsnew)(?:\.d)?/"
    r"|(?:change(?:s|log)?|history|news|release(?:s|[_-]?notes?)|whatsnew)(?:\.(?!(?:ba)?sh$)\w+)?$)",
    re.IGNORECASE,
)
_COMMENT = re.compile(
    r"""^((?:[^"'#\n]|"[^"\n]*"|'[^'\n]*'|(?<=\S)\#)*)(?<!\S)\#(?!!).*|^\s*;.*""", re.MULTILINE
)
_COMMENT_IN_NOTEBOOK = re.compile(r"""("\s*)\#(?:\\.|[^"\\\n])*""")
_HEADER = re.compile(r"\[+\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"([\w.-]+)\s*[=:]")
_COMMENT_IN_BATCH = re.compile(r"^(\s*@?)(?:rem\b|::).*", re.IGNORECASE | re.MULTILINE)
_TABLES = re.compile(
    r"""(?:tool[.:])?(?:
    archlint|autoflake|autopep8|bandit|black|bumpver(?:sion)?|codespell|commitizen|cosmic-ray
    |coverage|creosote|deadcode|deptry|djlint|docformatter|fixit|flake8|importlinter|interrogate
    |isort|mutmut|mypy|pdoc|pycln|pycodestyle|pydoclint|pydocstyle|pydoctor|pylint|pymarkdown|pyre
    |pyrefly|(?:based)?pyright|pytest|pytype|pyupgrade|radon|refurb|ruff|semantic_release|slipcover
    |skylos|tach|towncrier|ty|typos|unimport|vulture|wily|xenon|yapf|zuban
    |build-system|check-wheel-contents|flit|hatch\.(?:build|metadata|version)|maturin|metadata
    |options|pdm\.(?:build|version)|poetry|project|pyproject-fmt|scikit-build|setuptools(?:_scm)?
    |uv\.build-backend
    |logger_\w+\.qualname
    )(?:[.:\-\s]|$)""",
    re.VERBOSE,
)


def is_silent(path: str) -> bool:
    """Whether nothing in the file speaks of use."""
    if path.rpartition("/")[2].lower() in _FILES:
        return not may_load(path)
    # What a hidden folder holds is run by something, whatever it is called.
    return not path.startswith(".") and _CHANGES.search(path) is not None


def without_comments(path: str, text: str) -> str:
    """The text with blanks for its comments, so that all else stays where it is."""
    if path.endswith(".json"):
        return text
    pattern = _COMMENT
    if path.endswith(".ipynb"):
        pattern = _COMMENT_IN_NOTEBOOK
    elif path.endswith((".bat", ".cmd")):
        pattern = _COMMENT_IN_BATCH
    return pattern.sub(_blank, text)


def _blank(comment: re.Match[str]) -> str:
    kept = comment[1] or ""
    return kept + re.sub(r"[^\n]", " ", comment[0][len(kept) :])


def silent_lines(path: str, text: str) -> dict[int, str]:
    """The lines that stand in a table which says nothing of use, each with the key it is of.

    Lines that say what code a tool loads are none.
    """
    name = path.rpartition("/")[2].lower()
    is_whole = name in _FILES or name == "pytest.ini"
    if path.endswith(".toml"):
        keys = dict(_lines_of_toml(text))
    elif is_whole or path.endswith((".cfg", ".ini")):
        keys = dict(_lines_below_headers(text))
    else:
        return {}
    if is_whole:
        keys = {**dict.fromkeys(range(1, text.count("\n") + 2), name), **keys}
    return {
        line: key
        for line, key in keys.items()
        if (is_whole or _TABLES.match(key)) and not loads(path, key)
    }


def _lines_of_toml(text: str) -> Iterator[tuple[int, str]]:
    """The lines of each key and value in a table, with the dotted name of the key."""
    import tomllib

    from archlint.config.toml_spans import scan

    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        yield from _lines_below_headers(text)
        return
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    for key, spans in scan(text).items():
        if len(key) > 1:
            name = ".".join(step for step in key if isinstance(step, str)).lower()
            first, last = bisect_right(starts, spans.key[0]), bisect_right(starts, spans.value[1])
            yield from ((line, name) for line in range(first, last + 1))


def _lines_below_headers(text: str) -> Iterator[tuple[int, str]]:
    """The same where keys begin lines and further lines of a value are indented."""
    table = key = ""
    for number, line in enumerate(text.split("\n"), start=1):
        header = _HEADER.match(line)
        if header:
            table, key = header[1].lower(), ""
        elif found := _KEY.match(line):
            key = f".{found[1].lower()}"
        yield number, table + key
