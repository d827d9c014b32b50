"""What frameworks load by where it lies."""

import pytest

from tests.consumers.trees import dead

BLOG = {
    "manage.py": "import django\nimport blog\nif __name__ == '__main__': ...\n",
    "blog/__init__.py": "",
    "blog/jobs/__init__.py": "X = 1\n",
}


@pytest.mark.parametrize("init", [[], ["management"], ["management", "management/commands"]])
def test_django_finds_commands_with_or_without_init(init: list[str]) -> None:
    inits = {f"blog/{folder}/__init__.py": "" for folder in init}
    command = {"blog/management/commands/run.py": "import blog.jobs\n"}
    assert dead(BLOG) == {"blog.jobs": "NO_IMPORTER"}
    assert dead({**BLOG, **command, **inits}) == {}
    elsewhere = {"blog/commands/run.py": "import blog.jobs\n"}
    assert dead({**BLOG, **elsewhere}).keys() == {"blog.commands", "blog.jobs"}


def test_django_finds_tags_without_init_but_no_migrations() -> None:
    tags = {"blog/templatetags/more.py": "import blog.jobs\n"}
    assert dead({**BLOG, **tags}) == {}
    migrations = {"blog/migrations/first.py": "import blog.jobs\n"}
    assert dead({**BLOG, **migrations}).keys() == {"blog.jobs", "blog.migrations"}
    assert dead({**BLOG, **migrations, "blog/migrations/__init__.py": ""}) == {}


@pytest.mark.parametrize(
    ("framework", "path"),
    [
        ("airflow", "dags/daily/__init__.py"),
        ("airflow", "flows/dags/daily/load.py"),
        ("streamlit", "pages/numbers.py"),
    ],
)
def test_frameworks_run_the_files_in_their_folders(framework: str, path: str) -> None:
    tree = {
        "core/__init__.py": "X = 1\n",
        # That makes the folder a package, which says nothing of what is run.
        f"{path.split('/')[0]}/__init__.py": "",
        path: f"import core\nfrom {framework} import x\n",
    }
    assert dead(tree) == {}
    assert "core" in dead({**tree, path: "import core\n"})
    moved = {**tree, path: "", f"old/{path.rpartition('/')[2]}": tree[path], "old/__init__.py": ""}
    assert "core" in dead(moved)
