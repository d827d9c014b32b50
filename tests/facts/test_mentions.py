"""Names of modules in strings, and what of them is no mention."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.facts import mentions, searched
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
        ('LOCAL_APPS = ("jobs",)', [("jobs", E)]),
        ('class Base:\n    INSTALLED_APPS = ["jobs"]', [("jobs", E)]),
        ('from .base import *\nINSTALLED_APPS.append("jobs")', [("jobs", E)]),
        ('SPIDER_MODULES = ["app.jobs"]', [("app.jobs", E), ("app.jobs", Naming.WALKED)]),
        ('x = f"app.jobs.do_{y}"', [("app.jobs.do_", E), ("app.jobs.do_*", C)]),
        ('x = "app.jobs.do%s" % y', [("app.jobs.do", W), ("app.jobs.do*", C)]),
        ('x = "app.jobs.__name__"', [("app.jobs.__name__", E)]),
        ('bot.load_extension(f"jobs.{y}")', [("jobs", S)]),
        ('import_string("app.jobs." + y)', [("app.jobs", S)]),
        ('upload_files("app.jobs." + y)', [("app.jobs", C)]),
    ],
)
def test_names_in_strings(source: str, expected: list[tuple[str, Naming]]) -> None:
    assert said(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "mock.patch(  # the clock\n    'app.jobs.run')",
        "mock.patch(\n\n    # the clock\n    'app.jobs.run')",
        "mock.patch.dict(\n    in_dict='app.jobs.RUNS')",
        "self.assertLogs('app.jobs')",
        "self.assertNoLogs('app.jobs', level='INFO')",
        "caplog.set_level('INFO', 'app.jobs')",
        "with caplog.at_level(logging.INFO, logger='app.jobs'): ...",
        "X = {'loggers': {'app.jobs': {'level': 'INFO'}}}",
        "loggers = {\n    'app.jobs': {\n        'handlers': [],\n    },\n}",
        "warnings.filterwarnings('ignore', module='app.jobs')",
        "sys.modules.pop('app.jobs', None)",
        "del sys.modules['app.jobs']",
        "monkeypatch.delitem(sys.modules, 'app.jobs')",
        "if 'app.jobs' not in sys.modules: ...",
    ],
)
@pytest.mark.parametrize("width", [0, 2000])
def test_what_loads_nothing_is_no_mention(source: str, width: int) -> None:
    is_compound = source.startswith(("with", "if"))
    data = f"D = {[0] * width}; " if width and not is_compound else ""
    assert said(data + source) == []


@pytest.mark.parametrize(
    "source",
    [
        "X = {'app.jobs': {'weight': 3}}",
        "X = {'app.jobs': 3}",
        "PLUGINS = {'app.jobs': {'level': 3}}",
        "X = ['app.jobs']\nY = sys.modules",
        "# mock.patch(\nX = [\n    'app.jobs']",
        "start(module='app.jobs')",
        "dispatch('app.jobs')",
        "if 'app.jobs' in plugins: ...",
    ],
)
def test_what_only_looks_alike_is_a_mention(source: str) -> None:
    assert said(source) == [("app.jobs", E)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import_module(f'.{n}', __package__)", [(".", S)]),
        ("import_module('.' + n, __name__)", [(".", S)]),
        ("import_module(n, package=__package__)", [(".", S)]),
        ("import_module(f'{__name__}.sub.{n}')", [(".sub", S)]),
        ("import_module('app.' + n)", [("app", S)]),
        ("import_module(n)", []),
        ("import_module(f'app.jobs.do_{n}')", [("app.jobs.do_*", S)]),
        ("import_module('.do_%s' % n, __package__)", [(".do_*", S)]),
        ("import_module(f'..{n}', __package__)", [("..", S)]),
        ("import_module(f'..{n}', __name__)", [(".", S)]),
        ("from app import jobs\nimport_module(f'{jobs.__name__}.{n}')", [("app.jobs", S)]),
        ("from .. import jobs\nimport_module('.' + n, jobs.__name__)", [("..jobs", S)]),
        ("import app.jobs as j\nimport_module(f'{j.__package__}.{n}')", [("app.jobs", S)]),
        ("name = 'app.' + n\nimport_module(name)", [("app", S)]),
        ("above = __name__.rsplit('.', 1)[0]\nimport_module(f'{above}.jobs.{n}')", [(".jobs", S)]),
        ("import_module('app.{}'.format(n))", [("app", S)]),
        ("name = 'app.' + name\nimport_module(name)", [("app", S)]),
        ("import_module('do_' + n)", []),
        ("import_module('.'.join(['app', n]))", [("app", S)]),
        ("import_module('..' + n, 'app.jobs')", [("app", S)]),
        ("import_module(f'{__name__}.{__package__}.{n}')", []),
        ("import_module('.a', __package__)", []),
    ],
)
def test_templates_of_imports(source: str, expected: list[tuple[str, Naming]]) -> None:
    found = said(f"from importlib import import_module\nn = input()\n{source}\n")
    assert [one for one in found if one[1] is S] == expected


def test_names_that_stand_for_others_twice_are_followed_once() -> None:
    # Looked up at each place, the last of them would be asked for 2 ** 60 times.
    chain = "".join(f"n{number} = n{number + 1} + n{number + 1}\n" for number in range(60))
    start = "from importlib import import_module\n"
    assert said(f"{start}{chain}n60 = input()\nimport_module('app.' + n0)\n") == [("app", S)]


@pytest.mark.parametrize(
    "source",
    [
        "import_module(f'app.{n}.{n}')",
        "import_module('app.%s.%s' % (n, n))",
        "import_module('app.' + n + '.' + n)",
        "import_module(f'app.{n}.{n}.main')",
        "import_module('app.' + '.'.join(n))",
        "import_module(f'app.{n}.main')",
        "import_module('app.%s.main' % n)",
    ],
)
def test_templates_that_go_on_behind_a_gap_reach_one_level_deeper(source: str) -> None:
    found = said(f"from importlib import import_module\nn = input()\n{source}\n")
    assert ("app", Naming.NESTED) in found


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
        ("from app import jobs\nimport_submodules(jobs)", ("app.jobs", Naming.WALKED)),
        ("find_modules('app.jobs', recursive=True)", ("app.jobs", Naming.WALKED)),
        ("load_modules(package='.jobs')", (".jobs", Naming.WALKED)),
        ("import_submodules(__name__)", (".", Naming.WALKED)),
        ("from app import jobs\nself.load_modules(module=jobs)", ("app.jobs", Naming.WALKED)),
        ("def includeme(config): config.include('.jobs')", (".jobs", E)),
        ("import pyramid\nconfig.scan()", (".", Naming.WALKED)),
        ("config = Configurator()\nconfig.scan('.jobs')", (".jobs", Naming.WALKED)),
        (
            "from app import jobs\nconfig.add_route('a', '/')\nconfig.scan(jobs)",
            ("app.jobs", Naming.WALKED),
        ),
    ],
)
def test_folders_that_are_searched(source: str, expected: tuple[str, Naming]) -> None:
    assert expected in said(source)


@pytest.mark.parametrize(
    "source",
    [
        "import pyramid\ndisk.scan()",
        "import pyramid\nrouter.scan('.jobs')",
        "x.walk_modules(given)",
        "mask_modules('a.b', 1)",
        "config.scan()",
        "from app import jobs\nself.config.scan(jobs)",
        "from app import jobs\ndef find_modules(jobs): ...",
        "from app import jobs\nself.register_modules(jobs=jobs, text=1)",
    ],
)
def test_calls_that_search_no_package(source: str) -> None:
    assert Naming.WALKED not in [naming for _, naming in said(source)]


def test_a_config_includes_modules_only_with_pyramid() -> None:
    assert said("config.include('.jobs')") == []


@pytest.mark.parametrize(
    "source",
    [
        "LOGGING = {'loggers': {}}\nX = {'app.jobs': {'level': 3}}",
        "X = {'app.jobs': {'level': 3}}\nLOGGING = {'loggers': {'a': {'level': 3}}}",
        "X = {'loggers': {'a': {'level': 3}}, 'app.jobs': {'level': 3}}",
        "loggers = 3\nX = {'app.jobs': {'level': 3}}",
    ],
)
def test_only_what_lies_in_loggers_is_a_logger(source: str) -> None:
    assert said(source) == [("app.jobs", E)]


@pytest.mark.parametrize(
    "source",
    [
        "X = {'loggers': {'a': {'level': 3}, 'b': {'filters': {}},\n 'app.jobs': {'level': 3}}}",
        "loggers: dict[str, Any] = {'app.jobs': {'level': 3}}",
        "X['loggers'] = {'app.jobs': {'level': 3}}",
        "X['loggers'].update({'app.jobs': {'level': 3}})",
        "X = {'loggers': {}}\nY = dict(loggers={'app.jobs': {'level': 3}})",
    ],
)
def test_ways_to_list_loggers(source: str) -> None:
    assert said(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "LOCAL_APPS = ['jobs'] + more",
        "APPS = ['jobs']\nLOCAL_APPS = APPS",
        "APPS = ['jobs']\nLOCAL_APPS = (*APPS, *more)",
        "APPS = ['jobs']\nLOCAL_APPS = with_more(APPS)",
        "LOCAL_APPS: list[str] = env.list('A B', ['jobs'])",
        "from .base import *\nLOCAL_APPS += ['jobs']",
        "from .base import *\nLOCAL_APPS[:0] = ['jobs']",
        "def f():\n    LOCAL_APPS = ['jobs']\n    return LOCAL_APPS",
        "settings.configure(INSTALLED_APPS=['jobs'])",
        "import base\nbase.LOCAL_APPS.extend(['jobs'])",
        "from .base import *\nfor app in ['jobs']:\n    LOCAL_APPS.insert(0, app)",
    ],
)
def test_lists_of_apps(source: str) -> None:
    assert ("jobs", E) in said(source)


@pytest.mark.parametrize(
    "source",
    [
        "MAX_APPS = 3",
        "NO_APPS = 'none'",
        "HAS_APPS = not True",
        "from base import LOCAL_APPS\nprint(LOCAL_APPS)",
    ],
)
def test_a_word_beside_what_is_no_list_of_apps_is_no_module(source: str) -> None:
    assert said(f"{source}\nx = 'jobs'\n") == []


def test_a_package_takes_all_that_it_lists() -> None:
    listing = "import glob\n__all__ = [x for x in glob.glob(__file__ + '/../*')]\n"
    assert (".", Naming.FOLDER) in said(f"{listing}from . import *\n")
    assert said(listing) == []


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
    found = [(one.span(), one["owner"]) for one in searched._folders(text)]
    assert found == [(one.span(), one["owner"]) for one in searched._FOLDER.finditer(text)]


def test_names_behind_a_prefix_are_still_seen_to_be_measured() -> None:
    assert said('x = "run --cov app.jobs and app.work"') == [("app.work", W)]
