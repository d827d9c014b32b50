"""Writes the first part of each rule's page anew, from the rule's docstring."""

from pathlib import Path

from archlint.config.load import load
from archlint.registry.known import builtin_names, known_rules
from archlint.ruledoc import documentation

HEADING = "\n## Scenarios\n"
FOLDER = Path(__file__).parent


def main() -> None:
    """Keep the scenarios of each page, and replace what stands above them."""
    rules, _ = known_rules(load([str(FOLDER)], None))
    for name, rule in rules.items():
        page = FOLDER / ("rules" if name in builtin_names() else "law") / f"{name}.md"
        old = page.read_text(encoding="utf-8") if page.exists() else HEADING
        scenarios = old.partition(HEADING)[2]
        page.write_text(documentation(rule) + HEADING + scenarios, encoding="utf-8")


if __name__ == "__main__":
    main()
