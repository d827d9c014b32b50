"""Edges as bytes, and back."""

from array import array

from archlint.cache.taking import Taking, number
from archlint.resolve.edges import Edges

_NUMBERS = ("importer", "file", "imported", "external", "kinds", "fact")
_FLAGS = ("at_name", "unresolved")


def dump(edges: Edges) -> bytes:
    """The columns, as this machine orders bytes, then what does not have a value for each row."""
    dangling = array("i", [number for pair in edges.dangling for number in pair])
    counts = (len(edges), len(dangling))
    return b"".join(
        [
            *map(number, counts),
            *(getattr(edges, name).tobytes() for name in (*_NUMBERS, *_FLAGS)),
            dangling.tobytes(),
            "\0".join(edges.externals).encode("utf-8", "surrogatepass"),
        ]
    )


def load(content: bytes) -> Edges:
    """The edges that `dump` was given.

    Raises:
        ValueError: it is something else.
    """
    taking = Taking(content)
    rows, pairs = taking.number(), taking.number()
    codes = "i" * len(_NUMBERS) + "b" * len(_FLAGS)
    columns = [taking.column(code, rows) for code in codes]
    ends = taking.column("i", pairs).tolist()
    text = taking.bytes(len(taking)).decode("utf-8", "surrogatepass")
    externals = tuple(text.split("\0")) if text else ()
    dangling = tuple(zip(ends[::2], ends[1::2], strict=True))
    importer, file, imported, external, kinds, fact, at_name, unresolved = columns
    return Edges(
        importer,
        file,
        imported,
        external,
        kinds,
        fact,
        at_name,
        unresolved,
        externals,
        dangling,
    )
