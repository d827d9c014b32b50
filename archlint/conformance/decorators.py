"""What decorators make of classes and functions; those that are not known make anything."""

import ast
from dataclasses import dataclass

from archlint.conformance.bindings import External, Function
from archlint.conformance.classes import ClassInfo
from archlint.conformance.names import Names
from archlint.facts.classes import dotted

_FUNCTION_MARKS = {
    "builtins.property": "property",
    "abc.abstractproperty": "property abstractmethod",
    "functools.cached_property": "cached_property",
    "builtins.staticmethod": "staticmethod",
    "builtins.classmethod": "classmethod",
    "abc.abstractmethod": "abstractmethod",
    "abc.abstractclassmethod": "classmethod abstractmethod",
    "abc.abstractstaticmethod": "staticmethod abstractmethod",
    "typing.override": "",
    "typing.final": "",
    "typing.no_type_check": "",
    "typing.deprecated": "",
    "warnings.deprecated": "",
    "functools.wraps": "wraps",
    "typing.overload": "overload",
    "functools.lru_cache": "cache",
    "functools.cache": "cache",
    "contextlib.contextmanager": "contextmanager",
    "contextlib.asynccontextmanager": "asynccontextmanager",
}
_DOUBTS = {
    "overload": "it is overloaded",
    "cache": "it is cached",
    "wraps": "it is wrapped",
}
"""What cannot be judged of a function with such a decorator: its parameters, or what binds it."""
_PLAIN_CLASS_MARKS = frozenset(
    {
        "typing.final",
        "typing.runtime_checkable",
        "typing.runtime",
        "typing.deprecated",
        "warnings.deprecated",
        "functools.total_ordering",
        "enum.unique",
    }
)
_FIELD_MARKS = frozenset(
    {
        "dataclasses.dataclass",
        "attr.s",
        "attr.attrs",
        "attr.dataclass",
        "attr.define",
        "attr.mutable",
        "attrs.define",
        "attrs.mutable",
    }
)
_FROZEN_MARKS = frozenset({"attr.frozen", "attrs.frozen"})


@dataclass(frozen=True)
class Marks:
    """What the decorators of a class or a function say.

    `words` are those known. `accessor` is the property that `@name.setter` and its like extend.
    `wrapper` is the decorator that makes a context manager, or caches a property. `is_unknown` says
    that the result may be anything at all. `doubt` says what cannot be judged, "" where all can.
    `has_fields` and `is_frozen` are those of data classes.
    """

    words: frozenset[str] = frozenset()
    accessor: str = ""
    wrapper: str = ""
    is_unknown: bool = False
    doubt: str = ""
    has_fields: bool = False
    is_frozen: bool = False


def function_marks(
    node: ast.FunctionDef | ast.AsyncFunctionDef, info: ClassInfo, names: Names
) -> Marks:
    """The decorators of a function in the body of a class."""
    words: set[str] = set()
    for index, decorator in enumerate(node.decorator_list):
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = dotted(called)
        owner, _, attribute = name.rpartition(".")
        if owner and "." not in owner and attribute in ("setter", "getter", "deleter"):
            below = [_known_mark(dotted(one), info, names) for one in node.decorator_list[index:]]
            is_abstract = "abstractmethod" in below
            words = {attribute, *(["abstractmethod"] if is_abstract else ())}
            return Marks(frozenset(words), accessor=owner, doubt="an accessor")
        if owner and owner.rpartition(".")[0] and attribute in ("setter", "getter", "deleter"):
            return Marks(is_unknown=True, doubt=f"the decorator `{name}` is not known")
        known = _known_mark(name, info, names)
        if known is None:
            label = name or "of its own making"
            return Marks(is_unknown=True, doubt=f"the decorator `{label}` is not known")
        words.update(known.split())
    doubt = next((said for word, said in _DOUBTS.items() if word in words), "")
    wrappers = sorted(words & {"contextmanager", "asynccontextmanager", "cached_property"})
    return Marks(frozenset(words), wrapper=wrappers[0] if wrappers else "", doubt=doubt)


def _known_mark(name: str, info: ClassInfo, names: Names) -> str | None:
    if not name:
        return None
    meaning = names.settled(names.find(info.key.module, name, info.key.name))
    if isinstance(meaning, Function):
        return "" if _returns_its_argument(meaning.node) else None
    return _FUNCTION_MARKS.get(meaning.name) if isinstance(meaning, External) else None


def _returns_its_argument(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a decorator gives back, undecorated itself, the very function it is given."""
    parameters = [*node.args.posonlyargs, *node.args.args]
    if len(parameters) != 1 or node.decorator_list or isinstance(node, ast.AsyncFunctionDef):
        return False
    given = parameters[0].arg
    inside = [part for statement in node.body for part in ast.walk(statement)]
    returned = [part.value for part in inside if isinstance(part, ast.Return)]
    rebound = any(
        isinstance(part, ast.Name) and part.id == given and not isinstance(part.ctx, ast.Load)
        for part in inside
    )
    nested = any(isinstance(part, ast.FunctionDef | ast.Lambda | ast.Yield) for part in inside)
    is_last = bool(node.body) and isinstance(node.body[-1], ast.Return)
    same = all(isinstance(value, ast.Name) and value.id == given for value in returned)
    return is_last and same and not rebound and not nested


def class_marks(info: ClassInfo, names: Names) -> Marks:
    """The decorators of a class, and whether its bases make fields of its annotations."""
    has_fields = is_frozen = "typing.NamedTuple" in info.bases
    for decorator in info.node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = dotted(called)
        if name.rpartition(".")[2] == "register":
            continue
        inside = info.key.name.rpartition(".")[0]
        meaning = names.settled(names.find(info.key.module, name, inside)) if name else None
        known = meaning.name if isinstance(meaning, External) else ""
        if known in _FIELD_MARKS | _FROZEN_MARKS:
            has_fields = True
            is_frozen |= known in _FROZEN_MARKS or _says_frozen(decorator)
        elif known not in _PLAIN_CLASS_MARKS:
            return Marks(
                is_unknown=True, doubt=f"the decorator `{name or 'of its own making'}` is not known"
            )
    return Marks(has_fields=has_fields, is_frozen=is_frozen)


def _says_frozen(decorator: ast.expr) -> bool:
    words = decorator.keywords if isinstance(decorator, ast.Call) else []
    return any(
        word.arg == "frozen" and not (isinstance(word.value, ast.Constant) and not word.value.value)
        for word in words
    )
