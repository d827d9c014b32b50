"""One contract's table as a contract that can be checked, or the faults that keep it from being."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from archlint.config.settings import KeyPath
from archlint.config.suggest import did_you_mean
from archlint.contracts.built_in import law_of_instance
from archlint.contracts.files import ContractFile, Options
from archlint.contracts.law import Law
from archlint.contracts.session import Session
from archlint.diagnostics import Diagnostic

if TYPE_CHECKING:
    from importlinter import Contract as ContractClass

COMMON = ("id", "name", "type")
_IGNORED = "ignore_imports"
_ALERTING = "unmatched_ignore_imports_alerting"
EXPRESSION = re.compile(r"(\w+|\*\*?)(\.(\w+|\*\*?))*")


class Ignored(NamedTuple):
    """An entry of `ignore_imports`: as written, and the expressions on its two sides."""

    text: str
    importer: str
    imported: str


class Contract(NamedTuple):
    """A contract that can be checked.

    `values` are its options as written. Either there is a `law`, or an `instance` of a custom type
    judges. `alerting` is what an entry of `ignored` that matches nothing calls for: "none", "warn"
    or "error".
    """

    id: str
    name: str
    key: KeyPath
    values: Mapping[str, str | list[str]]
    law: Law | None
    instance: ContractClass | None
    ignored: tuple[Ignored, ...]
    alerting: str
    guidance: str


def identity(options: Options) -> str:
    """What a contract is called in reports: its id or, in TOML, else its name."""
    word = options.values.get("id") or options.values.get("name") or options.key[-1]
    return " ".join(str(word).split())


def read_contract(
    file: ContractFile,
    options: Options,
    session: Session,
    classes: Mapping[str, type[ContractClass]],
) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """The contract of one table, None where it cannot be checked, and what is malformed in it.

    An unknown option is left out. What a class of the project raises is passed on.
    """
    from importlinter.domain.contract import InvalidContractOptions

    faults: list[Diagnostic] = []
    values = dict(_plain(file, options, faults))
    name = values.get("name")
    if not isinstance(name, str):
        name = identity(options)
    if "name" not in options.values:
        faults.append(file.fault(options.key, f"contract `{identity(options)}` has no `name`"))
    found = _class(file, options, values.get("type"), classes, faults)
    if found is None:
        return None, tuple(faults)
    known = (*COMMON, *_fields(found))
    for option in [option for option in values if option not in known]:
        del values[option]
        key = (*options.key, option)
        hint = did_you_mean(option, known)
        faults.append(file.fault(key, f"unknown option `{option}`", word=option, help=hint))
    try:
        instance = found(name=name, session_options=dict(session.raw), contract_options=values)
    except InvalidContractOptions as error:
        faults.extend(
            _invalid(file, options, found, values, option, str(message))
            for option, message in error.errors.items()
            if option in values or option not in options.values  # else it was said already
        )
        return None, tuple(faults)
    law = law_of_instance(instance, session)
    ignored = tuple(read_ignored(values.get(_IGNORED, ())))
    wrong = tuple(_no_expressions(file, options, found, values, ignored)) if law else ()
    if wrong:
        return None, (*faults, *wrong)
    state = vars(instance)
    alerting = state.get(_ALERTING)
    contract = Contract(
        id=identity(options),
        name=" ".join(name.split()),
        key=options.key,
        values=values,
        law=law,
        instance=None if law else instance,
        ignored=ignored,
        alerting=str(getattr(alerting, "value", "error")),
        guidance=" ".join(str(state.get("broken_contract_guidance") or "").split()),
    )
    return contract, tuple(faults)


def _plain(
    file: ContractFile, options: Options, faults: list[Diagnostic]
) -> Iterator[tuple[str, str | list[str]]]:
    """The options as import-linter's classes take them: strings, and lists of strings."""
    for option, value in options.values.items():
        if isinstance(value, str):
            yield option, value
        elif isinstance(value, bool | int):
            yield option, str(value)
        elif isinstance(value, list) and option in COMMON:
            message = f"`{option}` is a list, expected a single word"
            faults.append(file.fault((*options.key, option), message, at_value=True))
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            yield option, list(value)
        else:
            message = f"`{option}` is neither text nor a list of texts"
            faults.append(file.fault((*options.key, option), message, at_value=True))


