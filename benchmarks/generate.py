"""Trees of any size that look like an application; the same size gives the same bytes."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.law import MOST_DOMAINS, Law

ROOT = "grown"
PARTS = 10
"""Subpackages of a package, and modules of a subpackage, beside the two kinds of `__init__`."""

PACKAGE_SIZE = 1 + PARTS * (1 + PARTS)
LAYERS = 10
STDLIB = ("collections", "dataclasses", "functools", "itertools", "json", "os", "re", "typing")

CLASS = '''

class Part{index}:
    """Holds the values that step {index} works on."""

    limit = {index}

    def __init__(self, name, values=()):
        self.name = name
        self.values = list(values)

    def add(self, value, *, weight=1.0):
        if value is None:
            raise ValueError("no value for " + self.name)
        self.values.append(value * weight)
        return self

    def total(self):
        """The sum of what is held, up to the limit."""
        return sum(value for value in self.values if value < self.limit)
'''

FUNCTION = '''

def build_{index}(source, options=None):
    """Put the parts of a source together."""
    options = dict(options or {{}})
    found = []
    for number, item in enumerate(source):
        if item in options:
            continue
        try:
            found.append((number, options.get("key", item)))
        except (KeyError, TypeError) as error:
            options[str(error)] = number
    return sorted(found, key=lambda pair: pair[0])
'''


class Module(NamedTuple):
    """Where a generated module stands: package, subpackage, number in it."""

    package: int
    part: int
    number: int

    @property
    def home(self) -> str:
        return f"{ROOT}.p{self.package:04}.s{self.part}"

    @property
    def name(self) -> str:
        return f"{self.home}.m{self.number}"


def generate(folder: Path, modules: int) -> Law:
    """Write about so many modules: packages of packages, in layers, 15 imports and 150 lines each.

    A module imports modules of lower layers, and of its own package those before it. The law is
    that packages of the top layer leave each other alone.
    """
    packages = max(modules // PACKAGE_SIZE, 4)
    chance = random.Random(0)
    _write(folder / ROOT / "__init__.py", "")
    for package in range(packages):
        top = folder / ROOT / f"p{package:04}"
        _write(top / "__init__.py", f'"""Package {package}."""\n')
        for part in range(PARTS):
            home = top / f"s{part}"
            _write(home / "__init__.py", "from .m0 import Part0, build_0\n")
            for number in range(PARTS):
                module = Module(package, part, number)
                _write(home / f"m{number}.py", text(module, packages, chance))
    highest = [number for number in range(packages) if layer(number, packages) == _top(packages)]
    chosen = highest[:MOST_DOMAINS]
    return Law((ROOT,), tuple(f"{ROOT}.p{number:04}" for number in chosen))


def layer(package: int, packages: int) -> int:
    """The layer of a package; it has at least two packages."""
    return package * _layers(packages) // packages


def text(module: Module, packages: int, chance: random.Random) -> str:
    """The source of one module."""
    imports = sorted(_imports(module, packages, chance))
    body = [
        (CLASS if index % 2 == 0 else FUNCTION).format(index=index)
        for index in range(chance.randint(5, 11))
    ]
    head = f'"""Step {module.number} of part {module.part}."""\n\n'
    return head + "\n".join(imports) + "\n" + "".join(body)


def _imports(module: Module, packages: int, chance: random.Random) -> Iterator[str]:
    yield from (f"import {name}" for name in chance.sample(STDLIB, 3))
    for number in range(min(module.number, 4)):
        yield f"from .m{number} import Part0"
    for part in range(min(module.part, 3)):
        yield f"from {Module(module.package, part, 0).home} import m{chance.randrange(PARTS)}"
    lower = _first_of(layer(module.package, packages), packages)
    for _ in range(8 if lower else 0):
        other = Module(chance.randrange(lower), chance.randrange(PARTS), chance.randrange(PARTS))
        yield f"from {other.name} import Part0, build_1"


def _first_of(number: int, packages: int) -> int:
    """The first package of a layer: all before it are in lower ones."""
    return -(-number * packages // _layers(packages))


def _layers(packages: int) -> int:
    return min(LAYERS, packages // 2)


def _top(packages: int) -> int:
    return _layers(packages) - 1


def _write(path: Path, content: str) -> None:
    if not path.parent.exists():
        path.parent.mkdir(parents=True)
    path.write_text(content, encoding="utf-8")
