"""Types of contract that a project brings."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.peer import own_report, write

HEAD = "from importlinter import Contract, ContractCheck, fields, output\n"
ONE_IMPORT = f"""{HEAD}

class OneImport(Contract):
    importer = fields.StringField()
    imported = fields.StringField()

    def check(self, graph, verbose):
        print("on standard output")
        found = graph.get_import_details(importer=self.importer, imported=self.imported)
        graph.remove_import(importer=self.importer, imported=self.imported)
        return ContractCheck(kept=not found, metadata={{"found": found}}, warnings=["Beware."])

    def render_broken_contract(self, check):
        output.print_error("[/red] is no markup:")
        for item in check.metadata["found"]:
            where = f"{{item['importer']}} -> {{item['imported']}}"
            output.print(f"{{where}} {{item['line_number']}} {{item['line_contents']}}")
"""
CONFIG = """\
[importlinter]
root_package = pkg
contract_types =
    one: laws.{module}
[importlinter:contract:a]
name = A
type = one
{options}[importlinter:contract:b]
name = B
type = independence
modules =
    pkg.a
    pkg.b
"""
TREE = {
    "pkg/__init__.py": "",
    "pkg/a.py": "\nimport pkg.b  # why not\n",
    "pkg/b.py": "",
}
PLACES = "importer = pkg.a\nimported = pkg.b\n"


def config(name: str, options: str = "") -> str:
    return CONFIG.format(module=name, options=options)


def test_a_broken_one_is_one_finding_with_what_it_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = config("OneImport", PLACES)
    write(tmp_path, {**TREE, "laws.py": ONE_IMPORT, ".importlinter": text})
    path, modules = [*sys.path], {*sys.modules}
    report = own_report(tmp_path, "import-contract", "unmatched-expression")
    assert sys.path == path
    assert "laws" not in {*sys.modules} - modules
    assert capsys.readouterr().out == ""
    assert not list(tmp_path.rglob("__pycache__"))
    broken, warning, other = report.diagnostics
    assert (warning.severity, warning.message) == ("warning", "contract `A` warns: Beware")
    assert (str(broken.location), broken.instance) == (".importlinter:5:1", "a")
    assert broken.message == "contract `A` is broken: [/red] is no markup"
    assert broken.help == ("pkg.a -> pkg.b 2 import pkg.b  # why not",)
    assert [str(place.location) for place in broken.related] == ["pkg/a.py:2:8"]
    assert (str(other.location), other.instance) == ("pkg/a.py:2:8", "b")


RAISING = {
    "in its check": "    def check(self, graph, verbose): raise KeyError('oh')\n",
    "by leaving": "    def check(self, graph, verbose): raise SystemExit(0)\n",
    "with no exception": "    def check(self, graph, verbose): raise BaseException('oh')\n",
    "by a wrong answer": "    def check(self, graph, verbose): return None\n",
    "by asking for what is not there": (
        "    def check(self, graph, verbose): graph.find_children('gone')\n"
    ),
    "when made": "    def validate(self): 1 / 0\n    def check(self, graph, verbose): ...\n",
}


@pytest.mark.parametrize("body", RAISING.values(), ids=RAISING)
def test_one_that_raises_is_named_and_stops_nothing_else(tmp_path: Path, body: str) -> None:
    law = f"{HEAD}class Bad(Contract):\n{body}    def render_broken_contract(self, check): ...\n"
    write(tmp_path, {**TREE, "laws.py": law, ".importlinter": config("Bad")})
    report = own_report(tmp_path)
    (failure,) = report.failures
    assert failure.startswith("contract `a` failed\nTraceback")
    assert [item.instance for item in report.diagnostics] == ["b"]
    assert report.exit_code() == 2


@pytest.mark.parametrize(
    ("law", "message"),
    [
        ("raise ValueError('no\\nway')\n", "`laws.Bad` cannot be imported: no way"),
        ("raise SystemExit\n", "`laws.Bad` cannot be imported: SystemExit"),
        ("raise GeneratorExit\n", "`laws.Bad` cannot be imported: GeneratorExit"),
        ("syntax error\n", "`laws.Bad` cannot be imported: invalid syntax (laws.py, line 1)"),
        ("Bad = 3\n", "`laws.Bad` is no subclass of `importlinter.Contract`"),
    ],
)
def test_one_that_cannot_be_loaded_is_malformed(tmp_path: Path, law: str, message: str) -> None:
    write(tmp_path, {**TREE, "laws.py": law, ".importlinter": config("Bad")})
    report = own_report(tmp_path)
    assert [(str(item.location), item.message) for item in report.faults] == [
        (".importlinter:4:5", message)
    ]
    assert [item.instance for item in report.diagnostics if item.rule == "import-contract"] == ["b"]


def test_a_child_of_a_built_in_type_judges_by_itself(tmp_path: Path) -> None:
    law = (
        "from importlinter.contracts.forbidden import ForbiddenContract\n"
        "class Mine(ForbiddenContract):\n    pass\n"
    )
    options = (
        "source_modules = pkg.a\nforbidden_modules = pkg.b\nignore_imports =\n    pkg.a -> pkg.c\n"
    )
    write(tmp_path, {**TREE, "laws.py": law, ".importlinter": config("Mine", options)})
    report = own_report(tmp_path, "import-contract", "unmatched-expression")
    assert report.failures == ()
    assert [(str(item.location), item.message) for item in report.diagnostics][:1] == [
        (
            ".importlinter:11:5",
            "contract `A`: No matches for ignored import pkg.a -> pkg.c.",
        )
    ]
    write(tmp_path, {".importlinter": config("Mine", options[: options.index("ignore")])})
    first = own_report(tmp_path).diagnostics[0]
    assert first.message == "contract `A` is broken: pkg.a is not allowed to import pkg.b"


LINT = "from importlinter.cli import lint_imports_command as run; run()"


def lint_imports(top: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", "--no-logo"],
        cwd=top,
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "COLUMNS": "200"},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


RULE = """\
[importlinter]
root_package = pkg
contract_types =
    archlint_rule: archlint.lint_imports.RuleContract
