"""What is known of classes outside the tree: few, and each from its documentation.

Members are those of the tables in the documentation of `collections.abc`, `contextlib`, `enum` and
the built-in exceptions; supertypes are those of typeshed's `builtins`, `typing` and the modules
named.
"""

from functools import cache

_MEMBERS = """
builtins.object: __class__ __delattr__ __dict__ __dir__ __doc__ __eq__ __format__ __ge__
  __getattribute__ __getstate__ __gt__ __hash__ __init__ __init_subclass__ __le__ __lt__ __module__
  __ne__ __new__ __reduce__ __reduce_ex__ __repr__ __setattr__ __sizeof__ __str__ __subclasshook__
abc.ABC:
typing.Generic: __class_getitem__
typing.Protocol:
builtins.BaseException: args with_traceback add_note __cause__ __context__ __traceback__
  __suppress_context__ __notes__ __setstate__
builtins.Exception: args with_traceback add_note __cause__ __context__ __traceback__
  __suppress_context__ __notes__ __setstate__
enum.Enum: name value _name_ _value_ __members__ __iter__ __len__ __contains__ __getitem__
collections.abc.Hashable: *__hash__
collections.abc.Sized: *__len__
collections.abc.Container: *__contains__
collections.abc.Iterable: *__iter__
collections.abc.Iterator: __iter__ *__next__
collections.abc.Reversible: *__iter__ *__reversed__
collections.abc.Generator: __iter__ __next__ *send *throw close
collections.abc.Collection: *__len__ *__iter__ *__contains__
collections.abc.Callable: *__call__
collections.abc.Awaitable: *__await__
collections.abc.Coroutine: *__await__ *send *throw close
collections.abc.AsyncIterable: *__aiter__
collections.abc.AsyncIterator: __aiter__ *__anext__
collections.abc.AsyncGenerator: __aiter__ __anext__ *asend *athrow aclose
collections.abc.Sequence: *__getitem__ *__len__ __contains__ __iter__ __reversed__ count index
collections.abc.MutableSequence: *__getitem__ *__setitem__ *__delitem__ *__len__ *insert
  __contains__ __iter__ __reversed__ count index append clear reverse extend pop remove __iadd__
collections.abc.Set: *__contains__ *__iter__ *__len__ __le__ __lt__ __eq__ __ne__ __gt__ __ge__
  __and__ __or__ __sub__ __xor__ __rand__ __ror__ __rsub__ __rxor__ isdisjoint _from_iterable _hash
collections.abc.MutableSet: *__contains__ *__iter__ *__len__ *add *discard __le__ __lt__ __eq__
  __ne__ __gt__ __ge__ __and__ __or__ __sub__ __xor__ __rand__ __ror__ __rsub__ __rxor__ isdisjoint
  _from_iterable _hash clear pop remove __ior__ __iand__ __ixor__ __isub__
collections.abc.Mapping: *__getitem__ *__iter__ *__len__ __contains__ __reversed__ keys items values
  get __eq__ __ne__
collections.abc.MutableMapping: *__getitem__ *__setitem__ *__delitem__ *__iter__ *__len__
  __contains__ __reversed__ keys items values get __eq__ __ne__ pop popitem clear update setdefault
contextlib.AbstractContextManager: __enter__ *__exit__
contextlib.AbstractAsyncContextManager: __aenter__ *__aexit__
os.PathLike: *__fspath__
typing.SupportsAbs: *__abs__
typing.SupportsBytes: *__bytes__
typing.SupportsComplex: *__complex__
typing.SupportsFloat: *__float__
typing.SupportsIndex: *__index__
typing.SupportsInt: *__int__
typing.SupportsRound: *__round__
"""
"""The members by class; those with an asterisk are abstract."""

_MORE_ABCS = frozenset(
    f"{module}.{name}"
    for module, names in {
        "collections": "ChainMap UserDict UserList UserString",
        "collections.abc": "Buffer ByteString ItemsView KeysView MappingView ValuesView",
        "contextlib": "AsyncExitStack ExitStack",
        "importlib.abc": """
            ExecutionLoader FileLoader InspectLoader Loader MetaPathFinder PathEntryFinder
            ResourceLoader SourceLoader
        """,
        "importlib.resources.abc": "ResourceReader Traversable TraversableResources",
        "io": "BufferedIOBase IOBase RawIOBase TextIOBase",
        "numbers": "Complex Integral Number Rational Real",
        "selectors": "BaseSelector",
    }.items()
    for name in names.split()
)
"""Classes whose metaclass is `ABCMeta`, too, and whose members are not in the table."""

