"""What the config says of contract types: which classes implement them without saying so."""

import re
from functools import cache
from typing import NamedTuple

from archlint.config.settings import Config, RuleConfig
from archlint.source.names import enclosing

_RULE = "nonconforming-type"


class Listing(NamedTuple):
    """A contract type by its dotted name, and its implementers as expressions."""

    protocol: str
    implementers: tuple[str, ...] = ()
    requires_proof: bool = False


def listings(config: Config) -> tuple[Listing, ...]:
    """The contract types that instances of the rule name; what is malformed is reported there."""
    return tuple(
        Listing(protocol, _strings(settings))
        for settings in config.rules
        if settings.type == _RULE and isinstance(protocol := settings.options.get("protocol"), str)
    )


def _strings(settings: RuleConfig) -> tuple[str, ...]:
    written = settings.options.get("implementers")
    return tuple(filter(_is_string, written)) if isinstance(written, list) else ()


def _is_string(value: object) -> bool:
    return isinstance(value, str)


def covers(expression: str, module: str, name: str) -> bool:
    """Whether an expression means a class, or the module or a package that it stands in.

    `*` stands for part of a segment or all of it, `**` for one segment or more.
    """
    pattern = _pattern(expression)
    around = (f"{module}.{name}", module, *enclosing(module))
    return any(pattern.fullmatch(text) for text in around)


@cache
def _pattern(expression: str) -> re.Pattern[str]:
    parts = [
        r"\w+(?:\.\w+)*" if part == "**" else re.escape(part).replace(r"\*", r"\w*")
        for part in expression.split(".")
    ]
    return re.compile(r"\.".join(parts))
