"""Reports that the tests of reporters render."""

from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic, Location, Related, Severity
from archlint.report import Counts, Report

BREACH = Diagnostic(
    rule="forbidden-domain-import",
    instance="forbidden-domain-import",
    message="`store` may not import `web`: `shop.store` imports `shop.web`",
    location=Location("shop/store.py", 3, 5, 3, 14),
    statement=Location("shop/store.py", 1),
    subject="shop.store",
    object="shop.web",
    note="typing import",
    why="orders outlive the web",
    config=Location("archlint.toml", 2, 1, 2, 8),
    help=("move it", "or wire it"),
    related=(Related(Location("shop/web.py", 1, 1), "the imported module"),),
)

WARNING = Diagnostic(
    rule="syntax-error",
    message="invalid syntax",
    location=Location("tests/broken.py", 9, 2),
    subject="tests/broken.py",
    severity=Severity.WARNING,
)

FAULT = Diagnostic(
    rule=MALFORMED_CONFIG,
    message="unknown key `improts`",
    location=Location("archlint.toml", 1, 1, 1, 8),
    subject="domains.store",
    object="improts",
    help=("did you mean `imports`?",),
)

FULL = Report(
    diagnostics=(FAULT, BREACH, WARNING),
    excused=(
        Related(
            Location("shop/old.py", 2, 8, 2, 16), "excused from `layers` by `shop.old -> shop.web`"
        ),
    ),
    hidden=2,
    silent=1,
    counts=Counts(files=1234, modules=1300, imports=1, production=8, assigned=6, unchecked=1),
    domains=True,
    contracts=1,
    contract_file=".importlinter",
    rules=("forbidden-domain-import", "syntax-error"),
    root="/home/ada/shop",
    config_file="archlint.toml",
    roots=(("", "the top holds a package"),),
    roles={"production": 1000, "test": 234, "tool": 0},
    skipped={"git-ignored": 3},
    excerpts={
        "archlint.toml": ("[domains.store]", "imports = []"),
        "shop/store.py": ("from shop import (", "    price,", "    web as w,", ")"),
    },
)

CLEAN = Report(counts=Counts(files=1, modules=1, imports=0), root="/home/ada/shop")


def one(message: str = "", path: str = "a.py", line: str = "", column: int = 1) -> Report:
    """A report of a single diagnostic whose text is anything a user can come up with."""
    item = Diagnostic(
        rule="syntax-error",
        message=message,
        location=Location(path, 1, column, 1, column + 2),
        subject="a",
        why=message,
        help=(message,),
    )
    return Report(diagnostics=(item,), excerpts={path: (line,)}, root="/r")
