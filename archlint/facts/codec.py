"""The facts of one file as a record of bytes, which can be kept and sent.

A record is a head of counts, columns of numbers, and a table of words, which the first columns
name by their index. Numbers take two bytes where all of them fit, else four, and are little endian.
Nothing in a record is executed: a damaged one raises ValueError or gives wrong facts.
"""

import struct
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import chain, count, islice
from operator import itemgetter
from typing import NamedTuple

from archlint.facts.imports import ClassFact, FileFacts, ImportFact, Mention, Problem

HAS_CODE = 1
IS_OPEN = 2
HAS_MAIN_GUARD = 4
LOADS_BY_NAME = 8
HAS_PROBLEM = 16
HAS_MENTIONS = 32
HAS_CLAIMS = 64
_IS_WIDE = 128

_HEAD = struct.Struct("<B14I")
_LINES = struct.Struct("<xI")

_IMPORT_WORDS = itemgetter(1, 2, 3)
_IMPORT_NUMBERS = itemgetter(0, *range(4, len(ImportFact._fields)))
_IMPORT = partial(tuple.__new__, ImportFact)
"""What makes a fact of a row, without a call in Python."""


class _Head(NamedTuple):
    """How many values there are in a record, and how many facts of each sort they make up.

    `separator` is the character that stands between the words of the table.
    """

    flags: int
    lines: int
    separator: int
    has_exports: int
    words: int
    numbers: int
    imports: int
    exports: int
    defines: int
    unread: int
    claims: int
    aliases: int
    classes: int
    bases: int
    mentions: int


def flags(record: bytes) -> int:
    """What single bits say about the file of a record: `HAS_CODE` and so on."""
    return record[0]


def lines(record: bytes) -> int:
    """How many lines the file of a record has."""
    found: int = _LINES.unpack_from(record)[0]
    return found


def encode(facts: FileFacts) -> bytes:
    """The record of these facts."""
    bases = [fact.bases for fact in facts.classes]
    lists = (facts.exports or (), facts.defines, facts.unread, facts.claims)
    problem = facts.problem
    words = [
        *chain.from_iterable(map(_IMPORT_WORDS, facts.imports)),
        *chain(*lists, *facts.aliases, *bases),
        *(fact.name for fact in facts.classes),
        *(mention.text for mention in facts.mentions),
        *((problem.rule, problem.message) if problem else ()),
    ]
    numbers = [
        *chain.from_iterable(map(_IMPORT_NUMBERS, facts.imports)),
        *chain.from_iterable(
            (len(fact.bases), fact.is_marked | fact.is_plain << 1) for fact in facts.classes
        ),
        *chain.from_iterable(mention[1:] for mention in facts.mentions),
        *((problem.line, problem.column, *(problem.newer or (0, 0))) if problem else ()),
    ]
    index: defaultdict[str, int] = defaultdict(count().__next__)
    values, is_wide = _packed([*map(index.__getitem__, words), *numbers])
    separator = _absent("".join(index))
    head = (
        _flags(facts) | _IS_WIDE * is_wide,
        facts.lines,
        ord(separator),
        facts.exports is not None,
        len(words),
        len(numbers),
        len(facts.imports),
        *map(len, lists),
        len(facts.aliases),
        len(facts.classes),
        sum(map(len, bases)),
        len(facts.mentions),
    )
    return _HEAD.pack(*head) + values + separator.join(index).encode("utf-8", "surrogatepass")


