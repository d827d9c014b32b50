"""What is missing for certain, and what a build may write."""

from collections.abc import Mapping

import pytest

from archlint.rules import unresolved_import
from archlint.testing import run_rule


def missing(files: Mapping[str, str]) -> list[str]:
    """The names of missing modules, in the order of the output."""
    return [item.object for item in run_rule("unresolved-import", files)]


SHOP = {"shop/__init__.py": "import shop.a_pb2, shop.gen.deep.b, shop.c"}


@pytest.mark.parametrize(
    ("ignore", "expected"),
    [
        ({}, ["shop.a_pb2", "shop.gen.deep.b", "shop.c"]),
        ({".gitignore": "*_pb2.py\n"}, ["shop.gen.deep.b", "shop.c"]),
        ({".gitignore": "/shop/gen/\n"}, ["shop.a_pb2", "shop.c"]),
        ({"shop/.gitignore": "/c/\ngen/deep\n"}, ["shop.a_pb2"]),
        ({".gitignore": "*.py\n!__init__.py\n!c.py\n"}, ["shop.c"]),
        ({"archlint.toml": 'extend-exclude = ["**/*_pb2.py"]'}, ["shop.gen.deep.b", "shop.c"]),
        ({"archlint.toml": 'exclude = ["shop/gen/**", "shop/c.py"]'}, ["shop.a_pb2"]),
    ],
)
def test_what_would_be_left_out_is_not_missing(
    ignore: Mapping[str, str], expected: list[str]
) -> None:
    assert missing({**SHOP, **ignore}) == expected


def test_names_are_absolute_and_identify_the_breach() -> None:
    files = {
        "shop/__init__.py": "",
        "shop/ui/page.py": "from ..gone.deep import x\nimport shop.gone.deep\nfrom ...far import y",
    }
    found = run_rule("unresolved-import", files)
    assert [(item.subject, item.object) for item in found] == [
        ("shop.ui.page", "shop.gone.deep"),
        ("shop.ui.page", "shop.gone.deep"),
        ("shop.ui.page", "...far"),
    ]
    assert len({item.identity for item in found}) == 2


def test_the_message_says_how_far_the_name_leads() -> None:
    files = {
        "shop/__init__.py": "",
        "shop/prices.py": "class Tax: ...\n",
        "shop/orders.py": "import shop.price\nimport shop.prices.Tax\nfrom ..x import y",
    }
    assert [(item.message, item.help) for item in run_rule("unresolved-import", files)] == [
        (
            "`shop.orders` imports `shop.price`, but `shop` has no module `price`",
            (
                "did you mean `prices`?",
                "write the name of a module that exists, or delete the import",
            ),
        ),
        (
            "`shop.orders` imports `shop.prices.Tax`, but `shop.prices` is a module and no package",
            ("`Tax` is no module: write `from shop.prices import Tax`",),
        ),
        (
            "`shop.orders` imports `..x`, which leads to no module",
            ("write the name of a module that exists, or delete the import",),
        ),
    ]


def test_a_file_that_is_not_read_may_hold_anything() -> None:
    assert missing({"shop/__init__.py": "def (:", "app.py": "import shop.gone"}) == []


