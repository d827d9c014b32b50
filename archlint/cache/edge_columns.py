"""Edges as bytes, and back."""

from array import array

from archlint.resolve.edges import Edges

_NUMBERS = ("importer", "file", "imported", "external", "kinds", "fact")
_FLAGS = ("at_name", "unresolved")
_COUNT = 8


def dump(edges: Edges) -> bytes:
    """The columns, as this machine orders bytes, then what does not have a value for each row."""
    dangling = array("i", [number for pair in edges.dangling for number in pair])
    counts = (len(edges), len(dangling))
    return b"".join(
        [
            *(count.to_bytes(_COUNT, "little") for count in counts),
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
    rest = memoryview(content)

    def take(size: int) -> memoryview:
        nonlocal rest
        if size > len(rest):
            raise ValueError("the columns end too early")
        taken, rest = rest[:size], rest[size:]
        return taken

    def column(code: str, rows: int) -> "array[int]":
        values = array(code)
        values.frombytes(take(rows * values.itemsize))
        return values

    rows = int.from_bytes(take(_COUNT), "little")
    pairs = int.from_bytes(take(_COUNT), "little")
    columns = [*(column("i", rows) for _ in _NUMBERS), *(column("b", rows) for _ in _FLAGS)]
    ends = column("i", pairs).tolist()
    text = bytes(rest).decode("utf-8", "surrogatepass")
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
