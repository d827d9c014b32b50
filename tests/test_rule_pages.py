"""Every rule, those of this repository too: documented, and held to its page's scenarios."""

import re
from pathlib import Path

import pytest

from archlint.config.load import load
from archlint.engine import check
from archlint.loading import load_project
from archlint.registry.known import builtin_names, known_rules
from archlint.registry.load import load_rules
from archlint.registry.selection import Selection
from archlint.ruledoc import documentation, summary
from archlint.scenarios import Scenario, as_expected, read_scenarios
from archlint.testing import run_rule

ROOT = Path(__file__).parent.parent
RULES, _ = known_rules(load([str(ROOT)], None))
NAMES = sorted(RULES)
PAGES = {
    name: ROOT / "docs" / ("rules" if name in builtin_names() else "law") / f"{name}.md"
    for name in NAMES
}


def page(name: str) -> str:
    return PAGES[name].read_text(encoding="utf-8")


def own_scenarios(name: str) -> tuple[Scenario, ...]:
    """The scenarios below the page's own heading for them, the example of the docstring aside."""
    return read_scenarios(page(name).partition("\n## Scenarios\n")[2])


SCENARIOS = [
    pytest.param(name, scenario, id=f"{name}: {scenario.title}")
    for name in NAMES
    if PAGES[name].exists()
    for scenario in own_scenarios(name)
]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_scenario(name: str, scenario: Scenario) -> None:
    assert as_expected(run_rule(RULES[name], scenario.files)) == scenario.expected


@pytest.mark.parametrize("name", NAMES)
def test_page_is_the_docstring_and_its_scenarios(name: str) -> None:
    text, heading, _ = page(name).partition("\n## Scenarios\n")
    assert heading, "the page has no scenarios"
    assert text == documentation(RULES[name])
    marked = [bool(scenario.expected) for scenario in own_scenarios(name)]
    assert True in marked, "no scenario shows a breach"
    assert False in marked, "no scenario is clean"


@pytest.mark.parametrize("name", NAMES)
def test_docstring_has_all_its_parts(name: str) -> None:
    text = documentation(RULES[name])
    assert summary(RULES[name]).startswith("Checks for ")
    headings = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
    assert [item for item in headings if item != "Options"] == [
        "Why is this bad?",
        "Example",
        "When not to use",
    ]
    assert "Use instead:" in text


@pytest.mark.parametrize("name", NAMES)
def test_example_is_flagged_and_what_to_use_instead_is_clean(name: str) -> None:
    example = documentation(RULES[name]).partition("\n## Example\n")[2].partition("\n## ")[0]
    bad, _, good = example.partition("Use instead:")
    (flagged,) = read_scenarios(f"# bad\n{bad}")
    (instead,) = read_scenarios(f"# good\n{good}")
    assert {item.rule for item in run_rule(RULES[name], flagged.files)} == {name}
    assert run_rule(RULES[name], {**flagged.files, **instead.files}) == ()


@pytest.mark.parametrize("name", NAMES)
def test_what_a_rule_plants_it_finds_at_the_place_and_nowhere_without_it(
    name: str, tmp_path: Path
) -> None:
    planted = 0
    for number, scenario in enumerate(own_scenarios(name)):
        if scenario.expected:
            continue
        top = tmp_path / str(number)
        write(top, scenario.files)
        config = load([str(top)], None)
        selection = Selection(select=(name,), extra=(RULES[name],))
        rule = next(
            instance.rule
            for instance in load_rules(config, selection)[0]
            if instance.rule.name() == name
        )
        for plant in rule.plant(load_project(config)):
            planted += 1
            report = check(config, selection=selection, overlay=plant.files)
            places = [(item.location.path, str(item.location)) for item in report.diagnostics]
            assert (plant.location.path, str(plant.location)) in places
    assert planted, "no clean scenario of the page offers a place to plant a breach"


def write(top: Path, files: dict[str, str]) -> None:
    for path, content in {"archlint.toml": "", **files}.items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(content, encoding="utf-8")


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_messages_follow_the_conventions(name: str, scenario: Scenario) -> None:
    for item in run_rule(RULES[name], scenario.files):
        assert item.message[0] in "`0123456789" or item.message[0].islower()
        assert not item.message.endswith(".")
        assert "\n" not in item.message
        assert item.subject
        for line in item.help:
            assert line[0] in "`" or line[0].islower()
            assert not line.endswith(".")


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_identities_stay_when_lines_move(name: str, scenario: Scenario) -> None:
    moved = {
        # What says how a file is encoded must stand on its first two lines.
        path: text if "coding" in text else f"\n\n\n{text}"
        for path, text in scenario.files.items()
    }
    before, after = run_rule(RULES[name], scenario.files), run_rule(RULES[name], moved)
    assert sorted(item.identity for item in after) == sorted(item.identity for item in before)
