import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Outcome

FILES = {
    "archlint.toml": "",
    "app/ports.py": (
        "from typing import Protocol\n"
        "class Store(Protocol):\n"
        "    def get(self, key: str) -> bytes: ...\n"
        "class Idle(Protocol): ...\n"
    ),
    "app/stores.py": (
        "from elsewhere import Base\n"
        "from app.ports import Store\n"
        "class Right(Store):\n"
        "    def get(self, key): ...\n"
        "class Wrong(Store):\n"
        "    async def get(self, key: str) -> bytes: ...\n"
        "class Odd(Store, Base): ...\n"
    ),
    "tests/test_stores.py": (
        "from app.ports import Store\n"
        "class Fake:\n"
        "    def get(self, key): ...\n"
        "_fake_is_a_store: type[Store] = Fake\n"
    ),
}
TEXT = """\
app.ports.Idle  app/ports.py:4:7
  no class claims it
app.ports.Store  app/ports.py:2:7
  app.stores.Odd: cannot judge
    base at app/stores.py:7:7
    cannot judge `Store.get`: a base is not known
  app.stores.Right: conforming
    base at app/stores.py:3:7
  app.stores.Wrong: not conforming
    base at app/stores.py:5:7
    app/stores.py:6:15 `Wrong.get` does not fit `Store.get`: \
it is a coroutine function, where that is a plain function
  tests.test_stores.Fake: conforming, a test double
    proof line at tests/test_stores.py:4:1
2 contract types, 4 claims: 2 conforming, 1 not conforming, 1 cannot judge
"""

Write = Callable[[Mapping[str, str]], Path]


def test_the_matrix(write: Write, archlint: Callable[..., Outcome]) -> None:
    write(FILES)
    assert archlint("conformance") == (0, TEXT, "")


@pytest.mark.parametrize("name", ["Store", "app.ports.Store"])
def test_one_contract_type(name: str, write: Write, archlint: Callable[..., Outcome]) -> None:
    write(FILES)
    code, output, _ = archlint("conformance", name)
    assert code == 0
    assert "Idle" not in output
    assert output.endswith(
        "\n1 contract type, 4 claims: 2 conforming, 1 not conforming, 1 cannot judge\n"
    )


def test_as_data(write: Write, archlint: Callable[..., Outcome]) -> None:
    write(FILES)
    code, output, _ = archlint("conformance", "--format", "json")
    assert code == 0
    idle, store = json.loads(output)["contracts"]
    assert (idle["name"], idle["implementers"]) == ("app.ports.Idle", [])
    assert (store["path"], store["line"], store["column"]) == ("app/ports.py", 2, 7)
    assert [(one["name"], one["answer"], one["test_double"]) for one in store["implementers"]] == [
        ("app.stores.Odd", "cannot judge", False),
        ("app.stores.Right", "conforming", False),
        ("app.stores.Wrong", "not conforming", False),
        ("tests.test_stores.Fake", "conforming", True),
    ]
    assert store["implementers"][3]["claims"] == [
        {"evidence": "proof line", "place": "tests/test_stores.py:4:1"}
    ]
    assert store["implementers"][2]["defects"][0]["place"] == "app/stores.py:6:15"


def test_a_name_of_no_contract_type(write: Write, archlint: Callable[..., Outcome]) -> None:
    write(FILES)
    code, output, errors = archlint("conformance", "Stores")
    assert (code, output) == (2, "")
    assert "no contract type is called `Stores`: did you mean `Store`?" in errors
