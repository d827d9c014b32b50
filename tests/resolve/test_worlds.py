"""Which root an import leads to where there are several."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.resolve.trees import edges_of, read_tree, write

Files = Mapping[str, str]

ROOTS: dict[str, tuple[Files, tuple[str, ...], tuple[str, ...], list[str]]] = {
    "a namespace over several roots": (
        {
            "utility/src/org/utils/__init__.py": "from org.one import thing",
            "one/src/org/one/__init__.py": "from org import utils, gone\nfrom ..utils import z",
            "two/src/org/two.py": "import org.utils.gone\nfrom .one import x\nfrom . import utils",
        },
        ("utility/src", "one/src", "two/src"),
        (),
        [
            "one/src/org/one/__init__.py:1:6 <org>",
            "one/src/org/one/__init__.py:1:17 org.utils",
            "one/src/org/one/__init__.py:2:6 org.utils",
            "two/src/org/two.py:1:8 org.utils?",
            "two/src/org/two.py:2:6 org.one",
            "two/src/org/two.py:3:15 org.utils",
            "utility/src/org/utils/__init__.py:1:6 org.one",
        ],
    ),
    "an open package over several roots": (
        {
            "one/org/__init__.py": "__path__ = [*__path__]",
            "one/org/a.py": "import org.b\nfrom . import b, s\nimport org.gone",
            "two/org/__init__.py": "__path__ = []",
            "two/org/b.py": "",
            "three/x.py": "import org.a, org.b, org",
        },
        ("one", "two", "three"),
        (),
        [
            "one/org/a.py:1:8 org.b",
            "one/org/a.py:2:6 one:org",
            "one/org/a.py:2:15 org.b",
            "one/org/a.py:3:8 one:org?",
            "three/x.py:1:8 org.a",
            "three/x.py:1:15 org.b",
            "three/x.py:1:22 <org>",
        ],
    ),
    "an open module is no package": (
        {
            "one/org.py": "def __getattr__(name): ...",
            "one/a.py": "from org import b",
            "two/org/__init__.py": "",
            "two/org/b.py": "",
        },
        ("one", "two"),
        (),
        ["one/a.py:1:6 one:org"],
    ),
    "a closed package is looked for in one root": (
        {
            "one/org/__init__.py": "",
            "one/a.py": "import org.b",
            "two/org/__init__.py": "",
            "two/org/b.py": "",
        },
        ("one", "two"),
        (),
        ["one/a.py:1:8 one:org?"],
    ),
    "own root, then the nearest, then none": (
        {
            "services/a/app/__init__.py": "",
            "services/a/app/models.py": "from app import models",
            "services/a/app/x.py": "import app.only, app.models",
            "services/b/app/__init__.py": "",
            "services/b/app/models.py": "",
            "services/b/app/only.py": "",
            "services/a/checks/t.py": "import app.models\nfrom app import models, q",
            "shared/c.py": "import app.models, app.only, app, app.gone\nfrom app import only, q",
        },
        ("services/a", "services/b", "shared", "services/a/checks"),
        (),
        [
            "services/a/app/x.py:1:8 services/a:app?",
            "services/a/app/x.py:1:18 services/a:app.models",
            "services/a/checks/t.py:1:8 services/a:app.models",
            "services/a/checks/t.py:2:6 services/a:app",
            "services/a/checks/t.py:2:17 services/a:app.models",
            "shared/c.py:1:8 <app.models>",
            "shared/c.py:1:20 app.only",
            "shared/c.py:1:30 <app>",
            "shared/c.py:1:35 <app.gone>",
            "shared/c.py:2:6 <app>",
            "shared/c.py:2:17 app.only",
        ],
    ),
    "another root with the beginning of a name": (
        {"src/shop/__init__.py": "", "checks/c.py": "import shop.gone\nfrom shop.gone import a"},
        ("src", "checks"),
        (),
        ["checks/c.py:1:8 shop?", "checks/c.py:2:6 shop?"],
    ),
    "test roots serve themselves, and others last": (
        {
            "src/app.py": "import helpers, typing, attr, dup, helpers.gone, tests.helpers",
            "checks/test_app.py": "import helpers, helpers.gone",
            "src/dup.py": "",
            "tests/helpers.py": "",
            "tests/typing/__init__.py": "",
            "tests/attr.py": "",
            "tests/dup.py": "",
            "tests/t.py": "import helpers, attr, app, typing, dup\nfrom tests import helpers",
        },
        ("src", "tests", "checks"),
        ("attr",),
        [
            "checks/test_app.py:1:8 helpers",
            "checks/test_app.py:1:17 <helpers.gone>",
            "src/app.py:1:8 <helpers>",
            "src/app.py:1:17 <typing>",
            "src/app.py:1:25 <attr>",
            "src/app.py:1:31 src:dup",
            "src/app.py:1:36 <helpers.gone>",
            "src/app.py:1:50 helpers",
            "tests/t.py:1:8 helpers",
            "tests/t.py:1:17 <attr>",
            "tests/t.py:1:23 app",
            "tests/t.py:1:28 <typing>",
            "tests/t.py:1:36 tests:dup",
            "tests/t.py:2:19 helpers",
        ],
    ),
    "a root of tests around production": (
        {
            "a/src/app.py": "import tests.h, setup",
            "a/tests/__init__.py": "",
            "a/tests/h.py": "",
            "a/setup.py": "import app",
            "b/setup.py": "",
        },
        ("a", "a/src", "b"),
        (),
        ["a/setup.py:1:8 app", "a/src/app.py:1:8 tests.h", "a/src/app.py:1:17 a:setup"],
    ),
    "the top as a root of tests": (
        {"src/app.py": "from tests import h", "tests/__init__.py": "", "tests/h.py": ""},
        ("src", "."),
        (),
        ["src/app.py:1:19 tests.h"],
    ),
    "a folder of a namespace in several roots": (
        {
            "one/org/plugins/a.py": "",
            "two/org/plugins/b.py": "from .a import x\nfrom . import a",
            "two/org/c/__init__.py": "",
            "one/org/d.py": "from .c.__init__ import x",
            "checks/c.py": "import org.plugins\nfrom org.plugins import a, b",
        },
        ("one", "two", "checks"),
        (),
        [
            "checks/c.py:1:8 one:org.plugins",
            "checks/c.py:2:25 org.plugins.a",
            "checks/c.py:2:28 org.plugins.b",
            "one/org/d.py:1:6 org.c",
            "two/org/plugins/b.py:1:6 org.plugins.a",
            "two/org/plugins/b.py:2:15 org.plugins.a",
        ],
    ),
    "tests are no portion of an open package": (
        {
            "src/org/__init__.py": "__path__ = [*__path__]",
            "src/org/a.py": "from org import b",
            "tests/org/b.py": "",
        },
        ("src", "tests"),
        (),
        ["src/org/a.py:1:6 src:org"],
    ),
    "stubs in another root are of somebody else's package": (
        {
            "src/app.py": "import requests, app",
            "src/app.pyi": "",
            "typings/requests/__init__.pyi": "import requests.api",
            "typings/requests/api.pyi": "",
            "checks/c.py": "import app",
        },
        ("src", "typings", "checks"),
        (),
        [
            "checks/c.py:1:8 app",
            "src/app.py:1:8 <requests>",
            "typings/requests/__init__.pyi:1:8 requests.api",
        ],
    ),
    "names that begin with the folder of a root": (
        {
            "lib/src/a.py": "import src.b, src.gone, lib.src.b\nfrom src import b",
            "lib/src/b.py": "",
        },
        ("lib/src",),
        (),
        [
            "lib/src/a.py:1:8 b",
            "lib/src/a.py:1:15 <src.gone>",
            "lib/src/a.py:1:25 b",
            "lib/src/a.py:2:17 b",
        ],
    ),
    "dependencies beat folders and other roots, not packages of one's own": (
        {
            "src/docker/run.py": "from docker import build",
            "src/docker/build.py": "",
            "src/google/cloud/mine/__init__.py": "from google.cloud import mine, storage",
            "src/google/cloud/mine/a.py": "from google.cloud.mine import b",
            "src/google/cloud/mine/b.py": "",
            "src/redis/__init__.py": "",
            "src/app.py": "import docker.build, google.cloud.mine, google.cloud, redis",
            "checks/c.py": "import redis, google.cloud.mine.a, docker.build",
        },
        ("src", "checks"),
        ("docker", "google", "redis"),
        [
            "checks/c.py:1:8 <redis>",
            "checks/c.py:1:15 google.cloud.mine.a",
            "checks/c.py:1:36 <docker.build>",
            "src/app.py:1:8 <docker.build>",
            "src/app.py:1:22 google.cloud.mine",
            "src/app.py:1:41 <google.cloud>",
            "src/app.py:1:55 redis",
            "src/docker/run.py:1:6 <docker>",
            "src/google/cloud/mine/__init__.py:1:6 <google.cloud>",
            "src/google/cloud/mine/a.py:1:31 google.cloud.mine.b",
        ],
    ),
}


@pytest.mark.parametrize("name", ROOTS)
def test_several_roots(tmp_path: Path, name: str) -> None:
    files, roots, dependencies, expected = ROOTS[name]
    write(tmp_path, files)
    assert edges_of(*read_tree(tmp_path, roots, dependencies)) == expected
