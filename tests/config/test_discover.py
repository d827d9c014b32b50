"""Tests of finding the config and the root of a run."""

import os
from pathlib import Path

import pytest

from archlint.config.discover import discover
from archlint.errors import ConfigError

OWN = "disable = ['x']\n"
TABLE = "[tool.archlint]\n"
OTHER = "[tool.other]\nname = 'archlint'\n"
SPEAKING = (
    "[ tool . archlint ]\n",
    f"x = 1\n  {TABLE}",
    "[tool.archlint.domains.a]\n",
    "[[tool.archlint.overrides]]\n",
    "[tool]\narchlint = {}\n",
    "tool.archlint.kind = 'library'\n",
    f"x = '''\n[tool.other]\n'''\n{TABLE}",
    f"{TABLE}x = '''\n'''\n",
)
SILENT = (
    f"# {TABLE}",
    "[tool.archlinter]\n",
    "[tools.archlint]\n",
    f"x = '''\n{TABLE}'''\n",
    f'x = """\n{TABLE}"""\n',
)


def lay(top: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.write_text(text)


@pytest.mark.parametrize(
    ("files", "paths", "root", "config"),
    [
        ({"archlint.toml": OWN}, ["."], ".", "archlint.toml"),
        ({"pyproject.toml": TABLE}, ["."], ".", "pyproject.toml"),
        ({"archlint.toml": OWN, "pyproject.toml": OTHER}, ["."], ".", "archlint.toml"),
        ({"archlint.toml": OWN, "pyproject.toml": "archlint = "}, ["."], ".", "archlint.toml"),
        ({"archlint.toml": OWN, "src/a/m.py": ""}, ["src/a/m.py"], ".", "archlint.toml"),
        (
            {"archlint.toml": OWN, "a/b/m.py": "", "a/c/m.py": ""},
            ["a/b", "a/c"],
            ".",
            "archlint.toml",
        ),
        (
            {"a/archlint.toml": OWN, "a/b/m.py": "", "a/c/m.py": ""},
            ["a/b", "a/c"],
            "a",
            "archlint.toml",
        ),
        (
            {"archlint.toml": OWN, "a/archlint.toml": OWN, "b/": ""},
            ["a", "b"],
            ".",
            "archlint.toml",
        ),
        ({"archlint.toml": OWN, "a/archlint.toml": OWN}, ["a"], "a", "archlint.toml"),
        ({"archlint.toml": OWN, "a/pyproject.toml": OTHER}, ["a"], ".", "archlint.toml"),
        ({"archlint.toml": OWN, "a/pyproject.toml": "x = "}, ["a"], ".", "archlint.toml"),
        ({"archlint.toml": OWN, "a/pyproject.toml": "archlint = "}, ["a"], "a", "pyproject.toml"),
        (
            {"archlint.toml": OWN, "a/pyproject.toml": "tool = 'archlint'"},
            ["a"],
            ".",
            "archlint.toml",
        ),
        *(
            ({"archlint.toml": OWN, "a/pyproject.toml": text}, ["a"], "a", "pyproject.toml")
            for text in SPEAKING
        ),
        *(
            ({"archlint.toml": OWN, "a/pyproject.toml": text}, ["a"], ".", "archlint.toml")
            for text in SILENT
        ),
        ({"archlint.toml": OWN, "a/.git/": "", "a/b/": ""}, ["a/b"], "a", ""),
        ({"archlint.toml": OWN, "a/.git": "gitdir: x", "a/b/": ""}, ["a/b"], "a", ""),
        ({"archlint.toml": OWN, "a/.hg/": "", "a/b/": ""}, ["a/b"], "a", ""),
        ({"a/.git/": "", "a/archlint.toml": OWN, "a/b/": ""}, ["a/b"], "a", "archlint.toml"),
        ({".git/": "", "a/pyproject.toml": OTHER, "a/b/": ""}, ["a/b"], "a", ""),
        ({".git/": "", "a/setup.cfg": "", "a/b/": ""}, ["a/b"], "a", ""),
        ({".git/": "", "a/.importlinter": "", "a/b/": ""}, ["a/b"], "a", ""),
        ({".git/": "", "archlint.toml/": "", "a/": ""}, ["a"], ".", ""),
    ],
)
def test_where_the_config_is_found(
    tmp_path: Path, files: dict[str, str], paths: list[str], root: str, config: str
) -> None:
    lay(tmp_path, files)
    found = discover([str(tmp_path / path) for path in paths])
    assert (found.root, found.file) == (str((tmp_path / root).resolve()), config)
    assert found.content == (tmp_path / root / config).read_bytes() if config else not found.content


def test_the_current_directory_is_where_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path, {"archlint.toml": OWN, "a/b/m.py": ""})
    monkeypatch.chdir(tmp_path / "a")
    assert discover([]) == discover(["b/m.py"]) == discover(["."]) == discover([str(tmp_path)])


def test_without_any_mark_the_start_is_the_root(tmp_path: Path) -> None:
    above = {*tmp_path.parents}
    if any((folder / mark).exists() for folder in above for mark in ("pyproject.toml", ".git")):
        pytest.skip("a folder above the temporary one is a project")
    assert discover([str(tmp_path)]).root == str(tmp_path)


def test_a_given_config_outweighs_all(tmp_path: Path) -> None:
    lay(tmp_path, {"archlint.toml": OWN, "a/m.py": "", "b/pyproject.toml": TABLE, "c/x.toml": ""})
    paths = [str(tmp_path / "a")]
    found = discover(paths, str(tmp_path / "b" / "pyproject.toml"))
    assert found == (str(tmp_path / "b"), "pyproject.toml", TABLE.encode())
    assert discover(paths, str(tmp_path / "c" / "x.toml")).file == "x.toml"


def test_two_configs_in_one_folder(tmp_path: Path) -> None:
    lay(tmp_path, {"archlint.toml": OWN, "pyproject.toml": TABLE})
    with pytest.raises(ConfigError) as caught:
        discover([str(tmp_path)])
    assert caught.value.message == (
        "`archlint.toml` and `pyproject.toml` both configure archlint in one folder"
    )
    assert [str(fault.location) for fault in caught.value.diagnostics] == ["archlint.toml:1:1"]
    assert discover([str(tmp_path)], str(tmp_path / "archlint.toml")).file == "archlint.toml"


@pytest.mark.parametrize("path", ["missing", "missing/m.py", "", "a\0b"])
def test_a_path_that_does_not_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError) as caught:
        discover([".", path])
    assert caught.value.message == f"the path `{path}` does not exist"


@pytest.mark.parametrize("config", ["missing.toml", "", ".", "a\0b"])
def test_a_config_that_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, config: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError) as caught:
        discover([], config)
    assert caught.value.message == f"the config `{config}` is no file"


@pytest.mark.parametrize("name", ["archlint.toml", "pyproject.toml"])
def test_a_config_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    os.symlink("nowhere", tmp_path / name)
    with pytest.raises(ConfigError) as caught:
        discover([str(tmp_path)])
    assert caught.value.message == f"`{name}` cannot be read: No such file or directory"
    assert [str(fault.location) for fault in caught.value.diagnostics] == [f"{name}:1:1"]


def test_a_current_directory_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(ConfigError, match="the current directory does not exist"):
        discover([])
