"""The worked examples: their trees are not here, so they are read and no more."""

from pathlib import Path

import pytest

from archlint.scenarios import read_scenarios
from tests.config.reading import faults
from tests.documents import ROOT

PAGES = sorted((ROOT / "docs" / "examples").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_config_is_well_formed(page: Path) -> None:
    (example,) = read_scenarios(page.read_text(encoding="utf-8"))
    assert set(example.files) == {"archlint.toml"}
    assert faults(example.files["archlint.toml"]) == []


def test_there_are_examples() -> None:
    assert len(PAGES) >= 3