_SUPERTYPES = """
builtins.object:
builtins.bool: builtins.int
builtins.int:
builtins.float:
builtins.complex:
builtins.str: collections.abc.Sequence
builtins.bytes: collections.abc.Sequence
builtins.list: collections.abc.MutableSequence
builtins.tuple: collections.abc.Sequence
builtins.dict: collections.abc.MutableMapping
builtins.set: collections.abc.MutableSet
builtins.frozenset: collections.abc.Set
collections.OrderedDict: builtins.dict
collections.defaultdict: builtins.dict
collections.Counter: builtins.dict
collections.deque: collections.abc.MutableSequence
collections.abc.MutableSequence: collections.abc.Sequence
collections.abc.MutableMapping: collections.abc.Mapping
collections.abc.MutableSet: collections.abc.Set
collections.abc.Sequence: collections.abc.Reversible collections.abc.Collection
collections.abc.Mapping: collections.abc.Collection
collections.abc.Set: collections.abc.Collection
collections.abc.Collection: collections.abc.Sized collections.abc.Iterable collections.abc.Container
collections.abc.Reversible: collections.abc.Iterable
collections.abc.Generator: collections.abc.Iterator
collections.abc.Iterator: collections.abc.Iterable
collections.abc.Coroutine: collections.abc.Awaitable
collections.abc.AsyncGenerator: collections.abc.AsyncIterator
collections.abc.AsyncIterator: collections.abc.AsyncIterable
collections.abc.Iterable:
collections.abc.Sized:
collections.abc.Container:
collections.abc.Awaitable:
collections.abc.AsyncIterable:
asyncio.Future: collections.abc.Awaitable collections.abc.Iterable
asyncio.Task: asyncio.Future
datetime.date:
datetime.datetime: datetime.date
datetime.time:
datetime.timedelta:
decimal.Decimal:
uuid.UUID:
pathlib.PurePath:
pathlib.Path: pathlib.PurePath
contextlib._GeneratorContextManager: contextlib.AbstractContextManager
contextlib._AsyncGeneratorContextManager: contextlib.AbstractAsyncContextManager
contextlib.AbstractContextManager:
contextlib.AbstractAsyncContextManager:
"""

STRUCTURAL = {
    "collections.abc.Iterable": ("__iter__",),
    "collections.abc.Iterator": ("__iter__", "__next__"),
    "collections.abc.Sized": ("__len__",),
    "collections.abc.Container": ("__contains__",),
    "collections.abc.Collection": ("__len__", "__iter__", "__contains__"),
    "collections.abc.Reversible": ("__reversed__",),
    "collections.abc.Awaitable": ("__await__",),
    "collections.abc.AsyncIterable": ("__aiter__",),
    "collections.abc.AsyncIterator": ("__aiter__", "__anext__"),
    "contextlib.AbstractContextManager": ("__enter__", "__exit__"),
    "contextlib.AbstractAsyncContextManager": ("__aenter__", "__aexit__"),
}
"""Types of the standard library that are satisfied by whatever has these methods."""

COVARIANT = frozenset(STRUCTURAL) | {
    "contextlib._AsyncGeneratorContextManager",
    "contextlib._GeneratorContextManager",
    "builtins.tuple",
    "builtins.frozenset",
    "collections.abc.Sequence",
    "collections.abc.Set",
    "collections.abc.AsyncGenerator",
    "collections.abc.Generator",
    "collections.abc.Coroutine",
}
"""Generics whose first parameter at least is covariant."""

INVARIANT = frozenset(
    {
        "builtins.list",
        "builtins.set",
        "builtins.dict",
        "collections.abc.MutableSequence",
        "collections.abc.MutableMapping",
        "collections.abc.MutableSet",
        "collections.deque",
    }
)
"""Generics all of whose parameters are invariant."""

_RENAMED = {
    "List": "builtins.list",
    "Dict": "builtins.dict",
    "Set": "builtins.set",
    "FrozenSet": "builtins.frozenset",
    "Tuple": "builtins.tuple",
    "Type": "builtins.type",
    "Text": "builtins.str",
    "Deque": "collections.deque",
    "DefaultDict": "collections.defaultdict",
    "OrderedDict": "collections.OrderedDict",
    "Counter": "collections.Counter",
    "AbstractSet": "collections.abc.Set",
    "ContextManager": "contextlib.AbstractContextManager",
    "AsyncContextManager": "contextlib.AbstractAsyncContextManager",
}
_IN_ABC = frozenset(
    """
    Awaitable Coroutine AsyncIterable AsyncIterator AsyncGenerator Hashable Iterable Iterator
    Generator Reversible Container Collection Callable MutableSet Mapping MutableMapping Sequence
    MutableSequence ByteString MappingView KeysView ItemsView ValuesView Sized
    """.split()  # noqa: SIM905 - as a literal it is 20 lines that nobody reads
)


def class_name(name: str) -> str:
    """The one name of a class of the standard library that goes by several."""
    module, _, rest = name.rpartition(".")
    if module == "typing":
        if rest in _IN_ABC:
            return f"collections.abc.{rest}"
        return _RENAMED.get(rest, name)
    if module in ("asyncio.futures", "asyncio.tasks"):
        return f"asyncio.{rest}"
    return name


@cache
def members() -> dict[str, frozenset[str]]:
    """For each base whose members are known, their names."""
    return {
        name: frozenset(word.removeprefix("*") for word in words)
        for name, words in _table(_MEMBERS).items()
    }


@cache
def abstract_members() -> dict[str, frozenset[str]]:
    """For each abstract base that is known, the names of its abstract members, if known."""
    marked = {
        name: frozenset(word[1:] for word in words if word.startswith("*"))
        for name, words in _table(_MEMBERS).items()
    }
    known = {name: words for name, words in marked.items() if words}
    return {**dict.fromkeys((*_MORE_ABCS, "abc.ABC"), frozenset()), **known}


@cache
def supertypes() -> dict[str, tuple[str, ...]]:
    """For each type that is known, the types it is a subclass of, itself first."""
    direct = _table(_SUPERTYPES)

    def above(name: str) -> tuple[str, ...]:
        found = [name]
        for parent in direct[name]:
            found += [other for other in above(parent) if other not in found]
        return tuple(found)

    return {name: above(name) for name in direct}


def _table(text: str) -> dict[str, tuple[str, ...]]:
    rows = text.replace("\n  ", " ").strip().split("\n")
    return {name: tuple(rest.split()) for name, _, rest in (row.partition(":") for row in rows)}
