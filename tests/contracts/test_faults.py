"""Each mistake in a configuration is one finding at its own place, and hides nothing."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.diagnostics import Severity
from archlint.testing import run_rule
from tests.contracts.peer import own_report, write

TREE = {"pkg/__init__.py": "", "pkg/a.py": "import pkg.b\n", "pkg/b.py": ""}
BROKEN = """\
[importlinter:contract:broken]
name = broken
type = independence
modules =
    pkg.a
    pkg.b
"""


def found(config: str, name: str = ".importlinter") -> list[str]:
    """The findings as text; the broken contract beside the mistake must be among them."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), {**TREE, name: config})
        report = own_report(Path(folder), "import-contract", "unmatched-expression")
    assert report.failures == ()
    shown = [
        f"{item.location.line}:{item.location.column} {item.rule} {item.message}"
        + "".join(f" ({line})" for line in item.help if line.startswith("did"))
        for item in report.diagnostics
        if item.instance != "broken"
    ]
    assert len(report.diagnostics) == len(shown) + ("independence" in config)
    return shown


SESSION = [
    (
        "root_package = pkg\ninclude_external_package = True\n",
        (
            "3:1 malformed-config unknown key `include_external_package` "
            "(did you mean `include_external_packages`?)"
        ),
    ),
    (
        "root_package = pkg\nexclude_type_checking_imports = yes\n",
        (
            "3:33 malformed-config `exclude_type_checking_imports` is `yes`, "
            "expected `True` or `False`"
        ),
    ),
    (
        "root_packages = pkg\n",
        "2:17 malformed-config `root_packages` is a single string, expected a list",
    ),
    (
        "root_package =\n    pkg\n",
        "3:5 malformed-config `root_package` is a list, expected a single name",
    ),
    (
        "root_packages =\n    pkg\n    gone\n",
        "4:5 unmatched-expression root package `gone` is not in the tree",
    ),
    (
        "root_packages =\n    pkg\n    a-b\n",
        "4:5 malformed-config `a-b` is no name of a package",
    ),
    (
        "root_package = pkg\ncontract_types =\n    x\n",
        "4:5 malformed-config `x` does not say `name: package.module.Class`",
    ),
    (
        "root_package = pkg\ncontract_types =\n    x: gone.X\n",
        "4:5 malformed-config `gone.X` cannot be imported: No module named 'gone'",
    ),
    (
        "root_package = pkg\ncontract_types =\n    x: json.JSONDecoder\n",
        "4:5 malformed-config `json.JSONDecoder` is no subclass of `importlinter.Contract`",
    ),
]


@pytest.mark.parametrize(("session", "expected"), SESSION)
def test_the_top_level(session: str, expected: str) -> None:
    assert found(f"[importlinter]\n{session}{BROKEN}") == [expected]