def decode(record: bytes) -> FileFacts:
    """The facts of a record.

    Raises:
        ValueError: the record is damaged.
    """
    head, words, numbers = _opened(record)
    imports = _imports(head.imports, words, numbers)
    exports, defines, unread, claims = (tuple(islice(words, size)) for size in head[7:11])
    aliases = tuple(islice(zip(words, words, strict=False), head.aliases))
    return FileFacts(
        imports=imports,
        lines=head.lines,
        has_code=bool(head.flags & HAS_CODE),
        is_open=bool(head.flags & IS_OPEN),
        exports=exports if head.has_exports else None,
        has_main_guard=bool(head.flags & HAS_MAIN_GUARD),
        defines=defines,
        unread=unread,
        loads_by_name=bool(head.flags & LOADS_BY_NAME),
        classes=_classes(head, words, numbers) if head.classes else (),
        mentions=_mentions(head.mentions, words, numbers) if head.mentions else (),
        claims=claims,
        aliases=aliases,
        problem=_problem(words, numbers) if head.flags & HAS_PROBLEM else None,
    )


def decode_imports(record: bytes) -> tuple[ImportFact, ...]:
    """The imports alone, for less than all facts would cost.

    Raises:
        ValueError: the record is damaged.
    """
    head, words, numbers = _opened(record)
    return _imports(head.imports, words, numbers)


def _flags(facts: FileFacts) -> int:
    return (
        HAS_CODE * facts.has_code
        | IS_OPEN * facts.is_open
        | HAS_MAIN_GUARD * facts.has_main_guard
        | LOADS_BY_NAME * facts.loads_by_name
        | HAS_PROBLEM * (facts.problem is not None)
        | HAS_MENTIONS * bool(facts.mentions)
        | HAS_CLAIMS * bool(facts.claims)
    )


def _packed(values: list[int]) -> tuple[bytes, bool]:
    """The bytes of numbers, and whether they are wide."""
    try:
        return struct.pack(f"<{len(values)}H", *values), False
    except struct.error:
        return struct.pack(f"<{len(values)}I", *values), True


def _absent(text: str) -> str:
    """The first character that is not in a text."""
    return next(char for char in map(chr, count()) if char not in text)


def _opened(record: bytes) -> tuple[_Head, Iterator[str], Iterator[int]]:
    """The head, and all words and all numbers in the order in which `encode` puts them."""
    if len(record) < _HEAD.size:
        raise ValueError("the head is missing")
    head = _Head._make(_HEAD.unpack_from(record))
    size = head.words + head.numbers
    width, code = (4, "I") if head.flags & _IS_WIDE else (2, "H")
    end = _HEAD.size + size * width
    if len(record) < end:
        raise ValueError("values are missing")
    if head.separator > sys.maxunicode:
        raise ValueError("the separator is no character")
    values = struct.unpack_from(f"<{size}{code}", record, _HEAD.size)
    table = record[end:].decode("utf-8", "surrogatepass").split(chr(head.separator))
    try:
        words = [*map(table.__getitem__, values[: head.words])]
    except IndexError as error:
        raise ValueError("words are missing") from error
    return head, iter(words), iter(values[head.words :])


def _imports(size: int, words: Iterator[str], numbers: Iterator[int]) -> tuple[ImportFact, ...]:
    if not size:
        return ()
    # Each row takes what is next: its level, its three words and its other numbers.
    rows = zip(numbers, words, words, words, *[numbers] * 11, strict=False)
    return tuple(map(_IMPORT, islice(rows, size)))


def _mentions(size: int, words: Iterator[str], numbers: Iterator[int]) -> tuple[Mention, ...]:
    rows = zip(words, numbers, numbers, numbers, strict=False)
    return tuple(Mention(*row) for row in islice(rows, size))


def _classes(head: _Head, words: Iterator[str], numbers: Iterator[int]) -> tuple[ClassFact, ...]:
    bases = iter([*islice(words, head.bases)])
    rows = zip(words, numbers, numbers, strict=False)
    return tuple(
        ClassFact(name, tuple(islice(bases, size)), bool(marks & 1), bool(marks & 2))
        for name, size, marks in islice(rows, head.classes)
    )


def _problem(words: Iterator[str], numbers: Iterator[int]) -> Problem:
    rule, message = islice(words, 2)
    line, column, major, minor = islice(numbers, 4)
    return Problem(rule, message, line, column, (major, minor) if major else None)
