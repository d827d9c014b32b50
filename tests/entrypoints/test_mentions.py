"""What strings and conventions keep alive, and how far that goes."""

import pytest

from tests.consumers.trees import SHOP, dead

LOADER = "import importlib\nname = input()\n"
TREE = {
    "shop/__init__.py": "",
    "shop/folder/__init__.py": "",
    "shop/folder/one/__init__.py": "X = 1\n",
    "shop/folder/one/part.py": "import shop.needed\n",
    "shop/folder/one/deep/__init__.py": "X = 1\n",
    "shop/needed/__init__.py": "X = 1\n",
}
DEEP = {"shop.folder.one.deep": "NO_IMPORTER"}


@pytest.mark.parametrize(
    "text",
    [
        f"{LOADER}importlib.import_module(f'shop.folder.{{name}}')\n",
        f"{LOADER}importlib.import_module('shop.folder.' + name)\n",
        f"{LOADER}importlib.import_module('shop.folder.%s' % name)\n",
        f"{LOADER}importlib.import_module(f'.folder.{{name}}', __package__)\n",
        f"{LOADER}importlib.import_module('.' + name, 'shop.folder')\n",
        f"{LOADER}BASE = 'shop.folder'\nimportlib.import_module(BASE + '.' + name)\n",
        f"{LOADER}BASES = ['shop.folder']\nimportlib.import_module(BASES[0] + '.' + name)\n",
        "import pkgutil\nimport shop.folder as f\nfor x in pkgutil.iter_modules(f.__path__): ...\n",
        "from . import folder\nfrom pkgutil import walk_packages\nwalk_packages(folder.__path__)\n",
        "TEMPLATE = 'shop.folder.%s'\n",
        f"{LOADER}importlib.import_module(f'shop.folder.on{{name}}')\n",
        "TEMPLATE = 'shop.folder.on%s'\n",
    ],
)
def test_a_folder_that_is_loaded_by_name_keeps_its_children(text: str) -> None:
    assert dead({**TREE, "shop/__main__.py": text}) == DEEP


def test_a_prefix_in_a_template_says_which_children_are_meant() -> None:
    tree = {**TREE, "shop/folder/two/__init__.py": "X = 1\n"}
    template = f"{LOADER}importlib.import_module(f'shop.folder.on{{name}}')\n"
    assert dead({**tree, "shop/__main__.py": template}) == {
        **DEEP,
        "shop.folder.two": "NO_IMPORTER",
    }


@pytest.mark.parametrize(
    "text",
    [
        f"{LOADER}importlib.import_module(f'shop.{{name}}.{{name}}')\n",
        "from . import folder\nfrom shop.tools import load_modules\nload_modules(folder)\n",
    ],
)
def test_what_is_loaded_from_folders_in_a_folder(text: str) -> None:
    tree = {
        "shop/__init__.py": "",
        "shop/__main__.py": text,
        "shop/folder/__init__.py": "",
        "shop/folder/one/__init__.py": "X = 1\n",
        "shop/folder/one/deep/part.py": "X = 1\n",
        "shop/tools.py": "X = 1\n",
    }
    deep = {"shop.folder.one.deep": "NO_IMPORTER"}
    assert dead(tree) == (deep if "import_module" in text else {})


NAMES = {
    "manage.py": "if __name__ == '__main__':\n    import conf.settings\n",
    "conf/__init__.py": "",
    "apps/sales/__init__.py": "",
    "apps/sales/urls.py": "import people.names\nVIEWS = 1\n",
    "apps/people/__init__.py": "",
    "apps/people/names.py": "X = 1\n",
}


@pytest.mark.parametrize("text", ["APPS = ['apps.sales.urls']\n", "X = 'apps.sales.urls.VIEWS'\n"])
def test_names_in_strings_lead_through_the_folder_of_a_root(text: str) -> None:
    found = dead({**NAMES, "conf/settings.py": text})
    assert found == {}
    for nothing in ("X = 'apps.nothing'\n", "X = 'apps.sales.urls.NOTHING'\n"):
        assert set(dead({**NAMES, "conf/settings.py": nothing})) == {"people", "sales"}


def test_names_in_texts_lead_through_the_folder_of_a_root() -> None:
    tree = {**NAMES, "conf/settings.py": "X = 1\n"}
    assert set(dead({**tree, "Procfile": "web: gunicorn apps.stock.urls:app\n"})) == {
        "people",
        "sales",
    }
    assert dead({**tree, "Procfile": "web: gunicorn apps.sales.urls:app\n"}) == {}


