"""The whole report as data; the schema lies beside this file."""

from archlint.diagnostics import Diagnostic, Location, Related, Severity
from archlint.report import Report
from archlint.reporters import RenderOptions

SCHEMA_VERSION = 1


def render(report: Report, options: RenderOptions) -> str:
    """A JSON document in ASCII, keys in a fixed order; paths are relative to the root."""
    import json

    from archlint.version import VERSION

    counts = report.counts
    document = {
        "schema_version": SCHEMA_VERSION,
        "version": VERSION,
        "config": report.config_file or None,
        "rules": list(report.rules),
        "summary": {
            "errors": report.count(Severity.ERROR),
            "warnings": report.count(Severity.WARNING),
            "config_faults": len(report.faults),
            "hidden": report.hidden,
            "unchecked_files": report.silent,
            "files": counts.files,
            "modules": counts.modules,
            "imports": counts.imports,
            "coverage": {
                "production": counts.production,
                "assigned": counts.assigned,
                "unchecked": counts.unchecked,
            },
        },
        "import_contracts": {
            "file": report.contract_file or None,
            "checked": report.contracts,
            "ignored_imports": [_related(place) for place in report.excused],
        },
        "failures": list(report.failures),
        "diagnostics": [_diagnostic(item) for item in report.diagnostics],
    }
    return json.dumps(document, indent=1) + "\n"


def _diagnostic(item: Diagnostic) -> dict[str, object]:
    return {
        "identity": item.identity,
        "rule": item.rule,
        "instance": item.instance or item.rule,
        "severity": item.severity.value,
        "message": item.message,
        "subject": item.subject,
        "object": item.object,
        "note": item.note,
        "location": _location(item.location),
        "statement": _location(item.statement) if item.statement else None,
        "why": item.why,
        "config": _location(item.config) if item.config else None,
        "help": list(item.help),
        "related": [_related(place) for place in item.related],
    }


def _related(place: Related) -> dict[str, object]:
    return {"location": _location(place.location), "message": place.message}


def _location(place: Location) -> dict[str, object]:
    known = bool(place.end_line)
    return {
        "path": place.path,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line if known else None,
        "end_column": place.end_column if known else None,
    }