CONTRACTS = [
    (
        "layers = pkg.a\n",
        "9:1 malformed-config contract `x` has no `type`",
    ),
    (
        "type =\n    layers\nlayers = pkg.a\n",
        "12:5 malformed-config `type` is a list, expected a single word",
    ),
    (
        "type = private_modules\nbroken_contract_guidance = 100%\n",
        (
            "12:28 malformed-config `broken_contract_guidance` cannot be read: '%' must be "
            "followed by '%' or '(', found: '%'"
        ),
    ),
    (
        "type = layers\nType = private_modules\n",
        "12:1 malformed-config `type` is there twice in `importlinter:contract:x`",
    ),
    (
        "type = private_modules\n[importlinter:contract:x]\nname = y\ntype = layers\n",
        "12:1 malformed-config there is a second section `importlinter:contract:x`",
    ),
    (
        "type = private_modules\nnonsense\n",
        "12:1 malformed-config a line is neither a section nor an option",
    ),
    (
        "type = layer\nlayers = pkg.a\n",
        "11:8 malformed-config no type of contract is called `layer` (did you mean `layers`?)",
    ),
    (
        "type = layers\n",
        "9:1 malformed-config contract `x` has no `layers`",
    ),
    (
        "type = layers\nlayers =\n    pkg.a\n    pkg\n",
        (
            "13:5 malformed-config `layers`: layers cannot contain other layers: "
            "`pkg` contains `pkg.a`"
        ),
    ),
    (
        "type = layers\nlayers =\n    pkg.a\n    pkg.a | b : c\n",
        (
            "14:5 malformed-config `layers`: layer cannot have a mixture of independent and "
            "non-independent elements"
        ),
    ),
    (
        "type = layers\nlayers =\n    pkg.a\n    pkg.c\n    (pkg.d)\n",
        "14:5 unmatched-expression the layer `pkg.c` does not exist",
    ),
    (
        "type = layers\nlayers =\n    pkg.a\n    pkg.b | (pkg.d) | pkg.c\n",
        "14:5 unmatched-expression the layer `pkg.c` does not exist",
    ),
    (
        "type = layers\nlayers = a\ncontainers = json\n",
        "13:14 unmatched-expression `json` of `containers` matches no module",
    ),
    (
        "type = private_modules\nexhaustiv = True\n",
        "12:1 malformed-config unknown option `exhaustiv`",
    ),
    (
        "type = forbidden\nsource_modules = pkg.a\nforbidden_modules = json\n",
        "13:21 malformed-config `json` is external, which needs `include_external_packages = True`",
    ),
    (
        "type = forbidden\nsource_modules =\n    pkg.c\nforbidden_modules = pkg.b\n",
        "13:5 unmatched-expression `pkg.c` of `source_modules` matches no module",
    ),
    (
        "type = forbidden\nsource_modules = pkg.b\nforbidden_modules = pkg.a\nas_packages = 1\n",
        "14:15 malformed-config `as_packages`: could not parse a boolean from `1`",
    ),
    (
        (
            "type = forbidden\nsource_modules = pkg.b\nforbidden_modules = pkg.a\n"
            "ignore_imports =\n    pkg.a\n"
        ),
        (
            "15:5 malformed-config `ignore_imports`: must be in the form "
            '"package.importer -> package.imported"'
        ),
    ),
    (
        "type = acyclic_siblings\nancestors = pkg\nskip_descendants = pkg\n",
        "13:20 malformed-config `pkg` is an ancestor, so it cannot be skipped",
    ),
    (
        "type = acyclic_siblings\nancestors = pkg.*.x\n",
        "12:13 unmatched-expression `pkg.*.x` of `ancestors` matches no module",
    ),
    (
        (
            "type = forbidden\nsource_modules = pkg.b\nforbidden_modules = pkg.a\n"
            "unmatched_ignore_imports_alerting = none\nignore_imports =\n"
            "    pkg.b -> pkg.a  # for now\n"
        ),
        (
            "16:5 malformed-config `pkg.b -> pkg.a  # for now` of `ignore_imports` is no "
            "expression for modules"
        ),
    ),
    (
        "type = forbidden\nsource_modules =\n    .*\nforbidden_modules = pkg.a\n",
        "13:5 malformed-config `.*` of `source_modules` is no expression for modules",
    ),
    (
        "type = forbidden\nsource_modules = pkg.b\nforbidden_modules = pkg-a.*\n",
        "13:21 malformed-config `pkg-a.*` of `forbidden_modules` is no expression for modules",
    ),
    (
        "type = forbidden\nsource_modules = pkg.b\nforbidden_modules = *.gone\n",
        "13:21 unmatched-expression `*.gone` of `forbidden_modules` matches no module",
    ),
    (
        "type = protected\nprotected_modules = pkg.b\nallowed_importers =\n    pkg\n    pkg.c\n",
        "15:5 unmatched-expression `pkg.c` of `allowed_importers` matches no module",
    ),
]


@pytest.mark.parametrize(("contract", "expected"), CONTRACTS)
def test_a_contract(contract: str, expected: str) -> None:
    head = f"[importlinter]\nroot_package = pkg\n{BROKEN}[importlinter:contract:x]\nname = x\n"
    assert found(head + contract) == [expected]


