"""A rule's documentation, as its class says it."""

import inspect

from archlint.rule import Rule


def documentation(rule: type[Rule]) -> str:
    """The whole documentation of a rule: Markdown below a heading of its name."""
    return f"# {rule.name()}\n\n{inspect.cleandoc(rule.__doc__ or '')}\n"


def summary(rule: type[Rule]) -> str:
    """The first sentence of a rule's documentation, on one line and without its full stop."""
    paragraph = inspect.cleandoc(rule.__doc__ or "").partition("\n\n")[0]
    return " ".join(paragraph.split()).partition(". ")[0].removesuffix(".")