RUST = '#[pymodule(name = "gone")]\nfn it(m: &PyModule) { other(m) }'
CFFI = "setup(cffi_modules=['shop/build.py:ffi'])"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"shop/gone.txt": ""}, ["shop.gone", "shop.gone.deep"]),
        ({"shop/gone/data.json": ""}, ["shop.gone.deep"]),
        ({"shop/gone.c": ""}, []),
        ({"shop/gone.py.in": ""}, []),
        ({"shop/gone/pyvenv.cfg": "", "shop/gone/deep.py": ""}, []),
        ({"shop/gone/pyvenv.cfg": "", "shop/gone/__init__.py": ""}, []),
        ({"setup.py": "setup(packages=['shop', 'shop.gone'])"}, ["shop.gone", "shop.gone.deep"]),
        ({"setup.py": "Extension('shop.gone', ['x.c'])"}, []),
        ({"setup.py": "Extension('shop.gone2', ['x.c'])"}, ["shop.gone", "shop.gone.deep"]),
        ({"native/Cargo.toml": '[lib]\nname = "gone"'}, []),
        ({"CMakeLists.txt": "pybind11_add_module(gone x.cpp)"}, []),
        ({"meson.build/x": "gone"}, ["shop.gone", "shop.gone.deep"]),
        ({"Cargo.toml": '[package]\nname = "gone-deep"'}, ["shop.gone", "shop.gone.deep"]),
        ({"Cargo.toml": "", "src/lib.rs": RUST}, []),
        ({"Cargo.toml": "", "src/lib.rs": "fn gone() {}"}, ["shop.gone", "shop.gone.deep"]),
        ({"Cargo.toml": '[lib]\npath = "rust/it.rs"', "rust/it.rs": RUST}, []),
        ({"Cargo.toml": 'path = "../it.rs"', "it.rs": RUST}, ["shop.gone", "shop.gone.deep"]),
        ({"setup.py": CFFI, "shop/build.py": "ffi.set_source('shop.gone', '')"}, []),
        ({"setup.py": CFFI}, ["shop.gone", "shop.gone.deep"]),
        ({"build.py": "Extension('shop.gone')"}, ["shop.gone", "shop.gone.deep"]),
        ({"build.py": "Extension('shop.gone')", "pyproject.toml": ""}, []),
        ({"hatch_build.py": "Extension('shop.gone')", "pyproject.toml": ""}, []),
        ({"pdm_build.py": "Extension('shop.gone')", "pyproject.toml": ""}, []),
        (
            {"build.py": "# gone\nExtension('shop.other')", "pyproject.toml": ""},
            ["shop.gone", "shop.gone.deep"],
        ),
        ({"pyproject.toml": '[tool.maturin]\nmodule-name = "shop.gone"'}, []),
        (
            {"pyproject.toml": '[tool.maturin]\nmodule-name = "gone.deep"'},
            ["shop.gone", "shop.gone.deep"],
        ),
        (
            {"pyproject.toml": '[tool.hatch.build]\nartifacts = ["shop/gone.css"]'},
            ["shop.gone", "shop.gone.deep"],
        ),
        ({"pyproject.toml": '[tool.hatch.build]\nartifacts = ["shop/gone.so"]'}, []),
        (
            {"build.py": "print('shop.gone')", "pyproject.toml": ""},
            ["shop.gone", "shop.gone.deep"],
        ),
    ],
)
def test_what_lies_unseen_or_is_built_is_not_missing(
    files: Mapping[str, str], expected: list[str]
) -> None:
    shop = {"shop/__init__.py": "import shop.gone\nimport shop.gone.deep\n"}
    assert missing({**shop, **files}) == expected


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ('[tool.maturin]\nmodule-name = "shop.fast"', ["shop.bare", "shop.gen.api"]),
        (
            '[tool.maturin]\nmodule-name = "shop.fast.deep"',
            ["shop.fast", "shop.bare", "shop.gen.api"],
        ),
        ('[tool.maturin]\nmodule-name = "other.fast"', ["shop.fast", "shop.bare", "shop.gen.api"]),
        (
            '[[tool.setuptools.ext-modules]]\nname = "shop.fast"\nsources = ["bare.c"]',
            ["shop.bare", "shop.gen.api"],
        ),
        (
            '[[tool.setuptools-rust.ext-modules]]\ntarget = "shop.bare"',
            ["shop.fast", "shop.gen.api"],
        ),
        (
            '[tool.hatch.build.targets.wheel.force-include]\n"out" = "/shop/gen"',
            ["shop.fast", "shop.bare"],
        ),
        ('[tool.hatch.build]\nartifacts = ["shop/gen/"]', ["shop.fast", "shop.bare"]),
        ('[tool.versioningit.write]\nfile = "lib/shop/bare.py"', ["shop.fast", "shop.gen.api"]),
        ('[[tool.scikit-build.generate]]\npath = "shop/bare.py"', ["shop.fast", "shop.gen.api"]),
        (
            '[tool.poetry-dynamic-versioning.files."shop/bare.py"]',
            ["shop.fast", "shop.gen.api"],
        ),
        ('[project]\ndependencies = ["bare"]', ["shop.fast", "shop.bare", "shop.gen.api"]),
        ("[tool.maturin]\nmodule-name = 1\n[tool.setuptools]\next-modules = 2", None),
        ("[tool.maturin", None),
    ],
)
def test_what_pyproject_says_is_built_is_not_missing(
    declaration: str, expected: list[str] | None
) -> None:
    files = {
        "lib/shop/__init__.py": "import shop.fast, shop.bare, shop.gen.api",
        "pyproject.toml": f"{declaration}\n",
    }
    assert missing(files) == (expected or ["shop.fast", "shop.bare", "shop.gen.api"])


