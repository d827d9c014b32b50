"""Compares verdicts on many generated pairs with those of mypy and pyright.

Run by hand, from the root: `python -m tests.conformance.compare FILE --record 20000 --bin FOLDER`
adds what the `mypy` and `pyright` of a folder say of so many pairs to a file, and
`python -m tests.conformance.compare FILE` prints every certain verdict that differs from what the
two agree on, the share of pairs that cannot be judged, and what the two disagree on.
"""

import argparse
import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from archlint import assess_conformance
from archlint.config.load import load
from archlint.loading import load_project
from tests.conformance.pairs import NAMES, PRELUDE, TAKEN, Pair, make_pair

BATCH = 1000
_WORDS = {"conforming": "yes", "not conforming": "no", "cannot judge": "unknown"}


@dataclass(frozen=True)
class Outcome:
    """What each says of one pair: "yes", "no" or, of archlint, "unknown".

    `strict` is what archlint says with names of parameters checked, `details` are its reasons.
    """

    pair: Pair
    archlint: str
    strict: str
    mypy: str
    pyright: str
    details: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether a certain verdict is another than that which both checkers give.

        What only `parameter-names = "check"` finds is left out by choice.
        """
        by_choice = self.archlint == "yes" and self.strict == "no"
        agreed = self.mypy == self.pyright
        return agreed and self.archlint not in (self.mypy, "unknown") and not by_choice


def write(folder: Path, pairs: Sequence[Pair]) -> list[tuple[int, int]]:
    """Write the pairs as two modules; the lines of each pair in the second."""
    lib = PRELUDE + NAMES
    own = f"{PRELUDE}import lib\nfrom lib import {TAKEN}\n"
    spans = []
    for number, pair in enumerate(pairs):
        lib += pair.lib.replace("{n}", str(number))
        first = own.count("\n") + 1
        own += pair.own.replace("{n}", str(number))
        spans.append((first, own.count("\n")))
    (folder / "lib.py").write_text(lib, encoding="utf-8")
    (folder / "own.py").write_text(own, encoding="utf-8")
    (folder / "archlint.toml").write_text("", encoding="utf-8")
    return spans


def judged(
    folder: Path, count: int, *, check_names: bool = False
) -> tuple[list[str], list[tuple[str, ...]]]:
    """What archlint says of each pair, and its reasons."""
    answers = ["yes"] * count
    details: list[tuple[str, ...]] = [()] * count
    project = load_project(load([str(folder)], None))
    for item in assess_conformance(project, check_names=check_names).assessments:
        number = item.implementer.name.removeprefix("C")
        if number.isdigit() and item.contract.name == f"P{number}":
            answers[int(number)] = _WORDS[item.answer.value]
            reasons = (*(defect.message for defect in item.defects), *item.doubts)
            details[int(number)] = reasons
    return answers, details


def checked(lines: Iterator[int], spans: Sequence[tuple[int, int]]) -> list[str]:
    """What a checker with errors on these lines says of each pair."""
    bad = set(lines)
    return ["no" if any(n in bad for n in range(a, b + 1)) else "yes" for a, b in spans]


def mypy_lines(folder: Path, tools: Path) -> Iterator[int]:
    """The lines of the second module that mypy finds errors on."""
    command = [str(tools / "mypy"), "--disable-error-code=empty-body", "--python-version=3.11"]
    done = subprocess.run(
        [*command, "--no-error-summary", "--hide-error-context", "--cache-dir=/dev/null", "own.py"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    for line in done.stdout.splitlines():
        path, _, rest = line.partition(":")
        if path == "own.py" and ": error:" in rest:
            yield int(rest.partition(":")[0])


def pyright_lines(folder: Path, tools: Path) -> Iterator[int]:
    """The lines of the second module that pyright finds errors on."""
    done = subprocess.run(
        [str(tools / "pyright"), "--outputjson", "--pythonversion", "3.11", "own.py"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    for item in json.loads(done.stdout)["generalDiagnostics"]:
        if item["severity"] == "error" and item["file"].endswith("own.py"):
            yield item["range"]["start"]["line"] + 1


def record(pairs: Sequence[Pair], tools: Path, target: Path) -> None:
    """Write what mypy and pyright say of the pairs, one a line, batch by batch."""
    for start in range(0, len(pairs), BATCH):
        batch = pairs[start : start + BATCH]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            spans = write(folder, batch)
            mypy = checked(mypy_lines(folder, tools), spans)
            pyright = checked(pyright_lines(folder, tools), spans)
        with target.open("a", encoding="utf-8") as file:
            for pair, one, other in zip(batch, mypy, pyright, strict=True):
                row = {"lib": pair.lib, "own": pair.own, "note": pair.note}
                file.write(json.dumps({**row, "mypy": one, "pyright": other}) + "\n")


def outcomes(recorded: Path) -> list[Outcome]:
    """What archlint says of recorded pairs, beside what the checkers said."""
    rows = [json.loads(line) for line in recorded.read_text(encoding="utf-8").splitlines()]
    found = []
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        pairs = [Pair(row["lib"], row["own"], row["note"]) for row in batch]
        with tempfile.TemporaryDirectory() as name:
            write(Path(name), pairs)
            answers, details = judged(Path(name), len(pairs))
            strict, _ = judged(Path(name), len(pairs), check_names=True)
        checkers = [(row["mypy"], row["pyright"]) for row in batch]
        for pair, answer, named, said, words in zip(
            pairs, answers, strict, checkers, details, strict=True
        ):
            found.append(Outcome(pair, answer, named, *said, words))
    return found


def show(found: Sequence[Outcome], limit: int) -> None:
    """Print what differs, what cannot be judged, and what the checkers disagree on."""
    agreed = [one for one in found if one.mypy == one.pyright]
    wrong = [one for one in found if one.differs]
    unknown = [one for one in found if one.archlint == "unknown"]
    print(f"{len(found)} pairs, {len(agreed)} agreed on, {len(wrong)} differ")
    print(f"cannot judge: {100 * len(unknown) / len(found):.1f} %")
    reasons = Counter(word.partition(": ")[2] for one in unknown for word in one.details)
    print("why:", reasons.most_common(10))
    sides = Counter(
        (one.pair.note, one.mypy, one.archlint) for one in found if one.mypy != one.pyright
    )
    print("the checkers disagree (what, mypy, archlint):")
    for (note, mypy, own), number in sides.most_common(40):
        print(f"  {number:>5}  {note}  {mypy}  {own}")
    for one in wrong[:limit]:
        print(f"--- archlint {one.archlint}, both {one.mypy} [{one.pair.note}] {one.details}")
        print(one.pair.lib + one.pair.own)


def main() -> None:
    """Record what the checkers say, or compare with what was recorded."""
    parser = argparse.ArgumentParser()
    parser.add_argument("recorded", type=Path)
    parser.add_argument("--record", type=int, default=0, help="how many pairs to add")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bin", type=Path, help="the folder that holds mypy and pyright")
    parser.add_argument("--show", type=int, default=10)
    options = parser.parse_args()
    if options.record:
        random = Random(options.seed)
        pairs = [make_pair(random) for _ in range(options.record)]
        record(pairs, options.bin, options.recorded)
    else:
        show(outcomes(options.recorded), options.show)


if __name__ == "__main__":
    main()
