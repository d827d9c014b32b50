"""The commands beside check."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from archlint.registry.known import builtin_names
from archlint.version import VERSION
from tests.cli.conftest import Outcome

Write = Callable[[Mapping[str, str]], Path]
Run = Callable[..., Outcome]


def test_help_says_that_no_code_is_run(archlint: Run) -> None:
    code, out, _ = archlint("--help")
    assert code == 0
    assert "never imported or executed" in " ".join(out.split())
    for command in ("check", "explain", "rules", "show"):
        assert archlint(command, "--help")[0] == 0
        assert f"\n  {command} " in out


def test_version(archlint: Run) -> None:
    assert archlint("--version")[:2] == (0, f"archlint, version {VERSION}\n")


def test_an_unknown_command_or_option_is_a_usage_error(archlint: Run) -> None:
    code, _, err = archlint("chekc")
    assert code == 2
    assert "did you mean `check`?" in err
    assert archlint("check", "--nothing")[0] == 2
    assert archlint("check", "--format", "xml")[0] == 2


def test_rules_lists_every_rule(archlint: Run) -> None:
    code, out, _ = archlint("rules")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(builtin_names())
    assert "  error    Checks for files that are not valid Python\n" in out


def test_explain_a_rule_and_an_instance_of_it(write: Write, archlint: Run) -> None:
    write(
        {
            "archlint.toml": "[rules.no-broken-files]\n"
            'type = "syntax-error"\nseverity = "warning"\nwhy = "we are in a hurry"\n'
        }
    )
    code, out, _ = archlint("explain", "syntax-error")
    assert code == 0
    assert out.startswith("# syntax-error\n\nChecks for files that are not valid Python.")
    assert "`no-broken-files` at archlint.toml:1:8: warning.\nWhy: we are in a hurry\n" in out
    assert "we are in a hurry" in archlint("explain", "no-broken-files")[1]
    code, _, err = archlint("explain", "syntax-eror")
    assert code == 2
    assert "did you mean `syntax-error`?" in err


def test_explain_names_that_stand_in_findings_and_are_no_rules(write: Write, archlint: Run) -> None:
    write(
        {
            ".importlinter": "[importlinter]\nroot_package = shop\n"
            "[importlinter:contract:layers]\nname = Layers\ntype = layers\nlayers = shop\n",
            "shop/__init__.py": "",
        }
    )
    code, out, _ = archlint("explain", "layers")
    assert code == 0
    assert out.startswith("# import-contract\n")
    assert "\n`layers` is the import contract at .importlinter:3:1.\n" in out
    code, _, err = archlint("explain", "malformed-config")
    assert code == 2
    assert "`malformed-config` is no rule" in err


def test_show_roots(write: Write, archlint: Run) -> None:
    write({"pyproject.toml": "", "src/shop/__init__.py": "", "tests/test_a.py": ""})
    code, out, _ = archlint("show", "roots")
    assert code == 0
    assert [line.split()[:3] for line in out.splitlines()] == [
        [".", "1", "module"],
        ["src", "1", "module"],
    ]


@pytest.mark.parametrize("name", ["shop.store", "shop/store.py"])
def test_show_module(write: Write, archlint: Run, name: str) -> None:
    write(
        {
            "archlint.toml": "[domains.shop]\nimports = []\n",
            "shop/store.py": "import os\n\ndef f():\n    import shop.web\n",
            "shop/web.py": "from shop import store\n",
        }
    )
    code, out, _ = archlint("show", "module", name)
    assert code == 0
    assert out == (
        "shop.store\n"
        "  path    shop/store.py\n"
        "  root    .\n"
        "  role    production\n"
        "  form    source\n"
        "  domain  shop\n"
        "  imports os at shop/store.py:1:8\n"
        "  imports shop.web at shop/store.py:4:12 (deferred import)\n"
        "  used by shop.web at shop/web.py:1:18\n"
    )


def test_show_module_with_its_own_imports_before_its_users(write: Write, archlint: Run) -> None:
    write({"a.py": "import m\n", "m.py": "import os\n", "z.py": "import m\n"})
    out = archlint("show", "module", "m")[1]
    assert [line.split(" at ")[0].strip() for line in out.splitlines()[6:]] == [
        "imports os",
        "used by a",
        "used by z",
    ]


def test_show_module_that_is_none(write: Write, archlint: Run) -> None:
    write({"archlint.toml": "", "shop/store.py": ""})
    code, _, err = archlint("show", "module", "shop.stroe")
    assert code == 2
    assert "did you mean `shop.store`?" in err


def test_show_config(write: Write, archlint: Run) -> None:
    write(
        {
            "archlint.toml": 'extend-tests = ["checks/**"]\n'
            "[domains.shop]\nimports = []\nexternal = []\n"
            '[rules]\nsyntax-error = "warning"\nunreadable-file = "off"\n',
            "shop/store.py": "",
        }
    )
    code, out, _ = archlint("show", "config")
    assert code == 0
    assert "config: archlint.toml\n" in out
    assert "domain shop: shop (imports none; external none)\n" in out
    assert "rule syntax-error: warning\n" in out
    assert "rule unreadable-file" not in out
    (tests,) = [line for line in out.splitlines() if line.startswith("tests: ")]
    assert "**/test_*.py" in tests
    assert "checks/**" in tests


ARCHITECTURE = {
    "archlint.toml": """\
[families.feature]
modules = "app.features.<name>"
imports = ["model"]
shared = ["accounts"]
typing-imports = ["feature"]
public = ["app.features.<name>.api", "app.features.accounts"]
owner = "@features"
why = "each alone"

