"""Contract types, and the classes that claim to be one, each with its evidence."""

import ast
import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archlint.conformance.bindings import ClassKey
from archlint.conformance.candidates import claiming_modules, find_candidates
from archlint.conformance.classes import Ancestor, Classes, ClassInfo
from archlint.conformance.listings import Listing, covers
from archlint.conformance.making import makes_another
from archlint.conformance.membership import Membership
from archlint.diagnostics import Location
from archlint.facts.classes import dotted, statements
from archlint.project import Project


class Evidence(enum.StrEnum):
    """How a class claims a contract type."""

    BASE = "base"
    LINE = "proof line"
    REGISTER = "register"
    CONFIG = "config"

    @property
    def is_proof(self) -> bool:
        """Whether a type checker would hold the class to it."""
        return self in (Evidence.BASE, Evidence.LINE)


_SEVERAL = "it is defined several times"


@dataclass(frozen=True, eq=False)
class Claim:
    """One class that claims one contract type; `line` is where it does apart from the class.

    `doubt` says why the claim cannot be judged whatever the class has, "" where it can.
    """

    implementer: ClassInfo
    contract: ClassInfo
    evidence: Evidence
    line: Location | None = None
    doubt: str = ""

    @property
    def place(self) -> Location:
        """Where the claim is made."""
        return self.line or self.implementer.place


@dataclass(frozen=True, eq=False)
class Claims:
    """Every contract type of a project, and every claim.

    `named` are the dotted names of those that the config speaks of.
    """

    contracts: tuple[ClassInfo, ...]
    named: frozenset[str]
    all: tuple[Claim, ...]
    unmatched: tuple[tuple[str, str], ...]
    """Names and expressions of listings that stand for no class, after their contract type."""


def find_claims(project: Project, membership: Membership, listings: Sequence[Listing]) -> Claims:
    """Read the contract types and the claims out of a project."""
    classes = membership.classes
    named = frozenset(listing.protocol for listing in listings)
    infos: list[ClassInfo] = []
    contracts: dict[ClassKey, ClassInfo] = {}
    several: list[ClassKey] = []
    candidates = find_candidates(project, named)
    for key in candidates.classes:
        info = classes.info(key)
        if info is None:
            several.append(key)
        else:
            infos.append(info)
            if info.full_name in named or membership.is_contract(info):
                contracts[key] = info
        membership.make_room()
    found = [claim for info in infos for claim in _by_base(info, contracts, classes)]
    found += [claim for key in several for claim in _by_bases(key, contracts, classes)]
    names = [info.name for info in contracts.values()]
    for module in claiming_modules(project, names, candidates.renamed):
        found += _by_line(module, contracts, membership)
        membership.make_room()
    unmatched: list[tuple[str, str]] = []
    for listing in listings:
        contract = next((c for c in contracts.values() if c.full_name == listing.protocol), None)
        if contract is None:
            unmatched.append((listing.protocol, listing.protocol))
            continue
        for expression in listing.implementers:
            if expression.startswith("!"):
                continue
            listed = list(_by_config(expression, listing, contract, project, classes))
            found += listed
            if not listed:
                unmatched.append((listing.protocol, expression))
    ordered = sorted(contracts.values(), key=lambda info: info.key)
    return Claims(tuple(ordered), named, tuple(found), tuple(unmatched))


def _by_base(
    info: ClassInfo, contracts: dict[ClassKey, ClassInfo], classes: Classes
) -> Iterator[Claim]:
    for ancestor in classes.lineage(info.key).classes[1:]:
        if ancestor.key in contracts:
            yield Claim(info, ancestor, Evidence.BASE)


def _by_bases(
    key: ClassKey, contracts: dict[ClassKey, ClassInfo], classes: Classes
) -> Iterator[Claim]:
    """What a class claims that is defined several times: what any of its definitions does."""
    info = _defined_twice(key, classes)
    surface = classes.names.surface(key.module) if info is not None else None
    if info is None or surface is None:
        return
    inside = key.name.rpartition(".")[0]
    for base in (base for node in surface.classes[key.name] for base in node.bases):
        ancestor = _key(classes.find(key.module, base, inside))
        for above in classes.lineage(ancestor).classes if classes.info(ancestor) else ():
            if above.key in contracts:
                yield Claim(info, contracts[above.key], Evidence.BASE, doubt=_SEVERAL)


def _defined_twice(key: ClassKey, classes: Classes) -> ClassInfo | None:
    """The first of several definitions of a class."""
    surface = classes.names.surface(key.module) if key.module >= 0 else None
    is_several = surface is not None and len(surface.classes.get(key.name, ())) > 1
    return ClassInfo(key, classes.names, ()) if is_several else None


def _by_line(
    module: int, contracts: dict[ClassKey, ClassInfo], membership: Membership
) -> Iterator[Claim]:
    """Proof lines at module level, calls of `register`, and its use as a decorator."""
    classes = membership.classes
    surface = classes.names.surface(module)
    if surface is None:
        return

    def pair(
        contract: Ancestor, implementer: ast.expr, evidence: Evidence, node: ast.stmt | ast.expr
    ) -> Iterator[Claim]:
        known = contracts.get(_key(contract))
        if known is None:
            return
        doubt = ""
        is_called = isinstance(implementer, ast.Call)
        named = implementer.func if isinstance(implementer, ast.Call) else implementer
        found = classes.info(_key(classes.find(module, named)))
        if found is None:
            found, doubt = _defined_twice(ClassKey(module, dotted(named)), classes), _SEVERAL
        elif is_called and makes_another(found, membership):
            doubt = f"`{found.last_name}` has a `__new__` that may make something else"
        # One with a `register` of its own, or that of a metaclass, may mean anything by it.
        if found and (evidence is not Evidence.REGISTER or membership.registers(known)):
            yield Claim(found, known, evidence, surface.syntax.location(node), doubt)

    for statement in statements(surface.syntax.tree.body):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name) as target, value=ast.expr() as value):
                if name.startswith("_"):
                    contract, is_class = classes.claimed(module, statement.annotation)
                    if is_class is not isinstance(value, ast.Call):
                        yield from pair(contract, value, Evidence.LINE, target)
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=owner, attr="register"), args=[given])
            ):
                if not isinstance(given, ast.Call):
                    contract = classes.find(module, owner)
                    yield from pair(contract, given, Evidence.REGISTER, statement)
            case ast.ClassDef():
                for mark in statement.decorator_list:
                    if isinstance(mark, ast.Attribute) and mark.attr == "register":
                        itself = ast.Name(statement.name, ast.Load())
                        contract = classes.find(module, mark.value)
                        yield from pair(contract, itself, Evidence.REGISTER, mark)
            case _:
                continue


def _key(ancestor: ClassKey | str | None) -> ClassKey:
    return ancestor if isinstance(ancestor, ClassKey) else ClassKey(-1, "")


def _by_config(
    expression: str, listing: Listing, contract: ClassInfo, project: Project, classes: Classes
) -> Iterator[Claim]:
    away = [other[1:] for other in listing.implementers if other.startswith("!")]
    for file in project.tree.files:
        module = project.modules[file.module]
        for fact in project.facts[file.index].classes:
            if not covers(expression, module.name, fact.name):
                continue
            if any(covers(other, module.name, fact.name) for other in away):
                continue
            info = classes.info(ClassKey(file.module, fact.name))
            if info is not None and not info.is_protocol and info.key != contract.key:
                yield Claim(info, contract, Evidence.CONFIG)
