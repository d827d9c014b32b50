"""The top level of import-linter's configuration: root packages, and what the graph holds."""

from collections.abc import Iterator
from typing import NamedTuple

from archlint.config.settings import KeyPath
from archlint.config.suggest import did_you_mean
from archlint.contracts.files import ContractFile
from archlint.diagnostics import Diagnostic

_FLAGS = ("include_external_packages", "exclude_type_checking_imports")
_KEYS = ("root_package", "root_packages", *_FLAGS, "contract_types", "show_timings")


class Root(NamedTuple):
    """A root package, and where it is named."""

    name: str
    key: KeyPath


class Session(NamedTuple):
    """What holds for all contracts of a file.

    `contract_types` has the dotted name of a class for each custom type. `raw` is what classes of
    import-linter take for their session options.
    """

    roots: tuple[Root, ...]
    external: bool
    skip_typing: bool
    contract_types: dict[str, str]
    raw: dict[str, object]

    @property
    def root_names(self) -> tuple[str, ...]:
        return tuple(root.name for root in self.roots)


def read_session(file: ContractFile) -> tuple[Session, tuple[Diagnostic, ...]]:
    """The session of a file, and what is malformed in it: that is left out."""
    faults: list[Diagnostic] = [*_unknown_keys(file)]
    roots = tuple(_roots(file, faults))
    flags = {name: _flag(file, name, faults) for name in _FLAGS}
    types = dict(_contract_types(file, faults))
    if not file.contracts and not file.faults:
        help = (
            "a contract is a section `[importlinter:contract:ID]`"
            if file.session.key
            else "a contract is a table `[[tool.importlinter.contracts]]`"
        )
        faults.append(file.fault(file.session.key, "no contract is declared", help=help))
    raw = {
        **file.session.values,
        "root_packages": [root.name for root in roots],
        **{name: str(value) for name, value in flags.items()},
    }
    raw.pop("root_package", None)
    session = Session(
        roots=roots,
        external=flags["include_external_packages"],
        skip_typing=flags["exclude_type_checking_imports"],
        contract_types=types,
        raw=raw,
    )
    return session, tuple(faults)


def _unknown_keys(file: ContractFile) -> Iterator[Diagnostic]:
    """Keys that mean nothing; custom types may read keys of their own, near misses aside."""
    for name in file.session.values:
        if name in _KEYS:
            continue
        hint = did_you_mean(name, (*_KEYS, "contracts"))
        if hint or "contract_types" not in file.session.values:
            key = (*file.session.key, name)
            yield file.fault(key, f"unknown key `{name}`", word=name, help=hint)


def _roots(file: ContractFile, faults: list[Diagnostic]) -> Iterator[Root]:
    values = file.session.values
    name = "root_packages" if "root_packages" in values else "root_package"
    key = (*file.session.key, name)
    value = values.get(name)
    if value is None:
        message = "neither `root_package` nor `root_packages` is given"
        faults.append(file.fault(file.session.key, message))
        return
    if name == "root_packages" and isinstance(value, str) and value.strip():
        message = "`root_packages` is a single string, expected a list"
        help = f"write `root_package` for one, or `{value}` on a line of its own"
        if not file.session.key:
            help = f'write `root_packages = ["{value}"]`'
        faults.append(file.fault(key, message, at_value=True, word=value, help=help))
    if name == "root_package" and isinstance(value, list):
        message = "`root_package` is a list, expected a single name"
        help = "write `root_packages` for several"
        faults.append(file.fault(key, message, at_value=True, help=help))
    words = value if isinstance(value, list) else [value]
    for index, word in enumerate(words):
        if word == "" and len(words) > 1:
            continue
        if isinstance(word, str) and all(part.isidentifier() for part in word.strip().split(".")):
            yield Root(word.strip(), (*key, word))
        else:
            message = f"`{word}` is no name of a package" if word != "" else f"`{name}` is empty"
            place = (*key, word if isinstance(word, str) else index)
            faults.append(file.fault(place, message, at_value=True, word=str(word)))


def _flag(file: ContractFile, name: str, faults: list[Diagnostic]) -> bool:
    """Whether a flag is set; import-linter takes every word but two for no."""
    value = file.session.values.get(name, False)
    if str(value) not in ("True", "true", "False", "false"):
        message = f"`{name}` is `{value}`, expected `True` or `False`"
        key = (*file.session.key, name)
        faults.append(file.fault(key, message, at_value=True, word=str(value)))
    return str(value) in ("True", "true")


def _contract_types(file: ContractFile, faults: list[Diagnostic]) -> Iterator[tuple[str, str]]:
    value = file.session.values.get("contract_types", [])
    key = (*file.session.key, "contract_types")
    for line in value if isinstance(value, list) else [value]:
        if not str(line).strip():
            continue
        name, colon, dotted = str(line).partition(":")
        module, dot, _ = dotted.strip().rpartition(".")
        if colon and dot and module and name.strip():
            yield name.strip(), dotted.strip()
        else:
            message = f"`{line}` does not say `name: package.module.Class`"
            faults.append(file.fault((*key, str(line)), message, at_value=True, word=str(line)))
