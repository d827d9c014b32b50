"""Requirements files."""

from archlint.source.metadata.statement import Statement, required_names


def read_requirements(text: str, folder: str, path: str) -> Statement:
    """What `requirements.txt` and its like ask for; included files speak for themselves."""
    return Statement(dependencies=required_names(text.splitlines()))
