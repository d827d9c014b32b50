"""Writes the first part of each rule's page anew, from the rule's docstring."""

from pathlib import Path

from archlint.registry import builtin_names, builtin_rule
from archlint.ruledoc import documentation

HEADING = "\n## Scenarios\n"


def main() -> None:
    """Keep the scenarios of each page, and replace what stands above them."""
    for name in builtin_names():
        page = Path(__file__).parent / "rules" / f"{name}.md"
        old = page.read_text(encoding="utf-8") if page.exists() else HEADING
        scenarios = old.partition(HEADING)[2]
        page.write_text(documentation(builtin_rule(name)) + HEADING + scenarios, encoding="utf-8")


if __name__ == "__main__":
    main()
