"""The formats a report can be rendered in: `render(report, options) -> str`, pure."""

import importlib
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from archlint.report import Report

FORMATS = ("text", "concise", "json")
"""The names of the formats; each is a module of this package with a `render` of its own."""


class RenderOptions(NamedTuple):
    """How a report is to be shown.

    `encoding` is what the output can show. `folder` is the absolute path of the folder the reader
    stands in: paths inside it are shown relative to it, by the formats that are for people. `limit`
    is how many diagnostics of one rule are shown in full, None for all.
    """

    color: bool = False
    encoding: str = "utf-8"
    folder: str = ""
    limit: int | None = 50
    statistics: bool = False
    quiet: bool = False
    verbose: bool = False


class Renderer(Protocol):
    """What a format's module offers."""

    def __call__(self, report: "Report", options: RenderOptions) -> str:
        """The whole report as text that ends in a line break, or "" where there is nothing."""


def renderer(format_name: str) -> Renderer:
    """The `render` of a format; only that format's module is imported."""
    found: Renderer = importlib.import_module(f"archlint.reporters.{format_name}").render
    return found
