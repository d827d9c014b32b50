"""Runs one rule over a few files, for the tests of rules."""

import os
import tempfile
from collections.abc import Mapping

from archlint.config.load import load
from archlint.diagnostics import Diagnostic
from archlint.engine import check
from archlint.errors import RuleError
from archlint.registry.selection import Selection
from archlint.rule import Rule


def run_rule(rule: str | type[Rule], files: Mapping[str, str | bytes]) -> tuple[Diagnostic, ...]:
    """The diagnostics of one rule over a few files.

    `rule` is a rule's class or name, or the name of an instance that the files' config declares.
    `files` maps POSIX paths to contents; `archlint.toml` among them is the config. Faults of the
    config are among the diagnostics.

    Raises:
        ArchlintError: the run could not be done, for want of a Python file or of the rule.
        RuleError: the rule raised; its traceback is in the message.
    """
    selection = (
        Selection(select=(rule,))
        if isinstance(rule, str)
        else Selection(select=(rule.name(),), extra=(rule,))
    )
    with tempfile.TemporaryDirectory() as folder:
        for path, content in {"archlint.toml": "", **files}.items():
            target = os.path.join(folder, *path.split("/"))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
        report = check(load([folder], None), selection=selection)
    if report.failures:
        raise RuleError("\n".join(report.failures))
    return report.diagnostics
