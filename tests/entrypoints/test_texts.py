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
