import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from archlint.source.globs import compile_covers, compile_glob, compile_patterns

CASES = [
    ("tests/**", "tests/a.py", True),
    ("tests/**", "x/tests/a.py", False),
    ("tests/**", "tests/deep/er/a.py", True),
    ("**/tests/**", "tests/a.py", True),
    ("**/tests/**", "x/y/tests/z/a.py", True),
    ("**/tests/**", "x/mytests/a.py", False),
    ("test_*.py", "x/test_a.py", True),
    ("**/test_*.py", "test_a.py", True),
    ("**/test_*.py", "a_test_b.py", False),
    ("/a.py", "a.py", True),
    ("/a.py", "x/a.py", False),
    ("x/a.py", "x/a.py", True),
    ("x/a.py", "y/x/a.py", False),
    ("x/*.py", "x/a.py", True),
    ("x/*.py", "x/y/a.py", False),
    ("x/**/a.py", "x/a.py", True),
    ("x/**/a.py", "x/y/z/a.py", True),
    ("build", "build/a.py", True),
    ("build/", "x/build/a.py", True),
    ("a.py/", "a.py", False),
    ("?.py", "a.py", True),
    ("?.py", "ab.py", False),
    ("[ab].py", "b.py", True),
    ("[!ab].py", "b.py", False),
    ("[^ab].py", "c.py", True),
    ("[a-c].py", "b.py", True),
    ("[a-].py", "-.py", True),
    ("[]].py", "].py", True),
    (r"\!a.py", "!a.py", True),
    (r"\#a.py", "#a.py", True),
    (r"a\*.py", "ab.py", False),
    ("a.py ", "a.py", True),
    ("*", "x/a.py", True),
    ("**", "x/a.py", True),
    ("/*/a.py", "x/a.py", True),
    ("a+b.py", "a+b.py", True),
    ("é.py", "é.py", True),
]


@pytest.mark.parametrize(("pattern", "path", "expected"), CASES)
def test_a_pattern_covers_files_as_gitignore_says(pattern: str, path: str, expected: bool) -> None:
    assert compile_covers([pattern]).holds(path) is expected


@pytest.mark.parametrize("line", ["", "# a comment", "/", "!", "//a", "[a", "a\\", "[z-a]", "   "])
def test_what_means_nothing_matches_nothing(line: str) -> None:
    assert compile_glob(line) is None
    assert not compile_covers([line]).holds("a")


@pytest.mark.parametrize(
    ("patterns", "path", "expected"),
    [
        (["tests/**", "!tests/data/**"], "tests/a.py", True),
        (["tests/**", "!tests/data/**"], "tests/data/a.py", False),
        (["tests/**", "!tests/data/**"], "tests/data/deep/a.py", False),
        (["!tests/data/**", "tests/**"], "tests/data/a.py", True),
        (["tests/", "!tests/data/", "keep.py"], "tests/data/keep.py", True),
        (["*.py", "!a.py"], "x/a.py", False),
        (["!a.py"], "a.py", False),
    ],
)
def test_the_last_and_nearest_pattern_decides(
    patterns: list[str], path: str, expected: bool
) -> None:
    assert compile_covers(patterns).holds(path) is expected


def test_a_pattern_for_a_folder_does_not_decide_about_what_lies_in_it() -> None:
    patterns = compile_patterns(["build/", "!build/keep.py"])
    assert patterns.decide("build/", "build/") is True
    assert patterns.decide("build/a.py", "a.py") is None
    assert patterns.decide("build/keep.py", "keep.py") is False


segments = st.sampled_from(["a", "b", "ab", "a.py", "test_a", "*", "a*", "*.py", "?", "[ab]", "**"])
globs = st.tuples(
    st.sampled_from(["", "/"]),
    st.lists(segments, min_size=1, max_size=4),
    st.sampled_from(["", "/"]),
).map(lambda parts: parts[0] + "/".join(parts[1]) + parts[2])
paths = st.lists(
    st.sampled_from(["a", "b", "ab", "a.py", "test_a", "x"]), min_size=1, max_size=5
).map("/".join)


@given(globs, paths)
def test_one_pattern_covers_what_pathspec_matches(glob: str, path: str) -> None:
    # git and pathspec disagree about a file below such a pattern, and git is right.
    assume(not glob.endswith("**/"))
    expected = GitIgnoreSpec.from_lines([glob]).match_file(path)
    assert compile_covers([glob]).holds(path) is expected


@pytest.mark.parametrize("glob", ["*a" * 30 + "b", "**/*a/" * 30 + "b", "[a-z]*" * 30 + "!"])
def test_no_pattern_is_slow(glob: str) -> None:
    covers = compile_covers([glob])
    assert not covers.holds("/".join(["a" * 60] * 60) + "/" + "a" * 250)


@given(st.text(alphabet="ab*?[]!^-\\/# .", max_size=8))
def test_every_line_compiles_or_means_nothing(line: str) -> None:
    glob = compile_glob(line)
    assert glob is None or isinstance(glob.regex, re.Pattern)