def _class(
    file: ContractFile,
    options: Options,
    name: str | list[str] | None,
    classes: Mapping[str, type[ContractClass]],
    faults: list[Diagnostic],
) -> type[ContractClass] | None:
    called = identity(options)
    if "type" not in options.values:
        help = f"the types are {', '.join(f'`{word}`' for word in classes)}"
        message = f"contract `{called}` has no `type`"
        faults.append(file.fault(options.key, message, word="type", help=help))
    elif isinstance(name, str) and name in classes:
        return classes[name]
    elif isinstance(name, str):
        message = f"no type of contract is called `{name}`"
        hint = did_you_mean(name, classes)
        key = (*options.key, "type")
        faults.append(file.fault(key, message, at_value=True, word=name, help=hint))
    return None


def _fields(found: type[ContractClass]) -> tuple[str, ...]:
    from importlinter import fields

    return tuple(name for name in dir(found) if isinstance(getattr(found, name), fields.Field))


def _invalid(
    file: ContractFile,
    options: Options,
    found: type[ContractClass],
    values: Mapping[str, str | list[str]],
    option: str,
    message: str,
) -> Diagnostic:
    """What a class of import-linter says against an option, at the place of the offending word."""
    called = identity(options)
    if option not in values:
        needed = f"contract `{called}` has no `{option}`"
        words = needed if message == "This is a required field." else _reworded(message)
        return file.fault(options.key, words, word=option)
    word = _offending(getattr(found, option, None), values[option])
    key = (*options.key, option, word) if word else (*options.key, option)
    return file.fault(key, f"`{option}`: {_reworded(message)}", at_value=True, word=word)


def _offending(field: object, value: str | list[str]) -> str:
    """The item of a list that its field refuses, or ""."""
    from importlinter.domain import fields

    if isinstance(field, fields.BaseMultipleValueField) and isinstance(value, list):
        for item in value:
            try:
                field.subfield.parse(item)
            except fields.ValidationError:
                return item
    return ""


def _reworded(message: str) -> str:
    quoted = re.sub(r"'([^']*)'", r"`\1`", " ".join(message.split()))
    return quoted[:1].lower() + quoted[1:].rstrip(".")


def read_ignored(value: str | list[str] | tuple[str, ...]) -> Iterator[Ignored]:
    seen = set()
    for text in [value] if isinstance(value, str) else value:
        importer, _, imported = text.partition("->")
        entry = Ignored(text, importer.strip(), imported.strip())
        if text.strip() and entry[1:] not in seen:
            seen.add(entry[1:])
            yield entry


def _no_expressions(
    file: ContractFile,
    options: Options,
    found: type[ContractClass],
    values: Mapping[str, str | list[str]],
    ignored: tuple[Ignored, ...],
) -> Iterator[Diagnostic]:
    """Words that the graph library refuses to look for, and the fields let pass.

    A name of a module without wildcards is not looked for, only looked up.
    """
    from importlinter.domain import fields

    wrong = [
        (_IGNORED, entry.text)
        for entry in ignored
        if not all(EXPRESSION.fullmatch(side) for side in (entry.importer, entry.imported))
    ]
    for option, value in values.items():
        subfield = getattr(getattr(found, option, None), "subfield", None)
        if isinstance(subfield, fields.ModuleExpressionField):
            words = [value] if isinstance(value, str) else value
            looked_for = (word for word in words if "*" in word)
            wrong += [(option, word) for word in looked_for if not EXPRESSION.fullmatch(word)]
    for option, word in wrong:
        message = f"`{word.strip()}` of `{option}` is no expression for modules"
        key = (*options.key, option, word)
        yield file.fault(key, message, at_value=True, word=word)
