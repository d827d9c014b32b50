"""Whether a value of one type may stand where another is expected.

The answer is yes, no, or None where it cannot be told: only what the typing specification and the
declared bases make certain is a no.
"""

from collections.abc import Callable, Iterable

from archlint.conformance.annotations import (
    Anything,
    Instance,
    Literal,
    Never,
    Nothing,
    Opaque,
    Type,
    Union,
    Unknown,
)
from archlint.conformance.bindings import ClassKey
from archlint.conformance.classes import Classes
from archlint.conformance.known import COVARIANT, INVARIANT, STRUCTURAL, supertypes

Verdict = bool | None

_PROMOTED = {
    "builtins.int": ("builtins.float", "builtins.complex"),
    "builtins.bool": ("builtins.float", "builtins.complex"),
    "builtins.float": ("builtins.complex",),
}


class Assignability:
    """Decides about types; `declares` says whether a class of the tree has a member itself."""

    def __init__(self, classes: Classes, declares: Callable[[ClassKey, str], bool]) -> None:
        self.classes = classes
        self.declares = declares

    def fits(self, source: Type, target: Type) -> Verdict:
        """Whether `source` may stand where `target` is expected."""
        match source, target:
            case (Anything(), _) | (_, Anything()):
                return True
            case (_, Instance(name="builtins.object")) | (Never(), _):
                return True
            case (Unknown(), _) | (_, Unknown()):
                return None
            case (Union(), _):
                return _all(self.fits(member, target) for member in source.members)
            case (_, Union()):
                return _any(self.fits(source, member) for member in target.members)
            case (Opaque(), _) | (_, Opaque()):
                return True if source == target and _is_known(source) else None
            case (_, Never()):
                return False
            case (Nothing(), Nothing()):
                return True
            case (Nothing(), Literal()) | (Literal(), Nothing()):
                return False
            case (Nothing(), Instance()):
                return self._excludes_none(target)
            case (Instance(), Nothing()):
                return False if self._is_certain(source) else None
            case (Literal(), Literal()):
                return source == target
            case (Literal(), Instance()):
                return self._instance(Instance(source.kind), target)
            case (Instance(), Literal()):
                return self._excludes_literal(source, target)
            case (Instance(), Instance()):
                return self._instance(source, target)
            case _:
                return None

    def same(self, one: Type, other: Type) -> Verdict:
        """Whether two types are equivalent, as invariance asks."""
        return _all((self.fits(one, other), self.fits(other, one)))

    def _instance(self, source: Instance, target: Instance) -> Verdict:
        if source.name == target.name:
            return self._arguments(source, target)
        if isinstance(source.name, str):
            return self._from_outside(source.name, source, target)
        lineage = self.classes.lineage(source.name)
        if isinstance(target.name, ClassKey):
            if target.name in lineage:
                return None if target.arguments else True
            return self._not_derived(target.name, lineage.is_whole)
        known = supertypes()
        if any(target.name in known.get(other, (other,)) for other in lineage.others):
            return None if target.arguments else True
        if target.name in STRUCTURAL:
            needed = STRUCTURAL[target.name]
            lacks = lineage.is_whole and not all(self._has(source.name, name) for name in needed)
            return False if lacks else None
        return self._not_nominal(target.name, lineage.is_whole)

    def _from_outside(self, name: str, source: Instance, target: Instance) -> Verdict:
        known = supertypes()
        if name not in known:
            return None
        above = known[name]
        if isinstance(target.name, ClassKey):
            return self._not_derived(target.name, True)
        if target.name in above:
            if not target.arguments:
                return True
            if source.arguments and target.name in COVARIANT and len(target.arguments) == 1:
                return self.fits(_element(source), target.arguments[0])
            if target.name == "collections.abc.Mapping" and len(source.arguments) == 2:
                return self._mapping(source, target)
            is_text = name in ("builtins.str", "builtins.bytes")
            return None if source.arguments or is_text else True
        if target.name in _PROMOTED.get(name, ()):
            return True
        if target.name == "builtins.bytes" and name in (
            "builtins.bytearray",
            "builtins.memoryview",
        ):
            return None
        return self._not_nominal(target.name, True)

    def _mapping(self, source: Instance, target: Instance) -> Verdict:
        """Keys are invariant, values covariant."""
        if len(target.arguments) != 2:
            return None
        keys = self.same(source.arguments[0], target.arguments[0])
        return _all((keys, self.fits(source.arguments[1], target.arguments[1])))

    def _not_nominal(self, name: str, is_whole: bool) -> Verdict:
        """The answer for a target of the standard library that is not among the ancestors."""
        return False if is_whole and name in supertypes() else None

    def _not_derived(self, target: ClassKey, is_whole: bool) -> Verdict:
        """The answer for a target of the tree that is not among the ancestors."""
        info = self.classes.info(target)
        lineage = self.classes.lineage(target)
        vague = info is None or info.is_protocol or not lineage.classes
        # A TypedDict, a mock or a stranger's class may accept what does not derive from it.
        return False if is_whole and not vague and lineage.is_whole else None

    def _arguments(self, source: Instance, target: Instance) -> Verdict:
        given, wanted = source.arguments, target.arguments
        if not given or not wanted:
            return True
        if given == wanted:
            return True if all(map(_is_known, given)) else None
        if any(isinstance(part, Opaque) for part in (*given, *wanted)) or len(given) != len(wanted):
            return None
        if target.name in INVARIANT:
            return _all(map(self.same, given, wanted))
        if target.name in COVARIANT and (len(given) == 1 or target.name == "builtins.tuple"):
            return _all(map(self.fits, given, wanted))
        if target.name == "collections.abc.Coroutine" and len(given) == 3:
            return self.fits(given[2], wanted[2])
        return None

    def _excludes_none(self, target: Instance) -> Verdict:
        if target.name in STRUCTURAL:
            return False
        if isinstance(target.name, ClassKey):
            return self._not_derived(target.name, True)
        return self._not_nominal(target.name, True)

    def _is_certain(self, source: Instance) -> bool:
        """Whether the class is one that can be told to be no other."""
        if isinstance(source.name, ClassKey):
            return (
                self._not_derived(source.name, self.classes.lineage(source.name).is_whole) is False
            )
        return source.name in supertypes() or source.name in STRUCTURAL

    def _excludes_literal(self, source: Instance, target: Literal) -> Verdict:
        if source.name == "builtins.bool" and target.kind == "builtins.bool":
            return None
        return False if self._is_certain(source) else None

    def _has(self, key: ClassKey, name: str) -> bool:
        lineage = self.classes.lineage(key)
        return lineage.inherits(name) or any(
            self.declares(info.key, name) for info in lineage.classes
        )


def _element(source: Instance) -> Type:
    if source.name == "builtins.tuple":
        kept = tuple(part for part in source.arguments if part != Opaque("..."))
        return kept[0] if len(kept) == 1 else Union(kept)
    is_coroutine = source.name == "collections.abc.Coroutine"
    return source.arguments[-1 if is_coroutine else 0]


def _is_known(part: Type) -> bool:
    """Whether a type holds nothing that cannot be told."""
    match part:
        case Unknown():
            return False
        case Instance(arguments=parts) | Union(members=parts) | Opaque(parts=parts):
            return all(map(_is_known, parts))
        case _:
            return True


def _all(verdicts: Iterable[Verdict]) -> Verdict:
    found = list(verdicts)
    return False if False in found else None if None in found else True


def _any(verdicts: Iterable[Verdict]) -> Verdict:
    found = list(verdicts)
    return True if True in found else None if None in found else False
