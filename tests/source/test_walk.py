import os
import socket
from pathlib import Path

import pytest

from archlint.diagnostics import Severity
from archlint.errors import SourceError
from archlint.source.disk import Disk
from archlint.source.links import MOST_NESTED_VISITS
from archlint.source.options import SourceOptions
from archlint.source.walk import DEEPEST, walk
from archlint.source.walked import Walk
from tests.source.trees import write


def walked(top: Path, **options: tuple[str, ...]) -> Walk:
    return walk(SourceOptions(**options), Disk(str(top)))


def sources(found: Walk) -> list[str]:
    return [path for path, _ in found.sources]


def said(found: Walk) -> list[tuple[str, str, str]]:
    return [
        (str(problem.location), problem.severity.value, problem.message)
        for problem in found.problems
    ]


def test_files_are_sorted_and_told_apart(tmp_path: Path) -> None:
    write(
        tmp_path, ["b/c.py", "a.py", "b/c.pyi", "b/fast.pyx", "b/x.cpython-311-x86_64.so", "n.md"]
    )
    found = walked(tmp_path)
    assert found.sources == (("a.py", False), ("b/c.py", False), ("b/c.pyi", True))
    assert found.extensions == ("b/fast.pyx", "b/x.cpython-311-x86_64.so")


@pytest.mark.parametrize(
    ("files", "left", "skipped"),
    [
        ([".tox/a.py", "a.py"], ["a.py"], {"hidden folders": 1}),
        (["__pycache__/a.py", "a.py"], ["a.py"], {}),
        (["x/node_modules/a.py", "a.py"], ["a.py"], {"`node_modules` folders": 1}),
        (["lib/site-packages/a.py"], [], {"`site-packages` folders": 1}),
        (["__pypackages__/3.8/lib/a/b.py"], [], {"`__pypackages__` folders": 1}),
        (["env/pyvenv.cfg", "env/lib/a.py"], [], {"virtual environments": 1}),
        (["env/conda-meta/history", "env/lib/a.py"], [], {"virtual environments": 1}),
        (["build/lib/a.py", "dist/a.py"], [], {"build output": 2}),
        (["src/build/__init__.py"], ["src/build/__init__.py"], {}),
        (["x/testdata/a.py"], [], {"excluded files": 1}),
        ([".hidden.py"], [".hidden.py"], {}),
        (["a.py", "._a.py", "b/._c.pyi"], ["a.py"], {}),
    ],
)
def test_what_is_never_the_owners_source_is_skipped(
    tmp_path: Path, files: list[str], left: list[str], skipped: dict[str, int]
) -> None:
    found = walked(write(tmp_path, files))
    assert sources(found) == left
    assert found.skipped == skipped


def test_a_stated_root_is_entered_whatever_it_is_called(tmp_path: Path) -> None:
    write(tmp_path, [".hidden/dist/a.py", ".hidden/other/.git/b.py", "build/c.py"])
    assert sources(walked(tmp_path, source_roots=(".hidden/dist",))) == [".hidden/dist/a.py"]


def test_excluded_names_keep_existing(tmp_path: Path) -> None:
    write(tmp_path, ["gen/a.py", "gen/deep/b.py", "gen/.git/c.py", "c.py", "testdata/d.py"])
    found = walked(tmp_path, exclude=("gen/**",))
    assert found.excluded == ("gen/a.py", "gen/deep/b.py")
    assert sources(found) == ["c.py", "testdata/d.py"]
    assert walked(tmp_path, extend_exclude=("gen/",)).excluded == (
        "gen/a.py",
        "gen/deep/b.py",
        "testdata/d.py",
    )


def test_metadata_of_excluded_folders_says_nothing(tmp_path: Path) -> None:
    write(
        tmp_path, ["gen/setup.py", "gen/requirements.txt", "pyproject.toml", "dev-requirements.txt"]
    )
    found = walked(tmp_path, exclude=("gen",))
    assert found.metadata == ("dev-requirements.txt", "pyproject.toml")


