"""Tests of what the declared architecture allows, and of the key that decides."""

import pytest

from archlint.config.settings import KeyPath
from archlint.domains import Domain, Domains
from archlint.domains.verdicts import Law
from archlint.facts.imports import Kind
from archlint.testing import run_rule
from tests.config.reading import read

CONFIG = read(
    """
    [domains.model]
    imports = []
    [domains.log]
    imports = ["model"]
    typing-imports = ["feature", "feature/x"]
    deferred-imports = ["web"]
    [domains.lazy]
    imports = []
    typing-imports = "ignore"
    [domains.rest]
    unchecked = true
    [domains.web]
    imports = ["log"]
    [domains.service]
    deferred-imports = ["web"]
    [domains.jobs]
    [domains.store]
    imports = []
    [domains.front]
    [families.feature]
    modules = "f.<n>"
    imports = ["model"]
    shared = ["s"]
    allow = { x = ["y"] }
    [families.free]
    modules = "g.<n>"
    imports = ["feature/x"]
    siblings = "allow"
    [[layers]]
    order = ["web", ["service", "jobs"], "store"]
    mode = "closed"
    facade = "front"
    [[layers]]
    order = ["jobs", "service"]
    """
)


def domain(name: str) -> Domain:
    declared, _, member = name.partition("/")
    (config,) = (item for item in CONFIG.domains if item.name == declared)
    return Domain(0, config, (), member)


NO = Kind(0)


@pytest.mark.parametrize(
    ("importer", "imported", "kinds", "allowed", "law", "key"),
    [
        ("model", "rest", NO, True, Law.NONE, ("domains", "model")),
        ("rest", "model", NO, True, Law.NONE, ("domains", "rest")),
        ("rest", "free/a", NO, True, Law.NONE, ("domains", "rest")),
        ("log", "model", NO, True, Law.IMPORTS, ("domains", "log", "imports", "model")),
        ("model", "log", NO, False, Law.IMPORTS, ("domains", "model", "imports")),
        ("log", "feature/y", NO, False, Law.IMPORTS, ("domains", "log", "imports")),
        (
            *("log", "feature/x", Kind.TYPING, True, Law.IMPORTS),
            ("domains", "log", "typing-imports", "feature"),
        ),
        ("log", "feature/x", Kind.DEFERRED, False, Law.IMPORTS, ("domains", "log", "imports")),
        (
            *("log", "web", Kind.DEFERRED | Kind.TYPING, True, Law.IMPORTS),
            ("domains", "log", "deferred-imports", "web"),
        ),
        ("lazy", "web", Kind.TYPING, True, Law.IMPORTS, ("domains", "lazy", "typing-imports")),
        ("lazy", "web", NO, False, Law.IMPORTS, ("domains", "lazy", "imports")),
        ("web", "log", NO, True, Law.IMPORTS, ("domains", "web", "imports", "log")),
        ("web", "model", NO, False, Law.IMPORTS, ("domains", "web", "imports")),
        ("jobs", "model", NO, True, Law.IMPORTS, ("domains", "jobs", "imports", "*")),
        ("web", "service", NO, True, Law.ORDER, ("layers", 0, "order")),
        ("web", "store", NO, False, Law.NEXT_LEVEL, ("layers", 0, "mode")),
        ("front", "store", NO, True, Law.ORDER, ("layers", 0, "order")),
        ("store", "front", NO, False, Law.FACADE, ("layers", 0, "facade")),
        ("service", "web", NO, False, Law.ORDER, ("layers", 0, "order")),
        (
            *("service", "web", Kind.DEFERRED, True, Law.IMPORTS),
            ("domains", "service", "deferred-imports", "web"),
        ),
        ("service", "jobs", NO, False, Law.LEVEL, ("layers", 0, "order")),
        ("jobs", "service", NO, False, Law.LEVEL, ("layers", 0, "order")),
        ("feature/x", "feature/s", NO, True, Law.FAMILY, ("families", "feature", "shared", "s")),
        (
            "feature/x",
            "feature/y",
            NO,
            True,
            Law.FAMILY,
            ("families", "feature", "allow", "x", "y"),
        ),
        ("feature/y", "feature/x", NO, False, Law.FAMILY, ("families", "feature", "siblings")),
        ("free/a", "free/b", NO, True, Law.FAMILY, ("families", "free", "siblings")),
        (
            "free/a",
            "feature/x",
            NO,
            True,
            Law.IMPORTS,
            ("families", "free", "imports", "feature/x"),
        ),
        ("free/a", "feature/y", NO, False, Law.IMPORTS, ("families", "free", "imports")),
    ],
)
def test_verdicts(
    importer: str, imported: str, kinds: Kind, allowed: bool, law: Law, key: KeyPath
) -> None:
    assert CONFIG.faults == ()
    domains = Domains((), owner=None, layers=CONFIG.layers)  # type: ignore[arg-type]  # not looked at
    assert domains.verdict(domain(importer), domain(imported), kinds) == (allowed, law, key)


def test_a_domain_may_import_itself() -> None:
    here = domain("model")
    domains = Domains((), owner=None)  # type: ignore[arg-type]  # not looked at
    assert domains.verdict(here, here, NO).allowed


def test_code_of_nobody_is_no_way_out_of_what_lists_its_imports() -> None:
    layers = '[[layers]]\nwithin = "app"\norder = ["web", "store"]\n'
    tree = {"app/web.py": "", "app/store.py": "import app.extra\n", "app/extra.py": "X = 1\n"}
    listed = f'{layers}[domains.store]\nmodules = ["app.store"]\nimports = []\n'
    for config, count in ((layers, 0), (listed, 1)):
        assert len(run_rule("forbidden-domain-import", {**tree, "archlint.toml": config})) == count
