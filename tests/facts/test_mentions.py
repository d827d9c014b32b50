"""Names of modules in strings, and what of them is no mention."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.facts import mentions
from archlint.facts.extract import extract
from archlint.facts.imports import Naming

E, W, C, S = Naming.EXACT, Naming.WITHIN, Naming.CHILDREN, Naming.SEARCHED


def said(source: str) -> list[tuple[str, Naming]]:
    return [(one.text, Naming(one.naming)) for one in extract(source.encode()).mentions]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('x = "app.jobs"', [("app.jobs", E)]),
        ('x = "app.jobs:run"', [("app.jobs", E)]),
        ('x = "jobs:run now"', []),
        ('x = "run app.jobs now"', [("app.jobs", W)]),
        ('x = "app.jobs.%s" % y', [("app.jobs", C)]),
        ('x = f"app.jobs.{y}"', [("app.jobs", C)]),
        ('x = "app.jobs." + y', [("app.jobs", C)]),
        ('x = "app.jobs.{}".format(y)', [("app.jobs", C)]),
        ('"""See app.jobs."""', []),
        ('def f():\n    """See app.jobs."""', []),
        ('getLogger("app.jobs")', []),
        ('@mock.patch("app.jobs.run")\ndef f(): ...', []),
        ('monkeypatch.setattr(\n    "app.jobs.run", None)', []),
        ('getLogger(name="app.jobs")', []),
        ('mock.patch(\n    target="app.jobs.run")', []),
        ('Task(\n    name="app.jobs.run")', [("app.jobs.run", E)]),
        ('x = "me@app.jobs"', []),
        ('x = "https://app.jobs/x"', []),
        ('x = b"app.jobs"', []),
        ('x = "jobs"', []),
        ('run("pytest", "--cov=app.jobs")', []),
        ('INSTALLED_APPS = ["jobs"]', [("jobs", E)]),
    ],
)
def test_names_in_strings(source: str, expected: list[tuple[str, Naming]]) -> None:
    assert said(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import_module(f'.{n}', __package__)", [(".", S)]),
        ("import_module('.' + n, __name__)", [(".", S)]),
        ("import_module(n, package=__package__)", [(".", S)]),
        ("import_module(f'{__name__}.sub.{n}')", [(".sub", S)]),
        ("import_module('app.' + n)", [("app", S)]),
        ("import_module(n)", []),
        ("import_module('.a', __package__)", []),
    ],
)
def test_templates_of_imports(source: str, expected: list[tuple[str, Naming]]) -> None:
    found = said(f"from importlib import import_module\nn = input()\n{source}\n")
    assert [one for one in found if one[1] is S] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import app\nfor x in iter_modules(app.__path__): ...", ("app", Naming.SEARCHED)),
        ("from . import jobs\nwalk_packages(path=jobs.__path__)", (".jobs", Naming.SEARCHED)),
        ("walk_packages(__path__, prefix=P)", (".", Naming.WALKED)),
        ("iter_modules(__path__)", (".", Naming.SEARCHED)),
        ("import app.jobs\niter_modules(app.jobs.__path__)", ("app.jobs", Naming.SEARCHED)),
        ("import app.jobs\niter_modules(app.__path__)", ("app", Naming.SEARCHED)),
        ("import app.jobs as j\niter_modules(j.a.__path__)", ("app.jobs.a", Naming.SEARCHED)),
        ("iter_modules([os.path.dirname(__file__)])", (".", Naming.SEARCHED)),
        ("from app import jobs\nx = next(iter(jobs.__path__))", ("app.jobs", Naming.FOLDER)),
    ],
)
def test_folders_that_are_searched(source: str, expected: tuple[str, Naming]) -> None:
    assert expected in said(source)


def test_a_folder_counts_where_it_is_listed_and_loaded() -> None:
    listing = "os.listdir(os.path.dirname(__file__))\n"
    loading = "import importlib\nimportlib.import_module(input())\n"
    assert (".", Naming.FOLDER) in said(listing + loading)
    assert said(listing) == said(loading) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import importlib\nimportlib.import_module(input())", True),
        ("import importlib\nimportlib.import_module('a.b')", False),
        ("__import__(input())", True),
        ("import importlib.util as u\nu.spec_from_file_location('x', p)", True),
        ("def import_module(x): ...\nimport_module(input())", False),
    ],
)
def test_whether_a_file_loads_by_name(source: str, expected: bool) -> None:
    assert extract(source.encode()).loads_by_name is expected


def test_the_place_counts_code_points() -> None:
    (mention,) = extract("\u00e9 = 1; x = 'app.jobs'\n".encode()).mentions
    assert (mention.line, mention.column) == (1, 12)


def test_names_that_are_imported_and_not_read() -> None:
    source = "from .a import A, B as C\nfrom .b import D\nimport e\nx: D = 1\nprint(e)\n"
    assert extract(source.encode()).unread == ("A", "C")


PIECES = [*"ab1é.:/@-%{ \n\t(=", "--cov=", "--cov ", "a.b", "__path__", "__file__", "\u00a0"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@settings(max_examples=400, database=None)
@given(TEXTS)
def test_names_are_those_that_the_whole_text_is_matched_for(text: str) -> None:
    found = [(name, naming) for name, naming in mentions._names(text) if naming == W]
    matched = [(name, W) for name in mentions._WITHIN.findall(text)]
    assert found in (matched, [])
    if not found and matched:
        assert mentions._EXACT.fullmatch(text) or mentions._TEMPLATE.match(text)
    if mentions._EXACT.fullmatch(text):
        assert [naming for _, naming in mentions._names(text)] == [E]


@settings(max_examples=400, database=None)
@given(TEXTS)
def test_folders_are_found_in_the_lines_that_ask_for_them(text: str) -> None:
    found = [(one.span(), one["owner"]) for one in mentions._folders(text)]
    assert found == [(one.span(), one["owner"]) for one in mentions._FOLDER.finditer(text)]


def test_names_behind_a_prefix_are_still_seen_to_be_measured() -> None:
    assert said('x = "run --cov app.jobs and app.work"') == [("app.work", W)]
