"""Finds import-linter's configuration at the root of a run, and reads it with its places."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from archlint.config.settings import KeyPath
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic, Location
from archlint.errors import ConfigError

SECTION = "importlinter"
_OWN_FILE = ".importlinter"
_TOML_FILE = "pyproject.toml"


class Options(NamedTuple):
    """One table of options as written, and its key path."""

    key: KeyPath
    values: Mapping[str, object]


class ContractFile(NamedTuple):
    """The file that declares contracts.

    `locate` gives the place of a key path or, with True, of its value; an element of a list is
    named by its text. `faults` are what is malformed as INI or TOML; where that is all there is to
    say, the file is not `readable`.
    """

    session: Options
    contracts: tuple[Options, ...]
    locate: Callable[[KeyPath, bool], Location]
    faults: tuple[Diagnostic, ...] = ()
    readable: bool = True

    def fault(
        self,
        key: KeyPath,
        message: str,
        *,
        at_value: bool = False,
        word: str = "",
        help: str = "",
    ) -> Diagnostic:
        """A malformed place of the file; `word` is the offending one."""
        return _fault(self.locate(key, at_value), key, message, word, help)


def find_contracts(read: Callable[[str], bytes]) -> ContractFile | None:
    """The configuration of import-linter, from the file that it would take, or None.

    Where no file has one, the first that was meant to is at fault. `read` gives the content of a
    file at the root of the run.
    """
    meant = ""
    for path in ("setup.cfg", _OWN_FILE, _TOML_FILE):
        try:
            content = read(path)
        except (FileNotFoundError, IsADirectoryError):
            continue
        except OSError as error:
            return _unusable(Location(path), f"the file cannot be read: {error.strerror}")
        if path != _OWN_FILE and SECTION.encode() not in content:
            continue
        found = _from_toml(content) if path == _TOML_FILE else _from_ini(path, content)
        if found is not None:
            return found
        if path == _OWN_FILE or f"[{SECTION}".encode() in content:
            meant = meant or path
    if not meant:
        return None
    header = f"tool.{SECTION}" if meant == _TOML_FILE else SECTION
    return _unusable(Location(meant), f"there is no section `[{header}]`")


def _from_ini(path: str, content: bytes) -> ContractFile | None:
    from archlint.contracts.ini import IniError, read_ini

    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        ini, flaws = read_ini(path, text, SECTION)
    except UnicodeDecodeError:
        return _unusable(Location(path), "the file is not UTF-8")
    except IniError as error:
        return _unusable(Location(path, error.line), error.message)
    if SECTION not in ini.values:
        return None
    contracts = tuple(
        Options((section,), {"id": section.split(":")[-1], **_split(options)})
        for section, options in ini.values.items()
        if section.startswith(f"{SECTION}:")
    )
    faults = tuple(_fault(flaw.place, flaw.key, flaw.message) for flaw in flaws)
    session = Options((SECTION,), _split(ini.values[SECTION]))
    return ContractFile(session, contracts, ini.locate, faults)


def _split(section: Mapping[str, str]) -> dict[str, object]:
    """Values of several lines as lists, which is how import-linter tells them."""
    return {
        key: value.strip().split("\n") if "\n" in value else value for key, value in section.items()
    }


def _from_toml(content: bytes) -> ContractFile | None:
    from archlint.config.toml_file import read_toml

    try:
        document = read_toml(_TOML_FILE, content)
    except ConfigError:
        return _unusable(Location(_TOML_FILE), "the file is not UTF-8")
    if isinstance(document, Diagnostic):
        return _unusable(document.location, document.message)
    tool = document.data.get("tool")
    table = tool.get(SECTION) if isinstance(tool, dict) else None
    if not isinstance(table, dict) or not table:
        return None
    document = document.below("tool", SECTION)
    declared = table.get("contracts", [])
    contracts: list[Options] = []
    faults: list[Diagnostic] = []
    for index, contract in enumerate(declared if isinstance(declared, list) else [None]):
        if isinstance(contract, dict):
            contracts.append(Options(("contracts", index), contract))
        else:
            place = document.locate(("contracts", index), True)
            message = "a contract is a table: `[[tool.importlinter.contracts]]`"
            faults.append(_fault(place, ("contracts",), message))
    session = {key: value for key, value in table.items() if key != "contracts"}
    return ContractFile(Options((), session), tuple(contracts), document.locate, tuple(faults))


def _unusable(place: Location, message: str) -> ContractFile:
    nothing = Options((), {})
    fault = _fault(place, (), message)
    return ContractFile(nothing, (), lambda key, value: place, (fault,), readable=False)


def _fault(
    place: Location, key: KeyPath, message: str, word: str = "", help: str = ""
) -> Diagnostic:
    steps = (step for step in key if isinstance(step, str))
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=message,
        location=place,
        subject=".".join((place.path, *steps)),
        object=word,
        help=(help,) if help else (),
    )
