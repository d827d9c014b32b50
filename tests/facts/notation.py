"""Facts written as short lines, for tables of expectations."""

from archlint.facts.extract import extract
from archlint.facts.imports import ImportFact, Kind, Span


def written(fact: ImportFact) -> str:
    """`line:column-line:column module[:name][ as bound] [kinds]`, kinds in lower case."""
    module = "." * fact.level + fact.base
    name = f":{fact.name}" if fact.name else ""
    kinds = "".join(f" {kind.name.lower()}" for kind in Kind if fact.kinds & kind and kind.name)
    return f"{place(fact.place)} {module}{name}{kinds}"


def place(span: Span) -> str:
    """A span as `line:column-line:column`, the second line only where it differs."""
    end = f"{span.end_line}:" if span.end_line != span.line else ""
    return f"{span.line}:{span.column}-{end}{span.end_column}"


def imports(source: str, *, is_stub: bool = False) -> list[str]:
    """All import facts of a source text, written."""
    facts = extract(source.encode(), is_stub=is_stub)
    assert facts.problem is None, facts.problem
    return [written(fact) for fact in facts.imports]


def kinds(source: str, *, is_stub: bool = False) -> list[str]:
    """All import facts of a source text without their places."""
    return [line.partition(" ")[2] for line in imports(source, is_stub=is_stub)]