[domains.model]
modules = ["app.model"]
imports = []
external = []

[domains.legacy]
unchecked = true

[[layers]]
within = "app"
order = ["web", "store"]
""",
    "app/web.py": "import app.model, app.store\n",
    "app/store.py": "X = 1\n",
    "app/model.py": "X = 1\n",
    "app/features/accounts.py": "import app.model\n",
    "app/features/billing/api.py": "import app.features.accounts\nimport app.model\n",
    "app/features/billing/test_api.py": "X = 1\n",
    "legacy.py": "import app.features.billing.api\n",
    "stray.py": "import app.features.billing.api\n",
}


def test_show_config_with_families_and_layers(write: Write, archlint: Run) -> None:
    write(ARCHITECTURE)
    out = archlint("show", "config")[1]
    assert "family feature: app.features.<name> (imports model; external any)\n" in out
    assert "domain app.web: app.web (imports *; external any)\n" in out
    assert "layers app: app.web > app.store (open)\n" in out


def test_show_domain(write: Write, archlint: Run) -> None:
    write(ARCHITECTURE)
    code, out, _ = archlint("show", "domain", "feature/billing")
    assert code == 0
    assert out == (
        "feature/billing\n"
        "  declared at archlint.toml:1:11\n"
        "  owner @features\n"
        "  why each alone\n"
        "  owns app.features.<name> (1 production, 1 test, 1 without code)\n"
        "  public app.features.billing.api\n"
        "  may import model by `imports` at archlint.toml:3:12\n"
        "  may import legacy by `unchecked` of legacy\n"
        "  may import feature/accounts by `shared` at archlint.toml:4:11\n"
        "  may import external: any\n"
        "  imported by code of no domain: 1 import\n"
        "  imported by legacy: 1 import\n"
    )
    both = archlint("show", "domain", "feature")[1]
    assert [line for line in both.splitlines() if not line.startswith(" ")] == [
        "feature/accounts",
        "",
        "feature/billing",
    ]
    line = "  may import feature/billing for typing by `typing-imports` at archlint.toml:5:19\n"
    assert line in both


def test_show_domain_that_is_a_layer_a_leaf_or_unchecked(write: Write, archlint: Run) -> None:
    write(ARCHITECTURE)
    web = archlint("show", "domain", "app.web")[1]
    assert "  may import any domain but those of its layers\n" in web
    assert "  may import app.store by `order` at archlint.toml:20:9\n" in web
    model = archlint("show", "domain", "model")[1]
    assert "  may import external: the standard library alone\n" in model
    assert "  imported by app.web: 1 import\n" in model
    assert "  imported by feature/accounts: 1 import\n" in model
    assert "  may import any domain: it is unchecked\n" in archlint("show", "domain", "legacy")[1]


def test_show_domain_with_siblings_and_tests(write: Write, archlint: Run) -> None:
    write(
        {
            "archlint.toml": '[families.part]\nmodules = "app.<name>"\nimports = ["*"]\n',
            "app/a.py": "X = 1\n",
            "tests/test_a.py": "import app.a\n",
        }
    )
    out = archlint("show", "domain", "part/a")[1]
    assert "  may import any domain but its siblings\n" in out
    assert "  imported by tests of no domain: 1 import\n" in out


def test_show_schema_knows_the_options_of_plugged_rules(write: Write, archlint: Run) -> None:
    write({"archlint.toml": 'plugins = [".law"]\n', "law.py": PLUGIN})
    code, out, _ = archlint("show", "schema")
    assert code == 0
    rules = json.loads(out)["properties"]["rules"]["properties"]
    assert "import-cycle" in rules
    assert '"limit"' in json.dumps(rules["no-more"])


PLUGIN = """\
from dataclasses import dataclass

from archlint import Rule


@dataclass(frozen=True, kw_only=True)
class NoMore(Rule):
    \"\"\"Checks for more.\"\"\"

    limit: int = 1

    def check(self, project):
        return iter(())
"""


def test_show_help_says_what_each_part_is_in_full(archlint: Run) -> None:
    assert "..." not in archlint("show", "--help")[1].partition("Commands:")[2]


def test_show_domain_that_is_none(write: Write, archlint: Run) -> None:
    write(ARCHITECTURE)
    code, _, err = archlint("show", "domain", "feature/biling")
    assert code == 2
    assert "did you mean `feature/billing`?" in err


def test_show_coverage(write: Write, archlint: Run) -> None:
    write(ARCHITECTURE)
    code, out, _ = archlint("show", "coverage")
    assert code == 0
    assert out == (
        "model                      1\n"
        "legacy (unchecked)         1\n"
        "feature (2 members)        2\n"
        "app.web                    1\n"
        "app.store                  1\n"
        "no domain                  1\n"
        "\nno domain:\n  stray\n"
        "\nunchecked:\n  legacy\n"
    )


def test_check_is_limited_to_a_family_or_a_member(write: Write, archlint: Run) -> None:
    member = {"app/features/billing/late.py": "import app.web\n"}
    write({**ARCHITECTURE, **member, "app/features/accounts.py": "import app.web\n"})
    for name, count in (("feature", 2), ("feature/billing", 1), ("feature/accounts", 1)):
        code, out, _ = archlint(
            "check", name, "--select", "forbidden-domain-import", "--format", "concise", "-q"
        )
        assert (code, out.count("forbidden-domain-import")) == (1, count)
    code, _, err = archlint("check", "feature/biling", "--format", "concise")
    assert code == 2
    assert "did you mean `feature/billing`?" in err
