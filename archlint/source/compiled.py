"""What the files that drive a build say of the modules that it makes."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from archlint.source.disk import Disk
from archlint.source.metadata.built import read_built
from archlint.source.names import BUILD_SCRIPTS

_BUILDS_MODULES = re.compile(rb"Extension|add_extension|ext_modules|cffi_modules")
_SAID = re.compile(rb"""["']([\w./{}*-]+)["']""")
"""What a program may say of a module: a string without a space in it."""
_CFFI_SCRIPT = re.compile(rb"""["']([\w./-]+\.py):\w+["']""")
_RUST_FILE = re.compile(rb'"([\w./-]+\.rs)"')
_RUST_MODULE = re.compile(rb"#\[\s*(?:pyo3::)?pymodule\b[^{]*")


class Compiled:
    """Asks whether a build makes a module; `builds` are the paths of the files that may tell.

    A file that cannot be read tells nothing.
    """

    def __init__(self, disk: Disk, builds: Sequence[str]) -> None:
        self._disk = disk
        self._builds = builds

    def makes(self, folder: str, rest: str) -> bool:
        """Whether `rest`, as seen from the package in `folder`, or a package around it is made.

        Of a declaration the whole name counts, of a program the first part of `rest` as a word.
        """
        parts = rest.split(".")
        paths = (f"/{folder}/{'/'.join(parts[:end])}" for end in range(1, len(parts) + 1))
        if self._declared and any(map(self._is_declared, paths)):
            return True
        word = re.compile(rb"(?<!\w)" + re.escape(parts[0].encode()) + rb"(?!\w)")
        return any(word.search(text) for text in self._texts)

    def _is_declared(self, path: str) -> bool:
        """Whether a declaration is the end of the path, from a folder that is no package."""
        return any(
            path.endswith(declared)
            and not self._disk.is_file(f"{path[: -len(declared)]}/__init__.py".lstrip("/"))
            for declared in self._declared
        )

    @cached_property
    def _declared(self) -> tuple[str, ...]:
        found: set[str] = set()
        for path in self._builds:
            if path.endswith("pyproject.toml"):
                found |= read_built(self._read(path).decode(errors="replace"))
        return tuple(f"/{path}" for path in sorted(found))

    @cached_property
    def _texts(self) -> tuple[bytes, ...]:
        return tuple(text for path in self._builds for text in self._told_by(path))

    def _told_by(self, path: str) -> Iterator[bytes]:
        """What may name a compiled module in a build file and those that it names."""
        folder, _, name = path.rpartition("/")
        if name == "pyproject.toml":
            return
        if name in BUILD_SCRIPTS and f"{folder}/pyproject.toml".lstrip("/") not in self._builds:
            return
        text = self._read(path)
        if name == "Cargo.toml":
            # The module of a package that names no library has its name, written so.
            yield text.replace(b"-", b"_")
            for source in (b"src/lib.rs", *_RUST_FILE.findall(text)):
                yield from _RUST_MODULE.findall(self._read_beside(folder, source))
        elif not name.endswith(".py"):
            yield text
        elif _BUILDS_MODULES.search(text):
            yield b" ".join(_SAID.findall(text))
            if b"cffi_modules" in text:
                for script in _CFFI_SCRIPT.findall(text):
                    yield self._read_beside(folder, script)

    def _read_beside(self, folder: str, path: bytes) -> bytes:
        place = posixpath.normpath(posixpath.join(folder, path.decode()))
        return b"" if place.startswith(("/", "../")) else self._read(place)

    def _read(self, path: str) -> bytes:
        try:
            return self._disk.read(path)
        except OSError:
            return b""
