"""What the owner of a tree may say about its files, and what holds where nothing is said."""

from collections.abc import Iterator
from typing import NamedTuple

DEFAULT_EXCLUDE = ("**/testdata/**",)

DEFAULT_TESTS = (
    "tests/**",
    "test/**",
    "**/tests/**",
    "**/test_*.py",
    "**/*_test.py",
    "**/conftest.py",
)
"""Besides these, by default, `testing` without `__init__.py` directly below a root, and there
`features` that holds nothing but the `steps` and the `environment.py` of behave."""

DEFAULT_TOOL_FILES = ("**/setup.py", "**/noxfile.py", "**/tasks.py", "**/conf.py")
"""They hold outside of regular packages: `django/urls/conf.py` is no tool."""

DEFAULT_TOOLS = (
    *DEFAULT_TOOL_FILES,
    "doc/**",
    "docs/**",
    "scripts/**",
    "script/**",
    "tools/**",
    "bin/**",
    "**/benchmarks/**",
    "examples/**",
)


class SourceOptions(NamedTuple):
    """Where to look and what each path is for.

    Patterns have gitignore meaning from the root of the run on. None stands for the default:
    detected roots, built-in patterns.
    """

    source_roots: tuple[str, ...] | None = None
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] = ()
    tests: tuple[str, ...] | None = None
    extend_tests: tuple[str, ...] = ()
    tools: tuple[str, ...] | None = None
    extend_tools: tuple[str, ...] = ()
    production: tuple[str, ...] = ()

    @property
    def exclude_patterns(self) -> tuple[str, ...]:
        """What is not analysed."""
        return (DEFAULT_EXCLUDE if self.exclude is None else self.exclude) + self.extend_exclude

    @property
    def test_patterns(self) -> tuple[str, ...]:
        """What holds tests, unless it is stated to be production."""
        return (DEFAULT_TESTS if self.tests is None else self.tests) + self.extend_tests

    @property
    def tool_patterns(self) -> tuple[str, ...]:
        """What holds tools, unless it is production or a test."""
        return (DEFAULT_TOOLS if self.tools is None else self.tools) + self.extend_tools

    def stated(self) -> Iterator[tuple[str, int, str]]:
        """The owner's own patterns: the option's name in the config, the index, the pattern."""
        options = (
            ("exclude", self.exclude or ()),
            ("extend-exclude", self.extend_exclude),
            ("tests", self.tests or ()),
            ("extend-tests", self.extend_tests),
            ("tools", self.tools or ()),
            ("extend-tools", self.extend_tools),
            ("production", self.production),
        )
        for option, patterns in options:
            for index, pattern in enumerate(patterns):
                yield option, index, pattern
