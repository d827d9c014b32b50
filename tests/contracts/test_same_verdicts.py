"""On generated trees and contracts, archlint and import-linter come to the same verdicts."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contracts.peer import (
    own_report,
    own_verdict,
    own_views,
    peer_edges,
    peer_verdicts,
    write,
)

MODULES = {
    "p": "p/__init__.py",
    "p.a": "p/a/__init__.py",
    "p.a.x": "p/a/x.py",
    "p.a._y": "p/a/_y.py",
    "p.b": "p/b/__init__.py",
    "p.b.x": "p/b/x/__init__.py",
    "p.b.x.k": "p/b/x/k.py",
    "p.b._y": "p/b/_y.py",
    "p.c": "p/c.py",
    "p.d": "p/d.py",
    "p._e": "p/_e/__init__.py",
    "p._e.z": "p/_e/z.py",
}
FILES = {**MODULES, "p.orphan.m": "p/orphan/m.py", "p.1_odd": "p/1_odd.py"}
TARGETS = [*MODULES, "p.orphan", "p.orphan.m", "p.gone", "p.a.gone.deep", "json", "os.path"]


def statement(target: str, form: int) -> str:
    parent, _, name = target.rpartition(".")
    plain = f"import {target}\n"
    return {
        0: plain,
        1: f"from {parent} import {name}\n" if parent else plain,
        2: f"from {target} import THING\n",
        3: f"from {target} import *\n",
        4: f"def f():\n    import {target}\n",
        5: f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import {target}\n",
        6: f"from {parent} import {name}, THING\n" if parent else plain,
    }[form]


imports = st.lists(
    st.tuples(st.sampled_from([*FILES]), st.sampled_from(TARGETS), st.integers(0, 6)), max_size=14
)


def lines(option: str, words: list[str]) -> str:
    return f"{option} =\n" + "".join(f"    {word}\n" for word in words) if words else ""


def subset(words: list[str], least: int = 1, most: int = 4) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(words), min_size=least, max_size=most, unique=True)


FLAT = ["p.a", "p.b", "p.c", "p.d", "p._e"]
ANY = [*MODULES, "p.*", "p.**", "p.*.x", "p.a.*"]
flag = st.sampled_from(["True", "False"])
ignored = st.lists(
    st.sampled_from(
        ["p.a.x -> p.b", "p.a.* -> p.*", "p.** -> p.c", "p.c -> p.d", "p.b -> json", "p..* -> p"]
    ),
    max_size=2,
    unique=True,
)


@st.composite
def contracts(draw: st.DrawFn) -> str:
    """One contract of each kind that import-linter accepts."""
    levels = [*draw(st.permutations(FLAT))][: draw(st.integers(2, 5))]
    if draw(st.booleans()):
        levels[:2] = [f"{levels[0]} {draw(st.sampled_from('|:'))} {levels[1]}"]
    tails = ["a", "(gone)", "b : c", "(d)"]
    blocks = [
        ("layers", lines("layers", levels)),
        (
            "layers",
            lines("layers", [*draw(st.permutations(tails))])
            + lines("containers", ["p"])
            + f"exhaustive = {draw(flag)}\n"
            + lines("exhaustive_ignores", draw(subset(["_e", "1_odd", "orphan"], 0))),
        ),
        ("independence", lines("modules", draw(subset([*FLAT, "json"])))),
        (
            "forbidden",
            lines("source_modules", draw(subset(ANY)))
            + lines("forbidden_modules", draw(subset([*ANY, "*", "json", "absent"])))
            + f"allow_indirect_imports = {draw(flag)}\nas_packages = {draw(flag)}\n",
        ),
        (
            "protected",
            lines("protected_modules", draw(subset(ANY)))
            + lines("allowed_importers", draw(subset([*MODULES, "p.*", "json", "**"])))
            + f"as_packages = {draw(flag)}\n",
        ),
        (
            "private_modules",
            lines("packages_with_private_modules", draw(subset(["p", "p.a", "json", "*"], 0))),
        ),
        (
            "acyclic_siblings",
            lines("ancestors", draw(subset(["p", "p.b", "p.*", "json", "*"])))
            + lines("skip_descendants", draw(subset(["p.a", "p._e"], 0)))
            + f"depth = {draw(st.integers(0, 3))}\n",
        ),
    ]
    text = ""
    for number, (kind, body) in enumerate(blocks):
        text += f"[importlinter:contract:c{number}]\nname = n{number}\ntype = {kind}\n{body}"
        text += lines("ignore_imports", draw(ignored))
        text += "unmatched_ignore_imports_alerting = none\n"
    return text


@settings(max_examples=60)
@given(imports, contracts(), flag)
def test_verdicts(found: list[tuple[str, str, int]], text: str, skip_typing: str) -> None:
    files = dict.fromkeys(FILES.values(), "THING = 1\n")
    for importer, target, form in found:
        if (importer, target) == ("p.a", "p.a.gone.deep"):
            continue  # leads to nothing but the importer: no edge here, one to the root there
        files[FILES[importer]] += statement(target, form)
    files[".importlinter"] = (
        "[importlinter]\nroot_package = p\ninclude_external_packages = True\n"
        f"exclude_type_checking_imports = {skip_typing}\n{text}"
    )
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        write(top, files)
        typing = skip_typing == "True"
        theirs = peer_edges(top, ["p"], external=True, skip_typing=typing)
        assert (
            own_views(top, ["p"], external=True, skip_typing=typing).narrow.links.keys() == theirs
        )
        report = own_report(top, "import-contract", "unmatched-expression")
        expected = peer_verdicts(top, top / ".importlinter")
    assert report.failures == ()
    for name, verdict in expected.items():
        own = own_verdict(report, name.replace("n", "c"))
        if isinstance(verdict, str):
            assert isinstance(own, str), (name, verdict)
        else:
            assert own is verdict, name
