"""Small trees, and what of them is dead."""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from archlint.config.load import load
from archlint.loading import load_project
from archlint.project import Project

SHOP = {"shop/__init__.py": "", "shop/__main__.py": "X = 1\n"}
"""A package that can be run and uses nothing."""


@contextmanager
def project_of(files: Mapping[str, str]) -> Iterator[Project]:
    """The project that the files make."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {"archlint.toml": "", **files}.items():
            place = Path(folder, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        yield load_project(load([folder], None))


def dead(
    files: Mapping[str, str],
    unit: Literal["package", "module"] = "package",
    test_consumers: Literal["count", "ignore"] = "count",
) -> dict[str, str]:
    """The dead packages with the cause of each and the names that the cause speaks of."""
    with project_of(files) as project:
        return {
            one.home.name: " ".join((one.cause.name, *one.others))
            for one in project.unused(unit, test_consumers)
        }
