from pathlib import Path

from archlint.source.tree import Form, Role
from tests.source.trees import names, of_form, spoken, tree_of, write


def test_packages_and_modules(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, ["app/__init__.py", "app/a.py", "app/__main__.py", "b.py"])
    assert [
        (one.name, one.package, one.segments, one.is_package, one.path) for one in tree.modules
    ] == [
        ("app", "app", ("app",), True, "app/__init__.py"),
        ("app.__main__", "app", ("app", "__main__"), False, "app/__main__.py"),
        ("app.a", "app", ("app", "a"), False, "app/a.py"),
        ("b", "", ("b",), False, "b.py"),
    ]
    assert [module.index for module in tree.modules] == [0, 1, 2, 3]
    assert [(file.index, file.module) for file in tree.files] == [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_a_pair_is_one_module_with_two_files(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, ["a.py", "a.pyi", "b.pyi"], extend_tests=("a.pyi", "b.pyi"))
    assert [(one.name, one.path, one.form, one.role, one.files) for one in tree.modules] == [
        ("a", "a.py", Form.SOURCE, Role.PRODUCTION, (0, 1)),
        ("b", "b.pyi", Form.STUB, Role.TEST, (2,)),
    ]
    assert [file.is_stub for file in tree.files] == [False, True, True]


def test_compiled_modules_are_names(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        [
            "a.cpython-311-x86_64-linux-gnu.so",
            "b.abi3.so",
            "c.pyd",
            "d.cp311-win_amd64.pyd",
            "e.pyx",
            "libfoo.bar.so",
            "f.so",
            "f.py",
            "g.pyx",
            "g.pyi",
            "p/__init__.pyx",
            "p/h.py",
        ],
    )
    assert of_form(tree, Form.EXTENSION) == [":a", ":b", ":c", ":d", ":e", ":p"]
    assert of_form(tree, Form.SOURCE) == [":f", ":p.h"]
    assert of_form(tree, Form.STUB) == [":g"]


def test_a_folder_below_a_package_is_a_namespace(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, ["app/__init__.py", "app/x/y/a.py", "app/empty/notes.md"])
    assert of_form(tree, Form.NAMESPACE) == [":app.x", ":app.x.y"]
    (namespace,) = (one for one in tree.modules if one.name == "app.x")
    assert (namespace.path, namespace.package, namespace.files) == ("app/x", "app.x", ())


def test_a_namespace_has_the_role_of_what_it_holds(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, ["tests/a/b.py", "x/test_c.py", "x/d/e.py", "docs/f.py"])
    roles = {one.name: one.role for one in tree.modules if one.form is Form.NAMESPACE}
    assert roles == {
        "docs": Role.TOOL,
        "tests": Role.TEST,
        "tests.a": Role.TEST,
        "x": Role.PRODUCTION,
        "x.d": Role.PRODUCTION,
    }


def test_a_package_wins_over_a_module(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path, ["app/foo/__init__.py", "app/foo.py", "app/foo.pyi", "app/__init__.py"]
    )
    assert names(tree) == {
        "app/__init__.py": ":app",
        "app/foo.py": ":app/foo.py",
        "app/foo.pyi": ":app/foo.py",
        "app/foo/__init__.py": ":app.foo",
    }
    (script,) = (one for one in tree.modules if one.form is Form.SCRIPT)
    assert (script.segments, script.package, len(script.files)) == (("app", "foo"), "app", 2)


def test_a_module_wins_over_a_folder_without_init(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, ["app/__init__.py", "app/foo.py", "app/foo/a.py"])
    assert names(tree) == {
        "app/__init__.py": ":app",
        "app/foo.py": ":app.foo",
        "app/foo/a.py": ":app/foo/a.py",
    }


def test_even_a_file_without_a_stem_has_segments(tmp_path: Path) -> None:
    assert tree_of(tmp_path, [".py"]).modules[0].segments == (".py",)


def test_names_no_import_can_speak_of_are_scripts(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        [
            "app/__init__.py",
            "app/my-script.py",
            "app/0001_first.py",
            "app/class.py",
            "app/x-y/a.py",
        ],
    )
    assert of_form(tree, Form.SCRIPT) == [
        ":app/0001_first.py",
        ":app/class.py",
        ":app/my-script.py",
        ":app/x-y/a.py",
    ]
    assert tree.modules[-1].segments == ("app", "x-y", "a")
    assert set(tree.by_name[0]) == {"app"}


def test_skipped_files_keep_their_names(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        {
            "pyproject.toml": '[tool.hatch.build.hooks.vcs]\nversion-file = "app/_version.py"',
            ".gitignore": "made.py\n",
            "app/__init__.py": "",
            "app/made.py": "",
            "app/gen/__init__.py": "",
            "app/gen/a.py": "",
            "app/both.py": "",
            "app/both.pyi": "",
        },
        exclude=("app/gen", "app/both.pyi"),
    )
    assert of_form(tree, Form.GHOST) == [":app._version", ":app.gen", ":app.gen.a", ":app.made"]
    assert sorted(names(tree)) == ["app/__init__.py", "app/both.py"]
    assert tree.skipped == {"excluded files": 3, "git-ignored files": 1}


def test_a_skipped_copy_of_the_source_does_not_compete_with_it(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        [
            "src/app/__init__.py",
            "copies/one/src/app/__init__.py",
            "copies/one/src/app/a.py",
            "copies/other.py",
        ],
        exclude=("copies/**",),
    )
    assert tree.roots_of == {"app": (1,), "copies": (0,), "copies.other": (0,)}
    assert of_form(tree, Form.GHOST) == [":copies.other"]


def test_a_generated_file_that_is_there_is_read(tmp_path: Path) -> None:
    text = '[tool.setuptools_scm]\nwrite_to = "app/_v.py"'
    tree = tree_of(tmp_path, {"pyproject.toml": text, "app/__init__.py": "", "app/_v.py": ""})
    assert of_form(tree, Form.GHOST) == []


def test_what_a_link_repeats_counts_where_it_lies(tmp_path: Path) -> None:
    write(tmp_path, ["src/app/__init__.py", "docs/"])
    (tmp_path / "docs" / "src").symlink_to("../src")
    tree = tree_of(tmp_path, ["run.py"])
    assert [(root.path, root.test_only) for root in tree.roots] == [
        ("", False),
        ("docs/src", True),
        ("src", False),
    ]


def test_identities_tell_worlds_apart(tmp_path: Path) -> None:
    files = ["s/one/app/__init__.py", "s/two/app/__init__.py", "s/two/app/only.py"]
    tree = tree_of(tmp_path, files)
    assert [tree.identity(one) for one in tree.modules] == ["s/one:app", "s/two:app", "app.only"]
    assert [spoken(tree, one) for one in tree.modules][2] == "s/two:app.only"