[importlinter:contract:rule]
name = A rule
type = archlint_rule
rule = {rule}
{options}"""


def test_lint_imports_runs_a_rule(tmp_path: Path) -> None:
    write(tmp_path, {**TREE, "pkg/b.py": "import pkg.a\n"})
    write(tmp_path, {".importlinter": RULE.format(rule="import-cycle", options="")})
    code, text = lint_imports(tmp_path)
    assert code == 1
    assert "A rule BROKEN" in text
    assert ": error import-cycle " in text
    report = own_report(tmp_path)
    assert report.failures == ()
    (broken,) = report.diagnostics
    assert broken.message.startswith("contract `A rule` is broken: pkg/")
    write(tmp_path, {"pkg/b.py": ""})
    assert lint_imports(tmp_path)[0] == 0
    assert own_report(tmp_path).diagnostics == ()


@pytest.mark.parametrize(
    ("rule", "options", "message"),
    [
        ("import-contract", "", "`import-contract` checks the contracts themselves"),
        ("the-contracts", "", "`the-contracts` checks the contracts themselves"),
        ("all", "", "`all` checks the contracts themselves"),
        ("import-cycle", "options = [", "Not TOML"),
        ("import-cicle", "", "no rule is called `import-cicle`"),
        ("import-cycle", "options = nonsense = 1", "`import-cycle` has no option `nonsense`"),
    ],
)
def test_a_rule_that_cannot_run_is_no_pass(
    tmp_path: Path, rule: str, options: str, message: str
) -> None:
    write(tmp_path, {**TREE, ".importlinter": RULE.format(rule=rule, options=options)})
    own = "[rules.the-contracts]\ntype = 'import-contract'\n"
    write(tmp_path, {"archlint.toml": own})
    code, text = lint_imports(tmp_path)
    assert code == 1
    assert message in text
    report = own_report(tmp_path)
    assert report.failures == ()
    assert [str(item.location) for item in report.faults] == [
        f".importlinter:{9 if options else 8}:{11 if options else 8}"
    ]


def test_a_fault_of_the_config_is_told_with_its_place(tmp_path: Path) -> None:
    text = RULE.format(rule="import-cycle", options="")
    write(tmp_path, {**TREE, ".importlinter": text, "archlint.toml": "[rule]\n"})
    code, text = lint_imports(tmp_path)
    assert code == 1
    assert "archlint.toml:1:2: unknown key `rule`" in text


def test_files_that_the_rule_did_not_see_are_counted(tmp_path: Path) -> None:
    text = RULE.format(rule="import-cycle", options="")
    write(tmp_path, {**TREE, ".importlinter": text, "other.py": "(\n"})
    code, text = lint_imports(tmp_path)
    assert code == 0
    assert "1 file could not be checked" in text