@pytest.mark.parametrize("init", [{}, {"plugins/__init__.py": ""}, {"plugins/a/__init__.py": ""}])
def test_folders_outside_of_packages_are_loaded_from_as_well(init: dict[str, str]) -> None:
    tree = {
        **SHOP,
        "plugins/a/b.py": "import needed\n",
        "needed/__init__.py": "X = 1\n",
        "shop/__main__.py": f"{LOADER}importlib.import_module('plugins.' + name)\n",
        **init,
    }
    assert dead(tree) == {}
    # Without an `__init__` anywhere nothing says that the files are not run by their paths.
    unloaded = {**tree, "shop/__main__.py": "X = 'plugins.' + input()\n"}
    assert ("needed" in dead(unloaded)) is bool(init)


@pytest.mark.parametrize(
    "text",
    [
        "LOG = f'shop.{input()}'\n",
        f"{LOADER}importlib.import_module(name)\n",
        "import logging\nlogging.getLogger('shop.folder')\n",
        '"""shop.folder.one"""\n',
        "X = 'shop.folder.nothing.at.all'\n",
        "import pkgutil\nfor x in pkgutil.iter_modules(): ...\n",
    ],
)
def test_what_loads_nothing(text: str) -> None:
    found = dead({**TREE, "shop/__main__.py": text})
    assert "shop.needed" in found
    assert {"shop.folder", "shop.folder.one"} & found.keys()


def test_a_path_in_a_package_that_loads_by_name_leads_to_a_folder() -> None:
    paths = "HOME = input()\nPATHS = [HOME / 'folder', HOME / 'needed' / 'deeper']\n"
    tree = {
        **TREE,
        "shop/__main__.py": "import shop.loader\n",
        "shop/loader/__init__.py": "from . import lazy, paths\n",
        "shop/loader/paths.py": paths,
    }
    loader = f"{LOADER}def load(p): return importlib.import_module(p)\n"
    assert dead({**tree, "shop/loader/lazy.py": loader}) == DEEP
    assert "shop.folder" in dead({**tree, "shop/loader/lazy.py": "def load(p): ...\n"})


def test_a_string_in_a_dead_package_or_in_the_package_itself_keeps_nothing() -> None:
    tree = {**SHOP, "shop/a/__init__.py": "X = 'shop.b'\nY = 'shop.a'\n", "shop/b/x.py": "X = 1\n"}
    assert dead({**tree, "shop/b/__init__.py": ""}) == {
        "shop.a": "NO_IMPORTER",
        "shop.b": "DEAD_IMPORTERS shop.a",
    }


def test_what_is_patched_is_not_used() -> None:
    test = "from unittest import mock\n@mock.patch('shop.a.X')\ndef test_x(): ...\n"
    tree = {**SHOP, "shop/a/__init__.py": "X = 1\n", "tests/test_other.py": test}
    assert dead(tree) == {"shop.a": "NO_IMPORTER"}


def test_django_finds_the_parts_of_an_app_that_is_installed() -> None:
    tree = {
        "manage.py": "X = 'conf.settings'\nif __name__ == '__main__': ...\n",
        "conf/__init__.py": "",
        "conf/settings.py": "import django\nINSTALLED_APPS = ['blog']\n",
        "blog/__init__.py": "",
        "blog/admin.py": "import shared\n",
        "blog/management/__init__.py": "",
        "blog/management/commands/__init__.py": "",
        "blog/management/commands/tidy.py": "X = 1\n",
        "blog/migrations/__init__.py": "",
        "blog/migrations/0001_initial.py": "X = 1\n",
        "blog/templatetags/__init__.py": "",
        "blog/templatetags/tags.py": "X = 1\n",
        "shared/__init__.py": "X = 1\n",
        "polls/__init__.py": "",
        "polls/models.py": "X = 1\n",
    }
    assert dead(tree) == {"polls": "NO_IMPORTER"}


def test_celery_finds_tasks_and_alembic_runs_versions() -> None:
    tree = {
        "shop/__init__.py": "",
        "shop/__main__.py": "import celery\nimport shop.mail\n",
        "shop/mail/__init__.py": "",
        "shop/mail/tasks.py": "import shop.needed\n",
        "shop/needed/__init__.py": "X = 1\n",
        "shop/db/__init__.py": "",
        "shop/db/env.py": "from alembic import context\n",
        "shop/db/versions/a1_first.py": "import shop.types\n",
        "shop/types/__init__.py": "X = 1\n",
    }
    assert dead(tree) == {}
    assert set(dead({**tree, "shop/__main__.py": "import shop.mail\n"})) == {"shop.needed"}


@pytest.mark.parametrize("call", ['f"shop.a.{name}"', '"shop.a.%s" % name'])
def test_a_name_put_together_may_be_one_of_the_package_itself(call: str) -> None:
    main = f"from loading import by_path\nby_path({call})\n"
    assert dead({**SHOP, "shop/a/__init__.py": "X = 1\n", "shop/__main__.py": main}) == {}