EXTERNAL = [
    ("acyclic_siblings\nancestors = json", "ancestors", "holds"),
    ("acyclic_siblings\nancestors =\n    *", "ancestors", "holds"),
    ("private_modules\npackages_with_private_modules = json", None, "holds"),
    ("protected\nprotected_modules = json\nallowed_importers = json", None, "imports"),
]


@pytest.mark.parametrize(("options", "option", "does"), EXTERNAL)
def test_an_external_module_has_nothing_inside(options: str, option: str | None, does: str) -> None:
    text = "[importlinter]\nroot_package = pkg\ninclude_external_packages = True\n"
    text += f"[importlinter:contract:x]\nname = x\ntype = {options}\n"
    option = option or options.rpartition(" = ")[0].rpartition("\n")[2]
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), {**TREE, "pkg/b.py": "import json\n", ".importlinter": text})
        report = own_report(Path(folder), "import-contract", "unmatched-expression")
    (item,) = (item for item in report.diagnostics if item.rule == "unmatched-expression")
    assert item.message == f"`json` of `{option}` is external, so it {does} nothing here"
    assert item.severity is Severity.ERROR


EMPTY = [
    ("layers", "layers =\n"),
    ("independence", "modules =\n"),
    ("forbidden", "source_modules =\nforbidden_modules = pkg.a\n"),
    ("forbidden", "forbidden_modules =\nsource_modules = pkg.a\n"),
    ("protected", "protected_modules =\nallowed_importers =\n"),
    ("acyclic_siblings", "ancestors =\n"),
]


@pytest.mark.parametrize(("kind", "options"), EMPTY)
def test_a_contract_about_nothing_is_told(kind: str, options: str) -> None:
    text = "[importlinter]\nroot_package = pkg\n"
    text += f"[importlinter:contract:x]\nname = x\ntype = {kind}\n{options}"
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), {**TREE, ".importlinter": text})
        (item,) = own_report(Path(folder), "unmatched-expression", "import-contract").diagnostics
    option = options.partition(" ")[0]
    assert item.message == f"`{option}` is empty, so the contract checks nothing"
    assert (item.severity, str(item.location)) == (Severity.WARNING, ".importlinter:6:1")


def test_nobody_need_be_allowed() -> None:
    text = "[importlinter]\nroot_package = pkg\n[importlinter:contract:x]\nname = x\n"
    text += "type = protected\nprotected_modules = pkg.b\nallowed_importers =\n"
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), {**TREE, ".importlinter": text})
        (item,) = own_report(Path(folder)).diagnostics
    assert item.message == (
        "`pkg.b` is protected: `pkg.a` may not import it, only the package itself"
    )


def test_nested_modules_cannot_be_independent() -> None:
    text = "[importlinter]\nroot_package = pkg\n[importlinter:contract:x]\nname = x\n"
    text += "type = independence\nmodules =\n    pkg.**\n    pkg\n"
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), {**TREE, ".importlinter": text})
        report = own_report(Path(folder))
    assert [item.message for item in report.diagnostics] == [
        "`pkg` contains `pkg.a`, so they cannot be independent",
        "`pkg` contains `pkg.b`, so they cannot be independent",
    ]
    assert report.exit_code() == 2


