from pathlib import Path

import pytest

from archlint.source.options import SourceOptions
from archlint.source.roles import role_by_path
from archlint.source.tree import Role
from tests.source.trees import tree_of

DEFAULTS = [
    ("tests/a.py", Role.TEST),
    ("test/a.py", Role.TEST),
    ("app/test/a.py", Role.PRODUCTION),
    ("app/tests/a.py", Role.TEST),
    ("app/tests.py", Role.PRODUCTION),
    ("app/test_a.py", Role.TEST),
    ("app/a_test.py", Role.TEST),
    ("conftest.py", Role.TEST),
    ("app/testing/a.py", Role.PRODUCTION),
    ("setup.py", Role.TOOL),
    ("x/noxfile.py", Role.TOOL),
    ("app/tasks.py", Role.TOOL),
    ("docs/conf.py", Role.TOOL),
    ("doc/x/a.py", Role.TOOL),
    ("scripts/a.py", Role.TOOL),
    ("script/a.py", Role.TOOL),
    ("tools/a.py", Role.TOOL),
    ("app/tools/a.py", Role.PRODUCTION),
    ("bin/a.py", Role.TOOL),
    ("app/benchmarks/a.py", Role.TOOL),
    ("examples/a.py", Role.TOOL),
    ("tools/tests/a.py", Role.TEST),
    ("app/a.py", Role.PRODUCTION),
]


@pytest.mark.parametrize(("path", "expected"), DEFAULTS)
def test_defaults(path: str, expected: Role) -> None:
    assert role_by_path(SourceOptions())(path) is expected


@pytest.mark.parametrize(
    ("options", "path", "expected"),
    [
        ({"extend_tests": ("checks/**",)}, "checks/a.py", Role.TEST),
        ({"extend_tests": ("checks/**",)}, "tests/a.py", Role.TEST),
        ({"tests": ("checks/**",)}, "tests/a.py", Role.PRODUCTION),
        ({"tests": ()}, "tests/a.py", Role.PRODUCTION),
        ({"extend_tools": ("dev",)}, "x/dev/a.py", Role.TOOL),
        ({"tools": ()}, "docs/a.py", Role.PRODUCTION),
        ({"production": ("app/a_test.py",)}, "app/a_test.py", Role.PRODUCTION),
        ({"production": ("tools/",)}, "tools/a.py", Role.PRODUCTION),
        ({"extend_tests": ("!tests/kit/**",)}, "tests/kit/a.py", Role.PRODUCTION),
    ],
)
def test_what_the_owner_says(
    options: dict[str, tuple[str, ...]], path: str, expected: Role
) -> None:
    assert role_by_path(SourceOptions(**options))(path) is expected


@pytest.mark.parametrize(
    ("files", "path", "expected"),
    [
        (["testing/a.py"], "testing/a.py", Role.TEST),
        (["testing/__init__.py", "testing/a.py"], "testing/a.py", Role.PRODUCTION),
        (["testing/p/__init__.py"], "testing/p/__init__.py", Role.TEST),
        (["src/testing/a.py"], "src/testing/a.py", Role.TEST),
        (["app/__init__.py", "app/testing/a.py"], "app/testing/a.py", Role.PRODUCTION),
        (["features/steps/a.py"], "features/steps/a.py", Role.TEST),
        (["features/environment.py", "features/steps/x/a.py"], "features/steps/x/a.py", Role.TEST),
        (["features/environment.py", "features/steps/a.py"], "features/environment.py", Role.TEST),
        (["src/features/steps/a.py"], "src/features/steps/a.py", Role.TEST),
        (["features/environment.py"], "features/environment.py", Role.PRODUCTION),
        (["features/steps/a.py", "features/b.py"], "features/steps/a.py", Role.PRODUCTION),
        (["features/steps/__init__.py"], "features/steps/__init__.py", Role.PRODUCTION),
        (["features/__init__.py", "features/steps/a.py"], "features/steps/a.py", Role.PRODUCTION),
        (
            ["app/__init__.py", "app/features/steps/a.py"],
            "app/features/steps/a.py",
            Role.PRODUCTION,
        ),
    ],
)
def test_testing_beside_packages(
    tmp_path: Path, files: list[str], path: str, expected: Role
) -> None:
    tree = tree_of(tmp_path, files)
    assert {one.path: one.role for one in tree.modules}[path] is expected
    replaced = tree_of(tmp_path, files, tests=("nothing",))
    assert {one.path: one.role for one in replaced.modules}[path] is Role.PRODUCTION


@pytest.mark.parametrize(
    ("path", "options", "expected"),
    [
        ("shop/conf.py", {}, Role.PRODUCTION),
        ("shop/setup.py", {}, Role.PRODUCTION),
        ("conf.py", {}, Role.TOOL),
        ("services/one/setup.py", {}, Role.TOOL),
        ("docs/conf.py", {}, Role.TOOL),
        ("shop/conf.py", {"extend_tools": ("**/conf.py",)}, Role.TOOL),
        ("shop/conf.py", {"tools": ("**/conf.py",)}, Role.TOOL),
    ],
)
def test_in_a_package_no_file_is_a_tool_by_its_name_alone(
    path: str, options: dict[str, tuple[str, ...]], expected: Role
) -> None:
    packages = {"shop", "docs"}
    assert role_by_path(SourceOptions(**options), packages)(path) is expected
