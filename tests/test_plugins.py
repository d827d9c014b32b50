"""Local rules: how they are found, run, configured, and what happens when they are broken."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from archlint.config.load import load
from archlint.engine import check
from archlint.registry.selection import Selection
from archlint.report import Report

RULE = '''\
"""No print."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from archlint import Diagnostic, Project, Role, Rule

from .words import NOUN


@dataclass(frozen=True, kw_only=True)
class PrintCall(Rule):
    """Checks for calls of print."""

    names: tuple[str, ...] = ("print",)
    loud: bool = False

    def check(self, project: Project) -> Iterator[Diagnostic]:
        for module in project.modules:
            syntax = project.syntax(module)
            if module.role is not Role.PRODUCTION or syntax is None:
                continue
            for node in ast.walk(syntax.tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    if node.func.id in self.names:
                        yield self.diagnostic(
                            syntax.location(node.func),
                            f"`{module.name}` {NOUN} `{node.func.id}`",
                            subject=module.name,
                            object=node.func.id,
                        )
'''
FILES = {
    "archlint.toml": 'plugins = [".rules"]\n',
    "rules/__init__.py": '"""The law here."""\n',
    "rules/words.py": 'NOUN = "calls"\n',
    "rules/print_call.py": RULE,
    "rules/test_print_call.py": "raise RuntimeError('tests of rules are not loaded')\n",
    "shop/orders.py": "x = '\u6f22'; print(x)\n",
}
Run = Callable[..., Report]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def write_and_check(files: Mapping[str, str], *select: str) -> Report:
        for path, content in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(content, encoding="utf-8")
        # Nothing starts these trees, and that is not what is looked at here.
        selection = Selection(select=select or None, disable=("unused-package",))
        return check(load([str(tmp_path)], None), selection=selection)

    return write_and_check


def said(report: Report) -> list[str]:
    return [f"{item.location} {item.severity} {item.instance}" for item in report.diagnostics]


def test_a_local_rule_runs_like_any_other(run: Run) -> None:
    report = run(FILES)
    assert said(report) == ["shop/orders.py:1:10 error print-call"]
    assert "print-call" in report.rules
    assert run(FILES, "print-call").rules == ("print-call",)


def test_its_options_are_typed_fields(run: Run) -> None:
    table = '[rules]\nprint-call = { names = ["input"], severity = "warning" }\n'
    config = FILES["archlint.toml"] + table
    report = run({**FILES, "archlint.toml": config, "shop/orders.py": "print(input())\n"})
    assert said(report) == ["shop/orders.py:1:7 warning print-call"]


@pytest.mark.parametrize(
    ("options", "place", "message"),
    [
        ("name = 1", "3:1", "`print-call` has no option `name`"),
        ("loud = 1", "3:8", "`loud` of `print-call` must be true or false, not 1"),
        ('names = "x"', "3:9", '`names` of `print-call` must be a list, not "x"'),
        ("names = ['x', 3]", "3:15", "an item of `names` of `print-call` must be a string, not 3"),
    ],
)
def test_a_bad_option_is_a_fault_at_its_place_and_the_rule_still_runs(
    run: Run, options: str, place: str, message: str
) -> None:
    config = f"{FILES['archlint.toml']}[rules.print-call]\n{options}\n"
    report = run({**FILES, "archlint.toml": config})
    fault, breach = report.diagnostics
    assert (str(fault.location), fault.message) == (f"archlint.toml:{place}", message)
    assert breach.rule == "print-call"
    assert report.exit_code() == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"rules/print_call.py": "import nothing_such\n"},
            (
                "the plugin `.rules` does not load: ModuleNotFoundError: No module named "
                "'nothing_such'"
            ),
        ),
        (
            {"rules/print_call.py": "import sys\nsys.exit(0)\n"},
            "the plugin `.rules` does not load: SystemExit: 0",
        ),
        ({"rules/print_call.py": "x = (\n"}, "the plugin `.rules` does not load: SyntaxError: "),
        ({"rules/print_call.py": "X = 1\n"}, "the plugin `.rules` holds no rule"),
        (
            {"archlint.toml": 'plugins = [".gone"]\n'},
            "the plugin `.gone` does not load: FileNotFoundError: there is no `gone.py`",
        ),
        (
            {"archlint.toml": 'plugins = ["gone_too"]\n'},
            "the plugin `gone_too` does not load: ModuleNotFoundError: ",
        ),
        (
            {"rules/print_call.py": RULE.replace("PrintCall", "SyntaxError")},
            "another rule is called `syntax-error`",
        ),
    ],
)
def test_a_plugin_that_does_not_load_is_a_fault_and_all_else_runs(
    run: Run, change: dict[str, str], message: str
) -> None:
    report = run({**FILES, "shop/broken.py": "def (:\n", **change})
    fault = report.diagnostics[0]
    assert fault.rule == "malformed-config"
    assert fault.location.path == "archlint.toml"
    assert fault.location.line == 1
    assert fault.message.startswith(message)
    assert "shop/broken.py:1:5 error syntax-error" in said(report)
    assert report.exit_code() == 2


@pytest.mark.parametrize(
    ("code", "error"), [("1 / 0", "ZeroDivisionError"), ("exit(0)", "SystemExit")]
)
def test_a_rule_that_raises_is_named_and_the_others_run(run: Run, code: str, error: str) -> None:
    broken = RULE.replace("if node.func.id in self.names:", f"if {code}:")
    report = run({**FILES, "rules/print_call.py": broken, "shop/broken.py": "def (:\n"})
    assert said(report) == ["shop/broken.py:1:5 error syntax-error"]
    (failure,) = report.failures
    assert failure.startswith("rule `print-call` failed\nTraceback")
    assert error in failure
    assert report.exit_code() == 2


def test_a_rule_may_refuse_its_options(run: Run) -> None:
    picky = RULE.replace(
        "    def check(",
        "    def __post_init__(self):\n"
        "        if not self.names:\n"
        "            raise ValueError('`names` names nothing')\n\n"
        "    def check(",
    )
    table = "[rules.print-call]\nnames = []\n"
    config = FILES["archlint.toml"] + table
    report = run({**FILES, "rules/print_call.py": picky, "archlint.toml": config})
    (fault,) = report.faults
    assert (str(fault.location), fault.message) == (
        "archlint.toml:2:8",
        "`print-call` refuses its options: `names` names nothing",
    )
    broken = RULE.replace(
        "    def check(", "    def __post_init__(self):\n        1 / 0\n\n    def check("
    )
    report = run({**FILES, "rules/print_call.py": broken})
    (fault,) = report.faults
    assert fault.message == "`print-call` refuses its options: division by zero"
    assert fault.location.path == "archlint.toml"


def test_two_configs_in_one_process_have_their_own_rules(run: Run, tmp_path: Path) -> None:
    run(FILES)
    other = tmp_path / "other"
    for path, content in {
        **FILES,
        "rules/words.py": 'NOUN = "uses"\n',
    }.items():
        (other / path).parent.mkdir(parents=True, exist_ok=True)
        (other / path).write_text(content, encoding="utf-8")
    report = check(load([str(other)], None), selection=Selection(select=("print-call",)))
    assert [item.message for item in report.diagnostics] == ["`shop.orders` uses `print`"]


def test_a_severity_can_differ_by_module(run: Run) -> None:
    config = (
        FILES["archlint.toml"]
        + '[[overrides]]\nmodules = ["shop.legacy"]\nrules = { print-call = "off" }\n'
        + '[[overrides]]\nmodules = ["shop"]\nrules = { print-call = "warning" }\n'
        + '[[overrides]]\nmodules = ["shop.legacy.core"]\nrules = { print-call = "error" }\n'
    )
    source = "print()\n"
    report = run(
        {
            **FILES,
            "archlint.toml": config,
            "shop/legacy/core.py": source,
            "shop/legacy/old.py": source,
            "stock.py": source,
        }
    )
    assert said(report) == [
        "shop/legacy/core.py:1:1 error print-call",
        "shop/orders.py:1:10 warning print-call",
        "stock.py:1:1 error print-call",
    ]


@pytest.mark.parametrize(
    ("table", "place", "message"),
    [
        ('modules = ["shop"]\n', "2:3", "an override needs `rules`"),
        ("rules = {}\n", "2:3", "an override needs `modules`"),
        (
            'modules = ["shop"]\nrules = { print-cal = "off" }\n',
            "4:11",
            "no rule is called `print-cal`",
        ),
        (
            'modules = ["shop"]\nrules = { all = "off" }\n',
            "4:11",
            "no rule is called `all`",
        ),
        (
            'modules = ["shop"]\nrules = { print-call = "of" }\n',
            "4:24",
            '`print-call` is "of", expected "error", "warning" or "off"',
        ),
    ],
)
def test_a_malformed_override(run: Run, table: str, place: str, message: str) -> None:
    report = run({**FILES, "archlint.toml": f"{FILES['archlint.toml']}[[overrides]]\n{table}"})
    assert (str(report.diagnostics[0].location), report.diagnostics[0].message) == (
        f"archlint.toml:{place}",
        message,
    )


def test_a_plugin_beside_the_config_that_lacks_its_dot(run: Run) -> None:
    report = run({"archlint.toml": 'plugins = ["shop_law"]\n', "shop_law.py": ""})
    (fault,) = report.faults
    assert fault.message.startswith("the plugin `shop_law` does not load: ")
    assert fault.help == ("a plugin beside the config is written `.shop_law`",)


def test_no_rule_is_suggested_that_is_none_either(run: Run) -> None:
    config = 'disable = ["import-cycel"]\n[rules]\nimport-cycl = "off"\n'
    report = run({**FILES, "archlint.toml": config})
    assert [fault.help for fault in report.faults] == [("did you mean `import-cycle`?",)] * 2


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("loud: float = 0.5", "options of type <class 'float'> cannot be written in a config"),
        ("loud: 'Noise' = None", "name 'Noise' is not defined"),
    ],
)
def test_an_option_that_no_config_can_hold(run: Run, option: str, reason: str) -> None:
    source = RULE.replace("loud: bool = False", option)
    (fault,) = run({**FILES, "rules/print_call.py": source}).faults
    assert fault.message == f"the rule `print-call` cannot be used: {reason}"
    assert str(fault.location) == "archlint.toml:1:1"


def test_a_lone_word_for_a_list_is_put_right(run: Run) -> None:
    config = f"{FILES['archlint.toml']}[rules.print-call]\nnames = 'x'\n"
    (fault,) = run({**FILES, "archlint.toml": config}).faults
    assert fault.help == ('write `["x"]`',)


def test_an_edit_of_the_same_length_within_a_second_is_seen(tmp_path: Path) -> None:
    for name in ("Other", "Local", "Third"):
        (tmp_path / "laws.py").write_text(
            "from archlint import Rule\n\n"
            f"class {name}(Rule):\n"
            '    """Checks nothing."""\n\n'
            "    def check(self, project):\n"
            "        return iter(())\n"
        )
        code = (
            "from archlint.config.settings import Config\n"
            "from archlint.plugins import load_plugins\n"
            f"rules, _ = load_plugins(Config(root={str(tmp_path)!r}, plugins=('.laws',)))\n"
            "print(rules[0].__name__)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.stdout == f"{name}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["laws.py"]
