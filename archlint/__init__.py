"""archlint: an architecture linter for Python.

The names below are the public API for authors of rules; everything else may change.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from archlint.config.suggest import did_you_mean
    from archlint.conformance.assessment import (
        Assessment,
        Conformance,
        Defect,
        assess_conformance,
    )
    from archlint.consumers.unused import Cause, Unused
    from archlint.diagnostics import Block, Diagnostic, Location, Related, Severity
    from archlint.domains import Domain
    from archlint.domains.crossings import Crossing
    from archlint.domains.verdicts import Law, Verdict
    from archlint.facts.imports import Kind, Problem
    from archlint.facts.syntax import Syntax
    from archlint.imports import Import
    from archlint.missing import MissingImport, missing_imports
    from archlint.paths.chains import shortest_chain
    from archlint.paths.components import cyclic_components
    from archlint.paths.feedback import feedback_arcs
    from archlint.project import Project
    from archlint.rule import Plant, Rule
    from archlint.source.tree import Form, Module, Role

_HOMES = {
    "Assessment": "archlint.conformance.assessment",
    "Block": "archlint.diagnostics",
    "Cause": "archlint.consumers.unused",
    "Conformance": "archlint.conformance.assessment",
    "Crossing": "archlint.domains.crossings",
    "Defect": "archlint.conformance.assessment",
    "Diagnostic": "archlint.diagnostics",
    "Domain": "archlint.domains",
    "Form": "archlint.source.tree",
    "Import": "archlint.imports",
    "Kind": "archlint.facts.imports",
    "Law": "archlint.domains.verdicts",
    "Location": "archlint.diagnostics",
    "MissingImport": "archlint.missing",
    "Module": "archlint.source.tree",
    "Plant": "archlint.rule",
    "Problem": "archlint.facts.imports",
    "Project": "archlint.project",
    "Related": "archlint.diagnostics",
    "Role": "archlint.source.tree",
    "Rule": "archlint.rule",
    "Severity": "archlint.diagnostics",
    "Syntax": "archlint.facts.syntax",
    "Unused": "archlint.consumers.unused",
    "Verdict": "archlint.domains.verdicts",
    "assess_conformance": "archlint.conformance.assessment",
    "cyclic_components": "archlint.paths.components",
    "did_you_mean": "archlint.config.suggest",
    "feedback_arcs": "archlint.paths.feedback",
    "missing_imports": "archlint.missing",
    "shortest_chain": "archlint.paths.chains",
}

__all__ = [
    "Assessment",
    "Block",
    "Cause",
    "Conformance",
    "Crossing",
    "Defect",
    "Diagnostic",
    "Domain",
    "Form",
    "Import",
    "Kind",
    "Law",
    "Location",
    "MissingImport",
    "Module",
    "Plant",
    "Problem",
    "Project",
    "Related",
    "Role",
    "Rule",
    "Severity",
    "Syntax",
    "Unused",
    "Verdict",
    "assess_conformance",
    "cyclic_components",
    "did_you_mean",
    "feedback_arcs",
    "missing_imports",
    "shortest_chain",
]


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, so that `import archlint` costs nothing."""
    import importlib

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
