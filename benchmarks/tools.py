"""The tools that are compared: where they are, how they are called, what they say is broken."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import configs
from benchmarks.processes import Command

ARCHLINT, LINT_IMPORTS, TACH, FLAKE8 = "archlint", "lint-imports", "tach", "flake8"
EVERYTHING, CONTRACTS = "archlint, all rules", "archlint, import contracts"
WALK, PARSE = "walk and stat", "ast.parse"

CACHES = {
    ARCHLINT: ".archlint_cache",
    EVERYTHING: ".archlint_cache_everything",
    CONTRACTS: ".archlint_cache_contracts",
    LINT_IMPORTS: ".import_linter_cache",
}
"""Where each keeps what it remembers at the top of a tree, so that none profits from another's."""


CONFIGS = {
    ARCHLINT: configs.DOMAINS,
    EVERYTHING: configs.EVERYTHING,
    CONTRACTS: configs.CONTRACTS,
}
"""The config of each way to run archlint."""


class Breach(NamedTuple):
    """An import at a line that a tool calls forbidden."""

    path: str
    line: int


class Tools(NamedTuple):
    """The executables: archlint's own and a folder with those of its peers."""

    archlint: Path
    peers: Path

    def check(
        self,
        label: str,
        folder: Path,
        *options: str,
        cached: bool = True,
        exit_codes: tuple[int, ...] = (0,),
    ) -> Command:
        """The command by which a tool checks the tree in a folder."""
        arguments = [*self._check(label), *self._cache(label, cached), *options]
        return Command(label, tuple(arguments), folder, exit_codes)

    def style(self, folder: Path, packages: Sequence[str]) -> Command:
        """flake8 with two processes; it finds something in every tree."""
        arguments = (str(self.peers / FLAKE8), "--isolated", "-j2", *packages)
        return Command(FLAKE8, arguments, folder, (1,))

    def walk(self, folder: Path) -> Command:
        """Walking the tree and asking for the state of each file, by the least of Pythons."""
        return self._script(WALK, "walk.py", folder)

    def parse(self, folder: Path) -> Command:
        """Parsing each file of the tree, on all processors, and nothing else."""
        return self._script(PARSE, "parse.py", folder)

    def help(self, label: str, folder: Path) -> Command:
        """The command that prints a tool's help."""
        program = self.archlint if label == ARCHLINT else self.peers / label
        return Command(f"{label} --help", (str(program), "--help"), folder)

    def _script(self, label: str, name: str, folder: Path) -> Command:
        script = Path(__file__).with_name(name)
        return Command(label, (sys.executable, "-I", "-S", str(script), "."), folder)

    def _check(self, label: str) -> list[str]:
        if label == LINT_IMPORTS:
            return [str(self.peers / LINT_IMPORTS)]
        if label == TACH:
            return [str(self.peers / TACH), "check"]
        return [str(self.archlint), "check", "--config", CONFIGS[label]]

    def _cache(self, label: str, cached: bool) -> list[str]:
        if label not in CACHES:
            return []
        return ["--cache-dir", CACHES[label]] if cached else ["--no-cache"]


def breaches(label: str, text: str) -> set[Breach]:
    """The forbidden imports in what a tool printed."""
    if label == LINT_IMPORTS:
        found = re.findall(r"^-\s+(\S+) -> \S+ \((.*?)\)", text, re.MULTILINE)
        return {
            Breach(importer, int(line))
            for importer, lines in found
            for line in re.findall(r"l\.(\d+)", lines)
        }
    pattern = r"^\[FAIL\] (.+?):(\d+):" if label == TACH else r"^(.+?\.py):(\d+):\d+: error"
    return {Breach(path, int(line)) for path, line in re.findall(pattern, text, re.MULTILINE)}