def test_a_crate_without_a_library_of_a_name_has_that_of_its_package() -> None:
    files = {"shop/__init__.py": "import shop.fast_core", "Cargo.toml": 'name = "fast-core"'}
    assert missing(files) == []


def test_what_is_made_from_a_file_beside_it_is_not_missing() -> None:
    made = ["order_line_pb2", "order_line_pb2_grpc", "ui_main", "icons_rc", "QueryParser"]
    others = ["order_line", "main_pb2", "icons", "Query"]
    files = {
        "shop/__init__.py": "".join(f"import shop.{name}\n" for name in (*made, *others)),
        **dict.fromkeys(
            ["shop/order-line.proto", "shop/main.ui", "shop/icons.qrc", "shop/Query.g4"], ""
        ),
    }
    assert missing(files) == [f"shop.{name}" for name in others]


def test_a_hint_names_what_lies_elsewhere_or_is_spelt_alike() -> None:
    files = {
        "shop/__init__.py": "import shop.price.tax\nimport shop.orders\nimport shop.item\n",
        "shop/prices.py": "",
        "shop/order.py": "",
        "shop/deep/orders.py": "",
        "shop/deep/items.py": "",
        "shop/deep/er/orders.py": "",
    }
    hints = [item.help[0] for item in run_rule("unresolved-import", files)]
    advice = "write the name of a module that exists, or delete the import"
    assert hints == ["did you mean `prices`?", "did you mean `deep.orders`?", advice]


def test_hints_stop_where_there_are_too_many_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unresolved_import, "_MOST_COMPARISONS", 2)
    files = {
        "shop/__init__.py": "import shop.price\nimport shop.pricess\nimport shop.pricesss\n"
        "import shop.price",
        "shop/prices.py": "",
    }
    hints = [item.help[0] for item in run_rule("unresolved-import", files)]
    assert [hint.startswith("did") for hint in hints] == [True, True, False, True]


def test_a_folder_of_stubs_may_be_a_compiled_module() -> None:
    files = {
        "shop/__init__.py": "from shop._c import Tensor\nimport shop._c.gone",
        "shop/_c/autograd.pyi": "",
    }
    assert missing(files) == []
    assert missing({**files, "shop/_c/more.py": ""}) == ["shop._c.Tensor", "shop._c.gone"]


def test_names_of_any_depth_and_length() -> None:
    deep, long = ".".join("a" * 3000), "b" * 5000
    files = {"shop/__init__.py": "", "app.py": f"import shop.{deep}\nimport shop.{long}\n"}
    assert missing(files) == [f"shop.{deep}", f"shop.{long}"]


def test_strings_that_are_no_names() -> None:
    calls = [
        f"load({name!r})" for name in ("shop.a b", "shop.\0", "shop.\ud800", "shop..x", "shop.*")
    ]
    text = "\n".join(["from importlib import import_module as load", *calls])
    assert missing({"shop/__init__.py": "", "app.py": text}) == []
