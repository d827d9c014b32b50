"""The public API is what it is said to be, and costs nothing until it is used."""

import subprocess
import sys

import archlint


def test_the_names() -> None:
    assert archlint.__all__ == [
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
    for name in archlint.__all__:
        assert getattr(archlint, name).__name__ == name


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(archlint, "Nothing")


def test_importing_archlint_imports_nothing_else() -> None:
    code = (
        "import sys; import archlint; "
        "print([name for name in sys.modules if name.startswith('archlint.')])"
    )
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert shown.stdout == "[]\n"
