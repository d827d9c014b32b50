"""Takes apart what consists of numbers, columns of numbers and bytes, one after the other."""

from array import array

NUMBER = 8
"""Bytes of a number that stands alone."""


def number(value: int) -> bytes:
    """A number that stands alone."""
    return value.to_bytes(NUMBER, "little")


class Taking:
    """What is left of some content; whatever reaches beyond its end raises ValueError."""

    def __init__(self, content: bytes) -> None:
        self._rest = memoryview(content)

    def __len__(self) -> int:
        return len(self._rest)

    def bytes(self, size: int) -> bytes:
        """The next bytes."""
        if size > len(self._rest):
            raise ValueError("the content ends too early")
        taken, self._rest = self._rest[:size], self._rest[size:]
        return bytes(taken)

    def number(self) -> int:
        """A number that stands alone."""
        return int.from_bytes(self.bytes(NUMBER), "little")

    def column(self, code: str, rows: int) -> "array[int]":
        """A column of numbers of the kind that `code` is to `array`, as this machine has them."""
        values = array(code)
        values.frombytes(self.bytes(rows * values.itemsize))
        return values
