"""What is said of paths that cannot be looked at."""

from archlint.diagnostics import Diagnostic, Location, Severity


def unreadable(path: str, message: str, severity: Severity) -> Diagnostic:
    """What is said of a path that cannot be looked at, or not under that name."""
    shown = path.encode("utf-8", "backslashreplace").decode()
    place = Location(shown or ".")
    return Diagnostic(
        rule="unreadable-file",
        message=message,
        location=place,
        subject=place.path,
        severity=severity,
    )