def test_no_folder_at_the_top(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is no folder"):
        walked(tmp_path / "absent")


def test_links_are_second_paths(tmp_path: Path) -> None:
    write(tmp_path, ["real/a.py"])
    (tmp_path / "again").symlink_to("real")
    (tmp_path / "b.py").symlink_to("real/a.py")
    found = walked(tmp_path)
    assert sources(found) == ["again/a.py", "b.py", "real/a.py"]
    assert said(found) == []


def test_a_link_out_of_the_tree_is_followed(tmp_path: Path) -> None:
    write(tmp_path, ["top/a.py", "beside/b.py"])
    (tmp_path / "top" / "out").symlink_to(tmp_path / "beside")
    assert sources(walked(tmp_path / "top")) == ["a.py", "out/b.py"]


@pytest.mark.parametrize("target", [".", "..", "../..", "/"])
def test_a_link_to_what_it_lies_in_adds_nothing(tmp_path: Path, target: str) -> None:
    write(tmp_path, ["top/x/a.py"])
    (tmp_path / "top" / "x" / "loop").symlink_to(target)
    found = walked(tmp_path / "top")
    assert sources(found) == ["x/a.py"]
    assert said(found) == []


def test_loops_through_two_links_end(tmp_path: Path) -> None:
    write(tmp_path, ["a/one.py", "b/two.py"])
    (tmp_path / "a" / "to_b").symlink_to("../b")
    (tmp_path / "b" / "to_a").symlink_to("../a")
    assert sources(walked(tmp_path)) == ["a/one.py", "a/to_b/two.py", "b/to_a/one.py", "b/two.py"]


def test_exponentially_many_paths_are_cut_and_said(tmp_path: Path) -> None:
    for depth in range(30):
        write(tmp_path, [f"d{depth}/"])
        for name in ("l", "r"):
            (tmp_path / f"d{depth}" / name).symlink_to(f"../d{depth + 1}")
    write(tmp_path, ["d30/a.py"])
    found = walked(tmp_path)
    assert 0 < len(found.sources) <= MOST_NESTED_VISITS + 3
    assert {message for _, _, message in said(found)} == {
        "link to a folder that many links lead to"
    }


def test_many_plain_links_to_one_folder_are_all_followed(tmp_path: Path) -> None:
    write(tmp_path, ["shared/a.py"])
    for index in range(MOST_NESTED_VISITS * 2):
        (tmp_path / f"service{index}").symlink_to("shared")
    found = walked(tmp_path)
    assert len(found.sources) == MOST_NESTED_VISITS * 2 + 1
    assert said(found) == []


def test_dangling_links_are_warnings(tmp_path: Path) -> None:
    for name in ("gone.py", "package", ".#lock.py", "notes.txt"):
        (tmp_path / name).symlink_to("nowhere")
    (tmp_path / "self.py").symlink_to("self.py")
    assert said(walked(tmp_path)) == [
        ("gone.py:1:1", "warning", "link that leads nowhere"),
        ("package:1:1", "warning", "link that leads nowhere"),
        ("self.py:1:1", "warning", "link that leads nowhere"),
    ]


def test_special_files_are_said_and_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / "pyproject.toml")
    os.mkfifo(tmp_path / ".gitignore")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.open(tmp_path, os.O_RDONLY)
        server.bind(f"/proc/self/fd/{here}/plug.py")
        os.close(here)
        found = walked(tmp_path)
    assert sources(found) == []
    assert said(found) == [
        ("pipe.py:1:1", "warning", "neither a file nor a folder"),
        ("plug.py:1:1", "warning", "neither a file nor a folder"),
        ("pyproject.toml:1:1", "warning", "neither a file nor a folder"),
    ]


def test_names_that_are_no_text_are_said(tmp_path: Path) -> None:
    folder = os.path.join(os.fsencode(tmp_path), b"caf\xe9")
    os.mkdir(folder)
    for name in (b"a.py", b"b.txt"):
        with open(os.path.join(folder, name), "wb"):
            pass
    with open(os.path.join(os.fsencode(tmp_path), b"\xff.py"), "wb"):
        pass
    found = walked(tmp_path)
    assert sources(found) == []
    assert said(found) == [
        (r"\udcff.py:1:1", "error", "name is no UTF-8 text"),
        (r"caf\udce9/a.py:1:1", "error", "name is no UTF-8 text"),
    ]
    assert all(problem.rule == "unreadable-file" for problem in found.problems)


def test_what_is_left_out_anyway_is_no_problem(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "gen/", "gen/": "", "out/": "", "a.py": ""})
    for folder in ("gen", "out"):
        (tmp_path / folder / "gone.py").symlink_to("nowhere")
        with open(os.path.join(os.fsencode(tmp_path / folder), b"\xff.py"), "wb"):
            pass
    found = walked(tmp_path, exclude=("out/**",))
    assert said(found) == []
    assert (found.ignored, found.excluded, sources(found)) == ((), (), ["a.py"])


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_folder_is_said_and_the_rest_goes_on(tmp_path: Path) -> None:
    write(tmp_path, ["a.py", "closed/b.py"])
    (tmp_path / "closed").chmod(0)
    found = walked(tmp_path)
    (tmp_path / "closed").chmod(0o700)
    assert sources(found) == ["a.py"]
    assert said(found) == [("closed:1:1", "error", "folder cannot be read: Permission denied")]


def test_absurd_depth_is_said(tmp_path: Path) -> None:
    write(tmp_path, ["x/" * DEEPEST + "in.py", "x/" * (DEEPEST + 1) + "out.py"])
    found = walked(tmp_path)
    assert sources(found) == ["x/" * DEEPEST + "in.py"]
    (problem,) = found.problems
    assert problem.severity is Severity.ERROR
    assert problem.message == f"more than {DEEPEST} folders deep"


def test_a_folder_may_be_called_like_a_file(tmp_path: Path) -> None:
    assert sources(walked(write(tmp_path, ["a.py/b.py"]))) == ["a.py/b.py"]
