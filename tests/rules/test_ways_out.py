"""The ways out that rules about domains name are open to whoever reads them."""

from archlint.rules.forbidden_external_import import ForbiddenExternalImport
from archlint.rules.private_module_import import PrivateModuleImport
from archlint.testing import run_rule

CONFIG = """\
[domains.store]
modules = ["shop.store"]
imports = {imports}

[domains.web]
modules = ["shop.web"]
imports = []
public = {public}
"""

FILES = {
    "shop/store.py": "import shop.web.pages\n",
    "shop/web/pages.py": "X = 1\n",
    "shop/web/api.py": "X = 1\n",
}


def private(imports: str, public: str) -> tuple[str, ...]:
    config = CONFIG.format(imports=imports, public=public)
    (found,) = run_rule(PrivateModuleImport, {**FILES, "archlint.toml": config})
    return found.help


def test_a_public_module_is_named_to_whoever_may_import_it() -> None:
    (help,) = private('["web"]', '["shop.web.api"]')
    assert help == "import what `web` makes public instead: `shop.web.api`"
    (help,) = private("[]", '["shop.web.api"]')
    assert help == "move what is needed out of `web`, or invert the dependency"
    (help,) = private('["web"]', "[]")
    assert help == "move what is needed out of `web`, or invert the dependency"


def test_the_external_packages_a_domain_may_import_are_told() -> None:
    def told(external: str) -> str:
        config = f"[domains.shop]\nimports = []\nexternal = {external}\n"
        files = {"archlint.toml": config, "shop/store.py": "import requests\n"}
        (found,) = run_rule(ForbiddenExternalImport, files)
        return found.message.partition(": ")[2]

    assert told("[]") == "only the standard library is allowed in `shop.store`"
    assert told('["attrs"]') == "only `attrs` is allowed in `shop.store`"
    assert told('["attrs", "yaml", "idna"]') == (
        "only `attrs`, `yaml` and `idna` are allowed in `shop.store`"
    )
