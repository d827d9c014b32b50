"""Files beside the source that name modules, and what in them says nothing."""

import pytest

from tests.consumers.trees import SHOP, dead

TREE = {**SHOP, "shop/a/__init__.py": "def run(): ...\n", "shop/a/main.py": "X = 1\n"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("deploy.yaml", "command: gunicorn shop.a:run\n"),
        ("deploy.yml", "handler: shop.a.run\n"),
        ("conf/app.json", '{"handler": "shop.a.run"}\n'),
        ("package.json", '{"scripts": {"x": "python -m shop.a"}}\n'),
        ("conf/log.ini", "[handler]\nclass = shop.a.run\n"),
        ("conf/app.toml", '[app]\nhandler = "shop.a:run"\n'),
        ("Dockerfile", 'CMD ["python", "-m", "shop.a"]\n'),
        ("docker/Dockerfile.worker", "CMD python /srv/app/shop/a/main.py\n"),
        ("docker/web.Dockerfile", "CMD python -m shop.a\n"),
        ("GNUmakefile", "run:\n\tpython -m shop.a\n"),
        ("makefile", "run:\n\tpython -m shop.a\n"),
        (".env", "DJANGO_SETTINGS_MODULE=shop.a\n"),
        ("release.sh", "python -m shop.a\n"),
        (".github/workflows/release.yml", "run: python -m shop.a\n"),
        (".github/workflows/changelog.yml", "run: python -m shop.a\n"),
        ("deploy.yaml", "text: it's # no comment: shop.a\n"),
        ("deploy.yaml", "text: '# no comment: shop.a'\n"),
        ("Procfile", "web: uvicorn shop.a:run\n"),
        ("Makefile", "run:\n\tpython shop/a/main.py\n"),
        (".github/workflows/ci.yml", "run: python -m shop.a\n"),
        (".gitlab-ci.yml", "script: celery -A shop.a worker\n"),
        ("tox.ini", "[testenv]\ncommands = python -m shop.a\n"),
        ("pytest.ini", "[pytest]\naddopts = -p shop.a\n"),
        ("start.sh", "exec python -m shop.a\n"),
        ("start", "#!/usr/bin/env python3\nfrom shop.a import run\n"),
        ("notes.ipynb", '{"cells": [{"source": ["from shop import a\\n"]}]}'),
        ("notes.ipynb", '{"cells": [{"source": ["import shop.a as x\\n"]}]}'),
        ("notes.ipynb", '{"cells": [{"source": ["from shop import (\\n", "    a,\\n", ")"]}]}'),
        ("shop/fast.pyx", "from shop.a cimport run\n"),
        ("shop/fast.pyx", "from . import (\n    live,\n    a,\n)\n"),
        ("start.pyw", "from shop.a import run\nrun()\n"),
        ("deploy/site.wsgi", "from shop import a\n"),
        ("server.tac", "from shop.a import run\n"),
        ("shop.spec", "Analysis(['shop/a/main.py'])\n"),
        ("shop.spec", "Analysis(['x.py'], hiddenimports=['shop.a'])\n"),
        ("Snakefile", "from shop.a import run\n"),
        ("rules/all.smk", "from shop.a import run\n"),
        ("SConstruct", "import shop.a\n"),
        (".flaskenv", "FLASK_APP=shop.a:run\n"),
        ("Pipfile", '[scripts]\nx = "python -m shop.a"\n'),
        ("crontab", "0 1 * * * python -m shop.a\n"),
        ("infra/main.tf", 'handler = "shop.a.run"\n'),
        ("unit.service.j2", "ExecStart=python -m shop.a\n"),
        ("chart/templates/job.tpl", 'command: ["python", "-m", "shop.a"]\n'),
        ("configure.zcml", '<utility factory="shop.a.run" />\n'),
        ("train.gin", "run.fn = @shop.a.run\nimport shop.a\n"),
        ("tests/x.robot", "Library    shop.a.run\n"),
        (".vscode/launch.json", '{"module": "shop.a"}\n'),
        (".githooks/pre-push", "#!/usr/bin/env python3\nfrom shop.a import run\n"),
        ("serverless.yml", "handler: shop/a/main.X\n"),
        ("start.sh", "python3 -u -mshop.a\n"),
        ("start.bat", "@echo off\nremote python -m shop.a\n"),
        ("log.ini", "[logger_x]\nqualname = x\n[handler_x]\nclass = shop.a.run\n"),
        ("shop/fast.pyx", "from .a import run\n"),
        ("shop/fast.pyx", "from . import a\n"),
    ],
)
def test_each_keeps_what_it_names(path: str, text: str) -> None:
    assert dead(TREE) == {"shop.a": "NO_IMPORTER"}
    assert dead({**TREE, path: text}) == {}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("notes.txt", "shop.a\n"),
        ("README.md", "See shop.a.\n"),
        ("CHANGES.yaml", "removed: shop.a\n"),
        ("changelog.d/1.yaml", "removed: shop.a\n"),
        ("deploy.yaml", "handler: shop.ab\nother: workshop.a\n"),
        ("deploy.yaml", "handler: shop.a.nothing\n"),
        ("conf/app.json", '{"text": "we removed shop.a last year"}\n'),
        ("shop/a/conf.yaml", "self: shop.a.run\n"),
        ("start", "from shop.a import run\n"),
        ("crontab", "# 0 1 * * * python -m shop.a\n"),
        ("start.bat", "REM python -m shop.a\n  @rem shop.a.run\n:: python -m shop.a\n"),
        (".github/labeler.yml", "a:\n- shop/a/main.py\n"),
        ("coverage.json", '{"files": {"shop/a/main.py": {}}}\n'),
        ("some.toml", '[tool.pyrefly]\nx = ["shop.a"]\n'),
        ("some.toml", '[tool.mutmut]\nx = ["shop/a/main.py"]\n'),
        ("log.ini", "[logger_x]\nlevel = INFO\nqualname = shop.a\n"),
        ("serverless.yml", "handler: shop/a/main.gone\nother: /srv/shop/a/main.X\n"),
        ("start.sh", "gcc -mshop.a\n"),
        ("mypy.ini", "[mypy-shop.a]\nx = 1\n"),
        (".coveragerc", "[run]\nomit = shop.a\n"),
        (".importlinter", "[importlinter]\nroot_package = shop.a\n"),
        ("tach.toml", '[[modules]]\npath = "shop.a"\n'),
        ("pytest.ini", "[pytest]\naddopts = --cov=shop.a\n"),
        ("tox.ini", "[pytest]\ntestpaths = shop.a\n[flake8]\nper-file = shop.a\n"),
        ("setup.cfg", "[tool:pytest]\nx = shop.a\n[mypy-shop.a.*]\n[options]\npackages = shop.a\n"),
        ("tach.domain.toml", '[[modules]]\npath = "shop.a"\n'),
        ("codecov.yaml", "ignore: shop/a/main.py\n"),
        ("some.toml", '[tool]\nmypy = { files = "shop.a" }\n'),
        ("some.toml", 'tool.mypy.files = [\n  "shop.a",\n]\n'),
        ("some.toml", '[ "tool" . mypy ]\nfiles = "shop.a"\n'),
        ("some.toml", '[tool.ruff]\nx = [\n[\n"y"],\n"shop.a"]\n'),
        ("some.toml", '[tool.mypy]\nfiles = "shop.a"\n[broken\n'),
        ("deploy.yaml", "# handler: shop.a.run\nx: 1  # or shop.a.run\n"),
        ("conf/log.ini", "[handler]\n; class = shop.a.run\n"),
        ("start", "#!/usr/bin/env python3\n# from shop.a import run\n"),
        ("notes.ipynb", '{"cells": [{"source": ["# import shop.a\\n"]}]}'),
        (".github/workflows/ci.yml", "run: pytest --cov=shop.a\n"),
        ("Makefile", "test:\n\tcoverage run --omit=shop/a/main.py -m pytest\n"),
        (".hidden/x.yaml", "handler: shop.a.run\n"),
        ("docs/api.rst", ".. automodule:: shop.a\n"),
        ("bad.yaml", "\x00\x01\n"),
    ],
)
def test_what_says_nothing(path: str, text: str) -> None:
    assert dead({**TREE, path: text}) == {"shop.a": "NO_IMPORTER"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("mypy.ini", "[mypy]\nplugins = x, shop.a\n"),
        (".mypy.ini", "[mypy]\nplugins =\n    shop/a/main.py:X\n"),
        ("setup.cfg", "[mypy]\nplugins = shop.a\n"),
        ("setup.cfg", "[mutmut]\nrunner = python -m shop.a\n"),
        ("pyproject.toml", '[tool.bumpversion]\nhooks = ["python3 -I -m shop.a"]\n'),
        ("pyproject.toml", '[tool.mypy]\nplugins = [\n  "shop.a",\n]\n'),
        ("mypy.ini", "[mypy.plugins.django-stubs]\ndjango_settings_module = shop.a\n"),
        (".pylintrc", "[MASTER]\nload-plugins=shop.a\n"),
        ("pylintrc", "[MAIN]\nload-plugins=x,\n    shop.a\n"),
        ("pyproject.toml", '[tool.pylint.main]\nload-plugins = ["shop.a"]\n'),
        (".coveragerc", "[run]\nplugins = shop.a\n"),
        ("tox.ini", "[coverage:run]\nplugins = shop.a\n"),
        ("pyproject.toml", '[tool.coverage.run]\nplugins = ["shop.a"]\n'),
        (".flake8", "[flake8:local-plugins]\nextension =\n    X1 = shop.a:run\n"),
        ("pytest.ini", "[pytest]\nDJANGO_SETTINGS_MODULE = shop.a\n"),
        ("setup.cfg", "[tool:pytest]\nDJANGO_SETTINGS_MODULE = shop.a\n"),
        ("pyproject.toml", '[tool.pytest.ini_options]\nDJANGO_SETTINGS_MODULE = "shop.a"\n'),
        ("pytest.ini", "[pytest]\nenv =\n    DJANGO_SETTINGS_MODULE=shop.a\n"),
        ("setup.cfg", "[metadata]\nversion = attr: shop.a.run\n"),
        ("pyproject.toml", '[tool.setuptools.dynamic]\nversion = { attr = "shop.a.run" }\n'),
        ("pyproject.toml", '[tool.setuptools.cmdclass]\nx = "shop.a.run"\n'),
        (".importlinter", "[importlinter]\ncontract_types =\n    x: shop.a.run\n"),
        ("pyproject.toml", '[tool.importlinter]\ncontract_types = ["x: shop.a.run"]\n'),
        ("pyproject.toml", '[tool.pdm.version]\nsource = "call"\ngetter = "shop.a:run"\n'),
        ("pyproject.toml", '[tool.hatch.build.hooks.custom]\npath = "shop/a/main.py"\n'),
        ("pyproject.toml", '[tool.poetry.build]\nscript = "shop/a/main.py"\n'),
        ("pyproject.toml", '[tool.semantic_release]\ncommit_parser = "shop.a:run"\n'),
    ],
)
def test_what_a_tool_loads_is_used(path: str, text: str) -> None:
    assert dead({**TREE, path: text}) == {}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("mypy.ini", "[mypy]\nplugins = x\nfiles =\n    shop.a\n"),
        ("mypy.ini", "[mypy]\n# plugins = shop.a\n"),
        ("mypy.ini", "[mypy]\nplugins = x\n[mypy-shop.a]\nshop.a\n"),
        (".pylintrc", "[MASTER]\nignored-modules=shop.a\n"),
        (".coveragerc", "[report]\nplugins = shop.a\n"),
        (".flake8", "[flake8]\nextension = shop.a\n"),
        ("pytest.ini", "[pytest]\ntestpaths = shop.a\n"),
        ("pyproject.toml", '[tool.mypy]\nplugins = ["x"]\nfiles = ["shop.a"]\n'),
        (".importlinter", "[importlinter:contract:1]\nmodules =\n    shop.a\n"),
    ],
)
def test_the_other_keys_of_the_tool_say_nothing(path: str, text: str) -> None:
    assert dead({**TREE, path: text}) == {"shop.a": "NO_IMPORTER"}


@pytest.mark.parametrize(
    ("path", "text"),
    [("docs/api.rst", ".. automodule:: shop._a\n"), ("docs/api.md", "::: shop._a.run\n")],
)
def test_what_the_documentation_of_a_library_shows_is_used(path: str, text: str) -> None:
    tree = {
        "pyproject.toml": '[project]\nname = "shop"\n',
        "shop/__init__.py": "",
        "shop/_a/__init__.py": "def run(): ...\n",
    }
    assert dead(tree) == {"shop._a": "NO_IMPORTER"}
    assert dead({**tree, path: text}) == {}


def test_what_git_ignores_is_not_read() -> None:
    tree = {**TREE, "deploy.yaml": "handler: shop.a.run\n"}
    assert dead({**tree, ".gitignore": "deploy.yaml\n"}) == {"shop.a": "NO_IMPORTER"}