@pytest.mark.parametrize(
    ("name", "text", "header"),
    [
        ("setup.cfg", f"[a]\n{BROKEN}", "importlinter"),
        (".importlinter", "", "importlinter"),
        (".importlinter", "[import-linter]\nroot_package = pkg\n", "importlinter"),
        ("pyproject.toml", "[importlinter]\nroot_package = 'pkg'\n", "tool.importlinter"),
    ],
)
def test_a_section_that_import_linter_does_not_find(name: str, text: str, header: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), {**TREE, name: text})
        report = own_report(Path(folder))
        assert [item.message for item in report.diagnostics] == [
            f"there is no section `[{header}]`"
        ]
        later = {**TREE, "pyproject.toml": "[tool.importlinter]\nroot_package = 'pkg'\n"}
        if name != "pyproject.toml":
            write(Path(folder), later)
            report = own_report(Path(folder))
            assert [item.message for item in report.diagnostics] == ["no contract is declared"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tool.importlinter = 3", []),
        ("[tool.importlinter]", []),
        (
            "importlinter [",
            [("1:14 malformed-config not TOML: expected '=' after a key in a key/value pair")],
        ),
        (
            "[tool.importlinter]\nroot_package = 'pkg'\ncontract = []\n",
            [
                "1:7 malformed-config no contract is declared",
                "3:1 malformed-config unknown key `contract` (did you mean `contracts`?)",
            ],
        ),
        (
            "[tool.importlinter]\nroot_packages = 'pkg'\ncontracts = [3]\n",
            [
                "2:17 malformed-config `root_packages` is a single string, expected a list",
                "3:14 malformed-config a contract is a table: `[[tool.importlinter.contracts]]`",
            ],
        ),
        (
            (
                "[tool.importlinter]\nroot_package = 'pkg'\n[[tool.importlinter.contracts]]\n"
                "id = 'x'\nname = 'x'\ntype = 'layers'\nlayers = [['a']]\n"
            ),
            ["7:10 malformed-config `layers` is neither text nor a list of texts"],
        ),
        (
            "[tool.importlinter]\nroot_package = 'pkg'\n"
            + "[[tool.importlinter.contracts]]\nid = 'x'\nname = 'x'\ntype = 'private_modules'\n"
            * 2,
            ["8:6 malformed-config the contract id `x` is there twice"],
        ),
    ],
)
def test_toml(text: str, expected: list[str]) -> None:
    assert found(text, "pyproject.toml") == expected


def test_the_config_of_a_contract_that_does_not_exist_is_malformed() -> None:
    files = {
        **TREE,
        "setup.cfg": f"[importlinter]\nroot_package = pkg\n{BROKEN}",
        "archlint.toml": "[import-contracts.brokn]\nmax-ignored = -1\ntyping-imports = 'no'\n",
    }
    shown = {
        f"{item.location} {item.message}"
        for item in run_rule("import-contract", files)
        if item.location.path == "archlint.toml"
    }
    assert shown == {
        "archlint.toml:1:19 no import contract is called `brokn`",
        "archlint.toml:2:15 `max-ignored` is -1, expected a number from 0 up",
        'archlint.toml:3:18 `typing-imports` is "no", expected "check" or "ignore"',
    }
    assert all(item.severity is Severity.ERROR for item in run_rule("import-contract", files))


WORDS = st.sampled_from(
    [
        "pkg",
        "pkg.a",
        "pkg.*",
        "**",
        "os",
        "os.path",
        "",
        "|",
        "a | b",
        "a : b",
        "(",
        "pkg..a",
        "->",
        "pkg.a -> pkg.b",
        "a -> b -> c",
        "true",
        "yes",
        "-1",
        "9" * 30,
        "none",
        "[/red]",
        "\u202e",
    ]
)
VALUES = st.one_of(WORDS, st.lists(WORDS, max_size=3))
NEEDED = {
    "layers": ["layers"],
    "independence": ["modules"],
    "forbidden": ["source_modules", "forbidden_modules"],
    "protected": ["protected_modules", "allowed_importers"],
    "private_modules": [],
    "acyclic_siblings": ["ancestors"],
}
OTHERS = ["containers", "exhaustive", "as_packages", "depth", "ignore_imports", "id", "nonsense"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(NEEDED)),
            st.lists(VALUES, min_size=2, max_size=2),
            st.dictionaries(st.sampled_from(OTHERS), VALUES, max_size=2),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_no_mistake_is_a_traceback(
    contracts: list[tuple[str, list[str | list[str]], dict[str, str | list[str]]]],
) -> None:
    text = "[tool.importlinter]\nroot_package = 'pkg'\n"
    for kind, values, others in contracts:
        options = {**dict(zip(NEEDED[kind], values, strict=False)), **others}
        text += f"[[tool.importlinter.contracts]]\nname = 'x'\ntype = '{kind}'\n"
        text += "".join(f"{key} = {json.dumps(value)}\n" for key, value in options.items())
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), {**TREE, "pyproject.toml": text})
        report = own_report(Path(folder), "import-contract", "unmatched-expression")
    assert report.failures == ()
    assert all("\n" not in item.message for item in report.diagnostics)
