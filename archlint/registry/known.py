"""The classes of rules that there are: those that are built in, and those of plugins."""

import importlib
import os
from collections.abc import Collection

from archlint import options
from archlint.config.settings import Config
from archlint.diagnostics import Diagnostic
from archlint.registry.faults import taken, unusable
from archlint.rule import Rule

BUILT_IN = "archlint.rules"


def builtin_names() -> tuple[str, ...]:
    """The names of the built-in rules, in alphabetical order."""
    folder = os.path.join(os.path.dirname(os.path.dirname(__file__)), "rules")
    files = (entry for entry in os.listdir(folder) if entry.endswith(".py"))
    return tuple(sorted(name[:-3].replace("_", "-") for name in files if name != "__init__.py"))


def builtin_rule(name: str) -> type[Rule]:
    """The class of a built-in rule, by one of the `builtin_names`."""
    module = importlib.import_module(f"{BUILT_IN}.{name.replace('-', '_')}")
    found: type[Rule] = getattr(module, "".join(part.title() for part in name.split("-")))
    return found


def known_rules(
    config: Config, builtin: Collection[str] | None = None
) -> tuple[dict[str, type[Rule]], tuple[Diagnostic, ...]]:
    """Every rule there is by name, those of the config's plugins included, and their faults.

    With `builtin`, only these of the built-in rules are loaded.
    """
    names = builtin_names()
    rules = {name: builtin_rule(name) for name in names if builtin is None or name in builtin}
    if not config.plugins:
        return rules, ()
    from archlint.plugins import load_plugins

    plugged, faults = load_plugins(config)
    found = list(faults)
    for rule in plugged:
        name, reason = rule.name(), options.fault(rule)
        if name in rules or name in names:
            found.append(taken(config, name))
        elif reason:
            found.append(unusable(config, name, reason))
        else:
            rules[name] = rule
    return rules, tuple(found)
